#!/bin/sh
# series.sh (every prefix of the patch series applies, builds and works)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"

tree=$work/series
mkdir -p "$work"
names="$(cat "$patches/series") $(sed 's,^,speed/,' "$patches/speed/series")"

# check_form NAME FILE: looks at the lines that NAME adds
check_form() {
   wide=$(grep -nE '^.{73,}' "$2") &&
      fail "$1: lines wider than 72 columns: $wide"
   grep -nE '[[:space:]]$' "$2" && fail "$1: white space at the end of a line"
}

# --- size: what is added to GLPK's files, and the files that are ours
lines=$(sed "s,^,$patches/," "$patches/series" | xargs cat |
   grep -cE '^\+([^+]|$)')
echo "the series adds $lines lines to files of GLPK"
test "$lines" -le 600 || fail "$lines added lines; 600 are allowed"
for p in $names; do
   grep -n '^--- /dev/null' "$patches/$p" &&
      fail "$p makes a file, which belongs to glpk-patch/gpu"
done
echo "the folder src/gpu has $(cat "$patches"/gpu/*.[ch] | wc -l) lines"

# --- form of both
for p in $names; do
   sed -n 's/^+//p' "$patches/$p" >"$work/form.txt"
   check_form "$p" "$work/form.txt"
   LC_ALL=C grep -n '[^ -~	]' "$patches/$p" && fail "$p: not ASCII"
done
rm -f "$work/form.txt"
for f in "$patches"/gpu/*.[ch]; do
   check_form "$f" "$f"
   LC_ALL=C grep -n '[^ -~]' "$f" && fail "$f: not ASCII, or a tab"
done

# --- a few models under one build, against stock
models="murtagh.mps plan.mps plan.lp dist.mod"
# solve GLPSOL MODEL SOLUTION
solve() {
   goal=
   test "$2" = murtagh.mps && goal=--max
   # shellcheck disable=SC2086
   "$1" "$(input_option "$2")" "$stock/src/examples/$2" $goal -w "$3" \
      >"$tree/new.log" 2>&1
}

check_models() {
   for m in $models; do
      rm -f "$tree/new.sol"
      solve "$tree/build/examples/glpsol" $m "$tree/new.sol" ||
         fail "$1: glpsol fails on $m"
      same_objective "$tree/$m.sol" "$tree/new.sol" ||
         fail "$1: $m: $(objective "$tree/new.sol"), stock has" \
            "$(objective "$tree/$m.sol")"
   done
}

# These are what programs link, and glpsol.
build() {
   quietly "$tree/make.out" make -C "$tree/build/src" -j2
   quietly "$tree/make.out" make -C "$tree/build/examples" -j2 glpsol
}

ensure_stock
unpack "$tree/src"
cp -R "$patches/gpu" "$tree/src/src" || die "cannot copy $patches/gpu"
for m in $models; do
   solve "$stock_glpsol" $m "$tree/$m.sol" || fail "stock fails on $m"
done
configured=no
for p in $names; do
   patch -d "$tree/src" -p1 --fuzz=0 -s <"$patches/$p" ||
      die "$p does not apply with zero fuzz"
   find "$tree/src" -name '*.orig' -o -name '*.rej' | grep . &&
      die "$p leaves rejects or applies with an offset"
   # If a patch changes a Makefile.am alone, make itself runs automake.
   if grep -qE '^\+\+\+ b/(.*/)?configure\.ac' "$patches/$p"; then
      (cd "$tree/src" && quietly ../autoreconf.out autoreconf -fi) || exit 1
      if test $configured = no; then
         configure_glpk "$tree/src" "$tree/build" CFLAGS=-O0 \
            CPPFLAGS="-I$abs_top_srcdir/libgpuinv"
         configured=yes
      fi
   elif test $configured = no; then
      die "the first patch must touch configure.ac"
   fi
   build
   check_models "after $p"
   echo "ok: $p"
done

# --- the folder is C89, too
for f in "$tree"/src/src/gpu/*.c; do
   # shellcheck disable=SC2046
   $CC -std=c89 -pedantic -Wall -Wextra -Wno-unused-parameter -Werror \
      -DHAVE_CONFIG_H -I"$tree/build" -I"$abs_top_srcdir/libgpuinv" \
      $(find "$tree/src/src" -type d -exec printf ' -I%s' {} +) \
      -fsyntax-only "$f" || fail "$f is not clean C89"
done

# --- the whole series without gpuinv.h: works, and refuses what it has not
configure_glpk "$tree/src" "$tree/build" CFLAGS=-O0 --without-gpuinv
build
check_models "without gpuinv.h"
"$tree/build/examples/glpsol" --gpu=only --mps "$tree/src/examples/plan.mps" \
   >"$tree/new.log" 2>&1 && fail "without gpuinv.h: --gpu=only does not fail"
grep -q '^--gpu: the GLPK library in use .* has no GPU support$' \
   "$tree/new.log" || fail "without gpuinv.h: $(cat "$tree/new.log")"
test "$failures" -ne 0 || rm -rf "$tree"
finish
