// exact_write.cpp (an LP as a file in free MPS format, with all digits)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <fstream>
#include <stdexcept>
#include <vector>

#include "exact_lp.hpp"

namespace gpuinv::exact {
namespace {

char row_letter(int type) {
  switch (type) {
    case GLP_FR:
      return 'N';
    case GLP_LO:
      return 'G';
    case GLP_FX:
      return 'E';
    default:
      return 'L';  // with a range if it has two bounds
  }
}

void write_rows(std::ostream& out, glp_prob* P) {
  out << "ROWS\n N z\n";
  for (int i = 1; i <= glp_get_num_rows(P); i++)
    out << ' ' << row_letter(glp_get_row_type(P, i)) << " r" << i << '\n';
}

void write_columns(std::ostream& out, glp_prob* P, double sign) {
  std::vector<int> ind(1 + glp_get_num_rows(P));
  std::vector<double> val(ind.size());
  out << "COLUMNS\n";
  for (int j = 1; j <= glp_get_num_cols(P); j++) {
    out << " c" << j << " z " << sign * glp_get_obj_coef(P, j) << '\n';
    const int len = glp_get_mat_col(P, j, ind.data(), val.data());
    for (int t = 1; t <= len; t++)
      out << " c" << j << " r" << ind[t] << ' ' << val[t] << '\n';
  }
}

// The right-hand side of the objective is its negated constant.
void write_sides(std::ostream& out, glp_prob* P, double sign) {
  out << "RHS\n rhs z " << -sign * glp_get_obj_coef(P, 0) << '\n';
  for (int i = 1; i <= glp_get_num_rows(P); i++) {
    const int type = glp_get_row_type(P, i);
    if (type == GLP_FR) continue;
    out << " rhs r" << i << ' '
        << (row_letter(type) == 'L' ? glp_get_row_ub(P, i)
                                    : glp_get_row_lb(P, i))
        << '\n';
  }
  out << "RANGES\n";
  for (int i = 1; i <= glp_get_num_rows(P); i++)
    if (glp_get_row_type(P, i) == GLP_DB)
      out << " rng r" << i << ' ' << glp_get_row_ub(P, i) - glp_get_row_lb(P, i)
          << '\n';
}

void write_bounds(std::ostream& out, glp_prob* P) {
  out << "BOUNDS\n";
  for (int j = 1; j <= glp_get_num_cols(P); j++) {
    const int type = glp_get_col_type(P, j);
    const double low = glp_get_col_lb(P, j), high = glp_get_col_ub(P, j);
    if (type == GLP_FR) out << " FR bnd c" << j << '\n';
    if (type == GLP_UP) out << " MI bnd c" << j << '\n';
    if (type == GLP_FX) out << " FX bnd c" << j << ' ' << low << '\n';
    if (type == GLP_LO || type == GLP_DB)
      out << " LO bnd c" << j << ' ' << low << '\n';
    if (type == GLP_UP || type == GLP_DB)
      out << " UP bnd c" << j << ' ' << high << '\n';
  }
}

}  // namespace

void write_mps(glp_prob* P, const std::string& path) {
  const double sign = glp_get_obj_dir(P) == GLP_MAX ? -1.0 : 1.0;
  std::ofstream out(path);
  out.precision(17);
  if (sign < 0) out << "* the objective was to be maximized: negated\n";
  out << "NAME lp FREE\n";
  write_rows(out, P);
  write_columns(out, P, sign);
  write_sides(out, P, sign);
  write_bounds(out, P);
  out << "ENDATA\n";
  out.close();
  if (!out) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace gpuinv::exact
