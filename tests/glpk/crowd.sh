#!/bin/sh
# crowd.sh (threads that solve while the process forks)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each of 8 threads makes 200 solves; fewer unless $GPUINV_SOAK is set.  Before
# that, processes begin and end: libraries are opened once in a process, and a
# fork() in that moment is rare.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
starts=$(test -n "${GPUINV_SOAK:-}" && echo 200 || echo 15)
for start in $(seq "$starts"); do
   OPENBLAS_NUM_THREADS=2 "$work/crowd" 8 2 >"$work/crowd.out" ||
      fail "start $start: $(cat "$work/crowd.out")"
done
test "$failures" -eq 0 || finish
exec "$work/crowd" 8 "$(test -n "${GPUINV_SOAK:-}" && echo 200 || echo 25)"
