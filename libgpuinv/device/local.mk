## libgpuinv-cuda.so: the CUDA back end, opened by libgpuinv.so at run time
## SPDX-License-Identifier: GPL-3.0-or-later

# libtool drives nvcc as it drives a C++ compiler.  The dependency files are
# ours to include and to remove.
.cu.lo:
	@$(MKDIR_P) $(@D)
	$(AM_V_CXX)$(LIBTOOL) $(AM_V_lt) --tag=CXX $(AM_LIBTOOLFLAGS) \
	  $(LIBTOOLFLAGS) --mode=compile $(NVCC) \
	  --forward-unknown-to-host-compiler -std=c++17 --extended-lambda \
	  $(CUDA_GENCODE) \
	  -I$(top_srcdir) $(WARN_CXXFLAGS) -fvisibility=hidden $(NVCCFLAGS) \
	  -MMD -MF $(@:.lo=.d) -MT $@ -c -o $@ $<

-include kernels/*.d
-include libgpuinv/device/*.d

cuda-mostlyclean:
	-rm -f kernels/*.d kernels/rounds/*.d kernels/update/*.d libgpuinv/device/*.d
.PHONY: cuda-mostlyclean

cuda_cppflags = $(HARDEN_CPPFLAGS) -I$(top_srcdir) $(CUDA_CPPFLAGS) \
   $(GPUINV_BUILD_CPPFLAGS)
if HAVE_CUDSS
cuda_cppflags += -DHAVE_CUDSS $(CUDSS_CPPFLAGS)
endif

CUDSS_SOURCES = \
   libgpuinv/device/cudss_factor.cpp \
   libgpuinv/device/cudss_factor.hpp \
   libgpuinv/device/cudss_library.cpp \
   libgpuinv/device/cudss_library.hpp \
   libgpuinv/device/device_normal_sparse.cpp \
   libgpuinv/device/device_normal_sparse.hpp \
   libgpuinv/base/beside.cpp \
   libgpuinv/base/beside.hpp \
   libgpuinv/vendors/cudss_places.cpp \
   libgpuinv/vendors/cudss_places.hpp

EXTRA_DIST += libgpuinv/device/fetch-cudss

if HAVE_CUDA
lib_LTLIBRARIES += libgpuinv/libgpuinv-cuda.la
noinst_LTLIBRARIES += libgpuinv/libgpuinv-device.la

# everything, so that tests can reach the kernels
libgpuinv_libgpuinv_device_la_SOURCES = \
   libgpuinv/base/fault.cpp \
   libgpuinv/base/fault.hpp \
   libgpuinv/base/large_pages.cpp \
   libgpuinv/base/large_pages.hpp \
   libgpuinv/device/blas.hpp \
   libgpuinv/device/check.cpp \
   libgpuinv/device/check.hpp \
   libgpuinv/device/choose_solve.hpp \
   libgpuinv/device/column_upload.cpp \
   libgpuinv/device/column_upload.hpp \
   libgpuinv/device/context.cpp \
   libgpuinv/device/context.hpp \
   libgpuinv/device/cuda_devices.cpp \
   libgpuinv/device/cuda_devices.hpp \
   libgpuinv/device/deferred_inverse.cpp \
   libgpuinv/device/deferred_inverse.hpp \
   libgpuinv/device/device_buffer.hpp \
   libgpuinv/device/device_interior.cu \
   libgpuinv/device/device_interior.hpp \
   libgpuinv/device/device_inverse.cpp \
   libgpuinv/device/device_inverse.hpp \
   libgpuinv/device/device_inverse_tableau.cpp \
   libgpuinv/device/device_inverse_tableau.hpp \
   libgpuinv/device/device_matrix.cpp \
   libgpuinv/device/device_matrix.hpp \
   libgpuinv/device/device_normal.cpp \
   libgpuinv/device/device_normal.hpp \
   libgpuinv/device/device_normal_dense.cpp \
   libgpuinv/device/device_normal_dense.hpp \
   libgpuinv/device/device_peeled_inverse.cpp \
   libgpuinv/device/device_peeled_inverse.hpp \
   libgpuinv/device/device_simplex.cpp \
   libgpuinv/device/device_simplex.hpp \
   libgpuinv/device/device_simplex_fold.cpp \
   libgpuinv/device/device_space.hpp \
   libgpuinv/device/device_tableau.cpp \
   libgpuinv/device/device_tableau.hpp \
   libgpuinv/device/event.hpp \
   libgpuinv/device/guard_interior.cpp \
   libgpuinv/device/lp_matrix.cpp \
   libgpuinv/device/lp_matrix.hpp \
   libgpuinv/device/lu_inverse.cpp \
   libgpuinv/device/lu_inverse.hpp \
   libgpuinv/device/normal_assembly.cpp \
   libgpuinv/device/normal_assembly.hpp \
   libgpuinv/device/normal_plan.cpp \
   libgpuinv/device/normal_plan.hpp \
   libgpuinv/device/normal_products.cpp \
   libgpuinv/device/normal_products.hpp \
   libgpuinv/device/nucleus_inverse.cpp \
   libgpuinv/device/nucleus_inverse.hpp \
   libgpuinv/device/one_norm.cu \
   libgpuinv/device/one_norm.hpp \
   libgpuinv/device/pack_columns.cpp \
   libgpuinv/device/pack_columns.hpp \
   libgpuinv/device/peer_memory.cpp \
   libgpuinv/device/peer_memory.hpp \
   libgpuinv/device/pinned_buffer.hpp \
   libgpuinv/device/rectangular_factor.cpp \
   libgpuinv/device/rectangular_factor.hpp \
   libgpuinv/device/require_memory.hpp \
   libgpuinv/device/row_levels.cpp \
   libgpuinv/device/row_levels.hpp \
   libgpuinv/device/row_matrix.cpp \
   libgpuinv/device/row_matrix.hpp \
   libgpuinv/device/scoped_device.hpp \
   libgpuinv/device/scratch.hpp \
   libgpuinv/device/send.hpp \
   libgpuinv/device/simplex_sketch.cpp \
   libgpuinv/device/simplex_sketch.hpp \
   libgpuinv/device/simplex_vectors.cpp \
   libgpuinv/device/simplex_vectors.hpp \
   libgpuinv/device/sort_entries.cu \
   libgpuinv/device/sort_entries.hpp \
   libgpuinv/device/spread_tableau.cpp \
   libgpuinv/device/spread_tableau.hpp \
   libgpuinv/device/tableau_part.cpp \
   libgpuinv/device/tableau_part.hpp \
   libgpuinv/device/tableau_builder.cpp \
   libgpuinv/device/tableau_builder.hpp \
   libgpuinv/device/translated.hpp \
   libgpuinv/device/triangular_rows.cpp \
   libgpuinv/device/triangular_rows.hpp \
   libgpuinv/interior/bounded_form.cpp \
   libgpuinv/interior/scaling.cpp \
   libgpuinv/simplex/columns_of.cpp \
   libgpuinv/simplex/partition.hpp \
   libgpuinv/sparse/host_columns.hpp \
   libgpuinv/sparse/normal_pattern.cpp \
   libgpuinv/sparse/singletons.cpp \
   libgpuinv/sparse/singletons.hpp
if HAVE_CUDSS
libgpuinv_libgpuinv_device_la_SOURCES += $(CUDSS_SOURCES)
endif
libgpuinv_libgpuinv_device_la_CPPFLAGS = $(cuda_cppflags)
libgpuinv_libgpuinv_device_la_CXXFLAGS = $(WARN_CXXFLAGS) -fvisibility=hidden \
   -pthread
libgpuinv_libgpuinv_device_la_LIBADD = $(CUDA_LIBS)
libgpuinv_libgpuinv_device_la_LDFLAGS = $(CUDA_LDFLAGS)

# A module that is all made of another library.  The name of a C++ file that
# need not exist tells Automake to link by the C++ compiler (its manual,
# "Libtool Convenience Libraries").
libgpuinv_libgpuinv_cuda_la_SOURCES =
nodist_EXTRA_libgpuinv_libgpuinv_cuda_la_SOURCES = libgpuinv/device/none.cpp
libgpuinv_libgpuinv_cuda_la_LIBADD = libgpuinv/libgpuinv-device.la
libgpuinv_libgpuinv_cuda_la_LDFLAGS = -module -avoid-version -shared \
   -no-undefined -Wl,-z,defs $(CUDA_LDFLAGS) -Wl,-rpath,'$$ORIGIN' \
   -Wl,-z,nodelete $(HARDEN_LDFLAGS) \
   -Wl,--version-script=$(srcdir)/libgpuinv/device/exports.map
endif
