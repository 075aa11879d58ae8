#!/bin/sh
# engine.sh (the simplex engine proposes, GLPK certifies, in every mode)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# GLPK's examples, and the smallest Netlib problems if $GPUINV_NETLIB names
# their folder, must have the same status and objective as with stock.

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock
unset GLP_GPU

area=$work/engine
rm -rf "$area" && mkdir -p "$area" && cd "$area" || exit 1

tableau='--gpu=only --gpu-form tableau --gpu-backend host'
inverse='--gpu=only --gpu-form inverse --gpu-backend host'

# stock MODEL OPTION...: solves by stock into old.sol
stock() {
   rm -f old.sol
   "$stock_glpsol" "$@" -w old.sol >old.log 2>&1 ||
      fail "stock fails on $*"
}

# same MODE OPTION...: compares the patched glpsol in this mode with old.sol
same() {
   mode=$1
   shift
   rm -f new.sol
   # shellcheck disable=SC2086
   timeout 300 "$GLPSOL" $mode "$@" -w new.sol >new.log 2>&1 ||
      fail "$mode $*: exit status $?: $(tail -n 3 new.log)"
   same_objective old.sol new.sol ||
      fail "$mode $*: $(objective new.sol), stock: $(objective old.sol)"
   grep -qE 'using the CPU|block\(s\) were lost' new.log &&
      fail "$mode $*: $(grep -E 'using the CPU|were lost' new.log)"
}

# ran FORM: checks that the engine solved once in this form and said so
ran() {
   test "$(grep -c "^GPU: $1 form, " new.log)" -eq 1 ||
      fail "$1: $(grep GPU: new.log)"
   test "$(grep -c '^GPU: .* pivots in .*, optimal$' new.log)" -eq 1 ||
      fail "optimal: $(grep GPU: new.log)"
   test "$(grep -c '^GPU: simplex on host (LAPACK)$' new.log)" -eq 1 ||
      fail "back end: $(grep GPU: new.log)"
}

# --- examples of GLPK, linear programs with each method
runs=0
for model in diet dist food food2 prod transp plan murtagh; do
   for file in "$src/examples/$model".*; do
      case $file in *.mod | *.mps | *.lp) ;; *) continue ;; esac
      goal=
      test $model = murtagh && goal=--max
      for how in '--presol --primal' '--nopresol --primal --nosteep' \
         '--nopresol --dual' '--nopresol --dual --flip' '--nopresol --std' \
         '--presol --dual --noscale'; do
         # shellcheck disable=SC2086
         stock "$(input_option "$file")" "$file" $goal $how
         # shellcheck disable=SC2086
         for mode in "$tableau" "$inverse" --gpu=only --gpu=auto; do
            same "$mode" "$(input_option "$file")" "$file" $goal $how
            runs=$((runs + 1))
         done
      done
   done
done
echo "$runs runs of examples"
test $runs -ge 200 || fail "only $runs runs"

# --- messages
plan=$src/examples/plan.mps
stock --mps "$plan" --nopresol
for how in --primal --dual; do
   same "$tableau" --mps "$plan" --nopresol $how
   ran tableau
   same "$inverse" --mps "$plan" --nopresol $how
   ran inverse
done
same '--gpu=only --gpu-form none' --mps "$plan" --nopresol
grep -q '^GPU: simplex on' new.log && fail "an engine with --gpu-form none"
same --gpu=auto --mps "$plan" --nopresol
grep -q '^GPU:' new.log && fail "auto: $(grep GPU: new.log)"

write_infeasible
cat >unbounded.lp <<END
maximize obj: x + y
subject to
 a: x - y <= 1
 b: x - 2 y >= -8
bounds
 y free
end
END
# Without an optimum the final basis, and so the rest, may differ.
primal_status() { awk '$1 == "s" { print $5 }' "$1"; }
for how in --primal --dual; do
   for model in infeasible unbounded; do
      stock --lp $model.lp --nopresol $how
      # shellcheck disable=SC2086
      "$GLPSOL" $tableau --lp $model.lp --nopresol $how -w new.sol \
         >new.log 2>&1 || fail "$model: exit status $?"
      test "$(primal_status old.sol)" = "$(primal_status new.sol)" ||
         fail "$model: $(cat old.sol new.sol)"
      grep -q '^GPU: .* pivots' new.log || fail "$model: $(cat new.log)"
   done
done

# Limits are reported by GLPK.
# shellcheck disable=SC2086
"$GLPSOL" $tableau --mps "$src/examples/murtagh.mps" --max --nopresol \
   --tmlim 0 >new.log 2>&1
grep -q '^TIME LIMIT EXCEEDED' new.log ||
   fail "time limit: $(tail -n 5 new.log)"

# --- the start: standard basis if the problem is wide and it is dual feasible
# wide COST COLUMNS: writes an LP whose twelve rows are each covered by one
# column at 20, or by one that covers two; column x5 has this cost.
wide() {
   awk -v cost="$1" -v n="$2" 'BEGIN {
      print "NAME wide"; print "ROWS"; print " N cost"
      for (i = 0; i < 12; i++) print " E r" i
      print "COLUMNS"
      for (j = 0; j < n; j++) {
         p = j % 12; q = (p + 1 + int(j / 12) % 11) % 12
         c = j == 5 ? cost : j < 12 ? 20 : 3 + j * 7 % 11
         print " x" j, "cost", c, "r" p, 1
         if (j >= 12) print " x" j, "r" q, 1
      }
      print "RHS"
      for (i = 0; i < 12; i++) print " b r" i, 1
      print "BOUNDS"
      for (j = 0; j < n; j++) print " UP b x" j, 1
      print "ENDATA"
   }' >wide.mps
}
# cost, columns, whether mode only starts from the standard basis
for case in '20 240 yes' '-1 240 no' '20 100 no'; do
   # shellcheck disable=SC2086
   set -- $case
   wide "$1" "$2"
   stock --freemps wide.mps --nopresol
   same "$tableau" --freemps wide.mps --nopresol
   ran tableau
   word=yes
   grep -q '^Constructing initial basis' new.log && word=no
   test $word = "$3" || fail "wide: $case: $(cat new.log)"
   grep -q '^Constructing initial basis' old.log || fail "$(cat old.log)"
done

# --- Netlib
count=0
if test -d "${GPUINV_NETLIB:-}/feasible"; then
   # The smallest files are among the smallest problems.
   for file in $(ls -Sr "$GPUINV_NETLIB"/feasible/*.mps.gz | head -n 22); do
      for how in --primal --dual; do
         stock --freemps "$file" --nopresol $how
         same "$tableau" --freemps "$file" --nopresol $how
         ran tableau
         same "$inverse" --freemps "$file" --nopresol $how
         ran inverse
         count=$((count + 2))
      done
   done
   test $count -ge 80 || fail "only $count runs of Netlib problems"
fi
echo "$count runs of Netlib problems"
test "$failures" -ne 0 || { cd "$work" && rm -rf "$area"; }
finish
