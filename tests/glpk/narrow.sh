#!/bin/sh
# narrow.sh (little address space; what a program pays for the mode)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# OpenBLAS ends a process that has no address space for its threads and hangs
# one that has none for their buffers.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU

area=$work/narrow
rm -rf "$area" && mkdir -p "$area" || exit 1
lp=$area/dense.lp

# This makes a dense LP of 60 rows and columns, which an engine solves.
awk 'BEGIN {
   n = 60; x = 1
   print "Minimize"; row("obj"); print ""; print "Subject To"
   for (i = 0; i < n; i++) { row("r" i); print " >= " 100 + draw() }
   print "End"
}
function draw() { x = (x * 16807) % 2147483647; return x % 97 + 1 }
function row(name,  j) {
   printf " %s:", name
   for (j = 0; j < n; j++) printf "%s + %d x%d", j % 9 ? "" : "\n", draw(), j
}' >"$lp"

answer() {
   sed -n 's/.*obj = *\([-+.e0-9]*\).*/\1/p' "$1" | tail -n 1 | cut -c 1-9
}

"$GLPSOL" --lp "$lp" >"$area/off.out" 2>&1 ||
   die "the mode off fails: $(cat "$area/off.out")"
want=$(answer "$area/off.out")

runs=0
for space in 20000 40000 60000 100000 150000 200000 300000 400000; do
   for method in --simplex --interior; do
      out=$area/out
      (ulimit -v $space && exec timeout 60 "$GLPSOL" --gpu=only \
         --gpu-backend host --gpu-form tableau $method --lp "$lp") >"$out" 2>&1
      rc=$?
      test $rc -eq 0 || fail "$method in $space KiB: exit status $rc
$(cat "$out")"
      test "$(answer "$out")" = "$want" || fail "$method in $space KiB: not \
$want
$(cat "$out")"
      runs=$((runs + 1))
   done
done
(ulimit -v 40000 && exec "$GLPSOL" --gpu=only --gpu-backend host \
   --gpu-form tableau --lp "$lp") |
   grep -q 'GPU: LAPACK needs .* MiB of address space' ||
   fail "nothing is said of the address space"

# The library alone loads none of the libraries that only some methods need.
for needed in openblas lapack blas cholmod gomp; do
   ldd "$GPUINV_LIBRARY" | grep -q "lib$needed" &&
      fail "libgpuinv.so is linked to lib$needed"
done

echo "$runs runs in narrow address spaces"
finish
