#!/bin/sh
# leave.sh (threads that leave a call from the terminal hook)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# At up to 6 calls of the hook of each solve; 100 if $GPUINV_SOAK is set.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
exec "$work/leave" -m "$(test -n "${GPUINV_SOAK:-}" && echo 100 || echo 6)"
