#!/bin/sh
# same.sh (the same LP, the same bits, in one process and in another)
#
# This file is part of libgpuinv, a GPU back end for GLPK.
# libgpuinv is free software under the GNU General Public License,
# version 3 or (at your option) any later version; see COPYING.
#
# Ten runs of each; three unless $GPUINV_SOAK is set.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
runs=$(test -n "${GPUINV_SOAK:-}" && echo 10 || echo 3)
first=$("$work/same" "$runs") || die "$first"
echo "$first"
second=$("$work/same" 2) || die "$second"
test "${first##*, }" = "${second##*, }" ||
   fail "another process: ${second##*, }"
finish
