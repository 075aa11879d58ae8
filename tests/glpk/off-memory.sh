#!/bin/sh
# off-memory.sh (mode off: GLPK's memory is stock's, block by block)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# memory.c runs with stock's library and with ours on a dense LP, GLPK's
# example models, and the smaller Netlib problems if $GPUINV_NETLIB names their
# folder.  Compared are results, memory use after every call and the flags of
# the process's memory.

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock
unset GLP_GPU

# Models that stock does not solve within two seconds by some of the calls
slow='hashi huge life_goe numbrix pentomino planarity tas tiling trick'

area=$work/off-memory
rm -rf "$area" && mkdir -p "$area" && cd "$stock/src/examples" || exit 1

# The same program runs with either library: its maps must not differ.
$CC -I"$stock/src/src" -o "$area/memory" \
   "$abs_top_srcdir/tests/glpk/memory.c" -L"$stock/build/src/.libs" \
   -lglpk || die "cannot build memory.c"

# memory NAME LIBRARY [FILE]: leaves its output in NAME.out
memory() {
   to=$area/$1.out
   LD_LIBRARY_PATH=$2/src/.libs timeout 300 "$area/memory" ${3+"$3"} \
      >"$to" 2>&1
   echo "exit status $?" >>"$to"
}

runs=0
# both [FILE]: runs with both libraries
both() {
   memory stock "$stock/build" "$@"
   memory ours "$build" "$@"
   runs=$((runs + 1))
   grep -q '^exit status 0' "$area/stock.out" ||
      fail "${1-dense}: $(tail -n 2 "$area/stock.out")"
   cmp -s "$area/stock.out" "$area/ours.out" ||
      fail "${1-dense}: $(diff "$area/stock.out" "$area/ours.out" | head -n 6)"
}

both
grep -q '^map VmFlags: ' "$area/stock.out" ||
   echo "the system tells no flags of memory: not compared"
for model in *.mod *.mps *.lp; do
   case " $slow " in *" ${model%.*} "*) ;; *) both "$model" ;; esac
done
test $runs -ge 60 || fail "only $runs models found"
if test -d "${GPUINV_NETLIB:-}/feasible"; then
   # shellcheck disable=SC2012  # plain names, by size
   for model in $(ls -Sr "$GPUINV_NETLIB"/feasible/*.mps.gz | head -n 50); do
      both "$model"
   done
fi
echo "$runs models compared"
cd "$work" || exit 1
test "$failures" -ne 0 || rm -rf "$area"
finish
