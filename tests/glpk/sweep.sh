#!/bin/sh
# sweep.sh (each pass of each site of a solve fails once)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The problems are two dense LPs, a network, and afiro if $GPUINV_NETLIB names
# its folder; with $GPUINV_SOAK also 25fv47, and more passes.  $GPUINV_SWEEP
# gives other arguments to sweep.c, as "-m 20 25fv47.mps".  On a device the calls
# of CUDA and of its libraries fail, too; $GPUINV_SWEEP_CALLS is for these.

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
arguments=${GPUINV_SWEEP:-$arguments}
if test "${GPUINV_REQUIRE_GPU:-}" != 1; then
   # Each of 1600 child processes would load these libraries for itself.
   names='LAPACK\|CHOLMOD\|UMFPACK\|cuBLAS\|cuSOLVER\|NCCL'
   libraries=$("$GLPSOL" --gpu-info |
      sed -n "s/^library \($names\): \(\/[^,]*\).*/\2/p" | tr '\n' ':')
   # shellcheck disable=SC2086
   LD_PRELOAD=$libraries exec "$work/sweep" $arguments
fi

# sweep_all ARGUMENT...: all methods at a time, because CUDA starts slowly
sweep_all() {
   started=
   for method in tableau inverse basis interior crossover; do
      "$work/sweep" -o $method "$@" >"$work/sweep-$method.out" 2>&1 &
      started="$started $method:$!"
   done
   for each in $started; do
      wait "${each#*:}" || fail "${each%:*}: sweep $*"
      cat "$work/sweep-${each%:*}.out"
   done
}

# shellcheck disable=SC2086
{
   sweep_all $arguments
   sweep_all -d ${GPUINV_SWEEP_CALLS:--m 6 $afiro}
}
finish
