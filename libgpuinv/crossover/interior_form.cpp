// interior_form.cpp (a working LP in the form of interior point methods)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/interior_form.hpp"

namespace gpuinv {

InteriorForm::InteriorForm(const WorkingLp& lp)
    : slack_(lp.m, -1), factor_(lp.m, 0.0) {
  find_slacks(lp);
  std::vector<char> taken(lp.n, 0);
  problem_.m = lp.m;
  for (int i = 0; i < lp.m; i++) {
    bound_row(lp, i);
    if (slack_[i] >= 0) taken[slack_[i]] = 1;
  }
  problem_.start.push_back(0);
  for (int k = 0; k < lp.n; k++)
    if (!taken[k]) add_column(lp, k);
  problem_.n = static_cast<int>(column_.size());
}

// Finds slacks: columns without cost and with one element, one for each row.
void InteriorForm::find_slacks(const WorkingLp& lp) {
  for (int k = 0; k < lp.n; k++) {
    if (lp.c[k] != 0.0 || lp.ptr[k + 1] != lp.ptr[k] + 1) continue;
    const std::size_t t = lp.ptr[k];
    if (lp.val[t] == 0.0 || slack_[lp.ind[t]] >= 0) continue;
    slack_[lp.ind[t]] = k;
    factor_[lp.ind[t]] = lp.val[t];
  }
}

// Bounds the sum of the other columns of the row, which is b - a*s.
void InteriorForm::bound_row(const WorkingLp& lp, int i) {
  double lower = lp.b[i], upper = lp.b[i];
  if (slack_[i] >= 0) {
    lower = lp.b[i] - factor_[i] * lp.u[slack_[i]];
    upper = lp.b[i] - factor_[i] * lp.l[slack_[i]];
    if (factor_[i] < 0.0) std::swap(lower, upper);
  }
  problem_.row_lower.push_back(lower);
  problem_.row_upper.push_back(upper);
}

void InteriorForm::add_column(const WorkingLp& lp, int k) {
  for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++) {
    problem_.row.push_back(lp.ind[t]);
    problem_.value.push_back(lp.val[t]);
  }
  problem_.start.push_back(static_cast<int>(problem_.row.size()));
  problem_.c.push_back(lp.c[k]);
  problem_.lower.push_back(lp.l[k]);
  problem_.upper.push_back(lp.u[k]);
  column_.push_back(k);
}

InteriorSample InteriorForm::sample(const WorkingLp& lp,
                                    const InteriorSolution& solution) const {
  return {values(lp, solution, lp.b), solution.row_dual};
}

std::vector<double> InteriorForm::direction(
    const WorkingLp& lp, const InteriorSolution& solution) const {
  return values(lp, solution, std::vector<double>(lp.m, 0.0));
}

// Returns x with A*x = rest.
std::vector<double> InteriorForm::values(const WorkingLp& lp,
                                         const InteriorSolution& solution,
                                         std::vector<double> rest) const {
  std::vector<double> x(lp.n, 0.0);
  for (std::size_t j = 0; j < column_.size(); j++) {
    const int k = column_[j];
    x[k] = solution.column_value[j];
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      rest[lp.ind[t]] -= lp.val[t] * x[k];
  }
  for (int i = 0; i < lp.m; i++)
    if (slack_[i] >= 0) x[slack_[i]] = rest[i] / factor_[i];
  return x;
}

}  // namespace gpuinv
