#!/bin/sh
# programs.sh (packaging/programs: other programs' tests, judged by case)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# All programs take an hour and a root of their own (make check-programs).
# This test runs Octave's, if it is there, and gives the tool wrong libraries.

set -u
. "$abs_top_srcdir/tests/use/common.sh"
tool=$abs_top_srcdir/packaging/programs
# say STATUS WORD...: checks the exit status of the tool with these arguments
say() {
   wanted=$1
   shift
   python3 "$tool" --prefix "$work" "$@" >"$work/out" 2>&1
   status=$?
   [ "$status" -eq "$wanted" ] && return
   fault "programs $*: exit status $status, expected $wanted"
   cat "$work/out"
}
say 2 no-such-program
say 2 --modes often octave
say 0 --packages
grep -q '^[a-z0-9,+-]*,octave,' "$work/out" || fault "--packages"
say 0 --sources "$work/none" pyomo  # said, and no failure
grep -q '^pyomo	.*not there: no pyomo' "$work/out" || fault "not there"
command -v octave-cli >/dev/null || exit 77
octave-cli -q --eval 'glpk(1, 1, 1, 0, 1, "U", "C", 1);' >/dev/null 2>&1 ||
   exit 77

say 0 --modes stock,off,only --out "$work/table" octave
for mode in stock off only; do
   awk -F '\t' -v mode=$mode '$1 == "octave" && $3 == mode && $4 > 10 &&
      $5 == $4 && $11 == "-" &&
      $12 == (mode == "stock" ? "stock" : "ours") {
      good = 1 } END { exit !good }' "$work/table" ||
      fault "mode $mode: $(cat "$work/table")"
done
# Ours is not in its place: the run is on another library than meant.
cat >"$work/bin/gpuinv-run" <<'SH'
#!/bin/sh
shift 2
exec "$@"
SH
say 3 --modes stock,only octave
grep -q '1 runs on another library' "$work/out" || fault "$(cat "$work/out")"
# ... or not at all: cases are worse
printf '#!/bin/sh\nexit 1\n' >"$work/bin/gpuinv-run"
say 1 --modes stock,only octave
[ "$failed" -eq 0 ]
