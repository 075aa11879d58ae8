#!/bin/sh
# exact-many.sh (exact by many processes: one table of their answers)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: exact-many.sh EXACT COUNT SEED PROCESSES [OPTION...]
#
# LPs SEED to SEED + COUNT - 1 are divided by ranges of seeds among so many
# processes of the program EXACT, each with the OPTIONs, such as --backend
# cuda.  The table shows for integers and for scaled LPs: wrong answers, those
# where stock's same method is right, no answers; and for each simplex method
# the wrong answers of stock's same method.  The exit status is 0 if every
# process ended so and the sum passes (the tables of parts are too small for
# this): none wrong where stock is right, at most a tenth as many as stock's,
# interior point none, and without an answer at most 3 of 1000.

[ $# -ge 4 ] || { sed -n '5,6p' "$0"; exit 2; }
exact=$1 count=$2 seed=$3 processes=$4
shift 4
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
begin=$(date +%s)
p=0
while [ $p -lt "$processes" ]; do
   first=$((count * p / processes)) next=$((count * (p + 1) / processes))
   [ $next -eq $first ] || {
      "$exact" --count $((next - first)) --seed $((seed + first)) "$@" \
         > "$dir/$p.log" 2>&1
      echo $? > "$dir/$p.rc"
   } &
   p=$((p + 1))
done
wait
# 0: all passed; 1: FAIL lines of a part, which the sum may overrule
for rc in "$dir"/*.rc; do
   [ "$(cat "$rc")" -le 1 ] && grep -q '^method ' "${rc%.rc}.log" && continue
   echo "FAIL: a process ended with $(cat "$rc"):"
   tail -n 5 "${rc%.rc}.log"
   exit 1
done
sed -n 's/^GPU: //p' "$dir"/*.log | sort -u
grep -h '^GPUINV_SEED=[0-9]* ' "$dir"/*.log
grep -h '^GPUINV_SEED=[0-9]*:' "$dir"/*.log && exit 1
echo "$count LPs, $processes processes, $(($(date +%s) - begin)) s"
awk '
   /^[0-9]+ (optimal|unbounded|infeasible)/ {
      n = $1; sub(/^[0-9]+ /, ""); status[$0] += n }
   $1 == "method" && $2 == "kind" {
      for (k = 1; k <= NF; k++) column[$k] = k }
   $2 == "integers" || $2 == "scaled" {
      if (NF != column["lost"]) { print "FAIL: " $0; odd = 1; exit }
      if (!(($1, "LPs") in sum)) name[++names] = $1
      sum[$1, $2] += $column["wrong"]
      for (k in column) sum[$1, k] += $column[k] }
   END {
      for (s in status) printf "%d %s\n", status[s], s
      printf "%-20s %7s %8s %8s %8s %8s %8s %8s %8s\n", "method", "LPs",
         "integers", "scaled", "stock", "alone", "clear", "none", "lost"
      for (k = 1; k <= names; k++) {
         m = name[k]
         stock = m
         interior = m ~ /interior|vertex/
         if (interior) stock = "stock-interior"
         else sub(/^[^-]*/, "stock", stock)
         wrong = sum[m, "integers"] + sum[m, "scaled"]
         theirs = sum[stock, "integers"] + sum[stock, "scaled"]
         printf "%-20s %7d %8d %8d %8d %8d %8d %8d %8d", m, sum[m, "LPs"],
            sum[m, "integers"], sum[m, "scaled"], theirs, sum[m, "alone"],
            sum[m, "clear"], sum[m, "none"], sum[m, "lost"]
         bad = ""
         if (m == stock) bad = ""
         else if (interior) {
            if (wrong > 0) bad = bad " wrong"
            if (sum[m, "none"] > .003 * sum[m, "LPs"]) bad = bad " none"
         } else {
            if (sum[m, "integers"] > 0) bad = bad " integers"
            if (sum[m, "alone"] > 0) bad = bad " alone"
            if (10 * sum[m, "scaled"] > theirs) bad = bad " tenth"
         }
         print bad == "" ? "" : "  FAIL:" bad
         failed = failed || bad != "" }
      exit failed || odd || !names }' "$dir"/*.log
