## gpuinv-netlib: validation and benchmark runs

bin_PROGRAMS += netlib/gpuinv-netlib
pkgdata_DATA += netlib/manifest.tsv
EXTRA_DIST += netlib/manifest.tsv netlib/interior-table.sh

# everything but main, so that unit tests can reach it
noinst_LTLIBRARIES += netlib/libnetlib.la
netlib_libnetlib_la_SOURCES = \
   netlib/arguments.cpp \
   netlib/arguments.hpp \
   netlib/checksum.cpp \
   netlib/commands.hpp \
   netlib/compare.cpp \
   netlib/emps.cpp \
   netlib/emps.hpp \
   netlib/emps_lines.cpp \
   netlib/emps_lines.hpp \
   netlib/error.hpp \
   netlib/fetch.cpp \
   netlib/files.cpp \
   netlib/glpsol_output.cpp \
   netlib/glpsol_output.hpp \
   netlib/job.cpp \
   netlib/job.hpp \
   netlib/judge.cpp \
   netlib/judge.hpp \
   netlib/manifest.cpp \
   netlib/manifest.hpp \
   netlib/mps.cpp \
   netlib/mps.hpp \
   netlib/mps_reader.cpp \
   netlib/mps_writer.cpp \
   netlib/process.cpp \
   netlib/process.hpp \
   netlib/report.cpp \
   netlib/report.hpp \
   netlib/results.cpp \
   netlib/results.hpp \
   netlib/run.cpp \
   netlib/run_options.cpp \
   netlib/run_options.hpp \
   netlib/select.cpp \
   netlib/select.hpp \
   netlib/sha256.cpp \
   netlib/sha256.hpp \
   netlib/table.cpp \
   netlib/table.hpp \
   netlib/text.cpp \
   netlib/text.hpp \
   netlib/work_folder.cpp \
   netlib/work_folder.hpp
netlib_libnetlib_la_CPPFLAGS = \
   -DGPUINV_MANIFEST=\"$(pkgdatadir)/manifest.tsv\" \
   -DGPUINV_SOURCE_MANIFEST=\"$(abs_top_srcdir)/netlib/manifest.tsv\"
netlib_libnetlib_la_CXXFLAGS = $(WARN_CXXFLAGS) -pthread

netlib_gpuinv_netlib_SOURCES = netlib/main.cpp
netlib_gpuinv_netlib_CXXFLAGS = $(WARN_CXXFLAGS)
netlib_gpuinv_netlib_LDFLAGS = -pthread
netlib_gpuinv_netlib_LDADD = netlib/libnetlib.la $(ZLIB_LIBS)
