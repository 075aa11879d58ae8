#!/bin/sh
# faults.sh (no fault of the library costs more than time)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock
unset GLP_GPU

area=$work/faults
rm -rf "$area" && mkdir -p "$area" && cd "$area" || exit 1
build_faulty
cp "$src/examples/plan.mps" "$src/examples/murtagh.mps" \
   "$src/examples/dist.mod" .
# The reduced cost of x has the wrong sign; GLPK's tests accept that.
cat >wide.lp <<END
minimize obj: y + z - 5e-8 x
subject to
 a: y + z >= 1
 b: x + w <= 0
bounds
 x <= 8e6
end
END

# run MODEL OPTION...: solves with the fault
run() {
   rm -f new.sol
   GPUINV_LIBRARY=$area/faulty.so "$GLPSOL" --gpu=only --gpu-form "$form" \
      "$(input_option "$1")" "$@" -w new.sol >new.log 2>&1 ||
      fail "$FAULTY: exit status $? on $*: $(tail -n 3 new.log)"
}

# solve MODEL OPTION...: the same, and by stock, with the same answer
solve() {
   run "$@"
   rm -f old.sol
   "$stock_glpsol" "$(input_option "$1")" "$@" -w old.sol >old.log 2>&1 ||
      fail "stock fails on $1"
   same_objective old.sol new.sol ||
      fail "$FAULTY: $*: $(objective new.sol), not $(objective old.sol)"
}

said() { grep -c '^GPU: .*; using the \(CPU\|simplex method\)$' new.log; }

models=0
form=none
for model in plan.mps murtagh.mps dist.mod; do
   goal=--min
   test $model = murtagh.mps && goal=--max
   for how in '--presol --primal' '--nopresol --dual'; do
      models=$((models + 1))
      # Errors are reported once and the CPU goes on: 5..11 of gpuinv.h.
      for FAULTY in 'basis_create 1 8' 'begin 1 8' 'begin 1 9' \
         'column 1 6' 'column 7 9' 'factorize 1 10' 'factorize 1 11' \
         'ftran 1 10' 'ftran 3 6+' 'ftran 5 8' 'btran 1 10' 'btran 2 6+' \
         'btran 4 8'; do
         # shellcheck disable=SC2086
         solve $model $goal $how
         test "$(said)" -eq 1 ||
            fail "$FAULTY: said $(said) times on $model $how"
      done
      # Outcomes, and updates that fail, give no message.
      for FAULTY in 'factorize 1 1' 'factorize 1 2' 'factorize 2 1+' \
         'update 1 1' 'update 1 2' 'update 2 3' 'update 3 4' 'update 1 4+' \
         'update 2 10+' 'update 1 5+'; do
         # shellcheck disable=SC2086
         solve $model $goal $how
         test "$(said)" -eq 0 || fail "$FAULTY: said something on $model $how"
      done
   done
done
echo "$models models and methods, 23 faults each"

# The engine reports a failure once; impossible calls are not reported.
form=tableau
for how in '--presol --primal' '--nopresol --dual'; do
   for FAULTY in 'engine_start 1 5' 'engine_start 1 6' 'engine_start 1 9' \
      'engine_result 1 6' 'engine_result 1 9' 'engine_result 1 10' \
      'engine_result 1 11' 'problem 1 1' 'problem 1 2' 'problem 1 3'; do
      # shellcheck disable=SC2086
      solve plan.mps $how
      test "$(said)" -eq 1 || fail "$FAULTY: said $(said) times, $how"
   done
   for FAULTY in 'engine_start 1 8' 'engine_result 1 1' 'engine_result 1 8' \
      'proposal 1 2' 'proposal 1 3' 'problem 1 5' 'problem 1 6'; do
      # shellcheck disable=SC2086
      solve plan.mps $how
      test "$(said)" -eq 0 || fail "$FAULTY: said something, $how"
   done
done
# The engine's matrix turns to NaN while it works, reported or not.
FAULTY='problem 1 4'
for model in plan.mps murtagh.mps dist.mod; do
   goal=--min
   test $model = murtagh.mps && goal=--max
   solve $model $goal --nopresol --primal
   solve $model $goal --nopresol --dual
done
# A result that is not a basis is refused.
for FAULTY in 'proposal 1 1' 'proposal 1 4' 'proposal 1 5' 'proposal 1 6'; do
   for how in '--presol --primal' '--nopresol --dual'; do
      # shellcheck disable=SC2086
      solve plan.mps $how
      grep -q '^GPU: result is not a basis; using the CPU$' new.log ||
         fail "$FAULTY: $(cat new.log)"
   done
done

# A basis that is primal, but not dual feasible goes to the primal simplex.
FAULTY='proposal 1 8'
solve murtagh.mps --max --std --nopresol --dual
grep -q '^\*.* inf =' new.log && ! grep -q '^#\|sum =' new.log ||
   fail "$FAULTY: $(cat new.log)"

# A start that is not a basis is refused.
for FAULTY in 'start 1 1' 'start 1 2'; do
   for how in '--presol --primal' '--nopresol --dual'; do
      # shellcheck disable=SC2086
      solve plan.mps $how
   done
done

# After an engine's result GLPK factorizes a sparse basis, which it keeps for
# ranges: the library's inverse is not called.
for model in plan.mps murtagh.mps dist.mod; do
   goal=--min
   test $model = murtagh.mps && goal=--max
   for FAULTY in 'ftran 1 10' 'btran 1 10'; do
      solve $model $goal --nopresol --ranges ranges.txt
      grep -q '^GPU: [0-9]* pivots in .*, optimal$' new.log ||
         fail "$FAULTY: no result of an engine on $model: $(cat new.log)"
      test "$(said)" -eq 0 || fail "$FAULTY: said something on $model"
   done
done

# Interior point: failures, and points that are not what they claim to be.
for FAULTY in 'interior_create 1 9' 'interior_step 1 10' 'interior_step 5 11' \
   'interior_result 1 9' 'point 1 1' 'point 1 2' 'point 1 3' 'point 1 4' \
   'point 1 5' 'point 1 6'; do
   solve plan.mps --interior
   test "$(said)" -eq 1 || fail "$FAULTY: said $(said) times, $(cat new.log)"
done

# If the library does not judge, GLPK does.
for FAULTY in 'kkt 1 9' 'kkt 2 11+' 'review 1 9' 'review 2 11' \
   'dual_start 1 9'; do
   for how in '--presol --primal' '--nopresol --dual' --interior; do
      # shellcheck disable=SC2086
      solve plan.mps $how
      grep -q '^OPTIMAL' new.log || fail "$FAULTY: $how: $(cat new.log)"
   done
done
# What GLPK's tests accept stays accepted wherever a search for more fails.
for count in 1 2 3 4 5 6 7 8 9; do
   FAULTY="review $count 9"
   for how in --primal --dual; do
      solve wide.lp --nopresol "$how"
      grep 'not optimal' new.log && fail "$FAULTY: $how: $(cat new.log)"
   done
done
# After a refinement and after a search there is another solution to judge.
for FAULTY in 'verdict 1 9' 'verdict 3 9' 'verdict 4 9'; do
   for how in --primal --dual; do
      run wide.lp --nopresol "$how"
      grep -q 'not optimal (error = 1.0e+00)$' new.log &&
         grep -q '^s bas 2 4 f i ' new.sol ||
         fail "$FAULTY: $how: $(cat new.log)"
   done
done

FAULTY='load 1 1'
solve plan.mps
grep -q '^GPU: library has unsuitable version; using the CPU$' new.log ||
   fail "version mismatch: $(grep GPU: new.log)"
cd "$work" && rm -rf "$area"
finish
