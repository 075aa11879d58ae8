#!/bin/sh
# configure.sh (configure and quickstart refuse bad input and say why)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failures=0
unset MAKEFLAGS MFLAGS MAKELEVEL CONFIG_SITE

fail() {
   echo "FAIL: $*"
   failures=$((failures + 1))
}

# configure STATUS PATTERN ARGUMENT...: checks exit status and output.  Results
# are cached for the next call with the same variables.
configure() {
   status=$1 pattern=$2 cache=cache
   shift 2
   case $* in *NVCC=*) cache=cache-nvcc ;; esac
   rm -rf "$tmp/build" && mkdir "$tmp/build" && cd "$tmp/build" || exit 1
   "$abs_top_srcdir/configure" --cache-file="$tmp/$cache" \
      --with-glpk-tarball="$GLPK_TARBALL" "$@" >"$tmp/log" 2>&1
   rc=$?
   [ $rc -eq "$status" ] || fail "configure $*: exit status $rc, not $status"
   grep -qE -e "$pattern" "$tmp/log" || {
      fail "configure $*: does not say '$pattern'"
      tail -n 5 "$tmp/log"
   }
   [ "$status" -eq 0 ] || [ ! -e Makefile ] ||
      fail "configure $*: leaves a Makefile"
}

# Without a working compiler for CUDA all the rest is built.
configure 0 'CUDA back end +no +/bin/false does not work' NVCC=/bin/false
configure 0 'CUDA back end +no +switched off' --with-cuda=no
configure 0 'unit tests +no +switched off' --with-cuda=no --with-check=no
configure 1 'error: --with-cuda=yes, but /bin/false does not work' \
   --with-cuda=yes NVCC=/bin/false
configure 1 'error: --with-cuda takes check, yes or no, not "maybe"' \
   --with-cuda=maybe
configure 1 'error: no LAPACK' --with-cuda=no --with-lapack=-lnosuchlapack
configure 1 'error: no CHOLMOD' --with-cuda=no --with-cholmod=-lnosuchcholmod
if grep -q '^NVCC = .' "$abs_top_builddir/Makefile"; then
   configure 1 'error: --with-cuda-arch: nvcc .* does not know sm_1;' \
      --with-cuda-arch=1
   # cuDSS is in the cache as fetch-cudss leaves it, for the same CUDA only.
   major=$("$abs_top_srcdir/libgpuinv/device/fetch-cudss" --wanted | sed 's/[.].*//')
   include=$tmp/home/libgpuinv/cudss-1.9-cu$major/include
   mkdir -p "$include" "$tmp/home/libgpuinv/cudss-1.9-cu1/include"
   echo '#define CUDSS_VERSION_MAJOR 1' >"$include/cudss.h"
   cp "$include/cudss.h" "$tmp/home/libgpuinv/cudss-1.9-cu1/include"
   kept=${XDG_CACHE_HOME-unset}
   XDG_CACHE_HOME=$tmp/home
   export XDG_CACHE_HOME
   configure 0 "cuDSS +yes +.*; headers in ($include|the compiler's folders)"
   echo '#define CUDSS_VERSION_MAJOR 7' >"$include/cudss.h"
   configure 0 'cuDSS +no +no cudss.h of version 1 in /none/include' \
      --with-cudss=/none
   configure 0 'cuDSS +no +switched off' --with-cudss=no
   if [ "$kept" = unset ]; then
      unset XDG_CACHE_HOME
   else
      XDG_CACHE_HOME=$kept
   fi
fi

# GLPK's tarball
echo damaged >"$tmp/bad.tar.gz"
configure 1 'bad.tar.gz: wrong checksum' --with-cuda=no \
   --with-glpk-tarball="$tmp/bad.tar.gz"
configure 1 'none.tar.gz: no such file' --with-cuda=no \
   --with-glpk-tarball="$tmp/none.tar.gz"
configure 1 'error: --with-glpk-tarball needs a file name' --with-cuda=no \
   --with-glpk-tarball

# quickstart STATUS PATTERN ARGUMENT...: ends before it installs or builds
quickstart() {
   status=$1 pattern=$2
   shift 2
   "$abs_top_srcdir/quickstart" "$@" >"$tmp/log" 2>&1
   rc=$?
   [ $rc -eq "$status" ] || fail "quickstart $*: exit status $rc, not $status"
   grep -qF -e "$pattern" "$tmp/log" || {
      fail "quickstart $*: does not say '$pattern'"
      cat "$tmp/log"
   }
}

quickstart 0 'Usage: ./quickstart run|check' --help
quickstart 2 'which command, run or check?'
quickstart 2 "unknown argument 'walk'" walk
quickstart 2 "unknown argument '--with-'" run --with-
quickstart 2 'one command, not run and check' run check
quickstart 2 '--netlib needs a value' run --netlib
quickstart 2 '--netlib needs a folder' run --netlib=
quickstart 1 "no folder $tmp/none/feasible" run --netlib "$tmp/none"
mkdir -p "$tmp/half/feasible"
quickstart 1 "no folder $tmp/half/infeasible" check --netlib="$tmp/half"
quickstart 2 '--tarball needs a file' run --tarball=
quickstart 1 "no file $tmp/none.tar.gz" check --tarball "$tmp/none.tar.gz"

[ "$failures" -eq 0 ]
