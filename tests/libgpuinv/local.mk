## Unit tests of the library and the conformance suite of BasisInverse

CONFORMANCE_SOURCES = \
   tests/libgpuinv/accuracy_cases.cpp \
   tests/libgpuinv/allocation_cases.cpp \
   tests/libgpuinv/border_cases.cpp \
   tests/libgpuinv/conformance.cpp \
   tests/libgpuinv/engine_cases.cpp \
   tests/libgpuinv/engine_limit_cases.cpp \
   tests/libgpuinv/engine_misuse_cases.cpp \
   tests/libgpuinv/engine_testing.cpp \
   tests/libgpuinv/engine_watch_cases.cpp \
   tests/libgpuinv/hand_cases.cpp \
   tests/libgpuinv/interior_cases.cpp \
   tests/libgpuinv/interior_misuse_cases.cpp \
   tests/libgpuinv/interior_testing.cpp \
   tests/libgpuinv/misuse_cases.cpp \
   tests/libgpuinv/outcome_cases.cpp \
   tests/libgpuinv/peel_cases.cpp \
   tests/libgpuinv/seed.cpp \
   tests/libgpuinv/simplex_cases.cpp \
   tests/libgpuinv/small_lp.cpp \
   tests/libgpuinv/testing.cpp \
   tests/libgpuinv/trust_cases.cpp

# This is the suite of NormalEquations for host and device.
NORMAL_SUITE_SOURCES = \
   tests/libgpuinv/normal_problem.cpp \
   tests/libgpuinv/normal_suite.cpp \
   tests/libgpuinv/seed.cpp

# This is the suite of the interior point method for host and device.
INTERIOR_SUITE_SOURCES = \
   tests/libgpuinv/interior_problem.cpp \
   tests/libgpuinv/interior_suite.cpp \
   tests/libgpuinv/seed.cpp

if HAVE_CHECK
check_PROGRAMS += tests/libgpuinv/check_units tests/libgpuinv/check_host \
   tests/libgpuinv/check_cuda tests/libgpuinv/check_normal \
   tests/libgpuinv/check_interior tests/libgpuinv/check_crossover
TESTS += tests/libgpuinv/check_units tests/libgpuinv/check_host \
   tests/libgpuinv/check_cuda tests/libgpuinv/check_normal \
   tests/libgpuinv/check_interior tests/libgpuinv/check_crossover
endif
FIRST_TESTS += tests/libgpuinv/sanitize.sh tests/libgpuinv/stand_in.sh \
   tests/libgpuinv/ranks.sh tests/libgpuinv/memory.sh
TESTS += tests/libgpuinv/c89.sh tests/libgpuinv/driver.sh

# This tests which devices are left alone.
check_PROGRAMS += tests/libgpuinv/other_device
TESTS += tests/libgpuinv/other_device
tests_libgpuinv_other_device_SOURCES = tests/libgpuinv/other_device.c
tests_libgpuinv_other_device_LDADD = libgpuinv/libgpuinv.la -ldl

# stand_in.sh runs this.
check_PROGRAMS += tests/libgpuinv/forked
tests_libgpuinv_forked_SOURCES = tests/libgpuinv/forked.c
tests_libgpuinv_forked_LDADD = -ldl -lpthread

check_PROGRAMS += tests/libgpuinv/hops
tests_libgpuinv_hops_SOURCES = tests/libgpuinv/hops.c
tests_libgpuinv_hops_LDADD = -ldl

# These replace libgpuinv-cuda.so; the second claims to be of another build.
check_LTLIBRARIES += tests/libgpuinv/stand_in.la tests/libgpuinv/other_build.la
stand_in_ldflags = -module -avoid-version -shared -rpath /nowhere -pthread \
   -Wl,--version-script=$(srcdir)/libgpuinv/device/exports.map
tests_libgpuinv_stand_in_la_SOURCES = tests/libgpuinv/stand_in.cpp
tests_libgpuinv_stand_in_la_CPPFLAGS = \
   $(libgpuinv_libgpuinv_core_la_CPPFLAGS)
tests_libgpuinv_stand_in_la_CXXFLAGS = $(libgpuinv_libgpuinv_core_la_CXXFLAGS)
tests_libgpuinv_stand_in_la_LIBADD = libgpuinv/libgpuinv-core.la
objects_with_key += tests/libgpuinv/stand_in_la-stand_in.lo
tests_libgpuinv_stand_in_la_LDFLAGS = $(stand_in_ldflags)
tests_libgpuinv_other_build_la_SOURCES = tests/libgpuinv/stand_in.cpp
tests_libgpuinv_other_build_la_CPPFLAGS = \
   $(libgpuinv_libgpuinv_core_la_CPPFLAGS) -UGPUINV_BUILD \
   -DGPUINV_BUILD='"0-0"'
tests_libgpuinv_other_build_la_CXXFLAGS = \
   $(libgpuinv_libgpuinv_core_la_CXXFLAGS)
tests_libgpuinv_other_build_la_LIBADD = $(tests_libgpuinv_stand_in_la_LIBADD)
tests_libgpuinv_other_build_la_LDFLAGS = $(stand_in_ldflags)
EXTRA_DIST += tests/libgpuinv/c89.sh tests/libgpuinv/driver.sh \
   tests/libgpuinv/valgrind.supp

tests_libgpuinv_check_units_SOURCES = tests/libgpuinv/check_units.cpp \
   tests/libgpuinv/accounts.cpp \
   tests/libgpuinv/claims.cpp \
   tests/libgpuinv/commands.cpp \
   tests/libgpuinv/crews.cpp \
   tests/libgpuinv/departures.cpp \
   tests/libgpuinv/forms.cpp \
   tests/libgpuinv/freed.cpp \
   tests/libgpuinv/guards.cpp \
   tests/libgpuinv/host_cards.cpp \
   tests/libgpuinv/inversions.cpp \
   tests/libgpuinv/kept.cpp \
   tests/libgpuinv/launches.cpp \
   tests/libgpuinv/long_steps.cpp \
   tests/libgpuinv/parts.cpp \
   tests/libgpuinv/points.cpp \
   tests/libgpuinv/ranks.cpp \
   tests/libgpuinv/residuals.cpp \
   tests/libgpuinv/review_claims.cpp \
   tests/libgpuinv/reviews.cpp \
   tests/libgpuinv/seed.cpp \
   tests/libgpuinv/shared_factor.cpp \
   tests/libgpuinv/shared_inverse.cpp \
   tests/libgpuinv/sloppy.cpp \
   tests/libgpuinv/limits.cpp \
   tests/libgpuinv/places.cpp \
   tests/libgpuinv/plans.cpp \
   tests/libgpuinv/starts.cpp \
   tests/libgpuinv/steps.cpp \
   tests/libgpuinv/turns.cpp \
   tests/libgpuinv/ways.cpp \
   tests/libgpuinv/weights.cpp \
   tests/libgpuinv/workers.cpp \
   tests/kernels/tableau_cases.cpp \
   tests/kernels/tableau_lp.cpp
tests_libgpuinv_check_units_CPPFLAGS = $(HOST_CPPFLAGS) $(CHOLMOD_CPPFLAGS)
tests_libgpuinv_check_units_LDFLAGS = $(with_vendors)
tests_libgpuinv_check_units_LDADD = $(CORE_TEST_LIBS)

tests_libgpuinv_check_host_SOURCES = tests/libgpuinv/check_host.cpp \
   $(CONFORMANCE_SOURCES)
tests_libgpuinv_check_host_LDADD = libgpuinv/libgpuinv.la $(CHECK_LIBS)

tests_libgpuinv_check_cuda_SOURCES = tests/libgpuinv/check_cuda.cpp \
   $(CONFORMANCE_SOURCES)
tests_libgpuinv_check_cuda_LDADD = libgpuinv/libgpuinv.la $(CHECK_LIBS)

tests_libgpuinv_check_normal_SOURCES = tests/libgpuinv/check_normal.cpp \
   tests/libgpuinv/normal_units.cpp tests/libgpuinv/normal_threads.cpp \
   $(NORMAL_SUITE_SOURCES)
tests_libgpuinv_check_normal_CPPFLAGS = $(HOST_CPPFLAGS) $(CHOLMOD_CPPFLAGS)
tests_libgpuinv_check_normal_LDFLAGS = $(with_vendors)
tests_libgpuinv_check_normal_LDADD = $(CORE_TEST_LIBS) -lsuitesparseconfig

tests_libgpuinv_check_interior_SOURCES = tests/libgpuinv/check_interior.cpp \
   tests/libgpuinv/duplicates.cpp \
   tests/libgpuinv/dual_forms.cpp \
   tests/libgpuinv/interior_chain.cpp \
   tests/libgpuinv/interior_choice.cpp \
   tests/libgpuinv/interior_courses.cpp \
   tests/libgpuinv/restorations.cpp \
   $(INTERIOR_SUITE_SOURCES)
tests_libgpuinv_check_interior_CPPFLAGS = $(HOST_CPPFLAGS)
tests_libgpuinv_check_interior_LDFLAGS = $(with_vendors)
tests_libgpuinv_check_interior_LDADD = $(CORE_TEST_LIBS)

tests_libgpuinv_check_crossover_SOURCES = \
   tests/libgpuinv/active_cases.cpp \
   tests/libgpuinv/check_crossover.cpp \
   tests/libgpuinv/face_cases.cpp \
   tests/libgpuinv/factor_cases.cpp \
   tests/libgpuinv/farkas_cases.cpp \
   tests/libgpuinv/folded_cases.cpp \
   tests/libgpuinv/rival_cases.cpp \
   tests/libgpuinv/runner_cases.cpp \
   tests/libgpuinv/seed.cpp \
   tests/libgpuinv/side_cases.cpp
tests_libgpuinv_check_crossover_CPPFLAGS = $(HOST_CPPFLAGS)
tests_libgpuinv_check_crossover_LDFLAGS = $(with_vendors)
tests_libgpuinv_check_crossover_LDADD = $(CORE_TEST_LIBS)
