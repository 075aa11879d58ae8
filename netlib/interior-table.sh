#!/bin/sh
# interior-table.sh (glpsol --interior on many problems, as a table)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: interior-table.sh FILE.mps.gz... [-- OPTION OF GLPSOL...]
# $GLPSOL names glpsol, $GPUINV_MANIFEST the file of reference objectives.
# Each problem has one line: the outcome by glpsol, iterations, objective,
# its error |obj - ref|/max(1, |ref|), residuals and gap of the last
# iteration on the original problem, seconds of the method and of the
# process, and the back end.

set -u
files=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
   files="$files $1"
   shift
done
[ -n "$files" ] || { echo "interior-table.sh: no problems" >&2; exit 2; }
[ $# -eq 0 ] || shift
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

echo "name status iterations objective error primal dual gap method_s process_s where"
for file in $files; do
   name=$(basename "$file" | sed -e 's/\.gz$//' -e 's/\.mps$//')
   begin=$(date +%s.%N)
   "${GLPSOL:-glpsol}" --interior --gpu=only "$@" "$file" >"$log" 2>&1
   end=$(date +%s.%N)
   ref=$(awk -F'\t' -v n="$name" '$1 == n { print $7 }' "$GPUINV_MANIFEST")
   awk -v name="$name" -v ref="$ref" -v begin="$begin" -v end="$end" '
      function value(key,  rest) {  # of "key = value;"
         rest = substr($0, index($0, key " =") + length(key) + 2)
         return rest + 0
      }
      /^ *[0-9]+: obj = / {
         count = $1 + 0; obj = value("obj"); primal = value("rpi")
         dual = value("rdi"); gap = value("gap"); seconds = $(NF - 1)
      }
      /^GPU: interior point on / { where = $5 }
      /using the CPU$/ { where = "GLPK" }
      /^OPTIMAL SOLUTION FOUND/ { status = "optimal" }
      /^PROBLEM HAS NO PRIMAL FEASIBLE/ { status = "infeasible" }
      /^PROBLEM HAS NO DUAL FEASIBLE/ { status = "unbounded" }
      /^(NO CONVERGENCE|NUMERIC INSTABILITY)/ { status = tolower($1 "-" $2) }
      END {
         error = "-"
         sub(/;$/, "", status)
         if (ref ~ /[0-9]/ && status == "optimal") {
            size = ref < 0 ? -ref : ref
            error = obj - ref
            if (error < 0) error = -error
            error = sprintf("%.1e", error / (size < 1 ? 1 : size))
         }
         printf "%s %s %d %.10g %s %.1e %.1e %.1e %.2f %.2f %s\n", name,
            status == "" ? "-" : status, count, obj, error, primal, dual,
            gap, seconds, end - begin, where
      }' "$log"
done
