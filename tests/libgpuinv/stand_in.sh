#!/bin/sh
# stand_in.sh (what crosses between the libraries, without a device)
# SPDX-License-Identifier: GPL-3.0-or-later

# A library beside libgpuinv.so stands in for libgpuinv-cuda.so; the host does
# its work.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU

plan=$src/examples/plan.mps
dir=$work/stand-in
out=$dir/out
modules=$abs_top_builddir/tests/libgpuinv/.libs
rm -rf "$dir" && mkdir -p "$dir" || die "cannot make $dir"
cp "$GPUINV_LIBRARY" "$dir/libgpuinv.so.0" &&
   cp "$abs_top_builddir/libgpuinv/.libs/libgpuinv-lapack.so" "$dir" ||
   die "no library"
# Any library may stand in for NVIDIA's driver, too: it need only be there.
cp "$modules/stand_in.so" "$dir/libcuda.so.1" || die "no driver"
GPUINV_LIBRARY=$dir/libgpuinv.so.0
LD_LIBRARY_PATH=$dir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export GPUINV_LIBRARY LD_LIBRARY_PATH

# beside MODULE: makes it libgpuinv-cuda.so from now on
beside() {
   cp "$modules/$1.so" "$dir/libgpuinv-cuda.so" || die "no $1"
}

# expect FAULT STATUS LINE ARGUMENT...: checks exit status and a line of output
expect() {
   fault=$1
   status=$2
   line=$3
   shift 3
   STAND_IN=$fault "$GLPSOL" "$@" >"$out" 2>&1
   rc=$?
   test $rc -eq "$status" || fail "$fault: glpsol $*: exit status $rc:
$(cat "$out")"
   grep -q -e "$line" "$out" || fail "$fault: glpsol $*: no line '$line':
$(cat "$out")"
}

failure='the stand-in fails on purpose'
place='on cuda device 0 (stand-in)'
tableau="--gpu=only --gpu-backend cuda --gpu-form tableau --mps $plan"
inverse_form="--gpu=only --gpu-backend cuda --gpu-form inverse --mps $plan"
inverse="--gpu=only --gpu-backend cuda --gpu-form none --mps $plan"
interior="--interior --gpu=only --gpu-backend cuda --mps $plan"
crossover="--gpu=only --gpu-backend cuda --gpu-form crossover --mps $plan"

beside stand_in
STAND_IN=depth "$abs_top_builddir/tests/libgpuinv/hops" "$GPUINV_LIBRARY" \
   >"$out" || test $? -eq 77 || fail "$(cat "$out")"
cat "$out"
STAND_IN=late "$abs_top_builddir/tests/libgpuinv/forked" "$GPUINV_LIBRARY" \
   >"$out" || fail "$(cat "$out")"
cat "$out"
expect none 0 '^cuda: a stand-in$' --gpu-info
expect none 0 '^cuda device 0: stand-in, compute capability 9.0' --gpu-info
expect none 0 '^in use: cuda device 0$' --gpu-info
# shellcheck disable=SC2086
{
   expect none 0 "^GPU: simplex $place" $tableau
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' $tableau
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' $inverse
   expect none 0 "^GPU: interior point $place" $interior
   expect none 0 '^OPTIMAL SOLUTION FOUND' $interior
   expect none 0 "^GPU: interior point $place" $crossover
   expect none 0 '^GPU: normal equations: .* on the device' $crossover
   expect none 0 '^GPU: crossover: ' $crossover
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' $crossover

   # Where none is asked for, small inverses stay on the host.
   cat >"$dir/chain.mod" <<'EOF1'
param m; var x{0..m} >= 0;
minimize cost: sum{i in 0..m} (1 + i mod 7) * x[i];
s.t. link{i in 1..m}: x[i] - 0.5 * x[i-1] >= 1;
data; param m := 398; end;
EOF1
   sed "s/398/399/" "$dir/chain.mod" >"$dir/longer.mod"
   free="--gpu=only --gpu-form none --nopresol --math"
   expect inverse 0 '^GPU: basis inverse on host (LAPACK)' \
      $free "$dir/chain.mod"
   expect inverse 0 '^GPU: out of host memory; using the CPU' \
      $free "$dir/longer.mod"
   expect inverse 0 '^OPTIMAL LP SOLUTION FOUND' $free "$dir/longer.mod"

   # A device that answers late, as others use it, is left for the host.
   cat >"$dir/dense.mod" <<'EOF3'
param m := 160;
var x{1..m} >= 0;
maximize value: sum{j in 1..m} (1 + (j * 37 mod 101) / 101) * x[j];
s.t. most{i in 1..m}: sum{j in 1..m}
   (1 + (i * i * 31 + j * j * 17 + i * j * 53) mod 211) * x[j]
   <= 1000 + i * 71 mod 97;
end;
EOF3
   asked="$free --std --gpu-backend cuda $dir/dense.mod"
   expect crowd 0 "^GPU: basis inverse $place" $asked
   expect crowd 0 '^GPU: the device answers late; going on with the host' $asked
   expect crowd 0 '^GPU: basis inverse on host (LAPACK)' $asked
   expect crowd 0 '^OPTIMAL LP SOLUTION FOUND' $asked

   # A device that hangs for four seconds does not keep a call from its limit.
   # The methods wait at the same time.
   started= number=0
   for method in "$tableau" "$inverse_form" "$interior" "$crossover"; do
      number=$((number + 1))
      (
         out=$dir/hung-$number
         expect hung 0 '^TIME LIMIT EXCEEDED' --tmlim 1 $method
         spent=$(sed -n 's/^Time used: *\([0-9]*\)\..*/\1/p' "$out")
         test "${spent:-9}" -lt 3 || fail "hung: glpsol $method: $(cat "$out")"
         finish
      ) &
      started="$started $!"
   done
   for each in $started; do
      wait "$each" || fail "a method under a device that hangs"
   done

   # A driver in which CUDA's start hangs costs a minute.
   if test -n "${GPUINV_SOAK:-}"; then
      for method in "$tableau" "$inverse" "$interior" "$crossover"; do
         expect start 0 'the GPU does not answer any more' $method
         expect start 0 '^OPTIMAL .*SOLUTION FOUND' $method
      done
   fi

   # The facts of a device are kept if there is a folder, in mode on only.
   GPUINV_CACHE=$dir/cache
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' --mps "$plan"
   test ! -e "$dir/cache" || fail "with the mode off a figure was kept"
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' $tableau
   grep -q '^bandwidth 3e+12$' "$dir/cache/measured-stand-in" ||
      fail "no bandwidth in $(ls "$dir/cache")"
   GPUINV_CACHE=

   # Each gives one line, and the answer of the host.
   expect count 0 "^GPU: no CUDA device: $failure; using the CPU" $tableau
   expect tableau 0 "^GPU: $failure; using the CPU" $tableau
   expect tableau 0 '^OPTIMAL LP SOLUTION FOUND' $tableau
   expect inverse 0 '^GPU: out of host memory; using the CPU' $inverse
   expect inverse 0 '^OPTIMAL LP SOLUTION FOUND' $inverse
   expect interior 0 "^GPU: $failure; going on with the host" $interior
   expect interior 0 '^OPTIMAL SOLUTION FOUND' $interior
   expect iterate 0 "^GPU: $failure; going on with the host" $interior
   expect iterate 0 '^OPTIMAL SOLUTION FOUND' $interior
   for fault in interior iterate; do
      expect $fault 0 "^GPU: $failure; going on with the host" $crossover
      expect $fault 0 '^GPU: normal equations: .* on the host' $crossover
      expect $fault 0 '^GPU: crossover: ' $crossover
      expect $fault 0 '^OPTIMAL LP SOLUTION FOUND' $crossover
   done
   expect count 0 "^GPU: no CUDA device: $failure; using the CPU" $crossover
   expect count 0 '^OPTIMAL LP SOLUTION FOUND' $crossover

   # A device that hangs costs time, and no other call waits for it: not the end
   # of the process, not the search for the integer solution after the relaxation.
   expect hang 0 '^GPU: the GPU does not answer any more; using the CPU' \
      $tableau
   expect hang 0 '^OPTIMAL LP SOLUTION FOUND' $tableau
   cat >"$dir/odd.mod" <<'EOF2'
var x{1..8} integer, >= 0, <= 9;
maximize value: sum{j in 1..8} (7 + j mod 5) * x[j];
s.t. most{i in 1..6}: sum{j in 1..8} (2 + i * j mod 7) * x[j] <= 40 + i;
end;
EOF2
   expect hang 0 '^INTEGER OPTIMAL SOLUTION FOUND' \
      --gpu=only --gpu-form tableau --math "$dir/odd.mod"
   test "$(grep -c 'does not answer' "$out")" -eq 1 || fail "$(cat "$out")"

   # An engine that does not end gives way, and comes back if that is in vain.
   cat >"$dir/wide.mod" <<'EOF'
param m := 2800; param n := 95000;
var x{0..n-1} >= 0;
minimize cost: sum{k in 0..n-1} (1 + (k * 37 mod 1009) / 1009) * x[k];
s.t. cover{i in 0..m-1}: sum{k in i..n-1 by m} x[k]
   + sum{k in i * 11 mod m..n-1 by m} (0.5 + (k mod 13) / 26) * x[k]
   >= 1 + (i * 53 mod 89) / 89;
end;
EOF
   wide="--gpu=only --nopresol -m $dir/wide.mod"
   expect slow 0 '^GPU: inverse form, 2801 by 95000' $wide
   grep -q '^GPU: crossover, .* its turn after .* pivots of the simplex' \
      "$out" || fail "no turn of crossover: $(cat "$out")"
   # On another processor crossover is seen to be clearly faster.
   processors=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)
   if test "$processors" -gt 1; then
      grep -q '^GPU: set up beside the simplex engine' "$out" ||
         fail "not set up in that time: $(cat "$out")"
      pivots=$(sed -n 's/.* its turn after \([0-9]*\) pivots.*/\1/p' "$out")
      test "${pivots:-9999}" -lt 1000 || fail "a long turn: $(cat "$out")"
   fi
   grep -q "^GPU: interior point $place" "$out" ||
      fail "the interior point is elsewhere: $(cat "$out")"
   grep -q '^OPTIMAL LP SOLUTION FOUND' "$out" ||
      fail "no optimum: $(cat "$out")"
   export GPUINV_FAULT
   if test "$processors" -gt 1; then
      GPUINV_FAULT=build:1
      expect slow 0 '^GPU: fault on purpose: build; crossing over' $wide
      grep -q '^GPU: [0-9]* pivots in .* s, optimal' "$out" ||
         fail "no crossover after a failure: $(cat "$out")"
   fi
   GPUINV_FAULT=lu:1+
   expect slow 0 '^GPU: crossover: fault on purpose' $wide
   grep -q '^GPU: crossover, .* its turn after .* pivots of the simplex' \
      "$out" || fail "no turn of crossover: $(cat "$out")"
   grep -q '^GPU: [0-9]* pivots in .* s, optimal' "$out" ||
      fail "the engine does not come back: $(cat "$out")"
   grep -q '^OPTIMAL LP SOLUTION FOUND' "$out" ||
      fail "no optimum: $(cat "$out")"
   unset GPUINV_FAULT

   # Of two devices one cannot hold the tableau.
   STAND_IN_CARDS=2
   STAND_IN_BYTES=39000
   export STAND_IN_CARDS STAND_IN_BYTES
   two="--gpu-device 0,1 $tableau"
   place='on cuda devices 0, 1 (stand-in)'
   expect none 0 "^GPU: simplex $place: one card does not hold" $two
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' $two
   expect none 0 "^GPU: simplex $place" --gpu-device 0,1,5 $tableau
   expect none 0 "^GPU: simplex $place" --gpu-device all $tableau
   expect none 0 '^GPU: one card alone: there are no others' \
      --gpu-device 0,5 $tableau
   expect cards 0 "^GPU: one card alone: $failure" $two
   expect cards 0 '^GPU: simplex on cuda device 0 ' $two
   expect cards 0 '^OPTIMAL LP SOLUTION FOUND' $two
   expect lost 0 "^GPU: $failure; going on with one card" $two
   expect lost 0 '^OPTIMAL LP SOLUTION FOUND' $two
   expect none 0 '; one device: .* by estimate, .* with two$' \
      --gpu-device 0,1 $interior
   STAND_IN_BYTES=58000
   expect none 0 "^GPU: simplex $place: one card does not hold the inverse" \
      --gpu-device 0,1 $inverse_form
   STAND_IN_BYTES=80000000000
   expect none 0 '^GPU: one card alone: a pivot takes some ' $two
   expect none 0 '^GPU: one card alone: a pivot takes some ' \
      --gpu-device 0,1 $inverse_form
   expect none 0 '^GPU: simplex on cuda device 0 ' $two
   GPUINV_SPREAD=0,1,0
   export GPUINV_SPREAD
   place='on cuda devices 0, 1, 0 (stand-in): asked for'
   expect none 0 "^GPU: simplex $place" $tableau
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' $tableau
   expect cards 0 "^GPU: one card alone: $failure" $tableau
   expect lost 0 "^GPU: $failure; going on with one card" $tableau
   expect none 0 "^GPU: simplex $place" $inverse_form
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' $inverse_form
   expect lost 0 "^GPU: $failure; going on with one card" $inverse_form
   expect none 0 '^GPU: normal equations: .*; 3 devices: asked for$' $interior
   expect none 0 '; one device: such a factor is not shared$' \
      --gpu-precision mixed $interior
   expect cards 0 "; one device: $failure" $interior
   expect cards 0 '^OPTIMAL SOLUTION FOUND' $interior
   GPUINV_SPREAD=0,2
   expect none 0 '^GPU: one card alone: CUDA device 2 does not exist' $tableau
   expect none 0 '^OPTIMAL LP SOLUTION FOUND' $tableau
   GPUINV_SPREAD=0,a
   expect none 0 "^GPU: option 'GPUINV_SPREAD=0,a': not a number; using" \
      $tableau
   unset GPUINV_SPREAD
   unset STAND_IN_CARDS STAND_IN_BYTES
}
expect count 0 "^cuda: no CUDA device: $failure" --gpu-info
expect count 0 '^in use: host' --gpu-info

# Nothing of another build is called.
beside other_build
expect none 0 '^cuda: libgpuinv-cuda.so is of another build (0-0' --gpu-info
# shellcheck disable=SC2086
expect none 0 'is of another build .*; using the CPU' $tableau
rm "$dir/libgpuinv-cuda.so"
expect none 0 '^cuda: no CUDA back end (' --gpu-info

finish
