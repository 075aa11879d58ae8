## gpuinv-netlib: validation and benchmark runs
## SPDX-License-Identifier: GPL-3.0-or-later

bin_SCRIPTS += netlib/gpuinv-netlib
CLEANFILES += netlib/gpuinv-netlib
pkgdata_DATA += netlib/manifest.tsv
EXTRA_DIST += netlib/manifest.tsv netlib/gpuinv-netlib.in \
   netlib/crossover-table.sh netlib/kinds.py netlib/never-slower.py \
   $(wildcard $(srcdir)/netlib/results/*.*)

netlib/gpuinv-netlib: netlib/gpuinv-netlib.in Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && sed -e 's|[@]pkgdatadir@|$(pkgdatadir)|' \
	  '$(srcdir)/netlib/gpuinv-netlib.in' >$@.part && \
	  chmod +x $@.part && mv $@.part $@

# The tool calls this program, which solves and judges by libglpk.
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

tooldir = $(pkgdatadir)/tool
dist_tool_SCRIPTS = netlib/tool/machine.sh
dist_tool_DATA = $(wildcard $(addprefix $(srcdir)/netlib/tool/*., \
   py tsv css js txt))
