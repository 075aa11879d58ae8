#!/bin/sh
# C++ and CUDA sources are formatted as .clang-format says, files stay
# within 400 lines and end with a newline
set -eu
cd "$abs_top_srcdir"
files=$(find libgpuinv kernels netlib tests -name '*.cpp' -o -name '*.hpp' \
   -o -name '*.cu' -o -name '*.cuh' | grep -v '/stock/\|/series/')
status=0
for f in $files quickstart glpk-patch/fetch; do
   lines=$(wc -l < "$f")
   [ "$lines" -le 400 ] || { echo "$f has $lines lines"; status=1; }
done
[ $status = 0 ] || exit 1
[ -n "${CLANG_FORMAT:-}" ] || { echo "clang-format is not installed"; exit 77; }
# other versions of clang-format break some lines differently
"$CLANG_FORMAT" --version | grep -q 'version 14\.' || {
   echo "clang-format is not version 14"; exit 77; }
"$CLANG_FORMAT" --dry-run --Werror $files
