#!/bin/sh
# ranks.sh (processes that share a factor, without a device)
# SPDX-License-Identifier: GPL-3.0-or-later

# A library beside libgpuinv.so stands in for libgpuinv-cuda.so.  It gives and
# takes orders, but computes nothing with others.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_ROOT GPUINV_RANK GPUINV_RANKS

dir=$work/ranks
modules=$abs_top_builddir/tests/libgpuinv/.libs
program=$abs_top_builddir/use/gpuinv-rank
rm -rf "$dir" && mkdir -p "$dir" || die "cannot make $dir"
cp "$GPUINV_LIBRARY" "$dir/libgpuinv.so.0" &&
   cp "$abs_top_builddir/libgpuinv/.libs/libgpuinv-lapack.so" "$dir" &&
   cp "$modules/stand_in.so" "$dir/libcuda.so.1" &&
   cp "$modules/stand_in.so" "$dir/libgpuinv-cuda.so" || die "no library"
test ! -x "$abs_top_builddir/use/.libs/gpuinv-rank" ||
   program=$abs_top_builddir/use/.libs/gpuinv-rank
GPUINV_LIBRARY=$dir/libgpuinv.so.0
LD_LIBRARY_PATH=$dir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export GPUINV_LIBRARY LD_LIBRARY_PATH

# ends STATUS LINE COMMAND...: checks exit status and a line of output
ends() {
   status=$1 line=$2
   shift 2
   timeout 60 "$@" >"$dir/out" 2>&1
   rc=$?
   test $rc -eq "$status" || fail "$*: exit status $rc: $(cat "$dir/out")"
   grep -q -e "$line" "$dir/out" || fail "$*: no '$line': $(cat "$dir/out")"
}

# --- the program alone
ends 0 '^Usage: gpuinv-rank' "$program" --help
ends 0 '^gpuinv-rank [0-9]' "$program" --version
for wrong in --no model.mps --device --device=x --device=-1 --wait= --wait=1x; do
   ends 2 'gpuinv-rank: .*try --help' "$program" $wrong
done
ends 1 'GPUINV_ROOT does not tell where rank 0 is' "$program"
ends 1 'neither GPUINV_RANK and GPUINV_RANKS' env GPUINV_ROOT=7000 "$program"
ends 1 'GPUINV_RANK=2: not a number from 0 to 1' env GPUINV_ROOT=7000 \
   GPUINV_RANK=2 GPUINV_RANKS=2 "$program"
ends 1 'this is rank 0' env GPUINV_ROOT=7000 GPUINV_RANK=0 GPUINV_RANKS=2 \
   "$program"

# --- with a solver.  An LP whose normal equations are sparse: a chain of rows.
awk 'BEGIN {
   m = 30000
   print "NAME chain\nROWS\n N z"
   for (i = 1; i <= m; i++) print " E r" i
   print "COLUMNS"
   for (i = 1; i <= m; i++) {
      print " x" i " z " 1 + i % 7 " r" i " 1"
      if (i < m) print " x" i " r" i + 1 " -0.5"
      print " y" i " z " 2 + i % 5 " r" i " 1"
   }
   print "RHS"
   for (i = 1; i <= m; i++) print " b r" i " " 1 + i % 3
   print "ENDATA" }' >"$dir/chain.mps"

port=$((20000 + $$ % 20000))
# solve NAME [VARIABLE=VALUE]: rank 0, on the port of the last rank 1
solve() {
   name=$1
   shift
   env GPUINV_ROOT=$port GPUINV_RANK=0 GPUINV_RANKS=2 GPUINV_RANKS_GFLOP=0 \
      "$@" timeout 100 "$GLPSOL" --interior --gpu=only --gpu-backend cuda \
      --freemps "$dir/chain.mps" -w "$dir/$name.sol" >"$dir/$name.log" 2>&1 ||
      fail "$name: $(cat "$dir/$name.log")"
}
# rank NAME [VARIABLE=VALUE]: rank 1, in the background, on the next port
rank() {
   name=$1
   port=$((port + 1))
   shift
   env GPUINV_ROOT=$port GPUINV_RANK=1 GPUINV_RANKS=2 "$@" \
      "$program" --wait 30 >"$dir/$name.rank" 2>&1 &
   pid=$!
}
# says FILE LINE
says() {
   grep -q -e "$2" "$dir/$1" || fail "$1: no '$2': $(cat "$dir/$1")"
}
# waits STATUS: for rank 1
waits() {
   wait "$pid"
   rc=$?
   test $rc -eq "$1" || fail "gpuinv-rank: exit status $rc, not $1"
}
answer() { awk '$1 == "s" { print $NF }' "$dir/$1.sol"; }

rank two && solve two && waits 0
says two.log '; 2 processes$'
says two.rank '^GPU: rank 1 of 2 on cuda device 0 (stand-in)'
says two.rank '^GPU: rank 0 has ended'

# Below a size there is no use for others, who wait until the end.
rank small && solve small GPUINV_RANKS_GFLOP=1000 && waits 0
says small.log '; one process: .* Gflop are less than 1e+03$'

# It gives up, or it is killed: rank 0 goes on alone.
rank weak STAND_IN=rank && solve weak && waits 0
says weak.log 'rank 1 gives up: the stand-in gives up'
rank dead
(
   sleep 0.1
   kill -9 "$pid"
) &
solve dead
waits 137

# Rank 0 has another token, and its log another reason.
rank guess GPUINV_TOKEN=guess
solve guess
waits 1
says guess.rank 'rank 0 refuses: wrong token'
says guess.log '; one process: 0 of 1 other processes are there'
for name in small weak dead guess; do
   test "$(answer $name)" = "$(answer two)" ||
      fail "$name: another answer: $(answer $name), not $(answer two)"
done

# Nobody listens.
ends 1 'no rank 0 at 127.0.0.1, port' env GPUINV_ROOT=$((port + 1)) \
   GPUINV_RANK=1 GPUINV_RANKS=2 "$program" --wait 0.2

finish
