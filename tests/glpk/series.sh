#!/bin/sh
# series.sh (every prefix of the patch series applies, builds and works)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"

tree=$work/series
names="$(cat "$patches/series") $(sed 's,^,speed/,' "$patches/speed/series")"

# --- form of the patches
lines=$(sed "s,^,$patches/," "$patches/series" | xargs cat |
   grep -cE '^\+([^+]|$)')
echo "the series adds $lines lines"
test "$lines" -le 1749 || fail "$lines added lines; 1749 are allowed"
for p in $names; do
   wide=$(grep -nE '^\+.{73,}' "$patches/$p") &&
      fail "$p: lines wider than 72 columns: $wide"
   grep -nE '^\+.*[[:space:]]$' "$patches/$p" &&
      fail "$p: white space at the end of a line"
   LC_ALL=C grep -n '[^ -~	]' "$patches/$p" && fail "$p: not ASCII"
done

# --- a few models under one build, against stock
check_models() {
   for m in murtagh.mps plan.mps plan.lp dist.mod; do
      goal=
      test $m = murtagh.mps && goal=--max
      rm -f "$tree/new.sol"
      # shellcheck disable=SC2086
      "$tree/build/examples/glpsol" "$(input_option $m)" \
         "$tree/src/examples/$m" $goal -w "$tree/new.sol" \
         >"$tree/new.log" 2>&1 || fail "$1: glpsol fails on $m"
      # shellcheck disable=SC2086
      "$stock_glpsol" "$(input_option $m)" "$stock/src/examples/$m" $goal \
         -w "$tree/old.sol" >/dev/null 2>&1 || fail "stock fails on $m"
      same_objective "$tree/old.sol" "$tree/new.sol" ||
         fail "$1: $m: $(objective "$tree/new.sol"), stock has" \
            "$(objective "$tree/old.sol")"
   done
}

ensure_stock
unpack "$tree/src"
configured=no
for p in $names; do
   patch -d "$tree/src" -p1 --fuzz=0 -s <"$patches/$p" ||
      die "$p does not apply with zero fuzz"
   find "$tree/src" -name '*.orig' -o -name '*.rej' | grep . &&
      die "$p leaves rejects or applies with an offset"
   if grep -qE '^\+\+\+ b/(.*/)?(configure\.ac|Makefile\.am)' "$patches/$p"
   then
      (cd "$tree/src" && quietly ../autoreconf.out autoreconf -fi) || exit 1
      if test $configured = no; then
         configure_glpk "$tree/src" "$tree/build" CFLAGS=-O0 \
            CPPFLAGS="-I$abs_top_srcdir/libgpuinv"
         configured=yes
      fi
   elif test $configured = no; then
      die "the first patch must touch configure.ac"
   fi
   quietly "$tree/make.out" make -C "$tree/build" -j2
   check_models "after $p"
   echo "ok: $p"
done

# --- the whole series without gpuinv.h: works, and refuses what it has not
configure_glpk "$tree/src" "$tree/build" CFLAGS=-O0 --without-gpuinv
quietly "$tree/make.out" make -C "$tree/build" -j2
check_models "without gpuinv.h"
"$tree/build/examples/glpsol" --gpu=only --mps "$tree/src/examples/plan.mps" \
   >"$tree/new.log" 2>&1 && fail "without gpuinv.h: --gpu=only does not fail"
grep -q '^--gpu: the GLPK library in use .* has no GPU support$' \
   "$tree/new.log" || fail "without gpuinv.h: $(cat "$tree/new.log")"
test "$failures" -ne 0 || rm -rf "$tree"
finish
