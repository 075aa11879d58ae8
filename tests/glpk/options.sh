#!/bin/sh
# options.sh (GPU options of glpsol, environment variables, messages)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU

plan=$src/examples/plan.mps
out=$work/options.out
mkdir -p "$work"

# expect STATUS PATTERN COUNT ARGUMENT...: checks the exit status, and how many
# lines of the output match
expect() {
   status=$1
   pattern=$2
   count=$3
   shift 3
   "$GLPSOL" "$@" >"$out" 2>&1
   rc=$?
   found=$(grep -c -e "$pattern" "$out")
   test $rc -eq "$status" || fail "glpsol $*: exit status $rc, not $status"
   test "$found" -eq "$count" ||
      fail "glpsol $*: $found lines match '$pattern', not $count:
$(cat "$out")"
}

inverse='^GPU: basis inverse on '
optimal='^OPTIMAL LP SOLUTION FOUND$'

expect 0 '^GPU:' 0 --mps "$plan"
expect 0 '^GPU:' 0 --gpu=only --gpu=off --mps "$plan"
expect 0 "$inverse" 1 --gpu=only --gpu-form none --mps "$plan"
expect 0 "$inverse" 0 --gpu=only --mps "$plan"
expect 0 "$optimal" 1 --gpu=only --mps "$plan"
for mode in --gpu --gpu=auto; do
   # The LP is solved before the race begins.
   expect 0 '^GPU:' 0 $mode --mps "$plan"
   expect 0 "$optimal" 1 $mode --mps "$plan"
done
for form in any tableau inverse none crossover sparse; do
   expect 0 "$optimal" 1 --gpu=only --gpu-form $form --mps "$plan"
   expect 0 "$optimal" 1 --gpu-form=$form --mps "$plan"
done
for how in '--gpu-backend host' --gpu-backend=host; do
   # shellcheck disable=SC2086
   expect 0 "${inverse}host" 1 --gpu=only --gpu-form none $how --mps "$plan"
done
expect 0 "$optimal" 1 --gpu --mps "$plan" --nopresol --dual
expect 0 '^GPU:' 0 --gpu=steady --mps "$plan"
expect 0 "$optimal" 1 --gpu=steady --mps "$plan"
for how in --crossover '--interior --crossover --gpu=off'; do
   # shellcheck disable=SC2086
   expect 0 '^GPU: crossover on host' 1 $how --mps "$plan"
done
expect 0 '^OPTIMAL' 0 --gpu-info --crossover --mps "$plan"

# bad options
expect 1 "^Invalid --gpu 'sometimes'" 1 --gpu=sometimes --mps "$plan"
expect 1 "^Invalid option '--gpu-'" 1 --gpu- --mps "$plan"
expect 1 "^Invalid --gpu-backend 'tpu'" 1 --gpu-backend tpu --mps "$plan"
expect 1 "^Invalid --gpu-backend 'tpu'" 1 --gpu-backend=tpu --mps "$plan"
expect 1 "^Invalid --gpu-backend" 1 --mps "$plan" --gpu-backend
expect 1 "^Invalid --gpu-form 'round'" 1 --gpu-form round --mps "$plan"
expect 1 "^Invalid --gpu-form" 1 --mps "$plan" --gpu-form
for device in '' x -1 31 99999999999 4294967296 0, ,0 0,x 0,,1 1.5; do
   expect 1 '^Invalid GPU device' 1 "--gpu-device=$device" --mps "$plan"
done
expect 1 '^Invalid GPU device' 1 --mps "$plan" --gpu-device

# Options that conflict, or do not exist, are refused with the right name.
expect 1 '^--exact: .*either --exact or$' 1 --exact --gpu --mps "$plan"
expect 0 '^GPU' 0 --exact --gpu=off --mps "$plan"
expect 1 "use --gpu=only$" 1 --gpu only --mps "$plan"
expect 1 'it must be off or auto or only or steady$' 1 --gpu=x --mps "$plan"
expect 1 'it must be auto or cuda or host$' 1 --gpu-backend x --mps "$plan"
expect 1 '^Invalid option .--gpu-mode.; GPU options are --gpu' 1 --gpu-mode \
   --mps "$plan"
expect 1 '^--gpu-device: back end host has no devices' 1 --gpu-device 0 \
   --gpu --gpu-backend host --mps "$plan"
expect 1 '; use --gpu-device n.,n\.\.\.. or all$' 1 --gpu-device x --mps "$plan"
for option in '--gpu-form any' --gpu-backend=auto '--gpu-device 0'; do
   # shellcheck disable=SC2086
   expect 0 "^${option% *}: no effect without --gpu" 1 $option --mps "$plan"
   # shellcheck disable=SC2086
   expect 0 'no effect' 0 $option --gpu --mps "$plan"
done

# The help has a heading for these options, with defaults.
expect 0 '^GPU options:$' 1 --help
"$GLPSOL" --help | sed -n '/^GPU options:/,/^$/p' >"$out"
for option in --gpu --gpu-backend --gpu-device --gpu-form --gpu-precision; do
   sed -n "/^   $option[[ ]/,/default/p" "$out" | grep -q default ||
      fail "--help: no default of $option: $(cat "$out")"
done

# A device that does not exist is reported once, and the CPU goes on.
for device in 30 30,29; do
   expect 0 '^GPU: .*; using the CPU$' 1 --gpu=only --gpu-device $device \
      --mps "$plan"
   expect 0 "$optimal" 1 --gpu=only --gpu-device $device --mps "$plan"
done

# information
expect 0 '^libgpuinv ' 1 --gpu-info
expect 0 '^host: ' 1 --gpu-info
if grep -qE 'GenuineIntel|avx512vl' /proc/cpuinfo &&
   grep -q ' avx2 ' /proc/cpuinfo &&
   "$GLPSOL" --gpu-info | grep -q '^host: OpenBLAS .*DYNAMIC_ARCH'; then
   OPENBLAS_CORETYPE=Prescott
   export OPENBLAS_CORETYPE
   expect 0 'fast with OPENBLAS_CORETYPE=[HS]' 1 --gpu-info
   unset OPENBLAS_CORETYPE
   # An OpenBLAS that does not know the processor is told.
   expect 0 'OPENBLAS_CORETYPE' 0 --gpu-info
fi
expect 0 '^in use: host' 1 --gpu-backend=host --gpu-info
expect 0 'No input problem file specified' 0 --gpu-info
# Each library: its file, which exists, and its version, or what to install.
for name in libgpuinv libgpuinv-lapack LAPACK CHOLMOD UMFPACK libgpuinv-cuda \
   'CUDA driver' cuBLAS cuSOLVER cuDSS NCCL; do
   expect 0 "^library $name: \(/.*\|not found (.*); install .*\)\$" 1 \
      --gpu-info --gpu-backend host
   file=$(sed -n "s/^library $name: \(\/[^,]*\).*/\1/p" "$out")
   test -z "$file" || test -e "$file" || fail "--gpu-info: no $file"
done
expect 0 '^library LAPACK: /.*, version ..*$' 1 --gpu-info --gpu-backend host
expect 0 '^library CHOLMOD: /.*, version [0-9.]*$' 1 --gpu-info \
   --gpu-backend host
# The exit status is 0 only if all that was asked for is there.
expect 1 '^in use: none' 1 --gpu-info --gpu-device 30
expect 1 '^in use: none' 1 --gpu-info --gpu-device 0,30
expect 1 '^in use: none' 1 --gpu-info --gpu-device 30 --mps "$plan"
expect 1 '^OPTIMAL\|^ITERATION' 0 --gpu-info --gpu-device 30 --mps "$plan"
expect 1 '^libgpuinv ' 0 --gpu-info --gpu-form round

# No file is touched, with a model or without; the exit status is right.
mkdir -p "$work/kept" && for f in out res log; do echo kept >"$work/kept/$f"; done
expect 0 '^libgpuinv ' 1 --gpu-info --gpu-backend host --mps "$plan" \
   -o "$work/kept/out" -w "$work/kept/res" --log "$work/kept/log"
cat >"$work/kept/m.mod" <<END
var x >= 0, <= 1; maximize f: x; s.t. c: x <= 2; solve;
printf "x\n" > "$work/kept/out"; end;
END
expect 0 '^libgpuinv ' 1 --gpu-info --gpu-backend host --math "$work/kept/m.mod"
for f in out res log; do
   test "$(cat "$work/kept/$f")" = kept || fail "--gpu-info has touched -$f"
done
rm -rf "$work/kept"

# --gpu-info shows what would be done with a model, without doing it.
estimate="--gpu-info --gpu-backend host --mps $plan --nopresol"
# One row is an equation; in tableau form its slack, nonbasic, is left out.
for form in 'tableau form, 7 by 6' 'inverse form, 7 by 7'; do
   # shellcheck disable=SC2086
   expect 0 "^GPU: $form, dense basis, K = [0-9]*, .* MB: asked for" \
      1 $estimate --gpu-form "${form%% *}"
done
for how in '--gpu-form tableau' --interior; do
   # shellcheck disable=SC2086
   expect 0 '^ITERATION LIMIT EXCEEDED' 1 $estimate $how
   # shellcheck disable=SC2086
   expect 0 '^libgpuinv ' 1 $estimate $how
   # shellcheck disable=SC2086
   expect 0 "$optimal" 0 $estimate $how
done
# shellcheck disable=SC2086
expect 0 '^GPU: normal equations: ' 1 $estimate --interior
expect 0 '^INTEGER OPTIMAL' 0 --gpu-info --math "$src/examples/food2.mod"
expect 0 '^GPU: no simplex engine: problems of' 1 --gpu-info \
   --gpu-backend host --max --mps "$src/examples/murtagh.mps"
expect 1 "^Invalid --gpu 'no'" 1 --gpu=no --gpu=off --mps "$plan"

# environment
export GLP_GPU
GLP_GPU=only
expect 0 "$inverse" 1 --gpu-form none --mps "$plan"
expect 0 '^GPU' 0 --version
expect 0 '^GPU:' 0 --gpu=off --mps "$plan"
for GLP_GPU in off auto ''; do
   expect 0 '^GPU:' 0 --mps "$plan"
done
GLP_GPU=Only
expect 0 '^GPU: GLP_GPU is none of off, auto, only, steady' 1 --mps "$plan"
expect 0 '^GPU' 0 --version
expect 0 "$optimal" 1 --mps "$plan"
unset GLP_GPU

# Libraries that are missing, or not ours, are reported.
(
   export GPUINV_LIBRARY=/nonexistent/libgpuinv.so
   expect 0 '^GPU: .*/nonexistent/libgpuinv.so.*; using the CPU$' 1 \
      --gpu=only --mps "$plan"
   expect 0 "$optimal" 1 --gpu=only --mps "$plan"
   expect 1 '/nonexistent/libgpuinv.so' 1 --gpu-info
   expect 0 '^GPU:' 0 --mps "$plan"
   GPUINV_LIBRARY=$build/src/.libs/libglpk.so.40
   expect 0 '^GPU: GPUINV_LIBRARY is not the GPU support library; using' 1 \
      --gpu=only --mps "$plan"
   test "$failures" -eq 0
) || failures=$((failures + 1))

rm -f "$out"
finish
