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
# Scripts are known by their name or by their first line.
rest=$(find .ci examples glpk-patch libgpuinv netlib packaging quickstart \
   tests use \( -name stock -o -name series -o -name results \
   -o -name __pycache__ \) -prune -o -type f -print)
scripts=
for f in $rest; do
   case $f in
   *.[ch] | *.py | *.sh) scripts="$scripts $f" ;;
   */*.*) ;;
   *) [ "$(head -c 2 "$f" | tr -d '\000')" != '#!' ] ||
      scripts="$scripts $f" ;;
   esac
done
case $scripts in
*/program_list.py*) ;;
*) echo "no scripts found"; exit 1 ;;
esac
status=0
for f in $sources $scripts; do
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
