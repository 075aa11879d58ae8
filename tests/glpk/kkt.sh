#!/bin/sh
# kkt.sh (optima of Netlib's problems pass glp_check_kkt as they were given)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/glpk/kkt runs on the host over the smaller files in the folder that
# $GPUINV_NETLIB names, over all of them if $GPUINV_NETLIB_ALL is set (that
# takes an hour).

. "$abs_top_srcdir/tests/glpk/common.sh"
test -d "${GPUINV_NETLIB:-}/feasible" || {
   echo "GPUINV_NETLIB names no folder"
   exit 77
}
unset GLP_GPU
table=$work/kkt.tsv

# smallest N FOLDER: prints the files to run
smallest() {
   test -z "${GPUINV_NETLIB_ALL:-}" || set -- 1000 "$2"
   # shellcheck disable=SC2012  # plain names, by size
   ls -Sr "$GPUINV_NETLIB/$2"/*.mps.gz | head -n "$1"
}

# judge COUNT OPTION...: checks that every file passes
judge() {
   least=$1
   shift
   "$abs_top_builddir/tests/glpk/kkt" --backend host --tmlim 300 \
      --manifest "$GPUINV_MANIFEST" "$@" >"$table" || {
      shown=$(grep -vE '	passed$' "$table")
      # the options without the files
      fail "$(echo "$*" | sed 's, [^ ]*/.*,,'):
$shown"
   }
   grep 'using the CPU' "$table" && fail "the library has failed"
   test "$(grep -cE '	passed$' "$table")" -ge "$least" ||
      fail "only $(tail -n 1 "$table")"
   echo "$(echo "$*" | sed 's, [^ ]*/.*,,'): $(tail -n 1 "$table")"
}

feasible=$(smallest 60 feasible)
infeasible=$(smallest 15 infeasible)
for mode in only auto; do
   for method in primal dual; do
      for presolver in '' --nopresol; do
         # shellcheck disable=SC2086  # lists of words
         judge 75 --mode $mode --method $method $presolver \
            $feasible $infeasible
      done
   done
done
# shellcheck disable=SC2086
judge 60 --mode only --method interior $feasible
# shellcheck disable=SC2086
judge 13 --mode only --method interior $infeasible
rm -f "$table"
finish
