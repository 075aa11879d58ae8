#!/bin/sh
# reference.sh (make html: every declaration of gpuinv.h is on the page)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The compiler tells what is declared, by macros and its output for debuggers.

set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failures=0
fail() {
   echo "FAIL: $*"
   failures=$((failures + 1))
}
unset MAKEFLAGS MFLAGS MAKELEVEL
make -C "$abs_top_builddir" html >"$tmp/log" 2>&1 || {
   cat "$tmp/log"
   fail "make html"
}
page=$abs_top_builddir/doc/reference.html

cat >"$tmp/all.c" <<'C'
#include "gpuinv.h"
gpuinv_get_api_t used = gpuinv_get_api;
C
$CC -g -fno-eliminate-unused-debug-types -I"$abs_top_srcdir/libgpuinv" \
   -c -o "$tmp/all.o" "$tmp/all.c" || fail "gpuinv.h does not compile"
readelf --debug-dump=info "$tmp/all.o" 2>/dev/null | awk '
   / Abbrev Number: / { tag = $NF; depth = $1; sub(/^</, "", depth)
      sub(/>.*/, "", depth); if (depth == 1) within = "" }
   / DW_AT_name / && tag ~ /member|enumerator|typedef|structure|enumeration/ {
      name = $NF
      if (tag ~ /structure/) within = name "."
      else if (tag ~ /member/) name = within name
      if (name ~ /^(gpuinv|GPUINV)/) print name }' >"$tmp/declared"
$CC -dM -E -I"$abs_top_srcdir/libgpuinv" "$tmp/all.c" |
   sed -n 's/^#define \(GPUINV_[A-Z0-9_]*\).*/\1/p' | grep -v '_H$' \
   >>"$tmp/declared"
echo gpuinv_get_api >>"$tmp/declared"
sort -u "$tmp/declared" >"$tmp/wanted"
count=$(wc -l <"$tmp/wanted")
[ "$count" -gt 120 ] || fail "only $count declarations found"
grep -o '\(a\|td\) id="[^"]*"' "$page" | sed 's/.*"\(.*\)"/\1/' | sort \
   >"$tmp/there"
[ -z "$(uniq -d <"$tmp/there")" ] || fail "twice: $(uniq -d <"$tmp/there")"
lacking=$(comm -23 "$tmp/wanted" "$tmp/there")
[ -z "$lacking" ] || fail "not on the page: $lacking"
more=$(comm -13 "$tmp/wanted" "$tmp/there")
[ -z "$more" ] || fail "on the page, but not declared: $more"
# This is what the header says of them: one sentence of several.
for text in 'touches no device' 'NULL is ignored' 'which has been taken' \
   'version of the table below' 'no row twice in a column'; do
   case $text in which*) wanted=1 ;; *) wanted=0 ;; esac
   tr -s '[:space:]' ' ' <"$page" | grep -qF "$text"
   [ $? -eq $wanted ] || fail "'$text'"
done
echo "$count declarations"
[ "$failures" -eq 0 ]
