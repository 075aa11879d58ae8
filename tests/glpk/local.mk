## Tests of the patched GLPK

# series.sh makes the pristine build that off-identical.sh uses.
FIRST_TESTS += tests/glpk/series.sh tests/glpk/sweep.sh \
   tests/glpk/off-identical.sh

GLPK_SHELL_TESTS = \
   tests/glpk/off-memory.sh \
   tests/glpk/start-identical.sh \
   tests/glpk/abi.sh \
   tests/glpk/narrow.sh \
   tests/glpk/options.sh \
   tests/glpk/loaded.sh \
   tests/glpk/engine.sh \
   tests/glpk/interior.sh \
   tests/glpk/exact.sh \
   tests/glpk/kkt.sh \
   tests/glpk/faults.sh \
   tests/glpk/lies.sh \
   tests/glpk/rays.sh \
   tests/glpk/retry.sh \
   tests/glpk/crowd.sh \
   tests/glpk/same.sh \
   tests/glpk/killed.sh \
   tests/glpk/leave.sh \
   tests/glpk/hung.sh \
   tests/glpk/ranks.sh \
   tests/glpk/ends.sh \
   tests/glpk/late.sh \
   tests/glpk/fetch.sh

TESTS += $(GLPK_SHELL_TESTS)
EXTRA_DIST += $(GLPK_SHELL_TESTS) tests/glpk/common.sh \
   tests/glpk/exact-many.sh \
   tests/glpk/layout.c tests/glpk/client.c tests/glpk/faulty.c \
   tests/glpk/memory.c tests/glpk/start.c tests/glpk/retry.c

GLPK_SUITES = \
   tests/glpk/check_engine \
   tests/glpk/check_interior \
   tests/glpk/check_vertex \
   tests/glpk/check_inverse \
   tests/glpk/check_kept \
   tests/glpk/check_kkt \
   tests/glpk/check_obj_limits \
   tests/glpk/check_optimum \
   tests/glpk/check_modes \
   tests/glpk/check_parameters \
   tests/glpk/check_rays \
   tests/glpk/check_progress \
   tests/glpk/check_trust \
   tests/glpk/check_escapes \
   tests/glpk/check_signals \
   tests/glpk/check_start \
   tests/glpk/check_presolver \
   tests/glpk/check_begin \
   tests/glpk/check_steady \
   tests/glpk/check_limits \
   tests/glpk/check_waiting \
   tests/glpk/soak

if HAVE_CHECK
check_PROGRAMS += $(GLPK_SUITES)
check_LTLIBRARIES += tests/glpk/faulty.la
TESTS += $(GLPK_SUITES)
endif

GLPK_TEST_COMMON = tests/glpk/lp.c

tests_glpk_check_engine_SOURCES = tests/glpk/check_engine.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_interior_SOURCES = tests/glpk/check_interior.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_vertex_SOURCES = tests/glpk/check_vertex.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_inverse_SOURCES = tests/glpk/check_inverse.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_kept_SOURCES = tests/glpk/check_kept.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_kkt_SOURCES = tests/glpk/check_kkt.c \
   tests/glpk/lp_arrays.c \
   $(GLPK_TEST_COMMON)
tests_glpk_check_kkt_LDADD = $(LDADD) libgpuinv/libgpuinv.la

tests_glpk_check_obj_limits_SOURCES = tests/glpk/check_obj_limits.c \
   $(GLPK_TEST_COMMON)
tests_glpk_check_obj_limits_CPPFLAGS = $(AM_CPPFLAGS) \
   -DEXAMPLES='"$(abs_top_builddir)/glpk/src/examples"'

tests_glpk_check_progress_SOURCES = tests/glpk/check_progress.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_optimum_SOURCES = tests/glpk/check_optimum.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_modes_SOURCES = tests/glpk/check_modes.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_start_SOURCES = tests/glpk/check_start.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_presolver_SOURCES = tests/glpk/check_presolver.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_parameters_SOURCES = tests/glpk/check_parameters.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_rays_SOURCES = tests/glpk/check_rays.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_trust_SOURCES = tests/glpk/check_trust.c \
   $(GLPK_TEST_COMMON)

tests_glpk_check_escapes_SOURCES = tests/glpk/check_escapes.c \
   $(GLPK_TEST_COMMON)
tests_glpk_check_escapes_LDFLAGS = -pthread

tests_glpk_faulty_la_SOURCES = tests/glpk/faulty.c
tests_glpk_faulty_la_CPPFLAGS = -I$(top_srcdir)/libgpuinv
tests_glpk_faulty_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
tests_glpk_faulty_la_LIBADD = -ldl

tests_glpk_check_waiting_SOURCES = tests/glpk/check_waiting.c \
   $(GLPK_TEST_COMMON)
tests_glpk_check_waiting_CPPFLAGS = $(AM_CPPFLAGS) \
   -DFAULTY_LIBRARY='"$(abs_top_builddir)/tests/glpk/.libs/faulty.so"'
EXTRA_tests_glpk_check_waiting_DEPENDENCIES = tests/glpk/faulty.la

tests_glpk_check_limits_SOURCES = tests/glpk/check_limits.c \
   tests/glpk/sweep_lp.c $(GLPK_TEST_COMMON)
tests_glpk_check_limits_LDFLAGS = -pthread -export-dynamic
tests_glpk_check_limits_LDADD = $(LDADD) -ldl

tests_glpk_check_signals_SOURCES = tests/glpk/check_signals.c \
   $(GLPK_TEST_COMMON)
tests_glpk_check_signals_LDFLAGS = -pthread

# its own sched_getaffinity() is the library's, too
tests_glpk_check_begin_SOURCES = tests/glpk/check_begin.c \
   $(GLPK_TEST_COMMON)
tests_glpk_check_begin_LDFLAGS = -rdynamic

tests_glpk_check_steady_SOURCES = tests/glpk/check_steady.c \
   $(GLPK_TEST_COMMON)
tests_glpk_check_steady_LDFLAGS = -pthread

tests_glpk_soak_SOURCES = tests/glpk/soak.c \
   tests/glpk/soak_changes.c \
   $(GLPK_TEST_COMMON)

# These judge answers; they do not need Check.
check_PROGRAMS += tests/glpk/exact
tests_glpk_exact_SOURCES = \
   tests/glpk/exact.cpp \
   tests/glpk/exact_lp.cpp \
   tests/glpk/exact_methods.cpp \
   tests/glpk/exact_tally.cpp \
   tests/glpk/exact_truth.cpp \
   tests/glpk/exact_write.cpp \
   tests/libgpuinv/seed.cpp

check_PROGRAMS += tests/glpk/resolve
tests_glpk_resolve_SOURCES = \
   tests/glpk/resolve.cpp \
   tests/glpk/exact_lp.cpp \
   tests/glpk/exact_truth.cpp

check_PROGRAMS += tests/glpk/kkt
tests_glpk_kkt_SOURCES = \
   tests/glpk/kkt.cpp \
   tests/glpk/kkt_manifest.cpp \
   tests/glpk/kkt_solve.cpp

# This makes each pass of each site of a solve fail once.
check_PROGRAMS += tests/glpk/sweep
tests_glpk_sweep_SOURCES = tests/glpk/sweep.c \
   tests/glpk/sweep_lp.c \
   tests/glpk/fail_new.cpp
tests_glpk_sweep_LDFLAGS = -export-dynamic

# These solve on many threads while the process forks, repeat solves, and work
# beside processes that are killed.
MIXED_SOURCES = tests/glpk/mixed.c \
   tests/glpk/sweep_lp.c
check_PROGRAMS += tests/glpk/crowd tests/glpk/same tests/glpk/killed \
   tests/glpk/leave tests/glpk/late tests/glpk/hung \
   tests/glpk/ends
tests_glpk_crowd_SOURCES = tests/glpk/crowd.c $(MIXED_SOURCES)
tests_glpk_crowd_LDFLAGS = -pthread
tests_glpk_same_SOURCES = tests/glpk/same.c $(MIXED_SOURCES)
tests_glpk_killed_SOURCES = tests/glpk/killed.c $(MIXED_SOURCES)
tests_glpk_leave_SOURCES = tests/glpk/leave.c $(MIXED_SOURCES)
tests_glpk_leave_LDFLAGS = -pthread

# These measure how late limits in time are.
tests_glpk_late_SOURCES = tests/glpk/late.c \
   tests/glpk/sweep_lp.c
tests_glpk_hung_SOURCES = tests/glpk/hung.c \
   tests/glpk/sweep_lp.c

# This ends while an engine works.
tests_glpk_ends_SOURCES = tests/glpk/ends.c \
   tests/glpk/sweep_lp.c

## glpk-all makes glpk.h and libglpk.la, which every target needs.
glpk/build/src/libglpk.la: glpk/stamp-build
