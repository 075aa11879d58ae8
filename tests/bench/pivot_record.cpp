// pivot_record.cpp (pivots of GLPK's primal simplex method, to be replayed)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/pivot_record.hpp"

#include <algorithm>

namespace gpuinv::bench {
namespace {

// Variables 1..m are rows, m+1..m+n columns, as in GLPK.
std::vector<bool> basic_variables(glp_prob* lp) {
  const int m = glp_get_num_rows(lp), n = glp_get_num_cols(lp);
  std::vector<bool> basic(m + n + 1, false);
  for (int i = 1; i <= m; i++) basic[i] = glp_get_row_stat(lp, i) == GLP_BS;
  for (int j = 1; j <= n; j++) basic[m + j] = glp_get_col_stat(lp, j) == GLP_BS;
  return basic;
}

RecordedColumn column_of(glp_prob* lp, int variable) {
  const int m = glp_get_num_rows(lp);
  if (variable <= m) return {{variable - 1}, {1.0}};
  const int j = variable - m;
  std::vector<int> row(m + 1);
  std::vector<double> value(m + 1);
  const int length = glp_get_mat_col(lp, j, row.data(), value.data());
  RecordedColumn c;
  for (int t = 1; t <= length; t++) {
    c.row.push_back(row[t] - 1);
    c.value.push_back(-value[t] * glp_get_rii(lp, row[t]) * glp_get_sjj(lp, j));
  }
  return c;
}

// Returns GLPK's iterations; the basis is in lp.
int iterate(glp_prob* lp, int limit) {
  glp_smcp parm;
  glp_init_smcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  parm.it_lim = limit;
  const int before = glp_get_it_cnt(lp);
  glp_simplex(lp, &parm);
  return glp_get_it_cnt(lp) - before;
}

}  // namespace

PivotRecord record_pivots(glp_prob* lp, int first, int count) {
  glp_term_out(GLP_OFF);
  glp_scale_prob(lp, GLP_SF_AUTO);
  glp_adv_basis(lp, 0);
  PivotRecord record;
  record.m = glp_get_num_rows(lp);
  if (first > 0) record.first = iterate(lp, first);
  std::vector<bool> basic = basic_variables(lp);
  std::vector<int> head;
  for (int v = 1; v < static_cast<int>(basic.size()); v++)
    if (basic[v]) head.push_back(v);
  for (const int v : head) record.basis.push_back(column_of(lp, v));
  while (static_cast<int>(record.pivots.size()) < count) {
    if (iterate(lp, 1) == 0) break;
    const std::vector<bool> now = basic_variables(lp);
    int entered = 0, left = 0, changes = 0;
    for (int v = 1; v < static_cast<int>(now.size()); v++) {
      if (now[v] == basic[v]) continue;
      (now[v] ? entered : left) = v;
      changes++;
    }
    if (changes == 0) continue;
    if (changes != 2) break;
    const auto place = std::find(head.begin(), head.end(), left);
    *place = entered;
    record.pivots.push_back(
        {static_cast<int>(place - head.begin()), column_of(lp, entered)});
    basic = now;
  }
  glp_term_out(GLP_ON);
  return record;
}

}  // namespace gpuinv::bench
