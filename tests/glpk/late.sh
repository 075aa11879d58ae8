#!/bin/sh
# late.sh (how long after a limit, or a wish of the hook, a call ends)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Only if $GPUINV_SOAK is set, because a busy machine is late, or on a device;
# $GPUINV_LATE gives arguments to late.c, as "-s 2000 large.mps".

. "$abs_top_srcdir/tests/glpk/common.sh"
test -n "${GPUINV_SOAK:-}" || test "${GPUINV_REQUIRE_GPU:-}" = 1 ||
   { echo "only in make check-soak"; exit 77; }
unset GLP_GPU GPUINV_FAULT
# shellcheck disable=SC2086
exec "$work/late" ${GPUINV_LATE:-}
