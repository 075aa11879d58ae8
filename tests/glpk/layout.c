/* layout.c (print sizes and offsets of the structures of glpk.h)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <glpk.h>
#include <stddef.h>
#include <stdio.h>

#define SIZE(type) printf(#type " %lu\n", (unsigned long)sizeof(type))
#define AT(type, field)                                                       \
  printf(#type "." #field " %lu %lu\n", (unsigned long)offsetof(type, field), \
         (unsigned long)sizeof(((type*)0)->field))

int main(void) {
  SIZE(glp_bfcp);
  AT(glp_bfcp, msg_lev);
  AT(glp_bfcp, type);
  AT(glp_bfcp, lu_size);
  AT(glp_bfcp, piv_tol);
  AT(glp_bfcp, piv_lim);
  AT(glp_bfcp, suhl);
  AT(glp_bfcp, eps_tol);
  AT(glp_bfcp, max_gro);
  AT(glp_bfcp, nfs_max);
  AT(glp_bfcp, upd_tol);
  AT(glp_bfcp, nrs_max);
  AT(glp_bfcp, rs_size);
  SIZE(glp_smcp);
  AT(glp_smcp, msg_lev);
  AT(glp_smcp, tm_lim);
  AT(glp_smcp, aorn);
  SIZE(glp_iptcp);
  AT(glp_iptcp, ord_alg);
  SIZE(glp_iocp);
  AT(glp_iocp, cb_func);
  AT(glp_iocp, save_sol);
  SIZE(glp_attr);
  SIZE(glp_mpscp);
  SIZE(glp_cpxcp);
  SIZE(glp_vertex);
  SIZE(glp_arc);
  return 0;
}
