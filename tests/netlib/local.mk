## Tests of gpuinv-netlib

NETLIB_TEST_CPPFLAGS = -I$(top_srcdir)/netlib $(CHECK_CFLAGS)
NETLIB_TEST_LIBS = netlib/libnetlib.la $(ZLIB_LIBS) $(CHECK_LIBS)

if HAVE_CHECK
check_PROGRAMS += tests/netlib/check_formats tests/netlib/check_runs
TESTS += tests/netlib/check_formats tests/netlib/check_runs
endif

tests_netlib_check_formats_SOURCES = tests/netlib/check_formats.cpp \
   tests/netlib/emps_encoder.cpp tests/netlib/emps_encoder.hpp \
   tests/netlib/testing.hpp
tests_netlib_check_formats_CPPFLAGS = $(NETLIB_TEST_CPPFLAGS)
tests_netlib_check_formats_CXXFLAGS = $(WARN_CXXFLAGS)
tests_netlib_check_formats_LDFLAGS = -pthread
tests_netlib_check_formats_LDADD = $(NETLIB_TEST_LIBS)

tests_netlib_check_runs_SOURCES = tests/netlib/check_runs.cpp \
   tests/netlib/testing.hpp
tests_netlib_check_runs_CPPFLAGS = $(NETLIB_TEST_CPPFLAGS)
tests_netlib_check_runs_CXXFLAGS = $(WARN_CXXFLAGS)
tests_netlib_check_runs_LDFLAGS = -pthread
tests_netlib_check_runs_LDADD = $(NETLIB_TEST_LIBS)

NETLIB_TEST_SCRIPTS = \
   tests/netlib/vectors.sh \
   tests/netlib/runs.sh \
   tests/netlib/fetch.sh \
   tests/netlib/host-small.sh
TESTS += $(NETLIB_TEST_SCRIPTS)
EXTRA_DIST += $(NETLIB_TEST_SCRIPTS) tests/netlib/common.sh
