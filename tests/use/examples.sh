#!/bin/sh
# examples.sh (every example runs, with and without the GPU mode)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# An example whose program is missing is left out, with a message.

set -u
. "$abs_top_srcdir/tests/use/common.sh"
here=$abs_top_srcdir/examples
models=$build/glpk/src/examples
ran=0 left=

# same OBJECTIVE COMMAND...: checks the first line "objective ..." in each mode
same() {
   wanted=$1
   shift
   for mode in off auto only; do
      "$run" --mode $mode "$@" >"$work/out" 2>&1 ||
         fault "$*, mode $mode: exit status $?: $(tail -n 3 "$work/out")"
      found=$(sed -n 's/^objective \([^,]*\).*/\1/p' "$work/out" | sed 1q)
      awk -v a="$found" -v b="$wanted" 'BEGIN { d = a - b; d = d < 0 ? -d : d
         s = b < 0 ? -b : b; exit !(a != "" && d <= 1e-6 * (s > 1 ? s : 1)) }' ||
         fault "$*, mode $mode: objective '$found', expected $wanted"
   done
   ran=$((ran + 1))
}

# optional NAME OBJECTIVE COMMAND...: if NAME, a command line, succeeds
optional() {
   condition=$1
   shift
   if sh -c "$condition" >/dev/null 2>&1; then
      same "$@"
   else
      left="$left, ${condition%% >*}"
   fi
}

for name in dense interior warm tree; do
   compile $name "$here/$name.c"
done
# dense.c asks for the GPU itself, so the modes of the environment have no
# effect.
LD_LIBRARY_PATH=$work/lib "$work/dense" >"$work/dense.out" 2>&1 ||
   fault "dense: $(tail -n 3 "$work/dense.out")"
grep -q '^GPU: ' "$work/dense.out" || fault "dense.c asks for no GPU"
same "$(sed -n 's/^objective //p' "$work/dense.out")" "$work/dense"
same 296.216606 "$work/interior" "$models/plan.mps"
same 296.216606 "$work/warm" "$models/plan.mps"
same 8 "$work/tree" "$models/queens.mod"
same 8.5971223 glpsol --math "$here/diet.mod"
optional "octave --version" 733.333333 octave -q "$here/lp.m"
optional "Rscript -e 'library(Rglpk)'" 733.333333 Rscript "$here/lp.R"
for module in swiglpk cvxopt pulp cobra; do
   python=python3  # the distribution's has modules that another may lack
   $python -c "import $module" 2>/dev/null || python=/usr/bin/python3
   optional "$python -c 'import $module'" \
      "$([ $module = cobra ] && echo 16 || echo 733.333333)" \
      $python "$here/lp_$module.py"
done
echo "$ran examples ran${left:+; not there: ${left#, }}"
[ "$failed" -eq 0 ]
