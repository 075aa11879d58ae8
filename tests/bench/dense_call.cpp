// dense_call.cpp (dense LPs as problem objects of GLPK)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/dense_call.hpp"

#include <vector>

#include "tests/bench/dense_family.hpp"

namespace gpuinv::bench {
namespace {

void set_bounds(void (*set)(glp_prob*, int, int, double, double), glp_prob* lp,
                int k, const Range& r) {
  const bool lower = r.lower != -HUGE_VAL, upper = r.upper != HUGE_VAL;
  set(lp, k,
      r.lower == r.upper ? GLP_FX
      : lower && upper   ? GLP_DB
      : lower            ? GLP_LO
                         : GLP_UP,
      lower ? r.lower : 0.0, upper ? r.upper : 0.0);
}

}  // namespace

Call solve(glp_prob* lp, const How& how) {
  glp_std_basis(lp);
  return call_simplex(lp, how);
}

glp_prob* build_problem(char letter, int m) {
  DenseFamily family(letter, m);
  glp_prob* lp = glp_create_prob();
  glp_set_obj_dir(lp, family.maximize() ? GLP_MAX : GLP_MIN);
  glp_add_rows(lp, m);
  glp_add_cols(lp, m);
  std::vector<int> index(m + 1);
  for (int i = 1; i <= m; i++) index[i] = i;
  for (int j = 1; j <= m; j++) {
    const DenseFamily::Column& c = family.next_column();
    glp_set_mat_col(lp, j, m, index.data(), c.a.data() - 1);  // counts from 1
    glp_set_obj_coef(lp, j, c.cost);
    set_bounds(glp_set_col_bnds, lp, j, c.range);
  }
  for (int i = 1; i <= m; i++)
    set_bounds(glp_set_row_bnds, lp, i, family.next_row());
  return lp;
}

double scale(glp_prob* lp) {
  const double begin = now();
  glp_term_out(GLP_OFF);
  glp_scale_prob(lp, GLP_SF_AUTO);
  glp_term_out(GLP_ON);
  return now() - begin;
}

}  // namespace gpuinv::bench
