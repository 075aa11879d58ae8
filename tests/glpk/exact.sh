#!/bin/sh
# exact.sh (random LPs against exact arithmetic: methods, options, re-solves)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The same LPs each time, unless $GPUINV_SEED says otherwise.

unset GLP_GPU
# without an element in the matrix, which stock ends by a looser test
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 76280 || exit 1
# the same problem object again and again, by any options
"$abs_top_builddir/tests/glpk/resolve" 1000 "${GPUINV_SEED:-1}" || exit
exec "$abs_top_builddir/tests/glpk/exact" --count 2000 \
   --seed "${GPUINV_SEED:-20000}"
