#!/bin/sh
# exact.sh (random LPs against exact arithmetic: methods, options, re-solves)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The LPs are the same each time, unless $GPUINV_SEED gives another seed.

unset GLP_GPU
# This LP has no element in the matrix; stock ends it by a looser test.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 76280 || exit 1
# GLPK calls this one infeasible with bounds that it has perturbed.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 7358802 || exit 1
# A reduced cost of 9.5e-7 here has the wrong sign over a range of 8e6.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 31000147 || exit 1
# GLPK's dual simplex cycles from the basis where the engine stopped.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 52003964 || exit 1
# Unscaled, both methods of GLPK go round in circles for ever.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 15979 || exit 1
# No solution is feasible here, but one is by GLPK's tolerance.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 71128443 || exit 1
# A bound violated by 9e-8 is worth 2e-3 of the objective here, unscaled.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 131011755 || exit 1
# The presolver leaves -4e-10 of two costs that cancel out: a ray, of its LP.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 137005704 || exit 1
# The dual method ends at a bound violated by 7e-7, which is worth 1 %.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 173002736 || exit 1
# A variable may not be -2e-8 here: then nothing is feasible.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 173019976 || exit 1
# The only feasible point is 0 here: the interior point method ends just short
# of its tolerance, and GLPK's own, which then began, far from it.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 191005736 || exit 1
# The interior point method gets no further here; GLPK's own then saw no
# solution, or ended 1.2e-6 off.
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 229011185 || exit 1
"$abs_top_builddir/tests/glpk/exact" --count 1 --seed 300322325 || exit 1
# A solution is taken back here; its basis is then factorized anew.
"$abs_top_builddir/tests/glpk/resolve" 1 5213576 || exit
# The long-step ratio test meets a break point below zero in these, with the
# inverse and after crossover, not in stock.
"$abs_top_builddir/tests/glpk/resolve" 1 9109208 || exit
"$abs_top_builddir/tests/glpk/resolve" 1 9112823 || exit
# The same problem object is solved again and again, with any options.
"$abs_top_builddir/tests/glpk/resolve" 1000 "${GPUINV_SEED:-1}" || exit
exec "$abs_top_builddir/tests/glpk/exact" --count 2000 \
   --seed "${GPUINV_SEED:-20000}"
