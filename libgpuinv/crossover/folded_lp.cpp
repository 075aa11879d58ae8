// folded_lp.cpp (linear program without the columns that equations give)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/folded_lp.hpp"

#include "libgpuinv/crossover/basic_solution.hpp"
#include "libgpuinv/interior/certificates.hpp"

namespace gpuinv {
namespace {

// Most rows of a column that is removed.  The rows of pds-30: 26 003 with two,
// 14 461 with three, 13 486 with five.  Columns become longer, which is bad for
// normal equations and does not matter for a basis.
constexpr int kLongest = 5;

// Largest share of the rows that may be left.
constexpr double kShare = 0.8;

}  // namespace

bool FoldedLp::may_pay(int rows, int equations) {
  return rows - equations <= kShare * rows;
}

FoldedLp::FoldedLp(const WorkingLp& lp, const Interrupt& interrupt)
    : lp_(lp),
      form_(lp),
      problem_(form_.take_problem()),
      aggregation_(problem_, kLongest, interrupt) {
  if (may_pay(lp.m, lp.m - aggregation_.reduced().m)) build_rest();
}

// A*x - s = 0, where the slacks s have the bounds of their rows
void FoldedLp::build_rest() {
  const InteriorLp& reduced = aggregation_.reduced();
  ptr_ = reduced.start;
  ind_ = reduced.row;
  val_ = reduced.value;
  rest_.m = reduced.m;
  rest_.n = reduced.n + reduced.m;
  rest_.b.assign(reduced.m, 0.0);
  rest_.c = reduced.c;
  rest_.c.resize(rest_.n, 0.0);
  rest_.l = reduced.lower;
  rest_.u = reduced.upper;
  for (int i = 0; i < reduced.m; i++) {
    ind_.push_back(i);
    val_.push_back(-1.0);
    ptr_.push_back(static_cast<int>(ind_.size()));
    rest_.l.push_back(reduced.row_lower[i]);
    rest_.u.push_back(reduced.row_upper[i]);
  }
  rest_.ptr = {ptr_.data(), 0};
  rest_.ind = {ind_.data(), 0};
  rest_.val = {val_.data(), val_.size()};
}

InteriorSample FoldedLp::sample(const SimplexBasis& basis,
                                const Interrupt& interrupt) const {
  InteriorSample rest = basic_sample(rest_, basis, interrupt);
  rest.x.resize(rest_.n - rest_.m);  // without the slacks
  InteriorSolution solution;
  solution.column_value = aggregation_.expand_values(rest.x, false);
  solution.row_dual = aggregation_.expand_duals(rest.y, false);
  return form_.sample(lp_, solution);
}

std::vector<double> FoldedLp::proof(std::vector<double> ray) const {
  for (int side = 0; side < 2; side++) {
    std::vector<double> y = aggregation_.expand_duals(ray, true);
    if (make_farkas_ray(problem_, &y)) return y;
    for (double& v : ray) v = -v;
  }
  return {};
}

}  // namespace gpuinv
