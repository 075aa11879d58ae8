#!/bin/sh
# pages.sh (man pages, pkg-config and completion say what is there)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
. "$abs_top_srcdir/tests/use/common.sh"

# groff reads the pages without a warning.
if command -v groff >/dev/null 2>&1; then
   for page in "$abs_top_srcdir"/use/*.[17] "$abs_top_srcdir"/glpk-patch/*.1; do
      groff -man -Tutf8 -ww "$page" 2>&1 >/dev/null | grep . &&
         fault "$page: groff warns"
   done
fi
# Each option in the help of a program has an entry in its page, and vice
# versa.
options() { sed -n 's/^ *\(--[a-z][-a-z]*\).*/\1/p' "$1" | sort -u; }
entries() {
   sed -n 's/\\-/-/g; s/^\\f[BI]\(--[-a-z]*\).*/\1/p; s/^\.B \(--[-a-z]*\)$/\1/p' \
      "$1" | sort -u
}
"$run" --help >"$work/help"
options "$work/help" >"$work/a"
entries "$abs_top_srcdir/use/gpuinv-run.1" >"$work/b"
diff "$work/a" "$work/b" || fault "gpuinv-run.1 and --help differ"
# What the library tells of its options is missing if another libglpk is found.
LD_LIBRARY_PATH=$work/lib "$work/bin/glpsol" --help >"$work/help"
options "$work/help" | grep gpu >"$work/a"
entries "$abs_top_srcdir/glpk-patch/glpsol.1" | grep gpu >"$work/b"
diff "$work/a" "$work/b" || fault "glpsol.1 and --help differ"
for command in $("$GPUINV_NETLIB_TOOL" --help |
   sed -n 's/^    \([a-z][a-z]*\) .*/\1/p'); do
   grep -qE "^\\\\fB.*$command\\\\f" "$abs_top_srcdir/use/gpuinv-netlib.1" ||
      fault "gpuinv-netlib.1 lacks $command"
done
# What usage in the source says, for a program without --help.
sed -n '/^\/\/ usage/,/^$/p' "$abs_top_srcdir/netlib/point_main.cpp" |
   grep -oE -e '--[a-z]+' | sort -u >"$work/a"
entries "$abs_top_srcdir/use/gpuinv-point.1" >"$work/b"
diff "$work/a" "$work/b" || fault "gpuinv-point.1 and its usage differ"
# Each program that is installed has a page.
for program in glpsol $(sed -n 's/^bin_[A-Z]* += //p' \
   "$abs_top_srcdir"/*/local.mk); do
   name=${program##*/}
   [ -f "$abs_top_srcdir/use/$name.1" ] ||
      [ -f "$abs_top_srcdir/glpk-patch/$name.1" ] ||
      fault "$name has no page"
done
# Variables of the page are those that the sources read.
for name in GLP_GPU GPUINV_LIBRARY OPENBLAS_NUM_THREADS; do
   grep -q "secure_getenv(\"$name\")" "$abs_top_srcdir"/glpk-patch/gpu/*.c \
      "$abs_top_srcdir"/libgpuinv/*/*.cpp || fault "nobody reads $name"
   grep -q "^.B $name$" "$abs_top_srcdir/use/gpuinv.7" ||
      fault "gpuinv.7 lacks $name"
done
# A program found by pkg-config.
for package in glpk libgpuinv; do
   grep -qE '@[a-z]+@' "$build/use/$package.pc" && fault "$package.pc: @...@"
   if command -v pkg-config >/dev/null 2>&1; then
      PKG_CONFIG_PATH=$build/use pkg-config --exists "$package" ||
         fault "pkg-config does not take $package.pc"
   fi
done
# Completion offers modes and options.
if command -v bash >/dev/null 2>&1; then
   bash -c '. "$1"; export PATH=$2:$PATH LD_LIBRARY_PATH=$3
      COMP_WORDS=(glpsol --gpu = o) COMP_CWORD=3; _glpsol
      echo "${COMPREPLY[@]}"
      COMP_WORDS=(glpsol --gpu-b) COMP_CWORD=1; _glpsol
      echo "${COMPREPLY[@]}"' - "$abs_top_srcdir/use/glpsol.bash" \
      "$work/bin" "$work/lib" >"$work/out" 2>&1
   [ "$(cat "$work/out")" = "only off
--gpu-backend" ] || fault "completion: $(cat "$work/out")"
fi
[ "$failed" -eq 0 ]
