#!/bin/sh
# exact.sh (every method on 2000 random LPs, against exact arithmetic)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The same LPs each time, unless $GPUINV_SEED says otherwise.

unset GLP_GPU
# without an element in the matrix, which stock ends by a looser test
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 76280 || exit 1
exec "$abs_top_builddir/tests/glpk/exact" --count 2000 \
   --seed "${GPUINV_SEED:-20000}"
