#!/bin/sh
# sweep.sh (each pass of each site of a solve fails once)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The problems are two dense LPs, a network, and afiro if $GPUINV_NETLIB names
# its folder; with $GPUINV_SOAK also 25fv47, and more passes.  $GPUINV_SWEEP
# gives other arguments to sweep.c, as "-m 20 25fv47.mps".

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS

afiro=${GPUINV_NETLIB:-}/feasible/afiro.mps.gz
test -r "$afiro" || afiro=
if test -n "${GPUINV_SOAK:-}"; then
   arguments="-m 60 $afiro ${afiro:+${afiro%afiro*}25fv47.mps.gz}"
elif test "${GPUINV_REQUIRE_GPU:-}" = 1; then
   arguments="-m 1 $afiro" # CUDA starts in each run
else
   arguments="-m 4 $afiro"
fi
# shellcheck disable=SC2086
exec "$work/sweep" ${GPUINV_SWEEP:-$arguments}
