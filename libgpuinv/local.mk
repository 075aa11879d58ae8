## libgpuinv.so: C border, host back end, and the way to libgpuinv-cuda.so

include_HEADERS += libgpuinv/gpuinv.h libgpuinv/gpuinv_lp.h
lib_LTLIBRARIES += libgpuinv/libgpuinv.la libgpuinv/libgpuinv-lapack.la
noinst_LTLIBRARIES += libgpuinv/libgpuinv-core.la libgpuinv/libgpuinv-vendors.la

# LAPACK and CHOLMOD: linked by a module, which is opened when it is needed,
# and by tests of the parts
libgpuinv_libgpuinv_vendors_la_SOURCES = libgpuinv/host/vendor_table.cpp
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
   -no-undefined -Wl,-z,nodelete

# everything but the exported function, so that unit tests can reach it
libgpuinv_libgpuinv_core_la_SOURCES = \
   libgpuinv/apart.cpp \
   libgpuinv/apart.hpp \
   libgpuinv/auto_interior.cpp \
   libgpuinv/auto_interior.hpp \
   libgpuinv/backward_error.cpp \
   libgpuinv/backward_error.hpp \
   libgpuinv/basis_inverse.cpp \
   libgpuinv/basis_inverse.hpp \
   libgpuinv/beside.cpp \
   libgpuinv/beside.hpp \
   libgpuinv/blocked_signals.hpp \
   libgpuinv/border.hpp \
   libgpuinv/catch_all.cpp \
   libgpuinv/catch_all.hpp \
   libgpuinv/crossover/basis_factor.hpp \
   libgpuinv/crossover/choice.cpp \
   libgpuinv/crossover/choice.hpp \
   libgpuinv/crossover/crossing.hpp \
   libgpuinv/crossover/crossover.cpp \
   libgpuinv/crossover/crossover.hpp \
   libgpuinv/crossover/dual_push.cpp \
   libgpuinv/crossover/interior_form.cpp \
   libgpuinv/crossover/interior_form.hpp \
   libgpuinv/crossover/lu_factor.cpp \
   libgpuinv/crossover/lu_factor.hpp \
   libgpuinv/crossover/owned_lp.cpp \
   libgpuinv/crossover/owned_lp.hpp \
   libgpuinv/crossover/primal_push.cpp \
   libgpuinv/crossover/restore.cpp \
   libgpuinv/crossover/runner.cpp \
   libgpuinv/crossover/runner.hpp \
   libgpuinv/crossover/scattered.hpp \
   libgpuinv/crossover/sides.cpp \
   libgpuinv/crossover/sides.hpp \
   libgpuinv/crossover/sparse_lu.cpp \
   libgpuinv/crossover/sparse_lu.hpp \
   libgpuinv/crossover/start_basis.cpp \
   libgpuinv/crossover/start_basis.hpp \
   libgpuinv/crossover/triangle.cpp \
   libgpuinv/crossover/triangle.hpp \
   libgpuinv/crossover/warm_start.cpp \
   libgpuinv/crossover/warm_start.hpp \
   libgpuinv/cuda_interior.cpp \
   libgpuinv/cuda_interior.hpp \
   libgpuinv/dense_column.hpp \
   libgpuinv/describe.cpp \
   libgpuinv/devices.hpp \
   libgpuinv/devices_entry.hpp \
   libgpuinv/error.hpp \
   libgpuinv/faults/fault.cpp \
   libgpuinv/faults/fault.hpp \
   libgpuinv/faults/faulty_parts.cpp \
   libgpuinv/faults/faulty_parts.hpp \
   libgpuinv/gpu.cpp \
   libgpuinv/gpu.hpp \
   libgpuinv/host/dense_ops.cpp \
   libgpuinv/host/dense_ops.hpp \
   libgpuinv/host/host_inverse.cpp \
   libgpuinv/host/host_inverse.hpp \
   libgpuinv/host_columns.hpp \
   libgpuinv/host/blas_guard.cpp \
   libgpuinv/host/blas_guard.hpp \
   libgpuinv/host/host_memory.cpp \
   libgpuinv/host/host_memory.hpp \
   libgpuinv/host/host_normal_dense.cpp \
   libgpuinv/host/host_normal_dense.hpp \
   libgpuinv/host/host_normal_sparse.cpp \
   libgpuinv/host/host_normal_sparse.hpp \
   libgpuinv/host/host_normal_split.cpp \
   libgpuinv/host/host_normal_split.hpp \
   libgpuinv/host/host_simplex.cpp \
   libgpuinv/host/host_simplex.hpp \
   libgpuinv/host/host_sketch.cpp \
   libgpuinv/host/host_tableau.cpp \
   libgpuinv/host/host_tableau.hpp \
   libgpuinv/host/inverse_tableau.cpp \
   libgpuinv/host/inverse_tableau.hpp \
   libgpuinv/host/lapack.hpp \
   libgpuinv/host/make_host_normal.cpp \
   libgpuinv/host/make_host_normal.hpp \
   libgpuinv/host/invert_dense.cpp \
   libgpuinv/host/invert_dense.hpp \
   libgpuinv/host/peeled_inverse.cpp \
   libgpuinv/host/peeled_inverse.hpp \
   libgpuinv/host/pending_changes.cpp \
   libgpuinv/host/pending_changes.hpp \
   libgpuinv/host/sparse_cholesky.cpp \
   libgpuinv/host/sparse_cholesky.hpp \
   libgpuinv/host/stepwise.cpp \
   libgpuinv/host/stepwise.hpp \
   libgpuinv/host/vendors.cpp \
   libgpuinv/host/vendors.hpp \
   libgpuinv/interior/aggregation.cpp \
   libgpuinv/interior/aggregation.hpp \
   libgpuinv/interior/auxiliary.cpp \
   libgpuinv/interior/auxiliary.hpp \
   libgpuinv/interior/bounded_form.cpp \
   libgpuinv/interior/bounded_form.hpp \
   libgpuinv/interior/by_rows.hpp \
   libgpuinv/interior/certificates.cpp \
   libgpuinv/interior/certificates.hpp \
   libgpuinv/interior/choose_normal.cpp \
   libgpuinv/interior/choose_normal.hpp \
   libgpuinv/interior/column_matrix.hpp \
   libgpuinv/interior/copy_lp.cpp \
   libgpuinv/interior/copy_lp.hpp \
   libgpuinv/interior/correctors.hpp \
   libgpuinv/interior/dense_columns.cpp \
   libgpuinv/interior/dense_columns.hpp \
   libgpuinv/interior/equilibration.cpp \
   libgpuinv/interior/equilibration.hpp \
   libgpuinv/interior/host_interior.cpp \
   libgpuinv/interior/host_space.hpp \
   libgpuinv/interior/interior_method.hpp \
   libgpuinv/interior/interior_point.hpp \
   libgpuinv/interior/interior_solver.cpp \
   libgpuinv/interior/interior_solver.hpp \
   libgpuinv/interior/lp.cpp \
   libgpuinv/interior/lp.hpp \
   libgpuinv/interior/measures.cpp \
   libgpuinv/interior/measures.hpp \
   libgpuinv/interior/method.hpp \
   libgpuinv/interior/newton.hpp \
   libgpuinv/interior/newton_parts.hpp \
   libgpuinv/interior/normal_equations.hpp \
   libgpuinv/interior/normal_pattern.cpp \
   libgpuinv/interior/normal_pattern.hpp \
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
   libgpuinv/interior/scaling.cpp \
   libgpuinv/interior/scaling.hpp \
   libgpuinv/interior/space.hpp \
   libgpuinv/interior/start_point.hpp \
   libgpuinv/interior/step_length.hpp \
   libgpuinv/interior/switch_tests.hpp \
   libgpuinv/interior/tuning.hpp \
   libgpuinv/interior_run.cpp \
   libgpuinv/interior_run.hpp \
   libgpuinv/interrupt.hpp \
   libgpuinv/inversion_pays.cpp \
   libgpuinv/inversion_pays.hpp \
   libgpuinv/judge.cpp \
   libgpuinv/judge.hpp \
   libgpuinv/kkt.cpp \
   libgpuinv/kkt.hpp \
   libgpuinv/latch.cpp \
   libgpuinv/large_pages.cpp \
   libgpuinv/large_pages.hpp \
   libgpuinv/latch.hpp \
   libgpuinv/lp_checks.cpp \
   libgpuinv/lp_checks.hpp \
   libgpuinv/messages.cpp \
   libgpuinv/messages.hpp \
   libgpuinv/options.cpp \
   libgpuinv/options.hpp \
   libgpuinv/rounding_dirt.cpp \
   libgpuinv/rounding_dirt.hpp \
   libgpuinv/screen.cpp \
   libgpuinv/screen.hpp \
   libgpuinv/session.cpp \
   libgpuinv/session.hpp \
   libgpuinv/session_interior.cpp \
   libgpuinv/share_out.hpp \
   libgpuinv/simplex/columns_of.cpp \
   libgpuinv/simplex/engine.cpp \
   libgpuinv/simplex/engine.hpp \
   libgpuinv/simplex/form.cpp \
   libgpuinv/simplex/form.hpp \
   libgpuinv/simplex/lease.hpp \
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
   libgpuinv/refine.cpp \
   libgpuinv/refine.hpp \
   libgpuinv/singletons.cpp \
   libgpuinv/singletons.hpp \
   libgpuinv/sparse_columns.cpp \
   libgpuinv/sparse_columns.hpp \
   libgpuinv/worker.cpp \
   libgpuinv/worker.hpp
libgpuinv_libgpuinv_core_la_CPPFLAGS = -I$(top_srcdir)/libgpuinv \
   $(CHOLMOD_CPPFLAGS) $(THRUST_CPPFLAGS) \
   -DGPUINV_PACKAGE_VERSION=\"$(PACKAGE_VERSION)\" $(GPUINV_BUILD_CPPFLAGS)
libgpuinv_libgpuinv_core_la_CXXFLAGS = $(WARN_CXXFLAGS) -fvisibility=hidden \
   -pthread

libgpuinv_libgpuinv_la_SOURCES = libgpuinv/api.cpp \
   libgpuinv/api_engine.cpp libgpuinv/api_engine.hpp \
   libgpuinv/api_interior.cpp libgpuinv/api_interior.hpp \
   libgpuinv/api_point.cpp libgpuinv/api_point.hpp \
   libgpuinv/interior_task.cpp libgpuinv/interior_task.hpp
libgpuinv_libgpuinv_la_CPPFLAGS = $(libgpuinv_libgpuinv_core_la_CPPFLAGS)
libgpuinv_libgpuinv_la_CXXFLAGS = $(libgpuinv_libgpuinv_core_la_CXXFLAGS)
libgpuinv_libgpuinv_la_LIBADD = libgpuinv/libgpuinv-core.la
# nodelete: CUDA and OpenBLAS keep threads that must not lose their code
libgpuinv_libgpuinv_la_LDFLAGS = -version-info 0:0:0 -no-undefined -pthread \
   -Wl,-z,nodelete -Wl,--version-script=$(srcdir)/libgpuinv/exports.map
# templates of the C++ library would be exported without this list
libgpuinv_libgpuinv_la_DEPENDENCIES = libgpuinv/libgpuinv-core.la \
   libgpuinv/exports.map
EXTRA_DIST += libgpuinv/exports.map libgpuinv/device/exports.map
