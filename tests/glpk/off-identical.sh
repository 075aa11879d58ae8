#!/bin/sh
# off-identical.sh (mode off: byte for byte what stock GLPK does)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# This runs GLPK's example models, and the smaller Netlib problems if
# $GPUINV_NETLIB names their folder, under stock and patched glpsol, compares
# log, -o, -w and --ranges files, then solves the examples again by --gpu=only,
# where only status and objective must agree.

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock

# Models that stock does not solve within two seconds
slow='hashi huge life_goe planarity tiling trick'
# ... and within half a second: not repeated with the GPU mode
slowish='jssp magic numbrix pentomino tas'

area=$work/off
rm -rf "$area"

# run SUBDIR GLPSOL MODEL [OPTION...]: runs in its own directory, so that the
# command lines in the logs are equal
run() {
   mkdir -p "$area/$1" && cd "$area/$1" || exit 1
   glpsol=$2
   model=$3
   shift 3
   cp "$from/$model" .
   timeout 120 "$glpsol" "$(input_option "$model")" "$model" "$@" \
      -o out.txt -w sol.txt --ranges ranges.txt >log.txt 2>&1
   echo "exit status $?" >>log.txt
   # Lines of progress appear every five seconds if a run takes that long.
   case " $slowish " in *" ${model%.*} "*) progress='/^+ *[0-9]*: mip/d' ;;
   *) progress= ;;
   esac
   sed -e '/^Time used:/d' -e "$progress" log.txt >log && rm log.txt
}

# compare MODEL [OPTION...]: compares stock and patched
compare() {
   run stock "$stock_glpsol" "$@"
   run patched "$GLPSOL" "$@"
   models=$((models + 1))
   diff -r "$area/stock" "$area/patched" >"$area/diff" ||
      fail "$*: $(head -n 20 "$area/diff")"
}

unset GLP_GPU
models=0
from=$stock/src/examples
for path in "$stock"/src/examples/*.mod "$stock"/src/examples/*.mps \
   "$stock"/src/examples/*.lp; do
   model=${path##*/}
   case " $slow " in *" ${model%.*} "*) continue ;; esac
   compare "$model"
   case " $slowish " in *" ${model%.*} "*) ;; *)
      if grep -q '^exit status 0' "$area/stock/log" &&
         test -f "$area/stock/sol.txt"; then
         run gpu "$GLPSOL" "$model" --gpu=only
         same_objective "$area/stock/sol.txt" "$area/gpu/sol.txt" ||
            fail "$model with --gpu=only: $(objective "$area/gpu/sol.txt")" \
               "stock: $(objective "$area/stock/sol.txt")"
         grep -q 'using the CPU' "$area/gpu/log" &&
            fail "$model with --gpu=only: $(grep GPU: "$area/gpu/log")"
      fi ;;
   esac
   rm -rf "$area/stock" "$area/patched" "$area/gpu"
done
echo "$models models compared"
test $models -ge 60 || fail "only $models models found"

# Netlib is solved with the presolver and without, and by interior point.
if test -d "${GPUINV_NETLIB:-}/feasible"; then
   from=$GPUINV_NETLIB/feasible
   models=0
   # shellcheck disable=SC2012  # plain names, by size
   for model in $(cd "$from" && ls -Sr -- *.mps.gz | head -n 60); do
      for options in '' '--nopresol --dual' --interior; do
         # shellcheck disable=SC2086
         compare "$model" $options
         rm -rf "$area/stock" "$area/patched"
      done
   done
   echo "$models runs of Netlib problems compared"
   test $models -ge 180 || fail "only $models runs of Netlib problems"
fi

# Other programs read these; messages contain the program's own path.
for option in --version --help --nosuchoption; do
   "$stock_glpsol" $option 2>&1 | sed 's,/[^ ]*/glpsol,glpsol,' \
      >"$work/stock.out"
   "$GLPSOL" $option 2>&1 | sed 's,/[^ ]*/glpsol,glpsol,' |
      sed '/^GPU options:$/,/^$/d; /^   --crossover/d' >"$work/patched.out"
   diff "$work/stock.out" "$work/patched.out" || fail "glpsol $option"
done
rm -f "$work/stock.out" "$work/patched.out"
cd "$work" || exit 1
test "$failures" -ne 0 || rm -rf "$area"
finish
