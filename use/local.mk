## Files of an installation beside libraries and programs
## SPDX-License-Identifier: GPL-3.0-or-later

bin_SCRIPTS += use/gpuinv-run
dist_man1_MANS += use/gpuinv-run.1 use/gpuinv-netlib.1 use/gpuinv-point.1
dist_man1_MANS += use/gpuinv-rank.1
dist_man7_MANS = use/gpuinv.7
pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = use/libgpuinv.pc use/glpk.pc
cmakedir = $(libdir)/cmake/libgpuinv
dist_cmake_DATA = use/libgpuinv-config.cmake
completiondir = $(datadir)/bash-completion/completions
EXTRA_DIST += use/gpuinv-run.in use/libgpuinv.pc.in use/glpk.pc.in \
   use/glpsol.bash
CLEANFILES += use/gpuinv-run use/libgpuinv.pc use/glpk.pc

use/gpuinv-run use/libgpuinv.pc use/glpk.pc: Makefile
	$(AM_V_GEN)$(MKDIR_P) use && sed -e 's|[@]libdir@|$(libdir)|' \
	  -e 's|[@]prefix@|$(prefix)|' -e 's|[@]exec_prefix@|$(exec_prefix)|' \
	  -e 's|[@]includedir@|$(includedir)|' \
	  -e 's|[@]PACKAGE_VERSION@|$(PACKAGE_VERSION)|' \
	  '$(srcdir)/$@.in' >$@.part && mv $@.part $@
	@case $@ in *-run) chmod +x $@ ;; esac
use/gpuinv-run: use/gpuinv-run.in
use/libgpuinv.pc: use/libgpuinv.pc.in
use/glpk.pc: use/glpk.pc.in

bin_PROGRAMS += use/gpuinv-rank
use_gpuinv_rank_SOURCES = use/gpuinv-rank.c
use_gpuinv_rank_CPPFLAGS = $(HARDEN_CPPFLAGS) -I$(top_srcdir) \
   -DGPUINV_PACKAGE_VERSION=\"$(PACKAGE_VERSION)\"
use_gpuinv_rank_LDADD = libgpuinv/libgpuinv.la

## bash looks for a completion by the name of the program.
install-data-hook:
	$(MKDIR_P) '$(DESTDIR)$(completiondir)'
	for program in glpsol gpuinv-run; do \
	   $(INSTALL_DATA) '$(srcdir)/use/glpsol.bash' \
	      "$(DESTDIR)$(completiondir)/$$program" || exit 1; \
	done
## Debug information is ten times as large as the rest.  It stays in the build
## folder unless DEBUG_INFO=yes.
DEBUG_INFO = no
install-exec-hook:
	test '$(DEBUG_INFO)' = yes || find '$(DESTDIR)$(libdir)' \
	   '$(DESTDIR)$(bindir)' -maxdepth 1 -type f \( \
	   -name 'libglpk.so.*.*.*' -o -name 'libgpuinv.so.*.*.*' -o \
	   -name 'libgpuinv-*.so' -o -name glpsol -o -name gpuinv-point -o \
	   -name gpuinv-rank \) \
	   -exec '$(STRIP)' --strip-debug {} +
## These folders are ours alone.
uninstall-hook:
	rm -f '$(DESTDIR)$(completiondir)/glpsol' \
	   '$(DESTDIR)$(completiondir)/gpuinv-run' \
	   '$(DESTDIR)$(htmldir)/reference.html'
	for folder in '$(exampledir)' '$(htmldir)' '$(docdir)' '$(cmakedir)' \
	   '$(pkgdatadir)/tool' '$(pkgdatadir)'; do \
	   test ! -d "$(DESTDIR)$$folder" || \
	      rmdir "$(DESTDIR)$$folder" 2>/dev/null || :; \
	done
