#!/bin/sh
# start-identical.sh (scaling and advanced basis: to the bit as in stock)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock
unset GLP_GPU

area=$work/start
rm -rf "$area" && mkdir -p "$area" && cd "$area" || exit 1

# start SRC BUILD NAME: leaves start.c's output with that build in NAME.out
start() {
   $CC -I"$1/src" -o "$3" "$abs_top_srcdir/tests/glpk/start.c" \
      -L"$2/src/.libs" -lglpk -lm || die "cannot build start.c ($3)"
   LD_LIBRARY_PATH=$2/src/.libs "./$3" "$stock"/src/examples/*.lp \
      "$stock"/src/examples/*.mps >"$3.out" 2>&1 ||
      die "$3: $(tail -n 3 "$3.out")"
}

start "$stock/src" "$stock/build" old
start "$src" "$build" new
problems=$(grep -c '^simplex' old.out)
echo "$problems problems compared"
test "$problems" -ge 80 || fail "only $problems problems"
grep -q '^r 1 1 ' old.out || fail "no scale factors in the output"
cmp old.out new.out || fail "$(diff old.out new.out | head -n 10)"
cd "$work" || exit 1
test "$failures" -ne 0 || rm -rf "$area"
finish
