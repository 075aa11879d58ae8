#!/bin/sh
# format.sh (sources are as .clang-format says, short, and end with a newline)
# SPDX-License-Identifier: GPL-3.0-or-later

set -eu
cd "$abs_top_srcdir"
# Sources that the tests build in a build folder within the sources are left
# out.
sources=$(find libgpuinv kernels netlib tests \
   \( -name stock -o -name series \) -prune -o -type f \( -name '*.cpp' \
   -o -name '*.hpp' -o -name '*.cu' -o -name '*.cuh' \) -print)
[ -n "$sources" ] || { echo "no sources found"; exit 1; }
status=0
for f in $sources quickstart glpk-patch/fetch tests/*.sh tests/*/*.sh \
   tests/*/*.c tests/*/*.h libgpuinv/*.h netlib/tool/*.py; do
   lines=$(wc -l < "$f")
   [ "$lines" -le 400 ] || { echo "$f has $lines lines"; status=1; }
   [ -z "$(tail -c 1 "$f")" ] || { echo "$f ends without newline"; status=1; }
done
[ $status = 0 ] || exit 1
[ -n "${CLANG_FORMAT:-}" ] || { echo "clang-format is not installed"; exit 77; }
# Other versions of clang-format break some lines differently.
"$CLANG_FORMAT" --version | grep -q 'version 14\.' || {
   echo "clang-format is not version 14"; exit 77; }
# shellcheck disable=SC2086  # names without white space
"$CLANG_FORMAT" --dry-run --Werror $sources
