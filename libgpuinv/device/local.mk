## libgpuinv-cuda.so: the CUDA back end, opened by libgpuinv.so at run time
## SPDX-License-Identifier: GPL-3.0-or-later

# libtool calls nvcc like a C++ compiler.  Automake does not know the dependency
# files, so they are included and removed here.
.cu.lo:
	@$(MKDIR_P) $(@D)
	$(AM_V_CXX)$(LIBTOOL) $(AM_V_lt) --tag=CXX $(AM_LIBTOOLFLAGS) \
	  $(LIBTOOLFLAGS) --mode=compile $(NVCC) \
	  --forward-unknown-to-host-compiler -std=c++17 --extended-lambda \
	  $(CUDA_GENCODE) \
	  -I$(top_srcdir) $(WARN_CXXFLAGS) -fvisibility=hidden $(NVCCFLAGS) \
	  -MMD -MP -MF $(@:.lo=.d) -MT $@ -c -o $@ $<

-include kernels/*.d
-include libgpuinv/device/*.d

cuda-mostlyclean:
	-rm -f kernels/*.d tests/literature/*/*.d libgpuinv/device/*.d
.PHONY: cuda-mostlyclean

cuda_cppflags = $(HARDEN_CPPFLAGS) -I$(top_srcdir) $(CUDA_CPPFLAGS) \
   $(GPUINV_BUILD_CPPFLAGS)
if HAVE_CUDSS
cuda_cppflags += -DHAVE_CUDSS $(CUDSS_CPPFLAGS)
endif

CUDSS_SOURCES = \
   libgpuinv/device/cudss_factor.cpp \
   libgpuinv/device/cudss_library.cpp \
   libgpuinv/device/device_normal_sparse.cpp \
   libgpuinv/device/fabric.cpp \
   libgpuinv/device/nccl_library.cpp \
   libgpuinv/device/rank_host.cpp \
   libgpuinv/device/rank_layer.cpp \
   libgpuinv/device/rank_transfers.cpp \
   libgpuinv/device/team.cpp \
   libgpuinv/vendors/nvidia_places.cpp

EXTRA_DIST += libgpuinv/device/fetch-cudss

if HAVE_CUDA
lib_LTLIBRARIES += libgpuinv/libgpuinv-cuda.la
noinst_LTLIBRARIES += libgpuinv/libgpuinv-device.la
objects_with_key += libgpuinv/device/libgpuinv_device_la-cuda_devices.lo

# This library contains everything, so that tests can reach the kernels.
libgpuinv_libgpuinv_device_la_SOURCES = \
   libgpuinv/base/cores.cpp \
   libgpuinv/base/crew.cpp \
   libgpuinv/base/fault.cpp \
   libgpuinv/base/large_pages.cpp \
   libgpuinv/base/lease.cpp \
   libgpuinv/base/opening.cpp \
   libgpuinv/device/check.cpp \
   libgpuinv/device/column_upload.cpp \
   libgpuinv/device/context.cpp \
   libgpuinv/device/cuda_devices.cpp \
   libgpuinv/device/deferred_inverse.cpp \
   libgpuinv/device/dense_lu.cpp \
   libgpuinv/device/device_interior.cu \
   libgpuinv/device/device_inverse.cpp \
   libgpuinv/device/device_inverse_tableau.cpp \
   libgpuinv/device/device_matrix.cpp \
   libgpuinv/device/device_normal.cpp \
   libgpuinv/device/device_normal_dense.cpp \
   libgpuinv/device/device_peeled_inverse.cpp \
   libgpuinv/device/device_simplex.cpp \
   libgpuinv/device/device_tableau.cpp \
   libgpuinv/device/independent_columns.cu \
   libgpuinv/device/inverse_buffers.cpp \
   libgpuinv/device/inverse_part.cpp \
   libgpuinv/device/lu_inverse.cpp \
   libgpuinv/device/normal_assembly.cpp \
   libgpuinv/device/nucleus_inverse.cpp \
   libgpuinv/device/one_norm.cu \
   libgpuinv/device/pack_columns.cpp \
   libgpuinv/device/peeled_rows.cpp \
   libgpuinv/device/peers.cpp \
   libgpuinv/device/rank_worker.cpp \
   libgpuinv/device/rectangular_factor.cpp \
   libgpuinv/device/row_cycles.cpp \
   libgpuinv/device/row_levels.cpp \
   libgpuinv/device/simplex_sketch.cpp \
   libgpuinv/device/simplex_vectors.cpp \
   libgpuinv/device/sort_entries.cu \
   libgpuinv/device/spread_builder.cpp \
   libgpuinv/device/spread_cholesky.cpp \
   libgpuinv/device/spread_part.cpp \
   libgpuinv/device/spread_tableau.cpp \
   libgpuinv/device/tableau_builder.cpp \
   libgpuinv/device/tableau_part.cpp \
   libgpuinv/interior/bounded_form.cpp \
   libgpuinv/interior/row_prices.cpp \
   libgpuinv/interior/scaling.cpp \
   libgpuinv/interior/start_form.cpp \
   libgpuinv/sparse/normal_pattern.cpp \
   libgpuinv/sparse/singletons.cpp
if HAVE_CUDSS
libgpuinv_libgpuinv_device_la_SOURCES += $(CUDSS_SOURCES)
endif
libgpuinv_libgpuinv_device_la_CPPFLAGS = $(cuda_cppflags)
libgpuinv_libgpuinv_device_la_CXXFLAGS = $(WARN_CXXFLAGS) -fvisibility=hidden \
   -pthread
libgpuinv_libgpuinv_device_la_LIBADD = $(CUDA_LIBS)
libgpuinv_libgpuinv_device_la_LDFLAGS = $(CUDA_LDFLAGS)

# This module consists of another library.  The name of a C++ file, which need
# not exist, tells Automake to link by the C++ compiler (its manual says so
# under "Libtool Convenience Libraries").
libgpuinv_libgpuinv_cuda_la_SOURCES =
nodist_EXTRA_libgpuinv_libgpuinv_cuda_la_SOURCES = libgpuinv/device/none.cpp
libgpuinv_libgpuinv_cuda_la_LIBADD = libgpuinv/libgpuinv-device.la
libgpuinv_libgpuinv_cuda_la_LDFLAGS = -module -avoid-version -shared \
   -no-undefined -Wl,-z,defs $(CUDA_LDFLAGS) -Wl,-rpath,'$$ORIGIN' \
   -Wl,-z,nodelete $(HARDEN_LDFLAGS) \
   -Wl,--version-script=$(srcdir)/libgpuinv/device/exports.map
endif
