/* gpuscl.h (minima and maxima of scaled matrix)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GPUSCL_H
#define GPUSCL_H

#include "prob.h"

#define min_row_aij(lp, i, scaled) gpuscl_range(lp, i)[0]
#define max_row_aij(lp, i, scaled) gpuscl_range(lp, i)[1]
#define min_col_aij(lp, j, scaled) gpuscl_range(lp, lp->m+j)[0]
#define max_col_aij(lp, j, scaled) gpuscl_range(lp, lp->m+j)[1]
/* minimal and maximal |a[i,j]| of R*A*S as found by gpuscl_find */

#define gpuscl_range _glp_gpuscl_range
double *gpuscl_range(glp_prob *lp, int k);
/* minimal and maximal |a[i,j]| of k-th row or column */

#define gpuscl_begin _glp_gpuscl_begin
void gpuscl_begin(glp_prob *lp);
/* allocate array for minima and maxima, and find them */

#define gpuscl_find _glp_gpuscl_find
void gpuscl_find(glp_prob *lp);
/* find minimal and maximal |a[i,j]| of R*A*S */

#define gpuscl_end _glp_gpuscl_end
void gpuscl_end(void);
/* free array of minima and maxima */

#endif

/* eof */
