## Packages: make deb, make wheels, make check-packages
## SPDX-License-Identifier: GPL-3.0-or-later

DEBIAN_FILES = \
   packaging/debian/changelog \
   packaging/debian/control \
   packaging/debian/copyright \
   packaging/debian/glpk-utils.install \
   packaging/debian/glpk-utils.lintian-overrides \
   packaging/debian/libglpk-dev.install \
   packaging/debian/libglpk-dev.lintian-overrides \
   packaging/debian/libglpk40.install \
   packaging/debian/libglpk40.lintian-overrides \
   packaging/debian/libgpuinv-cuda.install \
   packaging/debian/libgpuinv-cuda.lintian-overrides \
   packaging/debian/libgpuinv-cuda.triggers \
   packaging/debian/libgpuinv0.install \
   packaging/debian/libgpuinv0.lintian-overrides \
   packaging/debian/rules \
   packaging/debian/source/format \
   packaging/debian/source/include-binaries
EXTRA_DIST += packaging/README.md packaging/build-deb packaging/check-packages \
   packaging/build-wheels packaging/check-wheels packaging/wheel.py \
   packaging/programs packaging/program_list.py packaging/program_base.py \
   packaging/program_builds.py packaging/check-programs \
   packaging/check-readme packaging/check-cuda $(DEBIAN_FILES)

## DEB_CUDA is yes, no, or check (for nvcc); CUDA_OPTIONS go to configure
DEB_CUDA = check
deb: dist
	CUDA_OPTIONS='$(CUDA_OPTIONS)' '$(srcdir)/packaging/build-deb' \
	   --tarball '$(distdir).tar.gz' --glpk '$(GLPK_TARBALL)' \
	   --cuda '$(DEB_CUDA)' --out packages/deb
.PHONY: deb

## This takes long, and needs root, mmdebstrap and a mirror of Debian.
check-packages: glpk/stamp-src
	'$(srcdir)/packaging/check-packages' packages/deb \
	   glpk/src/examples/plan.mps
.PHONY: check-packages

## WHEELS_CUDA is yes, no, or check (for nvcc)
WHEELS_CUDA = check
wheels:
	CC='$(CC)' CXX='$(CXX)' '$(srcdir)/packaging/build-wheels' \
	   --source '$(srcdir)' --glpk '$(GLPK_TARBALL)' --out packages/wheels \
	   --cuda '$(WHEELS_CUDA)' --cuda-options='$(CUDA_OPTIONS)'
.PHONY: wheels

## This makes a fresh environment of Python.
check-wheels: glpk/stamp-src
	'$(srcdir)/packaging/check-wheels' packages/wheels \
	   glpk/src/examples/plan.mps
.PHONY: check-wheels

## This runs the tests of programs that use GLPK in a clean root, for an hour.
check-programs: all
	'$(srcdir)/packaging/check-programs' '$(top_builddir)' \
	   packages/programs.tsv
.PHONY: check-programs

## This runs doc/install.md's commands for a bare Debian in such a root.
check-readme: dist
	'$(srcdir)/packaging/check-readme' '$(distdir).tar.gz'
.PHONY: check-readme

## This builds with the CUDA toolkits of Debian in clean roots, for an hour, and
## leaves a wheel libgpuinv-cuda12.  CUDA_CASES are some of 11.8, 12.4 and wheels.
CUDA_CASES =
check-cuda: dist
	'$(srcdir)/packaging/check-cuda' --tarball '$(distdir).tar.gz' \
	   --glpk '$(GLPK_TARBALL)' --out packages/wheels $(CUDA_CASES)
.PHONY: check-cuda
