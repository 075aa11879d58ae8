#!/bin/sh
# ranks.sh (two processes with a GPU each share the factors of a problem)
# SPDX-License-Identifier: GPL-3.0-or-later

# They find what one GPU finds.  If the second process is killed in the middle
# of the iterations, the first one still does.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_ROOT GPUINV_RANK GPUINV_RANKS GPUINV_SPREAD
program=$abs_top_builddir/use/gpuinv-rank
dir=$work/ranks-gpu
rm -rf "$dir" && mkdir -p "$dir" || die "cannot make $dir"

"$GLPSOL" --gpu-info >"$dir/info" 2>&1
grep -q '^cuda device 1:' "$dir/info" ||
   { echo "SKIP: no two GPUs"; exit 77; }

# Flows of least cost on a square grid: the factor of A*A' fills up.
awk -v k=220 'function arc(a, b) {
   n++
   print " x" n " z " 1 + n * 7919 % 97
   if (a > 0) print " x" n " r" a " 1"
   if (b > 0) print " x" n " r" b " -1"
}
BEGIN {
   print "NAME grid\nROWS\n N z"
   for (i = 1; i < k * k; i++) print " E r" i
   print "COLUMNS"
   for (i = 0; i < k * k; i++) {
      if (i % k < k - 1) { arc(i, i + 1); arc(i + 1, i) }
      if (i < k * (k - 1)) { arc(i, i + k); arc(i + k, i) }
   }
   print "RHS"
   for (i = 1; i < k * k; i++) print " b r" i " " i * 31 % 11 - 5
   print "ENDATA" }' >"$dir/grid.mps"

# solve NAME VARIABLE=VALUE...
solve() {
   name=$1
   shift
   env "$@" timeout 120 "$GLPSOL" --interior --gpu=only --freemps "$dir/grid.mps" \
      -w "$dir/$name.sol" >"$dir/$name.log" 2>&1 ||
      fail "$name: $(cat "$dir/$name.log")"
}
port=$((20000 + $$ % 20000))
# rank NAME: the second process, in the background
rank() {
   port=$((port + 1))
   env GPUINV_ROOT=$port GPUINV_RANK=1 GPUINV_RANKS=2 \
      GPUINV_LOCAL_RANK=1 "$program" >"$dir/$1.rank" 2>&1 &
   pid=$!
}
as_first() {
   solve "$1" GPUINV_ROOT=$port GPUINV_RANK=0 GPUINV_RANKS=2 \
      GPUINV_RANKS_GFLOP=0
}
says() {
   grep -q -e "$2" "$dir/$1" || fail "$1: no '$2': $(cat "$dir/$1")"
}

solve one
says one.log 'normal equations: sparse on the device'
rank two
as_first two
wait "$pid" || fail "gpuinv-rank: $(cat "$dir/two.rank")"
says two.log '; 2 processes$'
says two.log '^GPU: 2 processes: 1 analysis .* factorizations .* solves '
grep 'going on' "$dir/two.log" && fail "two: not together to the end"

rank killed
as_first killed &
solver=$!
turn=0
until grep -q '^ *3: obj' "$dir/killed.log" 2>/dev/null ||
   [ $turn -gt 2000 ]; do
   sleep 0.02
   turn=$((turn + 1))
done
# libtool's wrapper may have started the program
for child in $(ps -o pid= --ppid "$pid" 2>/dev/null) "$pid"; do
   kill -9 "$child" 2>/dev/null
done
wait $solver || fail "killed: no end"
says killed.log '^GPU: .*; going on with one process$'

for name in two killed; do
   awk 'FNR == 1 { file++ } $1 == "s" { z[file] = $NF }
      END { d = z[1] - z[2]; s = z[1]; if (d < 0) d = -d; if (s < 0) s = -s
         exit !(file == 2 && s > 0 && d <= 1e-9 * s) }' \
      "$dir/one.sol" "$dir/$name.sol" ||
      fail "$name: $(grep '^s' "$dir/$name.sol"), one: $(grep '^s' "$dir/one.sol")"
done
finish
