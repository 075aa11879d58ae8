#!/bin/sh
# crossover-table.sh (glpsol by crossover on many problems, as a table)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: crossover-table.sh FILE.mps.gz... [-- OPTION OF GLPSOL...]
# $GLPSOL names the program.  Each problem has one line: the outcome by
# glpsol, iterations of the interior point method, pushes and those of them
# that changed the basis (dual, primal), pivots of crossover that brought
# values back to bounds, pivots that GLPK made until it certified the basis,
# seconds of user and system time, and a checksum of the solution file.  Equal
# checksums mean equal bases.

set -u
files=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
   files="$files $1"
   shift
done
[ -n "$files" ] || { echo "crossover-table.sh: no problems" >&2; exit 2; }
[ $# -eq 0 ] || shift
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

echo "name status ipm dual pivots primal pivots restored glpk cpu_s basis"
for file in $files; do
   name=$(basename "$file" | sed -e 's/\.gz$//' -e 's/\.mps$//')
   rm -f "$tmp/sol"
   ( "${GLPSOL:-glpsol}" --freemps "$file" --gpu=only --gpu-backend host \
      --gpu-form crossover "$@" -w "$tmp/sol" >"$tmp/log" 2>&1; times ) |
      tail -n 1 >"$tmp/times"
   sum=-
   test ! -s "$tmp/sol" || sum=$(cksum <"$tmp/sol" | cut -d ' ' -f 1)
   sed 's/[ms]/ /g' "$tmp/times" | awk -v name="$name" -v sum="$sum" '
      NR == FNR && FNR == 1 { cpu = 60 * $1 + $2 + 60 * $3 + $4; next }
      /^GPU: crossover: / {
         for (f = 2; f <= NF; f++) {
            if ($f == "interior") ipm = $(f - 1)
            if ($f == "dual") { dual = $(f - 1); dp = substr($(f + 2), 2) }
            if ($f == "primal") { primal = $(f - 1); pp = substr($(f + 2), 2) }
            if ($f == "clean-up") restored = $(f - 1)
         }
         crossed = 1
      }
      /using the CPU$/ { crossed = 0 }
      /^[*# ] *[0-9]+: obj = / { sub(/^[*#]/, ""); last = $1 + 0 }
      /^OPTIMAL LP SOLUTION FOUND/ { status = "optimal" }
      END {
         printf "%s %s", name, status == "" ? "-" : status
         if (crossed)
            printf " %d %d %d %d %d %d %d", ipm, dual, dp, primal, pp,
               restored, last - dual - primal
         else
            printf " - - - - - - %d", last
         printf " %.2f %s\n", cpu, sum
      }' - "$tmp/log"
done
