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
   netlib/evidence.cpp \
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
   -DGPUINV_SOURCE_MANIFEST=\"$(abs_top_srcdir)/netlib/manifest.tsv\" \
   -DGPUINV_EVIDENCE=\"$(evidencedir)\" \
   -DGPUINV_SOURCE_EVIDENCE=\"$(abs_top_srcdir)/netlib/evidence\"
netlib_libnetlib_la_CXXFLAGS = $(WARN_CXXFLAGS) -pthread

netlib_gpuinv_netlib_SOURCES = netlib/main.cpp
netlib_gpuinv_netlib_CXXFLAGS = $(WARN_CXXFLAGS)
netlib_gpuinv_netlib_LDFLAGS = -pthread
netlib_gpuinv_netlib_LDADD = netlib/libnetlib.la $(ZLIB_LIBS)

# solves and judges by libglpk; the tools in Python call it
bin_PROGRAMS += netlib/gpuinv-point
netlib_gpuinv_point_SOURCES = \
   netlib/point.hpp \
   netlib/point_judge.cpp \
   netlib/point_main.cpp \
   netlib/point_solve.cpp
netlib_gpuinv_point_CPPFLAGS = -I$(builddir)/glpk/src/src
netlib_gpuinv_point_CXXFLAGS = $(WARN_CXXFLAGS)
netlib_gpuinv_point_LDADD = glpk/build/src/libglpk.la
$(netlib_gpuinv_point_OBJECTS): glpk/stamp-build

evidencedir = $(pkgdatadir)/evidence
dist_evidence_SCRIPTS = netlib/evidence/machine.sh netlib/evidence/run.sh
dist_evidence_DATA = \
   netlib/evidence/answer.py \
   netlib/evidence/bench_text.py \
   netlib/evidence/figures.py \
   netlib/evidence/gather.py \
   netlib/evidence/limits.tsv \
   netlib/evidence/models.py \
   netlib/evidence/page.css \
   netlib/evidence/page.js \
   netlib/evidence/page.py \
   netlib/evidence/papers.tsv \
   netlib/evidence/peers.py \
   netlib/evidence/plots.py \
   netlib/evidence/process.py \
   netlib/evidence/progress.py \
   netlib/evidence/report.py \
   netlib/evidence/requirements.txt \
   netlib/evidence/solvers.py \
   netlib/evidence/tsv.py \
   netlib/evidence/words.py
