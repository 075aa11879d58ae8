#!/bin/sh
# point.sh (gpuinv-point: what it solves, and how it judges)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
. "$abs_top_srcdir/tests/netlib/common.sh"
point=$abs_top_builddir/netlib/gpuinv-point

# value KEY: prints the value in the last output.
value() { awk -v k="$1" '$1 == k { print $2 }' "$work/out"; }

# near KEY NUMBER TOLERANCE
near() {
  awk -v a="$(value "$1")" -v b="$2" -v t="$3" \
    'BEGIN { e = a - b; exit !(a != "" && (e < 0 ? -e : e) <= t) }' ||
    fault "$1 is '$(value "$1")', expected $2"
}

call() {
  "$point" "$@" >"$work/out" 2>"$work/err"
  status=$?
}

# Two columns, an equality, a range and a bound: at x = (3, 1), y = (2, -1)
# everything is tight.  c = A'y + d with d = (0, 0).
cat >"$work/two.mps" <<'END'
NAME          TWO
ROWS
 N  COST
 E  SUM
 L  DIFF
COLUMNS
    X         COST               1.0   SUM                1.0
    X         DIFF               1.0
    Y         COST               3.0   SUM                1.0
    Y         DIFF              -1.0
RHS
    RHS       SUM                4.0   DIFF               2.0
ENDATA
END
point_file() { printf '%s\n' "$@" >"$work/point"; }

for words in "" --dual --nopresol --interior; do
  # shellcheck disable=SC2086  # no word, or one
  call solve $words "$work/two.mps" "$work/point"
  [ "$status" = 0 ] && [ "$(value status)" = optimal ] ||
    fault "solve $words: $(cat "$work/out" "$work/err")"
  call judge "$work/two.mps" "$work/point"
  near objective 6 1e-6
  for key in kkt_pe kkt_pb kkt_de kkt_db gap; do near "$key" 0 1e-7; done
done

# The error that is concerned shows what is wrong with a point: DIFF is 4 <= 2
# (2 over 1 + 2); a multiplier of 1 on a row <=; and a gap.
point_file "2 2" 2 -1 4 0
call judge "$work/two.mps" "$work/point"
near kkt_pb 0.666666666666667 1e-12
near kkt_db 0 0
point_file "2 2" 2 1 3 1
call judge "$work/two.mps" "$work/point"
near kkt_db 2 1e-12
point_file "2 2" 0 0 3 1
call judge "$work/two.mps" "$work/point"
near kkt_pb 0 0
near kkt_db 0 0
near gap 0.857142857142857 1e-12

# y = (-1e11, 1e12) is dual feasible but for rounding: the double 0.1 is 5.6e-18
# above a tenth, hence d = -5.6e-6 where rounding of y alone makes 2.2e-5.
# With y = (-1e11 + 1e-3, 1e12) d is -1e-3, which is none.
cat >"$work/large.mps" <<'END'
NAME          LARGE
ROWS
 N  COST
 E  ONE
 E  TENTH
COLUMNS
    X         ONE                1.0   TENTH              0.1
RHS
    RHS       ONE                1.0   TENTH              0.1
ENDATA
END
point_file "2 1" -1e11 1e12 1
call judge "$work/large.mps" "$work/point"
near kkt_db 0 0
near kkt_de 0 1e-15
point_file "2 1" -99999999999.999 1e12 1
call judge "$work/large.mps" "$work/point"
near kkt_db 1e-3 1e-4

# There is no verdict on a file that is not a point.
point_file "2 2" 2 -1 3
call judge "$work/two.mps" "$work/point"
[ "$status" = 1 ] || fault "a point that is too short is judged"
point_file "2 2" 2 -1 nan 1
call judge "$work/two.mps" "$work/point"
[ "$status" = 1 ] || fault "NaN is judged"
point_file "1 2" 2 3 1
call judge "$work/two.mps" "$work/point"
[ "$status" = 1 ] || fault "a point of another size is judged"
call judge "$work/none.mps" "$work/point"
[ "$status" = 1 ] || fault "a file that is not there is judged"
call judge
[ "$status" = 2 ] || fault "judge without words: $status"

sed 's/ L  DIFF/ E  DIFF/; s/^RHS$/    X  NONE  1.0\n&/' "$work/two.mps" |
  sed '/NONE/d; s/SUM                4.0   DIFF               2.0/SUM               -4.0   DIFF               2.0/' \
  >"$work/infeasible.mps"
for words in "" --nopresol; do
  # shellcheck disable=SC2086
  call solve $words "$work/infeasible.mps" "$work/none"
  [ "$(value status)" = infeasible ] || fault "not infeasible: $(value status)"
  [ ! -e "$work/none" ] || fault "a point without an optimum"
done

[ "$failed" = 0 ]
