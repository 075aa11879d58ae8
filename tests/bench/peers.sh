#!/bin/sh
# peers.sh (CLP and HiGHS against glp_simplex with the engine, dense LPs)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: peers.sh [--limit SECONDS] [--apart] [--keep FILE] [FAMILY:M ...]
#
# Each LP is solved by bench_dense (second call in the process), written as
# exact MPS into a folder under $TMPDIR, solved by CLP (primal, dual) and HiGHS
# (dual simplex, interior point with crossover), each with one thread, and
# removed.  The figures of the peers are the times that they print for the
# solve, presolve included, reading excluded; ours is the whole glp_simplex
# call.  The runs of one LP go side by side unless --apart is given.  --keep
# FILE appends the rows of bench_dense to FILE.
#
# Programs: $CLP (clp), $HIGHS (highs), $BENCH_DENSE (beside this script or in
# tests/bench of the build).  $PEERS_LIBRARY_PATH is for the peers only: their
# OpenBLAS is not ours.

set -u
limit=60 apart=no keep=/dev/null
while [ $# -gt 0 ]; do
   case $1 in
   --limit) limit=$2; shift 2 ;;
   --apart) apart=yes; shift ;;
   --keep) keep=$2; shift 2 ;;
   [PDMLGI]:[1-9]*) break ;;
   *) echo "peers.sh: bad argument '$1'" >&2; exit 2 ;;
   esac
done
[ $# -gt 0 ] || set -- P:300 D:300 M:300 L:300

here=$(dirname "$0")
bench=${BENCH_DENSE:-}
for try in "$here/bench_dense" tests/bench/bench_dense; do
   [ -n "$bench" ] || [ ! -x "$try" ] || bench=$try
done
[ -n "$bench" ] || { echo "peers.sh: no bench_dense" >&2; exit 1; }
clp=$(command -v "${CLP:-clp}") || clp=
highs=$(command -v "${HIGHS:-highs}") || highs=
[ -n "$clp$highs" ] || {
   echo "peers.sh: neither clp nor highs is here; nothing to compare with"
   exit 77
}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

alone() {  # a peer: one thread, libraries of its own
   env OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 \
      LD_LIBRARY_PATH="${PEERS_LIBRARY_PATH:-}:${LD_LIBRARY_PATH:-}" "$@"
}

# $1 names the run and its log.  HiGHS counts reading against its limit, about
# 1.5 s per million numbers.
solve() {
   case $1 in
   clp_*) alone timeout $((2 * limit + read_s)) "$clp" "$model" \
      -seconds "$limit" "-${1#clp_}simplex" ;;
   highs_*) alone timeout $((2 * limit + read_s)) "$highs" "$model" \
      --solver "${1#highs_}" --threads 1 --parallel off \
      --time_limit $((limit + read_s)) ;;
   esac >"$tmp/$1" 2>&1
}

# prints "seconds objective" from a log, "- -" if it did not end optimal
figures() {
   [ -s "$tmp/$1" ] || { echo "- -"; return; }
   awk -v limit="$limit" '
      /^Optimal objective/ {  # CLP
         value = $3
         for (i = 4; i < NF; i++) if ($i == "time") time = $(i + 1) + 0
      }
      /^Model status/ { optimal = $NF == "Optimal" }
      /^Objective value/ { objective = $NF }
      /^HiGHS run time/ && optimal { time = $NF + 0; value = objective }
      END {
         if (value == "" || time > limit) print ">" limit, "-"
         else printf "%.2f %s\n", time, value
      }' "$tmp/$1"
}

runs="${clp:+clp_primal clp_dual} ${highs:+highs_simplex highs_ipm}"
row='%-6s %6s %10s %10s %13s %9s %14s %9s %8s %9s\n'
heading=yes ok=yes

for case; do
   family=${case%%:*} m=${case#*:}
   "$bench" --stock 0 --host 0 "$case" >"$tmp/ours" || ok=no
   cat "$tmp/ours" >>"$keep"
   if [ $heading = yes ]; then
      sed -n 's/; limits.*//; /^#/p' "$tmp/ours"
      echo "# peers: limit $limit s, one thread, solve time as they print it"
      # shellcheck disable=SC2059  # the format of every row
      printf "$row" family m clp_primal clp_dual highs_simplex highs_ipm \
         best_of_them ours xpeers differ
      heading=no
   fi
   model=$tmp/$family$m.mps
   read_s=$((10 + 4 * m / 1000 * m / 1000))
   "$bench" --write "$tmp" "$case" || exit 1
   for run in $runs; do
      if [ $apart = yes ]; then solve "$run"; else solve "$run" & fi
   done
   wait
   rm -f "$model"
   # name, time, objective of each; then ours
   for run in clp_primal clp_dual highs_simplex highs_ipm; do
      echo "$run $(figures "$run")"
   done >"$tmp/figures"
   awk '$1 == "family" { for (i = 1; i <= NF; i++) at[$i] = i; next }
      !/^#/ { print "ours", $at["ours"], $at["objective"] }' \
      "$tmp/ours" >>"$tmp/figures"
   # shellcheck disable=SC2046,SC2059  # words of a row
   printf "$row" "$family" "$m" $(awk -v limit="$limit" '
      function abs(x) { return x < 0 ? -x : x }
      BEGIN { ours = differ = "-" }
      $1 == "ours" { ours = $2; z = abs($3); next }
      {  printf "%s ", $2
         if ($2 ~ /^[0-9]/ && (best == "" || $2 + 0 < best)) {
            best = $2 + 0; name = $1
         }
         if ($2 ~ />/) over = 1
         if ($3 != "-") value[$1] = abs($3)
      }
      END {
         for (k in value) {  # signs differ: peers minimize
            e = abs(value[k] - z) / (z > 1 ? z : 1)
            if (ours != "-" && e >= worst) {
               worst = e; differ = sprintf("%.1e", e)
            }
         }
         if (best == "" && !over) name = "-"
         if (best == "" && over) { name = "none"; best = limit; mark = ">" }
         x = ours > 0 && best != "" ? sprintf("%s%.1f", mark, best / ours) : "-"
         print name, ours, x, differ
      }' "$tmp/figures")
   rm -f "$tmp"/clp_* "$tmp"/highs_*
done
[ $ok = yes ]
