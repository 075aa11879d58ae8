#!/bin/sh
# same.sh (the same LP, the same bits, in one process and in another)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each runs ten times; three times unless $GPUINV_SOAK is set.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
runs=$(test -n "${GPUINV_SOAK:-}" && echo 10 || echo 3)
first=$("$work/same" "$runs") || die "$first"
echo "$first"
second=$("$work/same" 2) || die "$second"
test "${first##*, }" = "${second##*, }" ||
   fail "another process: ${second##*, }"
finish
