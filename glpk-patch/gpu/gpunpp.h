/* gpunpp.h (presolver at memory speed in GPU modes)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef GPUNPP_H
#define GPUNPP_H

#include "npp.h"

#define gpunpp_reserve _glp_gpunpp_reserve
NPPAIJ **gpunpp_reserve(NPP *npp, glp_prob *orig);
/* reserve elements so that those of a row are neighbors in memory */

#define gpunpp_column _glp_gpunpp_column
void gpunpp_column(NPP *npp, NPPAIJ *spare[], GLPCOL *col);
/* let next elements be those reserved for given column, if any */

#define gpunpp_sum _glp_gpunpp_sum
int gpunpp_sum(glp_prob *orig);
/* compute primal values of inactive rows, unless that is left to the
   caller (0) */

#define gpunpp_idle _glp_gpunpp_idle
int gpunpp_idle(glp_prob *P);
/* check if presolver would find next to nothing to remove */

#define gpunpp_solve _glp_gpunpp_solve
int gpunpp_solve(glp_prob *P, const glp_smcp *parm,
      int (*solve)(glp_prob *P, const glp_smcp *parm));
/* solve LP in place as if presolver had left it as it is */

#endif

/* eof */
