## Tests of the device back end and of its kernels
## SPDX-License-Identifier: GPL-3.0-or-later

if HAVE_CHECK
check_PROGRAMS += tests/kernels/test_choose_solve \
   tests/kernels/test_simplex_plan tests/kernels/test_device
TESTS += tests/kernels/test_choose_solve \
   tests/kernels/test_simplex_plan tests/kernels/test_device

# These two need neither the toolkit nor a device.
tests_kernels_test_choose_solve_SOURCES = \
   tests/kernels/test_choose_solve.cpp \
   libgpuinv/device/pack_columns.cpp \
   libgpuinv/device/row_levels.cpp \
   libgpuinv/base/cores.cpp \
   libgpuinv/base/crew.cpp \
   libgpuinv/base/fault.cpp \
   libgpuinv/base/large_pages.cpp \
   libgpuinv/sparse/singletons.cpp
tests_kernels_test_choose_solve_LDADD = $(CHECK_LIBS)
tests_kernels_test_simplex_plan_SOURCES = \
   tests/kernels/test_simplex_plan.cpp
tests_kernels_test_simplex_plan_LDADD = $(CHECK_LIBS)

if HAVE_CUDA
tests_kernels_test_device_SOURCES = \
   tests/kernels/device_main.cpp \
   tests/kernels/fold_case.cpp \
   tests/kernels/inverse_cases.cpp \
   tests/kernels/kernel_cases.cpp \
   tests/kernels/lines_case.cpp \
   tests/kernels/peel_cases.cpp \
   tests/kernels/pending_cases.cpp \
   tests/kernels/sketch_case.cpp \
   tests/kernels/test_inverse.cpp \
   tests/kernels/test_kernels.cpp \
   tests/kernels/test_misuse.cpp \
   tests/libgpuinv/seed.cpp
tests_kernels_test_device_LDADD = $(DEVICE_TEST_LIBS) $(CORE_TEST_LIBS)
tests_kernels_test_device_LDFLAGS = $(with_vendors) $(CUDA_LDFLAGS)

# This breaks CUDA, so it is a program of its own.
check_PROGRAMS += tests/kernels/test_faults
TESTS += tests/kernels/test_faults
tests_kernels_test_faults_SOURCES = \
   tests/kernels/test_faults.cpp
tests_kernels_test_faults_LDADD = $(DEVICE_TEST_LIBS)
tests_kernels_test_faults_LDFLAGS = $(CUDA_LDFLAGS)

check_PROGRAMS += tests/kernels/test_rounds
TESTS += tests/kernels/test_rounds
tests_kernels_test_rounds_SOURCES = \
   tests/bench/rounds_device.cpp \
   tests/bench/rounds_host.cpp \
   tests/kernels/test_rounds.cpp \
   tests/libgpuinv/seed.cpp
tests_kernels_test_rounds_LDADD = tests/literature/libliterature.la $(DEVICE_TEST_LIBS)
tests_kernels_test_rounds_LDFLAGS = $(CUDA_LDFLAGS)

check_PROGRAMS += tests/kernels/test_cholesky
TESTS += tests/kernels/test_cholesky
tests_kernels_test_cholesky_SOURCES = \
   tests/bench/infinite_normal.cpp \
   tests/kernels/infinity_case.cpp \
   tests/kernels/test_cholesky.cpp \
   tests/libgpuinv/seed.cpp
tests_kernels_test_cholesky_LDADD = tests/literature/libliterature.la \
   $(DEVICE_TEST_LIBS)
tests_kernels_test_cholesky_LDFLAGS = $(CUDA_LDFLAGS)

check_PROGRAMS += tests/kernels/test_update
TESTS += tests/kernels/test_update
tests_kernels_test_update_SOURCES = \
   tests/kernels/test_update.cpp \
   tests/libgpuinv/seed.cpp
tests_kernels_test_update_LDADD = tests/literature/libliterature.la $(DEVICE_TEST_LIBS)
tests_kernels_test_update_LDFLAGS = $(CUDA_LDFLAGS)

# This compares with the host's tableau, so it needs LAPACK.
check_PROGRAMS += tests/kernels/test_tableau
TESTS += tests/kernels/test_tableau
tests_kernels_test_tableau_SOURCES = \
   tests/kernels/tableau_cases.cpp \
   tests/kernels/tableau_lp.cpp \
   tests/kernels/test_tableau.cpp \
   tests/libgpuinv/seed.cpp
tests_kernels_test_tableau_LDADD = $(DEVICE_TEST_LIBS) $(CORE_TEST_LIBS)
tests_kernels_test_tableau_LDFLAGS = $(with_vendors) $(CUDA_LDFLAGS)

# This does the same on several cards.
check_PROGRAMS += tests/kernels/test_cards
TESTS += tests/kernels/test_cards
tests_kernels_test_cards_SOURCES = \
   tests/kernels/tableau_cases.cpp \
   tests/kernels/tableau_lp.cpp \
   tests/kernels/test_cards.cpp \
   tests/libgpuinv/seed.cpp
tests_kernels_test_cards_LDADD = $(DEVICE_TEST_LIBS) $(CORE_TEST_LIBS)
tests_kernels_test_cards_LDFLAGS = $(with_vendors) $(CUDA_LDFLAGS)

# This is the suite of NormalEquations, with the parts of the device's.
check_PROGRAMS += tests/kernels/test_normal
TESTS += tests/kernels/test_normal
tests_kernels_test_normal_SOURCES = \
   tests/kernels/normal_cases.cpp \
   tests/kernels/test_normal.cpp \
   $(NORMAL_SUITE_SOURCES)
# With HAVE_CUDSS, as the device code.
tests_kernels_test_normal_CPPFLAGS = $(AM_CPPFLAGS) $(cuda_cppflags)
tests_kernels_test_normal_LDADD = $(DEVICE_TEST_LIBS)
tests_kernels_test_normal_LDFLAGS = $(CUDA_LDFLAGS)

# This compares the interior point method with the one on the host.
check_PROGRAMS += tests/kernels/test_interior
TESTS += tests/kernels/test_interior
tests_kernels_test_interior_SOURCES = \
   tests/kernels/test_interior.cpp \
   tests/libgpuinv/seed.cpp
tests_kernels_test_interior_LDADD = $(DEVICE_TEST_LIBS) $(CORE_TEST_LIBS)
tests_kernels_test_interior_LDFLAGS = $(with_vendors) $(CUDA_LDFLAGS)

# This has its own CUDA and NCCL, and needs no device.
if HAVE_CUDSS
check_PROGRAMS += tests/kernels/test_team
TESTS += tests/kernels/test_team
endif
tests_kernels_test_team_SOURCES = \
   libgpuinv/device/fabric.cpp \
   libgpuinv/device/team.cpp \
   tests/kernels/test_team.cpp
tests_kernels_test_team_CPPFLAGS = $(AM_CPPFLAGS) $(cuda_cppflags)
tests_kernels_test_team_LDADD = $(CORE_TEST_LIBS)
else
tests_kernels_test_device_SOURCES = tests/kernels/without_cuda.cpp
tests_kernels_test_device_LDADD =
endif
endif
