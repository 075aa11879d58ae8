#!/bin/sh
# killed.sh (processes that work beside others that are killed)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Eight processes at a time; $GPUINV_KILLED gives other arguments to killed.c,
# as "-o tableau-dual dfl001.mps".

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS
if test "${GPUINV_REQUIRE_GPU:-}" = 1; then size=600; else size=100; fi
# shellcheck disable=SC2086
exec "$work/killed" ${GPUINV_KILLED:--s $size}
