#!/bin/sh
# hardening.sh (what the linker and the compiler have put into what is built)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# It also tests that libraries are named without folders, and that none is
# taken from the working directory.

set -u
build=$abs_top_builddir
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failures=0 files=0

fail() {
   echo "FAIL: $*"
   failures=$((failures + 1))
}

command -v readelf >/dev/null 2>&1 || { echo "no readelf"; exit 77; }
grep -q '^HARDEN_LDFLAGS = .*-z,now' "$build/Makefile" ||
   { echo "built with --disable-hardening"; exit 77; }
fortified=$(grep -c '^HARDEN_CPPFLAGS = .*FORTIFY' "$build/Makefile")

# elf KIND FILE: checks a file; KIND is program or library
elf() {
   files=$((files + 1))
   name=${2##*/}
   readelf -W -l -d -h "$2" >"$tmp/elf" || { fail "$name: no ELF"; return; }
   grep -q 'GNU_RELRO' "$tmp/elf" || fail "$name: no RELRO"
   grep -qE 'BIND_NOW|FLAGS_1.*NOW' "$tmp/elf" || fail "$name: RELRO in part"
   grep -q 'GNU_STACK .* RW ' "$tmp/elf" || fail "$name: executable stack"
   grep -q 'TEXTREL' "$tmp/elf" && fail "$name: text relocations"
   grep -q 'Type: *DYN' "$tmp/elf" || fail "$name: not position independent"
   test "$1" = library || grep -q 'FLAGS_1.*PIE' "$tmp/elf" ||
      fail "$name: not PIE"
   readelf -W --dyn-syms "$2" >"$tmp/symbols"
   # A table of addresses has no stack.
   test "$name" = libgpuinv-lapack.so ||
      grep -q '__stack_chk_fail' "$tmp/symbols" ||
      fail "$name: no stack protector"
   # These libraries call functions that can be fortified.
   case $name in libgpuinv.so* | libglpk.so*)
      test "$fortified" -eq 0 || grep -q '_chk@' "$tmp/symbols" ||
         fail "$name: nothing fortified" ;;
   esac
   grep 'NEEDED' "$tmp/elf" | grep '\[.*/' && fail "$name: needs a path"
   # A run path may name only absolute folders of a toolkit or this build.
   grep -E 'R(UN)?PATH' "$tmp/elf" | grep -oE '\[.*\]' | tr -d '[]' |
      tr : '\n' | grep -vE '^(/|\$ORIGIN)' && fail "$name: relative run path"
}

for name in libgpuinv.so.0 libgpuinv-lapack.so libgpuinv-cuda.so; do
   test ! -e "$build/libgpuinv/.libs/$name" ||
      elf library "$build/libgpuinv/.libs/$name"
done
elf library "$build/glpk/build/src/.libs/libglpk.so.40"
elf program "$build/glpk/build/examples/.libs/glpsol"
elf program "$build/netlib/.libs/gpuinv-point"
elf program "$build/use/.libs/gpuinv-rank"
test $files -ge 6 || fail "only $files files"

# --- what lies in the working directory is not taken
cat >"$tmp/alien.c" <<'END'
#include <stdlib.h>
__attribute__((constructor)) static void enter(void) { exit(99); }
END
for name in libgpuinv.so libgpuinv.so.0 libgpuinv-lapack.so \
   libgpuinv-cuda.so libcudss.so libcudss.so.0 libcuda.so.1 \
   libopenblas.so.0 libcholmod.so.3; do
   ${CC:-cc} -shared -fPIC "$tmp/alien.c" -o "$tmp/$name" || exit 1
done
unset GLP_GPU LD_LIBRARY_PATH
for library in "$GPUINV_LIBRARY" ''; do
   for method in --simplex --interior; do
      (cd "$tmp" && GPUINV_LIBRARY=$library "$GLPSOL" --gpu=only $method \
         --mps "$build/glpk/src/examples/plan.mps") >"$tmp/log" 2>&1 ||
         fail "from a folder with other libraries ($method): $(cat "$tmp/log")"
   done
done
# The trap works: if it is asked for by name, it is taken.
(cd "$tmp" && GPUINV_LIBRARY=$tmp/libgpuinv.so "$GLPSOL" --gpu=only \
   --mps "$build/glpk/src/examples/plan.mps") >/dev/null 2>&1
test $? -eq 99 || fail "the library of the test does nothing"

echo "$files files are hardened"
test $failures -eq 0
