## libgpuinv.so: C border, host back end, and the way to libgpuinv-cuda.so

include_HEADERS += libgpuinv/gpuinv.h libgpuinv/gpuinv_lp.h
lib_LTLIBRARIES += libgpuinv/libgpuinv.la libgpuinv/libgpuinv-lapack.la
noinst_LTLIBRARIES += libgpuinv/libgpuinv-core.la libgpuinv/libgpuinv-vendors.la

# LAPACK and CHOLMOD are linked by a module, which is opened when it is needed,
# and by tests of the parts.
libgpuinv_libgpuinv_vendors_la_SOURCES = libgpuinv/vendors/vendor_table.cpp
libgpuinv_libgpuinv_vendors_la_CPPFLAGS = \
   $(libgpuinv_libgpuinv_core_la_CPPFLAGS)
libgpuinv_libgpuinv_vendors_la_CXXFLAGS = \
   $(libgpuinv_libgpuinv_core_la_CXXFLAGS)
libgpuinv_libgpuinv_vendors_la_LIBADD = $(LAPACK_LIBS) $(CHOLMOD_LIBS)
# This is for LDFLAGS, because only a weak symbol refers to the table.
with_vendors = -Wl,-u,gpuinv_get_vendors
libgpuinv_libgpuinv_lapack_la_SOURCES =
nodist_EXTRA_libgpuinv_libgpuinv_lapack_la_SOURCES = libgpuinv/host/none.cpp
libgpuinv_libgpuinv_lapack_la_LIBADD = libgpuinv/libgpuinv-vendors.la
libgpuinv_libgpuinv_lapack_la_LDFLAGS = -module -avoid-version -shared \
   -no-undefined -Wl,-z,nodelete $(HARDEN_LDFLAGS)

# This library has everything except the exported function, for unit tests.
libgpuinv_libgpuinv_core_la_SOURCES = \
   libgpuinv/base/cores.cpp \
   libgpuinv/base/crew.cpp \
   libgpuinv/base/departure.cpp \
   libgpuinv/base/error.cpp \
   libgpuinv/base/fault.cpp \
   libgpuinv/base/large_pages.cpp \
   libgpuinv/base/latch.cpp \
   libgpuinv/base/lease.cpp \
   libgpuinv/base/measured.cpp \
   libgpuinv/base/opening.cpp \
   libgpuinv/base/worker.cpp \
   libgpuinv/basis/backward_error.cpp \
   libgpuinv/basis/basis_inverse.cpp \
   libgpuinv/basis/inversion_pays.cpp \
   libgpuinv/basis/rounding_dirt.cpp \
   libgpuinv/crossover/crossover.cpp \
   libgpuinv/crossover/dual_push.cpp \
   libgpuinv/crossover/face.cpp \
   libgpuinv/crossover/farkas.cpp \
   libgpuinv/crossover/fill_gaps.cpp libgpuinv/crossover/fill_gaps.hpp \
   libgpuinv/crossover/basic_solution.cpp \
   libgpuinv/crossover/folded_lp.cpp \
   libgpuinv/crossover/interior_form.cpp \
   libgpuinv/crossover/basis_factor.cpp \
   libgpuinv/crossover/owned_lp.cpp \
   libgpuinv/crossover/primal_push.cpp \
   libgpuinv/crossover/restore.cpp \
   libgpuinv/crossover/runner.cpp \
   libgpuinv/crossover/sides.cpp \
   libgpuinv/crossover/sparse_lu.cpp \
   libgpuinv/crossover/start_basis.cpp \
   libgpuinv/crossover/tableau_rows.cpp \
   libgpuinv/crossover/triangle.cpp \
   libgpuinv/faults/faulty_parts.cpp \
   libgpuinv/host/dense_ops.cpp \
   libgpuinv/host/host_inverse.cpp \
   libgpuinv/host/host_inverse_tableau.cpp \
   libgpuinv/host/host_long_step.cpp \
   libgpuinv/host/host_memory.cpp \
   libgpuinv/host/host_normal_dense.cpp \
   libgpuinv/host/host_normal_sparse.cpp \
   libgpuinv/host/host_peeled_inverse.cpp \
   libgpuinv/host/host_rates.cpp \
   libgpuinv/host/host_revised_simplex.cpp \
   libgpuinv/host/host_simplex.cpp \
   libgpuinv/host/host_sketch.cpp \
   libgpuinv/host/host_sparse_tableau.cpp \
   libgpuinv/host/host_tableau.cpp \
   libgpuinv/host/make_host_normal.cpp \
   libgpuinv/host/pending_changes.cpp \
   libgpuinv/host/stepwise.cpp \
   libgpuinv/interior/aggregation.cpp \
   libgpuinv/interior/bounded_form.cpp \
   libgpuinv/interior/certificates.cpp \
   libgpuinv/interior/choose_normal.cpp \
   libgpuinv/interior/choose_side.cpp \
   libgpuinv/interior/correctors.cpp \
   libgpuinv/interior/claim.cpp \
   libgpuinv/interior/copy_lp.cpp \
   libgpuinv/interior/dense_columns.cpp \
   libgpuinv/interior/dual_form.cpp \
   libgpuinv/interior/interior_point.cpp \
   libgpuinv/interior/lp.cpp \
   libgpuinv/interior/measures.cpp \
   libgpuinv/interior/postsolve.cpp \
   libgpuinv/interior/presolve.cpp \
   libgpuinv/interior/presolve_duplicates.cpp \
   libgpuinv/interior/presolve_rules.cpp \
   libgpuinv/interior/reductions.cpp \
   libgpuinv/interior/remainder.cpp \
   libgpuinv/interior/row_prices.cpp \
   libgpuinv/interior/scaling.cpp \
   libgpuinv/interior/settle.cpp \
   libgpuinv/interior/start_form.cpp \
   libgpuinv/lp/command.cpp \
   libgpuinv/lp/dual_start.cpp \
   libgpuinv/lp/judge.cpp \
   libgpuinv/lp/kkt.cpp \
   libgpuinv/lp/lp_checks.cpp \
   libgpuinv/lp/network.cpp \
   libgpuinv/lp/options.cpp \
   libgpuinv/lp/refine.cpp \
   libgpuinv/lp/review.cpp \
   libgpuinv/lp/triangular_part.cpp \
   libgpuinv/ranks/endpoint.cpp \
   libgpuinv/ranks/launch.cpp \
   libgpuinv/ranks/member.cpp \
   libgpuinv/ranks/message.cpp \
   libgpuinv/ranks/root.cpp \
   libgpuinv/ranks/socket.cpp \
   libgpuinv/session/apart.cpp \
   libgpuinv/session/auto_interior.cpp \
   libgpuinv/session/crossover_interior.cpp \
   libgpuinv/session/describe.cpp \
   libgpuinv/session/engine.cpp \
   libgpuinv/session/engine_cross.cpp \
   libgpuinv/session/engine_place.cpp \
   libgpuinv/session/engine_ways.cpp \
   libgpuinv/session/gpu.cpp \
   libgpuinv/session/interior_run.cpp \
   libgpuinv/session/libraries.cpp \
   libgpuinv/session/messages.cpp \
   libgpuinv/session/preparation.cpp \
   libgpuinv/session/ranks_here.cpp \
   libgpuinv/session/relay.cpp \
   libgpuinv/session/rival.cpp \
   libgpuinv/session/serve.cpp \
   libgpuinv/session/session.cpp \
   libgpuinv/session/session_interior.cpp \
   libgpuinv/simplex/active_lp.cpp \
   libgpuinv/simplex/cards.cpp \
   libgpuinv/simplex/changed_basis.cpp \
   libgpuinv/simplex/crossover_choice.cpp \
   libgpuinv/simplex/form.cpp \
   libgpuinv/simplex/freed_start.cpp \
   libgpuinv/simplex/implied_bounds.cpp \
   libgpuinv/simplex/long_steps.cpp \
   libgpuinv/simplex/progress.cpp \
   libgpuinv/simplex/simplex.cpp \
   libgpuinv/simplex/standard_start.cpp \
   libgpuinv/simplex/solver_shifts.cpp \
   libgpuinv/simplex/sparse_choice.cpp \
   libgpuinv/simplex/working_lp.cpp \
   libgpuinv/sparse/normal_pattern.cpp \
   libgpuinv/sparse/singletons.cpp \
   libgpuinv/sparse/sparse_columns.cpp \
   libgpuinv/vendors/blas_core.cpp \
   libgpuinv/vendors/blas_guard.cpp \
   libgpuinv/vendors/nvidia_places.cpp \
   libgpuinv/vendors/sparse_cholesky.cpp \
   libgpuinv/vendors/vendors.cpp
libgpuinv_libgpuinv_core_la_CPPFLAGS = $(HARDEN_CPPFLAGS) -I$(top_srcdir) \
   $(CHOLMOD_CPPFLAGS) $(THRUST_CPPFLAGS) \
   -DGPUINV_PACKAGE_VERSION=\"$(PACKAGE_VERSION)\" $(GPUINV_BUILD_CPPFLAGS)
libgpuinv_libgpuinv_core_la_CXXFLAGS = $(WARN_CXXFLAGS) -fvisibility=hidden \
   -pthread

# configure puts the key of the build on the command lines of these objects.
# Automake's own rules stay, as it does not expand variables in targets.
objects_with_key = \
   libgpuinv/session/libgpuinv_core_la-gpu.lo \
   libgpuinv/session/libgpuinv_core_la-ranks_here.lo \
   libgpuinv/session/libgpuinv_core_la-serve.lo
$(objects_with_key): config.status

libgpuinv_libgpuinv_la_SOURCES = \
   libgpuinv/api/api.cpp \
   libgpuinv/api/api_engine.cpp \
   libgpuinv/api/api_interior.cpp \
   libgpuinv/api/api_point.cpp
libgpuinv_libgpuinv_la_CPPFLAGS = $(libgpuinv_libgpuinv_core_la_CPPFLAGS)
libgpuinv_libgpuinv_la_CXXFLAGS = $(libgpuinv_libgpuinv_core_la_CXXFLAGS)
libgpuinv_libgpuinv_la_LIBADD = libgpuinv/libgpuinv-core.la
# nodelete: CUDA, OpenBLAS and a crew keep threads, which must not lose their
# code.
libgpuinv_libgpuinv_la_LDFLAGS = -version-info 0:0:0 -no-undefined -pthread \
   $(HARDEN_LDFLAGS) -Wl,-z,nodelete \
   -Wl,--version-script=$(srcdir)/libgpuinv/exports.map
# Without this list, templates of the C++ library would be exported.
libgpuinv_libgpuinv_la_DEPENDENCIES = libgpuinv/libgpuinv-core.la \
   libgpuinv/exports.map
# Patterns match every header, here and in kernels/local.mk.
EXTRA_DIST += libgpuinv/exports.map libgpuinv/device/exports.map \
   $(wildcard $(srcdir)/libgpuinv/*/*.hpp)
