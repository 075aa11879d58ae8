#!/bin/sh
# never-slower.sh (the table of mode only beside stock tells what is beyond)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
fault() {
   echo "FAILED: $*"
   failed=$((failed + 1))
}
python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null 2>&1; then
   echo 'no Python'
   exit 77
fi
table=$abs_top_srcdir/netlib/never-slower.py

# fake NAME LINES-OF-PYTHON: a glpsol that answers, and does this before
fake() {
   printf '#!/bin/sh\nexec "%s" -S -c "%s\nprint('"'%s'"')"\n' "$python" "$2" \
      "${3:-OPTIMAL LP SOLUTION FOUND}" >"$work/$1"
   chmod +x "$work/$1"
}
fake stock ''
fake alike ''
fake slow 'sum(range(10**8))'
fake large 'x = bytearray(300 << 20)'
fake wrong '' 'PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION'
touch "$work/a.mps" "$work/b.txt"

# verdict OURS STATUS WORD: what the table says of the only model
verdict() {
   "$python" "$table" --stock "$work/stock" --ours "$work/$1" --threads 1 \
      --add 400 "$work/a.mps" "$work/b.txt" >"$work/out" 2>"$work/err"
   status=$?
   said=$(awk '$1 == "a.mps" { print $11 }' "$work/out")
   [ "$status $said" = "$2 $3" ] || {
      fault "$1: $status $said, expected $2 $3"
      cat "$work/out" "$work/err"
   }
   grep -q '^# 1 runs' "$work/out" || fault "$1: another file counts"
}
verdict alike 0 -
verdict slow 1 slower
verdict large 1 memory
verdict wrong 1 answer

# The real ones, on models of GLPK's, give the same answers.
glpsol=$abs_top_builddir/glpk/build/examples/glpsol
"$python" "$table" --stock "$glpsol" --ours "$glpsol" --threads 1 --repeat 1 \
   --add 400 "$abs_top_builddir/glpk/src/examples/plan.mps" \
   "$abs_top_builddir/glpk/src/examples/plan.lp" \
   "$abs_top_builddir/glpk/src/examples/diet.mod" >"$work/out" 2>&1 ||
   { fault 'glpsol beside itself'; cat "$work/out"; }
[ "$(grep -c ' optimal ' "$work/out")" -eq 3 ] || fault 'not three optima'

# The LPs of kinds.py are the same each time, and one of them is solved.
kinds=$abs_top_srcdir/netlib/kinds.py
for folder in kinds again; do
   "$python" "$kinds" "$work/$folder" || fault 'kinds.py'
done
diff -r "$work/kinds" "$work/again" >/dev/null || fault 'kinds.py: other LPs'
for model in "$work"/kinds/*.mps; do
   "$glpsol" --freemps "$model" --check >"$work/out" 2>&1 ||
      { fault "$model is no LP"; cat "$work/out"; }
done
"$glpsol" --freemps "$work/kinds/flows-none.mps" >"$work/out" 2>&1
grep -q 'NO PRIMAL FEASIBLE' "$work/out" || fault 'flows-none is feasible'
[ "$failed" -eq 0 ]
