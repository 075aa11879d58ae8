#!/bin/sh
# lies.sh (what rests on wrong solutions with the basis matrix leaves nowhere)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# FTRANs and BTRANs are wrong beyond the library's own check.  GLPK must end as
# it does alone: optimal, infeasible or unbounded, with and without integers.

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock
unset GLP_GPU

area=$work/lies
rm -rf "$area" && mkdir -p "$area" && cd "$area" || exit 1
build_faulty
write_infeasible
cp "$src/examples/plan.mps" "$src/examples/maxcut.mod" .
cat >unbounded.lp <<END
maximize obj: x + y - 2 z
subject to
 a: x - y - z <= 4
 b: 2 x - y + z >= -6
 c: x + y - 3 z >= 2
end
END
# The left-hand side of row a is even; relaxations have solutions.
cat >even.lp <<END
minimize obj: x + y + z
subject to
 a: 2 x + 2 y + 4 z = 7
 b: x - y + z <= 3
 c: x + 3 y >= 1
bounds
 x <= 3
 y <= 3
 z <= 3
integer
 x
 y
 z
end
END

# answer FILE: what it is said to be, with the value of an optimum
answer() {
   awk '$1 == "s" {
      stat = $5 ($2 == "bas" ? $6 : "")
      if (stat ~ /^n/) print "infeasible"
      else if (stat ~ /n$/) print "unbounded"
      else if (stat ~ /^ff$|^o$/) printf "optimal %.7g\n", $NF
      else print stat }' "$1"
}

runs=0
# solve MODEL OPTION...: solves by stock and with each of $lies
solve() {
   model=$1
   shift
   kind=$(input_option "$model")
   rm -f old.sol
   "$stock_glpsol" "$kind" "$model" "$@" -w old.sol >old.log 2>&1 ||
      fail "stock fails on $model"
   for lie in $lies; do
      FAULTY="lie $(echo "$lie" | tr : ' ')"
      runs=$((runs + 1))
      rm -f new.sol
      GPUINV_LIBRARY=$area/faulty.so "$GLPSOL" --gpu=only --gpu-form none \
         "$kind" "$model" "$@" -w new.sol >new.log 2>&1 ||
         fail "$FAULTY: exit status $? on $model $*: $(tail -n 3 new.log)"
      test "$(answer new.sol)" = "$(answer old.sol)" ||
         fail "$FAULTY: $model $*: $(answer new.sol), not $(answer old.sol)"
   done
}

# A plus sign means once.  Some lies for good make GLPK's own loop pivot for
# ever; they are not among these.
lies='1:1+ 3:1+ 1:2+ 3:2+ 1:3+ 3:3+ 5:3+ 7:3+ 1:5+ 3:5+ 1:5 1:6+ 3:6+ 1:6'
for how in '--nopresol --primal' '--nopresol --dual' --presol; do
   for model in plan.mps infeasible.lp unbounded.lp; do
      # shellcheck disable=SC2086
      solve $model $how
   done
done
lies='5:1+ 1:1 1:2+ 20:2+ 10:3+ 1:5 10:6+ 1:6'
for how in --intopt '--nopresol --primal' --cuts '--nopresol --dual'; do
   for model in maxcut.mod even.lp; do
      # shellcheck disable=SC2086
      solve $model $how
   done
done
# What is not a number is not optimal, if the library does not judge either.
lies='1:4+ 3:4+ 1:4'
solve plan.mps --dual --nopresol
echo "$runs runs"
cd "$work" && rm -rf "$area"
finish
