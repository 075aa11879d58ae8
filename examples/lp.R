# lp.R (R with Rglpk: gpuinv-run Rscript lp.R)
#
# This file is part of libgpuinv, a GPU back end for GLPK.
# libgpuinv is free software under the GNU General Public License,
# version 3 or (at your option) any later version; see COPYING.
#
# maximize 10 x + 6 y + 4 z subject to three <= rows, as in GLPK's manual.
library(Rglpk)
A <- matrix(c(1, 10, 2, 1, 4, 2, 1, 5, 6), nrow = 3)
s <- Rglpk_solve_LP(c(10, 6, 4), A, c("<=", "<=", "<="), c(100, 600, 300),
                    max = TRUE)
stopifnot(s$status == 0)
cat(sprintf("objective %.9g\n", s$optimum))
