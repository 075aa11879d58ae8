#!/bin/sh
# bench.sh (gpuinv-netlib bench, with stand-ins for the programs)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
  { echo "no Python 3.9"; exit 77; }
. "$abs_top_srcdir/tests/netlib/common.sh"
mkdir "$work/bin"

# Two rows for each size; the program fails in the middle of one of them.
cat >"$work/bin/bench_update" <<'END'
#!/bin/sh
echo "$*" >>"$CALLS"
printf '# kind\tupdate_forms\nm\tform\tmedian_us\twhy_not\n'
for m; do
  printf '%s\tPFI\t1.0\t\n' "$m"
  [ "$m" = "$CRASH" ] && kill -SEGV $$
  [ "$m" = "$HANG" ] && sleep 600
  printf '%s\tMPFI\t2.0\t\n' "$m"
done
END
# One row for each case; it knows only the forms of the host.
cat >"$work/bin/bench_forms" <<'END'
#!/bin/sh
printf '# kind\tinterior_forms\nproblem\tm\tform\tstatus\tmessage\n'
while [ $# -gt 0 ]; do
  case $1 in
    --*) shift ;;
    *:CPU*) printf '%s\t9\t%s\tsolved\t\n' "${1%%:*}" "${1#*:}" ;;
  esac
  shift
done
END
# No device.
printf '#!/bin/sh\necho "no device" >&2\nexit 77\n' >"$work/bin/bench_rounds"
chmod +x "$work"/bin/*
CALLS=$work/calls CRASH=2000 HANG=none
export CALLS CRASH HANG

bench="bench --programs $work/bin --out $work/tables"
rows() { grep -v '^#' "$work/tables/$1.tsv" | sed 1d | wc -l; }
has() {
  grep -q -e "$2" "$work/tables/$1.tsv" || fault "$1: no '$2'"
}

# A crash costs its case, and rows that it had are kept.
# shellcheck disable=SC2086  # words
expect 0 $bench updates rounds cholesky
says out "rounds: left out: exit status 77: no device"
says out "cholesky: left out: no "
has updates '^2000	PFI	1.0	$'
has updates '^2000	the rest		crash: signal SIGSEGV$'
has updates '^16000	MPFI	2.0	$'
[ "$(rows updates)" = 20 ] || fault "$(rows updates) rows, not 20"
[ "$(wc -l <"$CALLS")" = 2 ] || fault "calls: $(cat "$CALLS")"

# A second run does nothing; one that was cut does what is missing.
# shellcheck disable=SC2086
expect 0 $bench updates
[ "$(wc -l <"$CALLS")" = 2 ] || fault "started again: $(cat "$CALLS")"
cp "$work/tables/updates.tsv" "$work/whole.tsv"
sed '/^16000/d' "$work/whole.tsv" >"$work/tables/updates.tsv"
# shellcheck disable=SC2086
expect 0 $bench updates
[ "$(tail -n 1 "$CALLS")" = 16000 ] || fault "calls: $(cat "$CALLS")"
cmp "$work/whole.tsv" "$work/tables/updates.tsv" || fault "it ends otherwise"

# Interrupted in the middle of a case, it goes on with that case.
rm "$work/tables/updates.tsv"
HANG=3000 CRASH=none timeout -s TERM 3 "$tool" $bench updates \
  >"$work/out1" 2>&1
[ "$(rows updates)" = 6 ] || fault "cut: $(rows updates) rows, not 6"
grep -q "goes on in" "$work/out1" || fault "cut: $(cat "$work/out1")"
pgrep -f "$work/bin/bench_update" >/dev/null && fault "a program is left"
CRASH=none
# shellcheck disable=SC2086
expect 0 $bench updates
[ "$(rows updates)" = 20 ] || fault "went on: $(rows updates) rows, not 20"

# A program that is silent for too long costs its case.
rm "$work/tables/updates.tsv"
HANG=1000
# shellcheck disable=SC2086
expect 0 $bench --limit 0.2 --only 500,1000,2000 updates
has updates '^1000	the rest		killed after'
has updates '^2000	MPFI'
HANG=none

# Forms that the machine does not have are no rows; the others are.
# shellcheck disable=SC2086
expect 0 $bench --only lp6x7 interior
[ "$(rows interior)" = 2 ] || fault "interior: $(rows interior) rows"
has interior '^lp6x7	9	CPU sparse	solved'

# shellcheck disable=SC2086
expect 1 $bench nothing
says err "no such part"

# On a terminal there is a line with the time left.
if command -v script >/dev/null; then
  rm -r "$work/tables"
  script -qec "$tool $bench --only 500,1000 updates" /dev/null >"$work/tty"
  grep -q '\[1/2, 0:0[0-9] left\] updates: 1000' "$work/tty" ||
    fault "no progress: $(cat "$work/tty")"
fi

[ "$failed" = 0 ]
