#!/bin/sh
# runs.sh (run and compare, with a stand-in for glpsol)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
. "$abs_top_srcdir/tests/netlib/common.sh"
mkdir "$work/p" "$work/empty"

# It behaves as the name of the problem says; $GLPSOL_LOG gets the command
# line.
cat >"$work/glpsol" <<'END'
#!/bin/sh
echo "$* GLP_GPU=${GLP_GPU-unset}" >>"$GLPSOL_LOG"
backend= objective=4.5 status="f f" verdict="OPTIMAL LP SOLUTION FOUND"
while [ $# -gt 0 ]; do
  case $1 in
    --mps) name=$(basename "$2" .mps) && shift ;;
    --gpu=only) backend="cuda device 0 (Card)" ;;
    --gpu-backend=host) backend="host (LAPACK)" ;;
    -w) solution=$2 && shift ;;
    -o) printable=$2 && shift ;;
  esac
  shift
done
case $name in
  crash) kill -SEGV $$ ;;
  hang) sleep 600 ;;
  refuse) echo "cannot read" && exit 1 ;;
  silent) exit 0 ;;
  wrong) objective=4.6 ;;
  none) status="n i" verdict="LP HAS NO PRIMAL FEASIBLE SOLUTION" ;;
  lost) status="i i" verdict="Error: primal simplex failed" ;;
  cpu) [ -z "$backend" ] || { echo "GPU: no device; using the CPU" && backend=; } ;;
  drift) [ -z "$backend" ] || objective=4.51 ;;
esac
[ -z "$backend" ] || echo "GPU: basis inverse on $backend"
echo "*    17: obj =   4.500000000e+00 inf =   0.000e+00 (0)"
echo "$verdict"
echo "s bas 1 1 $status $objective" >"$solution"
printf 'KKT.PE: max.abs.err = 0\n        max.rel.err = 2.50e-15 on row 1\n' \
  >"$printable"
END
chmod +x "$work/glpsol"
GLPSOL_LOG=$work/calls
GLP_GPU=only
export GLPSOL_LOG GLP_GPU

small_problem ANY 3 >"$work/any.mps"
sum=$("$tool" checksum "$work/any.mps" | cut -f1)
header="name class rows cols nonzeros status glpk_ref_obj tolerance source"
{
  echo "$header checksum"
  for name in good wrong crash hang refuse silent cpu lost; do
    echo "$name feasible 1 1 1 optimal 4.5 1e-7 lp/$name $sum"
  done
  echo "none infeasible 1 1 1 infeasible - 1e-7 lp/none $sum"
  echo "changed feasible 1 1 1 optimal 7 1e-7 lp/changed 0123"
} | tr ' ' '\t' >"$work/manifest.tsv"
GPUINV_MANIFEST=$work/manifest.tsv
export GPUINV_MANIFEST
for name in good wrong crash hang refuse silent cpu lost none changed drift; do
  cp "$work/any.mps" "$work/p/$name.mps"
done
run="run --glpsol $work/glpsol"

# row NAME MODE FIELD: prints a field of the table with tabs (1-based).
row() {
  awk -F'\t' -v n="$1" -v m="$2" -v f="$3" '$1 == n && $3 == m { print $f }' \
    "$work/r.tsv"
}

# field NAME MODE FIELD TEXT: checks that the field is this text.
field() {
  [ "$(row "$1" "$2" "$3")" = "$4" ] ||
    fault "$1 $2, field $3: '$(row "$1" "$2" "$3")', expected '$4'"
}

# All runs are right.
expect 0 $run --only good,none --modes stock,host,cuda,gpu \
  --out "$work/r.tsv" "$work/p"
says out "stock: 2 passed, 0 failed"
says out "8 passed, 0 failed"
[ "$(tail -n 1 "$work/out")" = "8 passed, 0 failed" ] || fault "no summary line"
field good host 4 "host (LAPACK)"
field good cuda 4 "cuda device 0 (Card)"
field good stock 4 ""
field good stock 5 optimal
field good stock 6 4.5
field good stock 9 17
field good stock 11 2.50e-15
field none stock 5 infeasible
expect 0 compare "$work/r.tsv"
says out "8 passed, 0 failed"
says out "GPU-path objective"

# The modes decide the options of glpsol, not the environment.
calls=$(grep -c 'GLP_GPU=unset' "$GLPSOL_LOG")
[ "$calls" -eq 8 ] || fault "GLP_GPU is passed on"
for words in "good.mps --nopresol -w" \
  "good.mps --nopresol --gpu=only --gpu-backend=host -w" \
  "good.mps --nopresol --gpu=only --gpu-backend=cuda -w" \
  "good.mps --nopresol --gpu=only -w"; do
  grep -q -e "--mps $work/p/$words" "$GLPSOL_LOG" || fault "not called: $words"
done
expect 0 $run --only good --presol --dual "$work/p" -- --std --xcheck
tail -n 1 "$GLPSOL_LOG" | grep -q -e '--presol --dual -w .* --std --xcheck' ||
  fault "options are not passed on"

# Each of these costs its own row, no other.
expect 1 $run --only good,wrong,crash,hang,refuse,silent,lost --timeout 1 \
  --jobs 3 --out "$work/r.tsv" "$work/p"
says out "1 passed, 6 failed"
field good stock 5 optimal
field wrong stock 8 2.22e-02
field crash stock 5 crash
field hang stock 5 time-limit
field refuse stock 5 error
field refuse stock 15 "exit status 1: cannot read"
field silent stock 5 error
field lost stock 5 undefined
expect 1 compare "$work/r.tsv"
says out "1 passed, 6 failed"

# A run that is started again goes on: it keeps rows, but not a torn line.
: >"$GLPSOL_LOG"
grep -v '^silent' "$work/r.tsv" >"$work/part.tsv"
printf 'silent\tfeas' >>"$work/part.tsv"
cp "$work/part.tsv" "$work/r.tsv"
expect 1 $run --only good,wrong,crash,hang,refuse,silent,lost --timeout 1 \
  --resume --out "$work/r.tsv" "$work/p"
says out "1 passed, 6 failed"
[ "$(wc -l <"$GLPSOL_LOG")" = 1 ] || fault "solved again: $(cat "$GLPSOL_LOG")"
field silent stock 5 error
field crash stock 5 crash
expect 1 $run --only good --resume --out "$work/r.tsv" "$work/p"
says err "is not one of these runs"
expect 2 $run --only good --resume "$work/p"

# A fall-back solves the problem, but not on the back end asked for.
expect 1 $run --only cpu --modes stock,host --out "$work/r.tsv" "$work/p"
says out "host: 0 passed, 1 failed"
field cpu host 5 optimal
field cpu host 15 "GPU: no device; using the CPU"

# For unknown problems stock is the reference, if it runs.
expect 1 $run --only drift --modes stock,host "$work/p"
says out "objective error 2.2e-03 above 1e-07"
expect 0 $run --only drift --modes host "$work/p"
expect 0 $run --only changed --out "$work/r.tsv" "$work/p"
says err "other numbers than those of changed in the manifest"
field changed stock 2 -

# Selection.
expect 0 $run --class infeasible "$work/p"
says out "1 passed, 0 failed"
small_problem BIG 3 | sed '/ G  LIM/a\
\ G  MORE' >"$work/p/big.mps"
expect 1 $run --only big --max-rows 1 "$work/p"
says err "no problem to run"
expect 0 $run --only big,good --except big "$work/p"
says out "1 passed, 0 failed"
expect 1 $run --except nobody "$work/p"
says err "no problem of the name nobody"
expect 0 $run --only big,good --smallest 1 "$work/p"
says out "good"
says out "1 passed, 0 failed"

# Logs are kept if that is asked for.
expect 0 $run --only good --logs "$work/logs" "$work/p"
grep -q OPTIMAL "$work/logs/good.stock.log" || fault "no log"

# A signal ends glpsol too, and leaves the finished rows.
rm -f "$work/r.tsv"
"$tool" $run --only good,hang --out "$work/r.tsv" "$work/p" \
  >"$work/out" 2>"$work/err" &
for _ in $(seq 300); do
  [ "$(grep -c . "$work/r.tsv" 2>/dev/null)" = 2 ] && break
  sleep 0.1
done
kill -TERM $!
wait $!
[ $? -eq 130 ] || fault "interrupted: wrong exit status"
says err "interrupted"
field good stock 5 optimal
[ "$(grep -c . "$work/r.tsv")" -eq 2 ] || fault "a row for what was cut off"

# Wrong command lines.
for words in "" "frob" "run" "run --frob $work/p" "run --modes x $work/p" \
  "run $work/p --jobs" "compare" "compare --frob x" "expand" "list x" \
  "expand --frob x" "same x" "checksum"; do
  expect 2 $words
  says err "Try 'gpuinv-netlib --help'."
done
expect 2 run --frob "$work/p"
says err "unrecognized arguments: --frob"
expect 1 run --glpsol "$work/nothing" "$work/p"
says err "$work/nothing: no such program"
expect 1 run --glpsol "$work/glpsol" "$work/nowhere"
says err "$work/nowhere: no such file or folder"
expect 1 $run "$work/empty"
expect 1 $run --only nobody "$work/p"
says err "no problem of the name nobody"
expect 1 compare "$work/calls"
says err "$work/calls:1: not a file of results"
expect 0 list
says out "none     infeasible"
expect 0 --help
says out "usage: gpuinv-netlib [-h] COMMAND"
[ "$failed" -eq 0 ]
