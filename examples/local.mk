## Examples, which tests/use/examples.sh runs
##
## This file is part of libgpuinv, a GPU back end for GLPK.
## libgpuinv is free software under the GNU General Public License,
## version 3 or (at your option) any later version; see COPYING.

exampledir = $(docdir)/examples
dist_example_DATA = \
   examples/dense.c \
   examples/diet.mod \
   examples/interior.c \
   examples/lp.R \
   examples/lp.m \
   examples/lp_cobra.py \
   examples/lp_cvxopt.py \
   examples/lp_pulp.py \
   examples/lp_swiglpk.py \
   examples/tree.c \
   examples/warm.c
