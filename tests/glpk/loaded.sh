#!/bin/sh
# loaded.sh (which GLPK library glpsol runs on, and what it says of another)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU LD_LIBRARY_PATH
ensure_stock

plan=$src/examples/plan.mps
out=$work/loaded.out
program=$build/examples/.libs/glpsol
test -x "$program" || program=$GLPSOL

# expect STATUS PATTERN LIBRARIES ARGUMENT...: runs with that folder's library
expect() {
   status=$1
   pattern=$2
   libraries=$3
   shift 3
   LD_LIBRARY_PATH=$libraries "$program" "$@" >"$out" 2>&1
   rc=$?
   test $rc -eq "$status" ||
      fail "glpsol $* on $libraries: exit status $rc, not $status"
   grep -q -e "$pattern" "$out" ||
      fail "glpsol $* on $libraries: no line matches '$pattern':
$(cat "$out")"
}

# --- another library: refused where a GPU is asked for, else used
optimal='^OPTIMAL LP SOLUTION FOUND$'
refused='^--gpu: the GLPK library in use (version 5\.0) has no GPU support$'
old=$stock/build/src/.libs
for options in --gpu --gpu=auto --gpu=only --gpu-info \
   '--gpu-info --gpu-backend host' '--interior --gpu'; do
   # shellcheck disable=SC2086
   expect 1 "$refused" "$old" $options --mps "$plan"
   grep -q "$optimal" "$out" && fail "$options: solved all the same"
   grep -q 'symbol lookup error' "$out" && fail "$options: undefined symbol"
done
expect 0 "$optimal" "$old" --mps "$plan"
expect 0 "$optimal" "$old" --gpu=off --mps "$plan"
expect 0 "$optimal" "$build/src/.libs" --gpu=only --mps "$plan"

# --- installed: the run path leads to our library, whatever the folder
libdir=$(sed -n 's/^libdir = //p' "$build/Makefile" |
   sed "s,\${exec_prefix},$(sed -n 's/^exec_prefix = //p' "$build/Makefile"),")
command -v readelf >/dev/null 2>&1 || { echo "SKIP: no readelf"; finish; }
case $libdir in
/usr/lib | /usr/lib/*) ;;
/*)
   readelf -d "$program" | grep -F RUNPATH | grep -qF "$libdir" ||
      fail "glpsol has no run path to $libdir" ;;
*) fail "cannot tell libdir: $libdir" ;;
esac

rm -f "$out"
finish
