/* client.c (a program that knows only stock GLPK)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <glpk.h>
#include <stdio.h>
#include <stdlib.h>

/* maximize 3x + 2y + z subject to x+y <= 4.5, x+3z <= 6.2, x,y,z integer */
static int solve_mip(void) {
  const int ia[] = {0, 1, 1, 2, 2}, ja[] = {0, 1, 2, 1, 3};
  const double ar[] = {0, 1, 1, 1, 3}, obj[] = {0, 3, 2, 1};
  glp_prob* p = glp_create_prob();
  glp_iocp parm;
  int j, ret;
  glp_set_obj_dir(p, GLP_MAX);
  glp_add_rows(p, 2);
  glp_set_row_bnds(p, 1, GLP_UP, 0, 4.5);
  glp_set_row_bnds(p, 2, GLP_UP, 0, 6.2);
  glp_add_cols(p, 3);
  for (j = 1; j <= 3; j++) {
    glp_set_col_kind(p, j, GLP_IV);
    glp_set_col_bnds(p, j, GLP_LO, 0, 0);
    glp_set_obj_coef(p, j, obj[j]);
  }
  glp_load_matrix(p, 4, ia, ja, ar);
  glp_init_iocp(&parm);
  parm.presolve = GLP_ON;
  ret = glp_intopt(p, &parm);
  printf("result mip %d %.9g\n", ret, glp_mip_obj_val(p));
  glp_delete_prob(p);
  return ret;
}

int main(int argc, char* argv[]) {
  glp_prob* p = glp_create_prob();
  glp_bfcp bfcp;
  int ret, j;
  if (argc != 2 || glp_read_mps(p, GLP_MPS_DECK, NULL, argv[1]) != 0) return 1;
  glp_get_bfcp(p, &bfcp);
  bfcp.nfs_max = 20;
  glp_set_bfcp(p, &bfcp);
  ret = glp_simplex(p, NULL);
  printf("result lp %d %.9g\n", ret, glp_get_obj_val(p));
  ret |= glp_warm_up(p);
  for (j = 1; j <= glp_get_num_cols(p); j++)
    printf("result x%d %.9g\n", j, glp_get_col_prim(p, j));
  ret |= solve_mip();
  glp_delete_prob(p);
  glp_free_env();
  return ret != 0;
}
