/* soak_changes.h (random changes of a problem that take turns)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef TESTS_GLPK_SOAK_CHANGES_H
#define TESTS_GLPK_SOAK_CHANGES_H

#include <glpk.h>

#define SOAK_CHANGES 24 /* at a time */
#define SOAK_EXTRA 12   /* rows and columns, each */

/* A bound or cost before its change. */
struct saved {
  int kind, k, type;
  double lb, ub, cost;
};

struct soak {
  glp_prob* P;
  unsigned state; /* of the random numbers */
  int m, n;       /* of the problem itself; more were added */
  int changes;
  struct saved saved[SOAK_CHANGES];
};

double soak_uniform(struct soak* s);

/* Changes a solved P into the next problem: restores the bounds and costs
 * changed last, changes others by some per cent, and adds or deletes one row
 * or column.  The basis stays a basis, and nearly always the problem stays
 * feasible and bounded. */
void soak_change(struct soak* s);

/* Restores the problem itself, except for added rows and columns that the
 * basis needs. */
void soak_restore(struct soak* s);

#endif
