## libgpuinv.so: C border, host back end, and the way to libgpuinv-cuda.so

include_HEADERS += libgpuinv/gpuinv.h libgpuinv/gpuinv_lp.h
lib_LTLIBRARIES += libgpuinv/libgpuinv.la libgpuinv/libgpuinv-lapack.la
noinst_LTLIBRARIES += libgpuinv/libgpuinv-core.la libgpuinv/libgpuinv-vendors.la

# LAPACK and CHOLMOD: linked by a module, which is opened when it is needed,
# and by tests of the parts
libgpuinv_libgpuinv_vendors_la_SOURCES = libgpuinv/vendors/vendor_table.cpp
libgpuinv_libgpuinv_vendors_la_CPPFLAGS = \
   $(libgpuinv_libgpuinv_core_la_CPPFLAGS)
libgpuinv_libgpuinv_vendors_la_CXXFLAGS = \
   $(libgpuinv_libgpuinv_core_la_CXXFLAGS)
libgpuinv_libgpuinv_vendors_la_LIBADD = $(LAPACK_LIBS) $(CHOLMOD_LIBS)
# for LDFLAGS: nothing refers to the table but by a weak symbol
with_vendors = -Wl,-u,gpuinv_get_vendors
libgpuinv_libgpuinv_lapack_la_SOURCES =
nodist_EXTRA_libgpuinv_libgpuinv_lapack_la_SOURCES = libgpuinv/host/none.cpp
libgpuinv_libgpuinv_lapack_la_LIBADD = libgpuinv/libgpuinv-vendors.la
libgpuinv_libgpuinv_lapack_la_LDFLAGS = -module -avoid-version -shared \
   -no-undefined -Wl,-z,nodelete $(HARDEN_LDFLAGS)

# everything but the exported function, so that unit tests can reach it
libgpuinv_libgpuinv_core_la_SOURCES = \
   libgpuinv/api/border.hpp \
   libgpuinv/base/beside.cpp \
   libgpuinv/base/beside.hpp \
   libgpuinv/base/blocked_signals.hpp \
   libgpuinv/base/catch_all.cpp \
   libgpuinv/base/catch_all.hpp \
   libgpuinv/base/error.hpp \
   libgpuinv/base/fault.cpp \
   libgpuinv/base/fault.hpp \
   libgpuinv/base/interrupt.hpp \
   libgpuinv/base/large_pages.cpp \
   libgpuinv/base/large_pages.hpp \
   libgpuinv/base/latch.cpp \
   libgpuinv/base/latch.hpp \
   libgpuinv/base/machine.hpp \
   libgpuinv/base/parallel_for.hpp \
   libgpuinv/base/screen.cpp \
   libgpuinv/base/screen.hpp \
   libgpuinv/base/worker.cpp \
   libgpuinv/base/worker.hpp \
   libgpuinv/basis/backward_error.cpp \
   libgpuinv/basis/backward_error.hpp \
   libgpuinv/basis/basis_inverse.cpp \
   libgpuinv/basis/basis_inverse.hpp \
   libgpuinv/basis/inversion_pays.cpp \
   libgpuinv/basis/inversion_pays.hpp \
   libgpuinv/basis/rounding_dirt.cpp \
   libgpuinv/basis/rounding_dirt.hpp \
   libgpuinv/crossover/basis_factor.hpp \
   libgpuinv/crossover/crossing.hpp \
   libgpuinv/crossover/crossover.cpp \
   libgpuinv/crossover/crossover.hpp \
   libgpuinv/crossover/dual_push.cpp \
   libgpuinv/crossover/face.cpp \
   libgpuinv/crossover/face.hpp \
   libgpuinv/crossover/interior_form.cpp \
   libgpuinv/crossover/interior_form.hpp \
   libgpuinv/crossover/lu_factor.cpp \
   libgpuinv/crossover/lu_factor.hpp \
   libgpuinv/crossover/owned_lp.cpp \
   libgpuinv/crossover/owned_lp.hpp \
   libgpuinv/crossover/primal_push.cpp \
   libgpuinv/crossover/push_watch.hpp \
   libgpuinv/crossover/restore.cpp \
   libgpuinv/crossover/runner.cpp \
   libgpuinv/crossover/runner.hpp \
   libgpuinv/crossover/scattered.hpp \
   libgpuinv/crossover/sides.cpp \
   libgpuinv/crossover/sides.hpp \
   libgpuinv/crossover/slices.cpp \
   libgpuinv/crossover/slices.hpp \
   libgpuinv/crossover/sparse_lu.cpp \
   libgpuinv/crossover/sparse_lu.hpp \
   libgpuinv/crossover/start_basis.cpp \
   libgpuinv/crossover/start_basis.hpp \
   libgpuinv/crossover/tableau_rows.cpp \
   libgpuinv/crossover/triangle.cpp \
   libgpuinv/crossover/triangle.hpp \
   libgpuinv/crossover/warm_start.cpp \
   libgpuinv/crossover/warm_start.hpp \
   libgpuinv/device/devices.hpp \
   libgpuinv/device/devices_entry.hpp \
   libgpuinv/faults/faulty_parts.cpp \
   libgpuinv/faults/faulty_parts.hpp \
   libgpuinv/host/dense_ops.cpp \
   libgpuinv/host/dense_ops.hpp \
   libgpuinv/host/host_inverse.cpp \
   libgpuinv/host/host_inverse.hpp \
   libgpuinv/host/host_inverse_tableau.cpp \
   libgpuinv/host/host_inverse_tableau.hpp \
   libgpuinv/host/host_memory.cpp \
   libgpuinv/host/host_memory.hpp \
   libgpuinv/host/host_normal_dense.cpp \
   libgpuinv/host/host_normal_dense.hpp \
   libgpuinv/host/host_normal_sparse.cpp \
   libgpuinv/host/host_normal_sparse.hpp \
   libgpuinv/host/host_normal_split.cpp \
   libgpuinv/host/host_normal_split.hpp \
   libgpuinv/host/host_peeled_inverse.cpp \
   libgpuinv/host/host_peeled_inverse.hpp \
   libgpuinv/host/host_simplex.cpp \
   libgpuinv/host/host_simplex.hpp \
   libgpuinv/host/host_sketch.cpp \
   libgpuinv/host/host_tableau.cpp \
   libgpuinv/host/host_tableau.hpp \
   libgpuinv/host/invert_dense.cpp \
   libgpuinv/host/invert_dense.hpp \
   libgpuinv/host/make_host_normal.cpp \
   libgpuinv/host/make_host_normal.hpp \
   libgpuinv/host/pending_changes.cpp \
   libgpuinv/host/pending_changes.hpp \
   libgpuinv/host/stepwise.cpp \
   libgpuinv/host/stepwise.hpp \
   libgpuinv/interior/aggregation.cpp \
   libgpuinv/interior/aggregation.hpp \
   libgpuinv/interior/auxiliary.cpp \
   libgpuinv/interior/auxiliary.hpp \
   libgpuinv/interior/bounded_form.cpp \
   libgpuinv/interior/bounded_form.hpp \
   libgpuinv/interior/certificates.cpp \
   libgpuinv/interior/certificates.hpp \
   libgpuinv/interior/choose_normal.cpp \
   libgpuinv/interior/choose_normal.hpp \
   libgpuinv/interior/choose_side.cpp \
   libgpuinv/interior/choose_side.hpp \
   libgpuinv/interior/copy_lp.cpp \
   libgpuinv/interior/copy_lp.hpp \
   libgpuinv/interior/correctors.hpp \
   libgpuinv/interior/dense_columns.cpp \
   libgpuinv/interior/dense_columns.hpp \
   libgpuinv/interior/dual_form.cpp \
   libgpuinv/interior/dual_form.hpp \
   libgpuinv/interior/equilibration.cpp \
   libgpuinv/interior/equilibration.hpp \
   libgpuinv/interior/host_interior.cpp \
   libgpuinv/interior/host_space.hpp \
   libgpuinv/interior/interior_method.hpp \
   libgpuinv/interior/interior_point.cpp \
   libgpuinv/interior/interior_point.hpp \
   libgpuinv/interior/interior_solver.hpp \
   libgpuinv/interior/lp.cpp \
   libgpuinv/interior/lp.hpp \
   libgpuinv/interior/measures.cpp \
   libgpuinv/interior/measures.hpp \
   libgpuinv/interior/newton.hpp \
   libgpuinv/interior/newton_parts.hpp \
   libgpuinv/interior/normal_equations.hpp \
   libgpuinv/interior/normal_sums.cpp \
   libgpuinv/interior/normal_sums.hpp \
   libgpuinv/interior/null_products.cpp \
   libgpuinv/interior/null_products.hpp \
   libgpuinv/interior/phase_times.hpp \
   libgpuinv/interior/postsolve.cpp \
   libgpuinv/interior/presolve.cpp \
   libgpuinv/interior/presolve.hpp \
   libgpuinv/interior/presolve_columns.cpp \
   libgpuinv/interior/presolve_duplicates.cpp \
   libgpuinv/interior/presolve_rows.cpp \
   libgpuinv/interior/product_form.cpp \
   libgpuinv/interior/product_form.hpp \
   libgpuinv/interior/program.hpp \
   libgpuinv/interior/reductions.cpp \
   libgpuinv/interior/reductions.hpp \
   libgpuinv/interior/remainder.cpp \
   libgpuinv/interior/remainder.hpp \
   libgpuinv/interior/residuals.hpp \
   libgpuinv/interior/restoration.hpp \
   libgpuinv/interior/scaling.cpp \
   libgpuinv/interior/scaling.hpp \
   libgpuinv/interior/space.hpp \
   libgpuinv/interior/space_method.hpp \
   libgpuinv/interior/start_point.hpp \
   libgpuinv/interior/step_length.hpp \
   libgpuinv/interior/switch_tests.hpp \
   libgpuinv/interior/tuning.hpp \
   libgpuinv/lp/judge.cpp \
   libgpuinv/lp/judge.hpp \
   libgpuinv/lp/kkt.cpp \
   libgpuinv/lp/kkt.hpp \
   libgpuinv/lp/lp_checks.cpp \
   libgpuinv/lp/lp_checks.hpp \
   libgpuinv/lp/options.cpp \
   libgpuinv/lp/options.hpp \
   libgpuinv/lp/refine.cpp \
   libgpuinv/lp/refine.hpp \
   libgpuinv/session/apart.cpp \
   libgpuinv/session/apart.hpp \
   libgpuinv/session/auto_interior.cpp \
   libgpuinv/session/auto_interior.hpp \
   libgpuinv/session/crossover_interior.cpp \
   libgpuinv/session/crossover_interior.hpp \
   libgpuinv/session/describe.cpp \
   libgpuinv/session/device_interior_choice.cpp \
   libgpuinv/session/device_interior_choice.hpp \
   libgpuinv/session/engine.cpp \
   libgpuinv/session/engine.hpp \
   libgpuinv/session/engine_ways.cpp \
   libgpuinv/session/gpu.cpp \
   libgpuinv/session/gpu.hpp \
   libgpuinv/session/interior_run.cpp \
   libgpuinv/session/interior_run.hpp \
   libgpuinv/session/libraries.cpp \
   libgpuinv/session/libraries.hpp \
   libgpuinv/session/messages.cpp \
   libgpuinv/session/messages.hpp \
   libgpuinv/session/relay.cpp \
   libgpuinv/session/relay.hpp \
   libgpuinv/session/session.cpp \
   libgpuinv/session/session.hpp \
   libgpuinv/session/session_interior.cpp \
   libgpuinv/simplex/cards.cpp \
   libgpuinv/simplex/cards.hpp \
   libgpuinv/simplex/columns_of.cpp \
   libgpuinv/simplex/crossover_choice.cpp \
   libgpuinv/simplex/crossover_choice.hpp \
   libgpuinv/simplex/form.cpp \
   libgpuinv/simplex/form.hpp \
   libgpuinv/simplex/lease.hpp \
   libgpuinv/simplex/progress.cpp \
   libgpuinv/simplex/progress.hpp \
   libgpuinv/simplex/partition.hpp \
   libgpuinv/simplex/residual.cpp \
   libgpuinv/simplex/residual.hpp \
   libgpuinv/simplex/rules.hpp \
   libgpuinv/simplex/simplex.cpp \
   libgpuinv/simplex/simplex.hpp \
   libgpuinv/simplex/solver.hpp \
   libgpuinv/simplex/solver_checks.cpp \
   libgpuinv/simplex/solver_shifts.cpp \
   libgpuinv/simplex/tableau.hpp \
   libgpuinv/simplex/working_lp.cpp \
   libgpuinv/simplex/working_lp.hpp \
   libgpuinv/sparse/by_rows.hpp \
   libgpuinv/sparse/column_matrix.hpp \
   libgpuinv/sparse/dense_column.hpp \
   libgpuinv/sparse/host_columns.hpp \
   libgpuinv/sparse/normal_pattern.cpp \
   libgpuinv/sparse/normal_pattern.hpp \
   libgpuinv/sparse/singletons.cpp \
   libgpuinv/sparse/singletons.hpp \
   libgpuinv/sparse/sparse_columns.cpp \
   libgpuinv/sparse/sparse_columns.hpp \
   libgpuinv/vendors/blas_guard.cpp \
   libgpuinv/vendors/blas_guard.hpp \
   libgpuinv/vendors/cudss_places.cpp \
   libgpuinv/vendors/cudss_places.hpp \
   libgpuinv/vendors/lapack.hpp \
   libgpuinv/vendors/sparse_cholesky.cpp \
   libgpuinv/vendors/sparse_cholesky.hpp \
   libgpuinv/vendors/vendors.cpp \
   libgpuinv/vendors/vendors.hpp
libgpuinv_libgpuinv_core_la_CPPFLAGS = $(HARDEN_CPPFLAGS) -I$(top_srcdir) \
   $(CHOLMOD_CPPFLAGS) $(THRUST_CPPFLAGS) \
   -DGPUINV_PACKAGE_VERSION=\"$(PACKAGE_VERSION)\" $(GPUINV_BUILD_CPPFLAGS)
libgpuinv_libgpuinv_core_la_CXXFLAGS = $(WARN_CXXFLAGS) -fvisibility=hidden \
   -pthread

libgpuinv_libgpuinv_la_SOURCES = libgpuinv/api/api.cpp \
   libgpuinv/api/api_engine.cpp libgpuinv/api/api_engine.hpp \
   libgpuinv/api/api_interior.cpp libgpuinv/api/api_interior.hpp \
   libgpuinv/api/api_point.cpp libgpuinv/api/api_point.hpp \
   libgpuinv/api/interior_task.cpp libgpuinv/api/interior_task.hpp
libgpuinv_libgpuinv_la_CPPFLAGS = $(libgpuinv_libgpuinv_core_la_CPPFLAGS)
libgpuinv_libgpuinv_la_CXXFLAGS = $(libgpuinv_libgpuinv_core_la_CXXFLAGS)
libgpuinv_libgpuinv_la_LIBADD = libgpuinv/libgpuinv-core.la
# nodelete: CUDA and OpenBLAS keep threads that must not lose their code
libgpuinv_libgpuinv_la_LDFLAGS = -version-info 0:0:0 -no-undefined -pthread \
   $(HARDEN_LDFLAGS) -Wl,-z,nodelete \
   -Wl,--version-script=$(srcdir)/libgpuinv/exports.map
# templates of the C++ library would be exported without this list
libgpuinv_libgpuinv_la_DEPENDENCIES = libgpuinv/libgpuinv-core.la \
   libgpuinv/exports.map
EXTRA_DIST += libgpuinv/exports.map libgpuinv/device/exports.map
