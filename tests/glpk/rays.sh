#!/bin/sh
# rays.sh (rays of the library prove that there is no solution, or nothing)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A ray that the library got wrong changes no answer.  Netlib's infeasible
# problems, if $GPUINV_NETLIB names their folder, stay infeasible, and rays
# prove that of most.

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock
unset GLP_GPU

area=$work/rays
rm -rf "$area" && mkdir -p "$area" && cd "$area" || exit 1
build_faulty
write_infeasible
cat >unbounded.lp <<END
maximize obj: x + y - 2 z
subject to
 a: x - y - z <= 4
 b: 2 x - y + z >= -6
 c: x + y - 3 z >= 2
end
END
cp "$src/examples/plan.mps" .
crossover='--gpu=only --gpu-form crossover --gpu-backend host'

# answer LOG: what glpsol says in the end
answer() {
   grep -oE 'OPTIMAL|HAS NO|UNBOUNDED' "$1" |
      sed -e 's/HAS NO/none/' -e 's/UNBOUNDED/none/' | tail -n 1
}

runs=0
for model in plan.mps infeasible.lp unbounded.lp; do
   for how in '--nopresol --primal' '--nopresol --dual' --presol; do
      # shellcheck disable=SC2086
      "$stock_glpsol" "$(input_option $model)" $model $how >old.log 2>&1
      for ray in 1 2 3 4 5 6; do
         FAULTY="ray 1 $ray"
         # shellcheck disable=SC2086
         GPUINV_LIBRARY=$area/faulty.so "$GLPSOL" $crossover \
            "$(input_option $model)" $model $how >new.log 2>&1 ||
            fail "$FAULTY: exit status $? on $model $how"
         test "$(answer new.log)" = "$(answer old.log)" ||
            fail "$FAULTY: $model $how: $(cat new.log)"
         runs=$((runs + 1))
      done
   done
done
echo "$runs runs with wrong rays"

count=0
proven=0
if test -d "${GPUINV_NETLIB:-}/infeasible"; then
   for file in "$GPUINV_NETLIB"/infeasible/*.mps.gz; do
      kind=--freemps
      test "$(basename "$file")" = pang.mps.gz && kind=--mps
      for how in --presol '--nopresol --primal' '--nopresol --dual'; do
         # shellcheck disable=SC2086
         timeout 300 "$GLPSOL" $crossover $kind "$file" $how >new.log 2>&1
         test "$(answer new.log)" = none || fail "$file $how: $(cat new.log)"
         grep -q '^GPU: .* a ray: no' new.log &&
            ! grep -q 'no proof' new.log && proven=$((proven + 1))
         count=$((count + 1))
      done
   done
   test $proven -ge 54 || fail "only $proven of $count proven by a ray"
fi
echo "$count runs of Netlib problems, $proven proven by rays"
test "$failures" -ne 0 || { cd "$work" && rm -rf "$area"; }
finish
