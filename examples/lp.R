# lp.R (R with Rglpk: gpuinv-run Rscript lp.R)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# maximize 10 x + 6 y + 4 z subject to three <= rows, as in GLPK's manual.
library(Rglpk)
A <- matrix(c(1, 10, 2, 1, 4, 2, 1, 5, 6), nrow = 3)
s <- Rglpk_solve_LP(c(10, 6, 4), A, c("<=", "<=", "<="), c(100, 600, 300),
                    max = TRUE)
stopifnot(s$status == 0)
cat(sprintf("objective %.9g\n", s$optimum))
