#!/bin/sh
# reproducible.sh (two builds, in folders of other names, are the same)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# This takes minutes and runs only if $GPUINV_SOAK is set.  It builds the host
# part and GLPK.  All files of `make install` are compared byte by byte, with
# debug information and build ids.

set -u
test -n "${GPUINV_SOAK:-}" || { echo "only in make check-soak"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR
# The second build must not use what the first one has left.
CCACHE_DISABLE=1
export CCACHE_DISABLE

# build FOLDER ROOT
build() {
   mkdir -p "$1" && cd "$1" &&
      "$abs_top_srcdir/configure" -q --with-cuda=no --with-check=no \
         --with-glpk-tarball="$GLPK_TARBALL" CC="$CC" CXX="$CXX" \
         >configure.log 2>&1 &&
      make -j2 >make.log 2>&1 &&
      make install DESTDIR="$2" >install.log 2>&1 || {
      tail -n 20 configure.log make.log install.log >&2
      return 1
   }
}

(build "$tmp/one" "$tmp/first") || exit 1
sleep 1
(build "$tmp/a/longer/name" "$tmp/second") || exit 1
for root in first second; do
   (cd "$tmp/$root" && find . ! -type d | LC_ALL=C sort | while read -r file; do
      if test -h "$file"; then
         echo "link $(readlink "$file") $file"
      else
         echo "$(sha256sum <"$file" | cut -d ' ' -f 1) $file"
      fi
   done) >"$tmp/$root.list"
done
grep -E 'lib(gpuinv|glpk)[^/]*\.so[^/]*$|/bin/' "$tmp/first.list"
if ! diff "$tmp/first.list" "$tmp/second.list" >"$tmp/difference"; then
   cat "$tmp/difference"
   sed -n 's/^< [0-9a-f]\{64\} //p' "$tmp/difference" | while read -r file; do
      cmp "$tmp/first/$file" "$tmp/second/$file"
      for root in first second; do
         readelf -n "$tmp/$root/$file" 2>/dev/null | grep 'Build ID'
      done
   done
   echo "FAIL: builds differ"
   exit 1
fi
for name in libgpuinv.so.0.0.0 libgpuinv-lapack.so gpuinv-point glpsol; do
   grep -q "^[0-9a-f]\{64\} .*/$name\$" "$tmp/first.list" ||
      { echo "FAIL: $name is missing"; exit 1; }
done
echo "$(wc -l <"$tmp/first.list") installed files are the same in two builds"
