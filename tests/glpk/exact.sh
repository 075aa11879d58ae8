#!/bin/sh
# exact.sh (every method on 2000 random LPs, against exact arithmetic)
#
# This file is part of libgpuinv, a GPU back end for GLPK.
# libgpuinv is free software under the GNU General Public License,
# version 3 or (at your option) any later version; see COPYING.
#
# The same LPs each time, unless $GPUINV_SEED says otherwise.

unset GLP_GPU
# without an element in the matrix, which stock ends by a looser test
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 76280 || exit 1
exec "$abs_top_builddir/tests/glpk/exact" --count 2000 \
   --seed "${GPUINV_SEED:-20000}"
