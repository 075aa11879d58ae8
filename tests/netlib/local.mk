## Tests of gpuinv-netlib

NETLIB_TEST_CPPFLAGS = -I$(top_srcdir)/netlib $(CHECK_CFLAGS)
NETLIB_TEST_LIBS = netlib/libnetlib.la $(ZLIB_LIBS) $(CHECK_LIBS)

if HAVE_CHECK
check_PROGRAMS += tests/netlib/check_mps tests/netlib/check_emps \
   tests/netlib/check_runs
TESTS += tests/netlib/check_mps tests/netlib/check_emps \
   tests/netlib/check_runs
endif

tests_netlib_check_mps_SOURCES = tests/netlib/check_mps.cpp \
   tests/netlib/random_problem.cpp tests/netlib/random_problem.hpp \
   tests/netlib/testing.hpp
tests_netlib_check_mps_CPPFLAGS = $(NETLIB_TEST_CPPFLAGS)
tests_netlib_check_mps_CXXFLAGS = $(WARN_CXXFLAGS)
tests_netlib_check_mps_LDFLAGS = -pthread
tests_netlib_check_mps_LDADD = $(NETLIB_TEST_LIBS)

tests_netlib_check_emps_SOURCES = tests/netlib/check_emps.cpp \
   tests/netlib/emps_encoder.cpp tests/netlib/emps_encoder.hpp \
   tests/netlib/random_problem.cpp tests/netlib/random_problem.hpp \
   tests/netlib/testing.hpp
tests_netlib_check_emps_CPPFLAGS = $(NETLIB_TEST_CPPFLAGS)
tests_netlib_check_emps_CXXFLAGS = $(WARN_CXXFLAGS)
tests_netlib_check_emps_LDFLAGS = -pthread
tests_netlib_check_emps_LDADD = $(NETLIB_TEST_LIBS)

tests_netlib_check_runs_SOURCES = tests/netlib/check_runs.cpp \
   tests/netlib/testing.hpp
tests_netlib_check_runs_CPPFLAGS = $(NETLIB_TEST_CPPFLAGS)
tests_netlib_check_runs_CXXFLAGS = $(WARN_CXXFLAGS)
tests_netlib_check_runs_LDFLAGS = -pthread
tests_netlib_check_runs_LDADD = $(NETLIB_TEST_LIBS)

NETLIB_SHELL_TESTS = \
   tests/netlib/vectors.sh \
   tests/netlib/runs.sh \
   tests/netlib/fetch.sh \
   tests/netlib/point.sh \
   tests/netlib/peers.sh \
   tests/netlib/report.sh \
   tests/netlib/host-small.sh
TESTS += $(NETLIB_SHELL_TESTS)
EXTRA_DIST += $(NETLIB_SHELL_TESTS) tests/netlib/common.sh
