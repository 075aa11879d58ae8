## GLPK 5.0 with the patch series, in glpk/src (sources) and glpk/build

## These become the folder src/gpu of GLPK; the patches call them.
GLPK_GLUE = \
   glpk-patch/gpu/glpgpu.h \
   glpk-patch/gpu/gpu.c \
   glpk-patch/gpu/gpu.h \
   glpk-patch/gpu/gpucheck.c \
   glpk-patch/gpu/gpucsc.c \
   glpk-patch/gpu/gpucsc.h \
   glpk-patch/gpu/gpuidle.c \
   glpk-patch/gpu/gpuint.c \
   glpk-patch/gpu/gpuint.h \
   glpk-patch/gpu/gpuipt.c \
   glpk-patch/gpu/gpulast.c \
   glpk-patch/gpu/gpulp.c \
   glpk-patch/gpu/gpulp.h \
   glpk-patch/gpu/gpunpp.c \
   glpk-patch/gpu/gpunpp.h \
   glpk-patch/gpu/gpuray.c \
   glpk-patch/gpu/gpuscl.c \
   glpk-patch/gpu/gpuscl.h \
   glpk-patch/gpu/gpustart.c \
   glpk-patch/gpu/spxgpu.c \
   glpk-patch/gpu/spxgpu.h \
   glpk-patch/gpu/spxstuck.c

GLPK_PATCHES = \
   glpk-patch/gpu-library.patch \
   glpk-patch/gpu-inverse.patch \
   glpk-patch/gpu-simplex.patch \
   glpk-patch/gpu-verdict.patch \
   glpk-patch/gpu-interior.patch \
   glpk-patch/gpu-glpsol.patch \
   glpk-patch/gpu-breaks.patch \
   glpk-patch/gpu-singular.patch

## These make GLPK's own loops faster; --disable-glpk-speed leaves them out.
GLPK_SPEED_PATCHES = \
   glpk-patch/speed/fast-advbas.patch \
   glpk-patch/speed/fast-scaling.patch \
   glpk-patch/speed/lazy-nt.patch \
   glpk-patch/speed/fast-build.patch \
   glpk-patch/speed/fast-norm.patch \
   glpk-patch/speed/fast-again.patch \
   glpk-patch/speed/fast-npp.patch \
   glpk-patch/speed/fast-costs.patch

dist_man1_MANS += glpk-patch/glpsol.1

EXTRA_DIST += \
   glpk-patch/fetch \
   glpk-patch/configure-options \
   glpk-patch/series \
   glpk-patch/speed/series \
   $(GLPK_GLUE) \
   $(GLPK_PATCHES) \
   $(GLPK_SPEED_PATCHES)

## The library's name as installed; $GPUINV_LIBRARY overrides it at run time.
GLPK_GPUINV = $(libdir)/libgpuinv.so.0

## glpsol must find the library installed beside it.  libtool leaves out the
## run path to a folder that the loader knows, such as /usr/local/lib.  There
## the distribution's library may be found first, or none before ldconfig.
## LD_LIBRARY_PATH overrides a RUNPATH.  Packages install into the first of
## these folders and need no run path.
GLPK_RUNPATH = `case '$(libdir)' in /usr/lib|/usr/lib/*) ;; \
   *) echo '-Wl,--enable-new-dtags -Wl,-rpath,$(libdir)' ;; esac`

GLPK_CPPFLAGS = $(HARDEN_CPPFLAGS) -I$(abs_top_srcdir)/libgpuinv $(CPPFLAGS)

glpk-all: glpk/stamp-build
## The note is for this system; DESTDIR may become part of another one.
glpk-install: glpk/stamp-build
	$(MAKE) -C glpk/build install DESTDIR='$(DESTDIR)' \
	   AM_LDFLAGS="$(GLPK_RUNPATH)"
	@test -n '$(DESTDIR)' || { \
	   echo; \
	   echo 'glpsol in $(bindir) uses libglpk.so.40 in $(libdir).'; \
	   echo 'Other programs use it if the loader finds it first:'; \
	   echo 'by ldconfig (as root) or LD_LIBRARY_PATH, for R by'; \
	   echo 'R_LD_LIBRARY_PATH.'; \
	   echo "To remove all of it: make uninstall in $$PWD"; \
	   echo; }
glpk-uninstall:
	if test -f glpk/build/Makefile; then \
	   $(MAKE) -C glpk/build uninstall DESTDIR='$(DESTDIR)'; \
	fi
glpk-clean:
	rm -rf glpk
	cd tests/glpk 2>/dev/null && \
	   rm -rf stock stock.lock series off abi faults fetch || :
.PHONY: glpk-all glpk-install glpk-uninstall glpk-clean

## After a change of a patch, the sources are unpacked again.  A file may
## have come to another place, so nothing built before is kept.
glpk/stamp-src: $(GLPK_PATCHES) glpk-patch/series glpk-patch/local.mk \
   $(GLPK_SPEED_PATCHES) glpk-patch/speed/series
	rm -rf glpk/src glpk/build glpk/glpk-5.0 $@
	$(MKDIR_P) glpk
	$(srcdir)/glpk-patch/fetch --tarball '$(GLPK_TARBALL)' >/dev/null
	gzip -dc '$(GLPK_TARBALL)' | (cd glpk && tar xf -)
	mv glpk/glpk-5.0 glpk/src
	cat $(srcdir)/glpk-patch/series >$@.tmp
	test '$(GLPK_SPEED)' = no || \
	   sed -e 's,^,speed/,' $(srcdir)/glpk-patch/speed/series >>$@.tmp
	while read patch; do \
	   echo "applying $$patch"; \
	   patch -d glpk/src -p1 --fuzz=0 -s \
	      <$(srcdir)/glpk-patch/$$patch || exit 1; \
	done <$@.tmp
	cd glpk/src && autoreconf -fi >../autoreconf.log 2>&1 || \
	   { cat ../autoreconf.log; exit 1; }
	mv -f $@.tmp $@

## Who edits the glue has only that compiled again.
glpk/stamp-glue: glpk/stamp-src $(GLPK_GLUE)
	rm -f $@
	$(MKDIR_P) glpk/src/src/gpu
	for file in $(GLPK_GLUE); do \
	   to=glpk/src/src/gpu/`basename $$file`; \
	   cmp -s $(srcdir)/$$file $$to || \
	      cp -f $(srcdir)/$$file $$to || exit 1; \
	done
	echo "copied" >$@

glpk/stamp-config: glpk/stamp-src $(top_builddir)/config.status \
   glpk-patch/configure-options
	rm -f $@
	$(MKDIR_P) glpk/build
	options=`CC='$(CC)' $(srcdir)/glpk-patch/configure-options` && \
	cd glpk/build && ../src/configure -q --disable-static \
	   --prefix='$(prefix)' --exec-prefix='$(exec_prefix)' \
	   --bindir='$(bindir)' --libdir='$(libdir)' \
	   --includedir='$(includedir)' --host='$(host_alias)' \
	   --build='$(build_alias)' CC='$(CC)' CFLAGS='$(CFLAGS) $(HARDEN_CFLAGS)' \
	   LDFLAGS='$(LDFLAGS) $(HARDEN_LDFLAGS)' \
	   CPPFLAGS='$(GLPK_CPPFLAGS)' \
	   $$options --with-gpuinv='$(GLPK_GPUINV)'
	echo "$(GLPK_GPUINV)" >$@

glpk/stamp-build: glpk/stamp-config glpk/stamp-glue libgpuinv/gpuinv.h
	rm -f $@
	$(MAKE) -C glpk/build all AM_LDFLAGS="$(GLPK_RUNPATH)"
	echo "built" >$@
