#!/bin/sh
# reproducible.sh (two builds, in folders of other names, are the same)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Takes minutes: only if $GPUINV_SOAK is set.  Host only; GLPK too.

set -u
test -n "${GPUINV_SOAK:-}" || { echo "only in make check-soak"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL

# build FOLDER: prints the hashes of what would be installed
build() {
   mkdir -p "$1" && cd "$1" &&
      "$abs_top_srcdir/configure" -q --with-cuda=no --with-check=no \
         --with-glpk-tarball="$GLPK_TARBALL" CC="$CC" CXX="$CXX" \
         >configure.log 2>&1 &&
      make -j2 >make.log 2>&1 || {
      tail -n 20 configure.log make.log >&2
      return 1
   }
   for file in libgpuinv/.libs/libgpuinv.so.0.0.0 \
      libgpuinv/.libs/libgpuinv-lapack.so netlib/gpuinv-point \
      glpk/build/src/.libs/libglpk.so.40.?.? \
      glpk/build/examples/.libs/glpsol; do
      test -x netlib/.libs/gpuinv-point -a "$file" = netlib/gpuinv-point &&
         file=netlib/.libs/gpuinv-point
      # as installed, without what libtool notes for runs in place
      cp "$file" copy && strip -R .note.gnu.build-id copy || return 1
      echo "$(sha256sum <copy | cut -d ' ' -f 1) ${file##*/}"
   done
}

(build "$tmp/one") >"$tmp/first" || exit 1
sleep 1
(build "$tmp/a/longer/name") >"$tmp/second" || exit 1
cat "$tmp/first"
diff "$tmp/first" "$tmp/second" || { echo "FAIL: builds differ"; exit 1; }
test "$(wc -l <"$tmp/first")" -eq 5 || { echo "FAIL: files missing"; exit 1; }
echo "5 files are the same in two builds"
