#!/bin/sh
# interior.sh (glpsol --interior, with the library and without)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Of GLPK's examples, and the smallest Netlib problems if $GPUINV_NETLIB names
# their folder: mode off is stock's interior point byte for byte; with the
# library, status and objective are those of stock's simplex.

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock
unset GLP_GPU

area=$work/interior
rm -rf "$area" && mkdir -p "$area" && cd "$area" || exit 1

# run GLPSOL PREFIX OPTION...: leaves log, report and solution of one run
run() {
   program=$1
   prefix=$2
   shift 2
   rm -f out.txt sol.txt
   timeout 300 "$program" "$@" -o out.txt -w sol.txt >log.txt 2>&1
   echo "exit status $?" >>log.txt
   sed -e '/^Time used:/d' -e '/^Memory used:/d' log.txt >"$prefix.log"
   for kind in out sol; do
      test ! -f $kind.txt || mv $kind.txt "$prefix.$kind"
   done
}

# as_stock OPTION...: checks that nothing differs without --gpu
as_stock() {
   rm -f old.* new.*
   run "$stock_glpsol" old "$@" --interior
   run "$GLPSOL" new "$@" --interior
   for kind in log out sol; do
      test -f old.$kind || test -f new.$kind || continue
      cmp old.$kind new.$kind || fail "$* --interior: $kind differs"
   done
}

# values FILE: prints status and objective of either kind of solution file
values() {
   awk '$1 == "s" { print ($5 == "f" || $5 == "o" ? "o" : "n"), $NF }' "$1"
}

# optimal OPTION...: checks that the library finds what stock's simplex finds
optimal() {
   rm -f old.* new.*
   run "$stock_glpsol" old "$@"
   # shellcheck disable=SC2086
   run "$GLPSOL" new "$@" $gpu
   grep -q '^GPU: interior point on host' new.log ||
      fail "$* $gpu: $(cat new.log)"
   grep -qE '; using the |were lost|^Working LP' new.log &&
      fail "$* $gpu: $(grep -E 'GPU:|were lost|^Working' new.log)"
   { values old.sol; values new.sol; } | awk '
      { stat[NR] = $1; obj[NR] = $2 }
      END {
         d = obj[1] - obj[2]; if (d < 0) d = -d
         s = obj[1] < 0 ? -obj[1] : obj[1]; if (s < 1) s = 1
         exit !(NR == 2 && stat[1] == "o" && stat[2] == "o" && d <= 1e-6 * s)
      }' || fail "$* $gpu: $(values new.sol), stock: $(values old.sol)"
}

# --- examples
runs=0
for model in diet dist food2 prod transp plan murtagh cplex; do
   for file in "$src/examples/$model".*; do
      case $file in *.mod | *.mps | *.lp) ;; *) continue ;; esac
      goal=
      test $model = murtagh && goal=--max
      # shellcheck disable=SC2086
      as_stock "$(input_option "$file")" "$file" --nomip $goal
      for precision in auto double mixed; do
         gpu="--interior --gpu --gpu-backend host --gpu-precision $precision"
         # shellcheck disable=SC2086
         optimal "$(input_option "$file")" "$file" --nomip $goal
         runs=$((runs + 1))
      done
   done
done
gpu='--interior --gpu --gpu-backend host'
echo "$runs runs of examples"
test $runs -ge 24 || fail "only $runs runs"

# --- the solution file is stock's: written, read and written again
plan=$src/examples/plan.mps
optimal --mps "$plan"
cp new.sol first.sol
"$stock_glpsol" --interior --mps "$plan" -r first.sol -w again.sol \
   >log.txt 2>&1 || fail "stock does not read the solution: $(cat log.txt)"
cmp first.sol again.sol || fail "stock writes another solution"

# --- statuses
write_infeasible
cat >unbounded.lp <<END
maximize obj: x + y
subject to
 a: x - y <= 1
end
END
for model in infeasible unbounded; do
   # shellcheck disable=SC2086
   run "$GLPSOL" new --lp $model.lp $gpu
   grep -q '^s ipt .* n ' new.sol || fail "$model: $(cat new.log)"
   grep -q '^PROBLEM HAS NO .* FEASIBLE SOLUTION$' new.log ||
      fail "$model: $(cat new.log)"
done
# shellcheck disable=SC2086
run "$GLPSOL" new --mps "$plan" $gpu --tmlim 0
grep -q '^TIME LIMIT EXCEEDED' new.log || fail "time limit: $(cat new.log)"

# --- options
for word in half ''; do
   # shellcheck disable=SC2086
   "$GLPSOL" $gpu --mps "$plan" "--gpu-precision=$word" >log.txt 2>&1 &&
      fail "--gpu-precision=$word is taken"
   grep -q "^Invalid --gpu-precision '$word'" log.txt ||
      fail "--gpu-precision=$word: $(cat log.txt)"
done
# nnz_l OPTION: prints nnz(L) of an ordering
nnz_l() {
   "$GLPSOL" --nomip --math "$src/examples/dist.mod" $gpu "$1" 2>&1 |
      sed -n 's/^GPU: normal equations.* sparse: nnz(L) = \([0-9]*\),.*/\1/p'
}
natural=$(nnz_l --nord)
degrees=$(nnz_l --qmd)
test "$natural" -gt "$degrees" && test "$(nnz_l --amd)" -le "$degrees" ||
   fail "orderings: nnz(L) $natural, $degrees, $(nnz_l --amd)"
GLP_GPU=only "$GLPSOL" --interior --mps "$plan" >log.txt 2>&1
grep -q '^GPU: interior point on' log.txt || fail "GLP_GPU: $(cat log.txt)"
GLP_GPU=only "$GLPSOL" --interior --gpu=off --mps "$plan" >log.txt 2>&1
grep -q '^GPU:' log.txt && fail "--gpu=off: $(cat log.txt)"
# A device that does not exist is reported once; GLPK's own method goes on.
run "$GLPSOL" new --interior --gpu --gpu-device 30 --mps "$plan"
test "$(grep -c '^GPU: .*; using the CPU$' new.log)" -eq 1 ||
   fail "no device: $(cat new.log)"
grep -q '^OPTIMAL SOLUTION FOUND$' new.log || fail "no device: $(cat new.log)"

# --- crossover: a basic solution, from which stock has nothing left to do
# vertex OPTION...: compares every mode with stock's simplex
vertex() {
   for mode in '' '--gpu=off' '--gpu=only --gpu-backend host'; do
      rm -f old.* new.*
      run "$stock_glpsol" old "$@"
      # shellcheck disable=SC2086
      run "$GLPSOL" new "$@" --interior --crossover $mode
      same_objective old.sol new.sol ||
         fail "$* --crossover $mode: $(objective new.sol), stock:" \
            "$(objective old.sol)"
      grep -qE '; using the |were lost' new.log &&
         fail "$* --crossover $mode: $(cat new.log)"
      grep -q '^GPU: crossover: .* interior point iterations' new.log ||
         fail "$* --crossover $mode: $(cat new.log)"
      "$stock_glpsol" "$@" --nopresol --ini new.sol >log.txt 2>&1
      grep -qE '^[*#] *0: obj' log.txt && ! grep -qE '^[*#] *[1-9]' log.txt ||
         fail "$* --crossover $mode: pivots are left: $(cat log.txt)"
   done
}
for model in plan.mps prod.mod diet.mod; do
   vertex "$(input_option $model)" "$src/examples/$model" --nomip
done
for model in infeasible unbounded; do
   run "$GLPSOL" new --lp $model.lp --crossover
   grep -q '^s bas ' new.sol || fail "$model --crossover: $(cat new.log)"
done
"$GLPSOL" --crossover --mps "$plan" --ranges ranges.txt >log.txt 2>&1
grep -q 'SENSITIVITY ANALYSIS REPORT' ranges.txt ||
   fail "--crossover --ranges: $(cat log.txt)"
# Without the library, and with faults of it, the simplex method answers.
GPUINV_LIBRARY=/nowhere/libgpuinv.so run "$GLPSOL" new --mps "$plan" --crossover
grep -q '^s bas .* f f 296.21' new.sol || fail "no library: $(cat new.log)"

# --- faults of the library
build_faulty
for FAULTY in 'interior_create 1 8' 'interior_create 1 9' \
   'interior_step 1 10' 'interior_step 4 9' 'interior_result 1 11'; do
   # shellcheck disable=SC2086
   GPUINV_LIBRARY=$area/faulty.so run "$GLPSOL" new --mps "$plan" $gpu
   test "$(grep -c '^GPU: injected fault; using the CPU$' new.log)" -eq 1 ||
      fail "$FAULTY: $(cat new.log)"
   grep -q '^Working LP' new.log || fail "$FAULTY: $(cat new.log)"
   grep -q '^s ipt .* o 296.21' new.sol || fail "$FAULTY: $(cat new.sol)"
   grep -q 'were lost' new.log && fail "$FAULTY: $(cat new.log)"
done

for FAULTY in 'engine_start 1 8' 'engine_start 1 9' 'engine_result 1 6' \
   'engine_result 1 10' 'proposal 1 1' 'proposal 1 2' 'proposal 1 5'; do
   GPUINV_LIBRARY=$area/faulty.so run "$GLPSOL" new --mps "$plan" --crossover
   grep -q '^s bas .* f f 296.21' new.sol ||
      fail "$FAULTY --crossover: $(cat new.log)"
   grep -q 'were lost' new.log && fail "$FAULTY --crossover: $(cat new.log)"
done

# --- Netlib
count=0
if test -d "${GPUINV_NETLIB:-}/feasible"; then
   for file in $(ls -Sr "$GPUINV_NETLIB"/feasible/*.mps.gz | head -n 22); do
      optimal --freemps "$file"
      count=$((count + 1))
   done
   test $count -ge 20 || fail "only $count runs of Netlib problems"
fi
echo "$count runs of Netlib problems"
test "$failures" -ne 0 || { cd "$work" && rm -rf "$area"; }
finish
