#!/bin/sh
# crowd.sh (threads that solve while the process forks)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each of 8 threads makes 200 solves; fewer unless $GPUINV_SOAK is set.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
exec "$work/crowd" 8 "$(test -n "${GPUINV_SOAK:-}" && echo 200 || echo 25)"
