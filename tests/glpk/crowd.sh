#!/bin/sh
# crowd.sh (threads that solve while the process forks)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each of 8 threads makes 200 solves; fewer unless $GPUINV_SOAK is set.  Before
# that, processes begin and end: libraries are opened once in a process, and a
# fork() in that moment is rare.  It is less rare where processes wait for each
# other, so four begin together.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
# start NAME: runs a process, and keeps what it prints only if it fails
start() {
   OPENBLAS_NUM_THREADS=2 "$work/crowd" 8 2 >"$work/crowd.$1" 2>&1 &&
      rm "$work/crowd.$1"
}
rm -f "$work"/crowd.[0-9]*
for round in $(seq "$(test -n "${GPUINV_SOAK:-}" && echo 100 || echo 15)"); do
   for k in 1 2 3 4; do start "$round.$k" & done
   wait
done
for out in "$work"/crowd.[0-9]*; do
   test ! -e "$out" || fail "start ${out##*/crowd.}: $(cat "$out")"
done
test "$failures" -eq 0 || finish
exec "$work/crowd" 8 "$(test -n "${GPUINV_SOAK:-}" && echo 200 || echo 25)"
