#!/bin/sh
# peers.sh (gpuinv-netlib peers, with stand-ins for HiGHS and SoPlex)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
  { echo "no Python 3.9"; exit 77; }
. "$abs_top_srcdir/tests/netlib/common.sh"
mkdir "$work/p"
small_problem ANY 3 >"$work/p/good.mps"
small_problem ANY 4 >"$work/p/wrong.mps"
small_problem ANY 5 >"$work/p/crash.mps"
small_problem ANY 6 >"$work/p/slow.mps"
small_problem ANY 7 >"$work/p/lies.mps"

# HiGHS answers by the name of the problem: minimize 1.5 x, x >= N.
cat >"$work/highs" <<'END'
#!/bin/sh
echo "$*" >>"$HIGHS_LOG"
case "$* $LD_LIBRARY_PATH" in
  *hipo*highspy_extras*) ;;
  *hipo*) echo "ERROR: The following features are unavailable: amd"; exit 1 ;;
esac
model= solution=
while [ $# -gt 0 ]; do
  case $1 in
    --version) echo "HiGHS version 9.9.9"; exit 0 ;;
    --solution_file) solution=$2; shift ;;
    *.mps) model=$1 ;;
  esac
  shift
done
name=$(basename "$model" .mps) x= y=1.5
case $name in
  one) echo "Model status        : Optimal"; exit 0 ;;
  good) x=3 ;;
  wrong) x=4.5 ;;
  crash) kill -SEGV $$ ;;
  slow) sleep 600 ;;
  lies) x=7 y=0.75 ;;
esac
echo "Model status        : Optimal"
echo "Simplex   iterations: 3"
echo "HiGHS run time      :          0.25"
cat >"$solution" <<EOF
Model status
Optimal

# Primal solution values
Feasible
Objective 0
# Columns 1
X $x
# Rows 1
LIM $x

# Dual solution values
Feasible
# Columns 1
X 0
# Rows 1
LIM $y
EOF
END
chmod +x "$work/highs"
HIGHS=$work/highs HIGHS_LOG=$work/calls CLP=$work/no-such-program
STOCK_GLPK=$abs_top_builddir/glpk/build/src/.libs
export HIGHS HIGHS_LOG CLP STOCK_GLPK
# SoPlex is a class of a package.
mkdir -p "$work/no" "$work/python/highspy_extras"
: >"$work/python/highspy_extras/__init__.py"
cat >"$work/python/pyscipopt.py" <<'END'
import os
import signal
import time


class Model:
    def printExternalCodeVersions(self):
        print("External libraries:\n  SoPlex 9.9.8   LP solver")


class SCIP_LPPARAM:
    FEASTOL, DUALFEASTOL, LPTILIM = "feastol", "dualfeastol", "lptilim"


class LP:
    def __init__(self):
        self.set = {}

    def readLP(self, path):
        self.name = os.path.basename(path).decode()[:-4]

    def setRealParam(self, key, value):
        self.set[key] = value

    def solve(self, dual):
        assert dual and self.set["feastol"] == self.set["dualfeastol"] == 1e-7
        if self.name == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        if self.name == "slow":
            time.sleep(1.2 * self.set["lptilim"])

    def isOptimal(self):
        return self.name != "slow"

    def getNIterations(self):
        return 4

    def nrows(self):
        return 1

    def ncols(self):
        return 1

    def getDual(self):
        return [1.5]

    def getPrimal(self):
        return [4.5 if self.name == "wrong" else 3.0]
END
PYTHONPATH=$work/no
export PYTHONPATH
printf 'name\tmps\tref_obj\n' >"$work/p/manifest.tsv"
printf '%s\tfixed\t%s\n' good 4.5 wrong 6 crash 7.5 lies 10.5 \
  >>"$work/p/manifest.tsv"
peers="peers --solvers stock-primal,gpu-primal,highs-simplex --limit 0.2 --out $work/t.tsv"

# field PROBLEM SOLVER COLUMN TEXT: a pattern of grep for it.
field() {
  got=$(awk -F'\t' -v p="$1" -v s="$2" -v c="$3" '
    /^#/ { next }
    !n { n = NF; for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["problem"] == p && $at["solver"] == s { print $at[c] }' \
    "$work/t.tsv")
  echo "$got" | grep -q -e "^$4\$" ||
    fault "$1, $2: $3 is '$got', expected '$4'"
}

# shellcheck disable=SC2086  # words
expect 0 $peers --only good,wrong,crash,lies "$work/p"
says out "absent: CLP, dual: no clp on the PATH"
says out "absent: SoPlex, dual: this Python has no PySCIPOpt"
says out "absent: HiGHS, HiPO and crossover: this Python has no highspy-extras"
says out "absent: cuOpt: no cuopt_cli on the PATH"
for s in gpu-primal highs-simplex; do
  field good $s verdict ok
  field good $s runs 5
done
field good highs-simplex version "HiGHS 9.9.9"
field good highs-simplex solve_s 0.25
field good highs-simplex iterations 3
field good highs-simplex objective 4.5
field good gpu-primal objective 4.5
# Right sizes, feasible, and 6.75 instead of 6; dual feasible, but y = 0.75
# leaves a reduced cost of 0.75 at a column that rests on no bound.
field wrong highs-simplex verdict "objective 1.2e-01"
field lies highs-simplex verdict "gap 4.6e-01"
field crash highs-simplex status crash
field crash highs-simplex runs 1
field crash highs-simplex message "signal SIGSEGV.*"
field crash gpu-primal verdict ok
# A library that is not stock must not pass for it.
field good stock-primal status error
field good stock-primal message "not stock: .*"
grep -q '^# cores' "$work/t.tsv" || fault "no facts of the machine"
grep -q '^# absent' "$work/t.tsv" || fault "absent ones are not listed"

# A second run makes only the missing rows, and a torn line again.
cp "$work/t.tsv" "$work/whole.tsv"
sed '$d' "$work/whole.tsv" >"$work/t.tsv"
tail -n 1 "$work/whole.tsv" | cut -c 1-40 | tr -d '\n' >>"$work/t.tsv"
: >"$HIGHS_LOG"
# shellcheck disable=SC2086
expect 0 $peers --only good,wrong,crash,lies "$work/p"
[ "$(wc -l <"$work/t.tsv")" = "$(wc -l <"$work/whole.tsv")" ] ||
  fault "other rows than before: $(cat "$work/t.tsv")"
[ "$(grep -c 'solution_file' "$HIGHS_LOG")" -le 5 ] ||
  fault "solved again: $(cat "$HIGHS_LOG")"
cut -f 1,5,12 "$work/t.tsv" | grep -v '^#' >"$work/a"
cut -f 1,5,12 "$work/whole.tsv" | grep -v '^#' >"$work/b"
cmp -s "$work/a" "$work/b" || fault "a run that goes on ends otherwise"

# Several at a time find the same, and the table says so.
# shellcheck disable=SC2086
expect 0 $peers --jobs 3 --only good,wrong,crash,lies --out "$work/jobs.tsv" \
  "$work/p"
cut -f 1,5,12 "$work/jobs.tsv" | grep -v '^#' | sort >"$work/b"
sort "$work/a" | cmp -s - "$work/b" || fault "jobs: $(cat "$work/jobs.tsv")"
grep -q '^# jobs	3 solvers' "$work/jobs.tsv" || fault "jobs are not said"

# A table of another machine is left alone.
sed 's/^# cpu.*/# cpu\tanother/' "$work/whole.tsv" >"$work/t.tsv"
if grep -q '^# cpu' "$work/whole.tsv"; then
  # shellcheck disable=SC2086
  expect 1 $peers --only good "$work/p"
  says err "take another file"
fi

# These two calls wait for a solver that does not end, while the next ones run.
# shellcheck disable=SC2086
timeout 60 "$tool" $peers --only slow --out "$work/slow.tsv" "$work/p" \
  >"$work/slow" 2>&1 &
slow=$!
timeout -s TERM 8 "$tool" peers --solvers gpu-primal,highs-simplex --limit 60 \
  --out "$work/cut.tsv" --only good,slow "$work/p" \
  >"$work/out.cut" 2>"$work/cut" &
cut=$!

# SoPlex and HiPO, with their packages.
PYTHONPATH=$work/python
rm "$work/t.tsv"
expect 0 peers --solvers soplex-dual,highs-hipo --limit 0.2 \
  --out "$work/t.tsv" --only good,wrong,crash,slow "$work/p"
field good soplex-dual verdict ok
field good soplex-dual runs 5
field good soplex-dual version "SoPlex 9.9.8"
field good soplex-dual iterations 4
field good soplex-dual threads 1
field wrong soplex-dual verdict "objective 1.2e-01"
field crash soplex-dual message "signal SIGSEGV.*"
field slow soplex-dual status limit
field good highs-hipo verdict ok
PYTHONPATH=$work/no

# A solver that does not end costs its row.
wait $slow || fault "slow: $(cat "$work/slow")"
mv "$work/slow.tsv" "$work/t.tsv"
field slow highs-simplex status limit
field slow gpu-primal verdict ok

# Interrupted, it keeps the rows that it has; a terminal has a line with the
# time left.
wait $cut
says cut "goes on in"
[ "$(grep -cv '^#' "$work/cut.tsv")" = 4 ] || fault "cut: $(cat "$work/cut.tsv")"
pgrep -f "$work/highs" >/dev/null && fault "a solver is left running"
if command -v script >/dev/null; then
  rm "$work/t.tsv"
  # shellcheck disable=SC2086
  script -qec "$tool $peers --only good $work/p" /dev/null >"$work/tty"
  grep -q '\[1/3, 0:0[0-9] left\] good: ours, simplex' "$work/tty" ||
    fault "no progress: $(cat "$work/tty")"
fi

[ "$failed" = 0 ]
