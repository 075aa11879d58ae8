## Examples, which tests/use/examples.sh runs
## SPDX-License-Identifier: GPL-3.0-or-later

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
