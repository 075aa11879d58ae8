#!/bin/sh
# hung.sh (limits and the terminal hook while a device hangs)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# $GPUINV_HUNG gives arguments to hung.c, as "-m 10".

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
# shellcheck disable=SC2086
exec "$work/hung" ${GPUINV_HUNG:-}
