#!/bin/sh
# driver.sh (NVIDIA drivers that are too old, broken, or no library at all)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A small library stands in for libcuda.so.1; CUDA's own run time judges it.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
plan=$src/examples/plan.mps
dir=$work/driver
out=$dir/out
test -f "${GPUINV_LIBRARY%/*}/libgpuinv-cuda.so" || {
   echo "built without CUDA"
   exit 77
}
rm -rf "$dir" && mkdir -p "$dir/none" || die "cannot make $dir"
cat >"$dir/driver.c" <<'EOF'
#include <stdlib.h>
static int number(const char *name) { return atoi(getenv(name)); }
int cuInit(unsigned flags) { (void)flags; return number("STUB_INIT"); }
int cuDriverGetVersion(int *version)
{  *version = number("STUB_VERSION");
   return 0;
}
EOF
$CC -shared -fPIC -o "$dir/libcuda.so.1" "$dir/driver.c" || die "no driver"
echo "no library" >"$dir/none/libcuda.so.1"
others=${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
cases=0

# expect FOLDER VERSION INIT REASON: each method is the host's, and says why
expect() {
   LD_LIBRARY_PATH=$dir/$1$others
   STUB_VERSION=$2
   STUB_INIT=$3
   export LD_LIBRARY_PATH STUB_VERSION STUB_INIT
   for method in '--gpu-form tableau' '--gpu-form none' \
      '--gpu-form crossover' --interior; do
      cases=$((cases + 1))
      # shellcheck disable=SC2086
      "$GLPSOL" --gpu=only --gpu-backend cuda $method --mps "$plan" \
         >"$out" 2>&1 || fail "driver $2 $3, $method: exit status $?"
      grep -q "^GPU: .*$4.*; using the CPU" "$out" ||
         fail "driver $2 $3, $method: no reason $4: $(cat "$out")"
      grep -Eq '^OPTIMAL (LP )?SOLUTION FOUND' "$out" ||
         fail "driver $2 $3, $method: no optimum: $(cat "$out")"
   done
   "$GLPSOL" --gpu-info --gpu-backend cuda >"$out" 2>&1 &&
      fail "driver $2 $3: --gpu-info ends well"
   grep -q "^cuda: .*$4" "$out" || fail "driver $2 $3: $(cat "$out")"
}

expect . 10000 0 cudaErrorInsufficientDriver
expect . 9000 0 cudaErrorInsufficientDriver
expect . 0 0 cudaErrorInsufficientDriver
expect . 99000 3 cudaErrorInitializationError
expect . 99000 100 cudaErrorNoDevice
expect . 99000 999 cudaErrorUnknown
expect . 99000 0 cudaError # it lacks all functions
expect none 0 0 'no CUDA back end'
echo "$cases solves with drivers that do not work"
finish
