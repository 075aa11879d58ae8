#!/bin/sh
# the host suite under valgrind: no invalid access, nothing lost
set -eu
suite=$abs_top_builddir/tests/libgpuinv/check_host
[ -x "$suite" ] || { echo "check_host was not built"; exit 77; }
[ -n "${VALGRIND:-}" ] || { echo "valgrind is not installed"; exit 77; }
# Accuracy cases test arithmetic and take too long here.  BLAS gets one thread,
# because its pool is never freed.  Threads take turns: else one that waits and
# looks may hold the others up for minutes.
CK_FORK=no CK_RUN_CASE= GPUINV_SEED=1 OPENBLAS_NUM_THREADS=1
export CK_FORK GPUINV_SEED OPENBLAS_NUM_THREADS
for case in hand outcomes misuse border engine 'engine misuse'; do
   CK_RUN_CASE=$case GPUINV_PATIENCE=100 \
      "$abs_top_builddir/libtool" --mode=execute "$VALGRIND" --quiet \
      --fair-sched=yes --suppressions="$abs_top_srcdir/tests/libgpuinv/valgrind.supp" \
      --error-exitcode=9 --leak-check=full \
      --errors-for-leak-kinds=definite --trace-children=no "$suite"
done
