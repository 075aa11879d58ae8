// start_basis.cpp (bases to start from)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/start_basis.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "libgpuinv/crossover/basic_solution.hpp"
#include "libgpuinv/crossover/fill_gaps.hpp"
#include "libgpuinv/crossover/sides.hpp"
#include "libgpuinv/crossover/sparse_lu.hpp"
#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {

namespace {

constexpr double kHeavy = 1.0;  // weights from here on ask for a place
constexpr double kShare = 0.1;  // a pivot's least share of its column's largest
constexpr double kDependent = 1e-8;  // pivots below this times the scale are 0
constexpr double kRange = 1e5;       // largest scale
constexpr double kLast = 1e-8;       // scale of columns that only fill gaps
// A dense LU fills the gaps if it takes less than so many times the operations
// of the sparse one that left them.
constexpr double kDense = 2.0;

// The rows of (A*W)' for some columns of A, stored by columns.
class Candidates {
 public:
  explicit Candidates(const WorkingLp& lp) : lp_(lp) {}

  void add(int k, double scale) {
    column_.push_back(k);
    scale_.push_back(scale);
  }
  int count() const { return static_cast<int>(column_.size()); }
  int column(int r) const { return column_[r]; }

  // All of these columns of A*W.
  SparseVectors scaled() const {
    SparseVectors scaled;
    for (int r = 0; r < count(); r++) {
      const int k = column_[r];
      for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++)
        scaled.append(lp_.ind[t], scale_[r] * lp_.val[t]);
      scaled.end_vector();
    }
    return scaled;
  }

  // The pivots' candidates, and the rows of A that have got none.
  std::vector<int> choose(SparseLu::Pivots pivots, std::size_t memory,
                          std::vector<int>* without) {
    const SparseVectors rows = by_rows(scaled().columns(lp_.m));
    const SparseLu lu(rows.columns(count()), kShare, false, false, memory,
                      pivots);
    flops_ = lu.flops;
    std::vector<int> chosen;
    const std::size_t most = lu.pivot.size();
    for (std::size_t k = 0; k < lu.column.size(); k++) {
      const bool taken =
          k < most && std::fabs(lu.pivot[k]) > kDependent * scale_[lu.row[k]];
      if (taken)
        chosen.push_back(column_[lu.row[k]]);
      else
        without->push_back(lu.column[k]);
    }
    return chosen;
  }
  double flops() const { return flops_; }  // of the choice

 private:
  const WorkingLp& lp_;
  std::vector<int> column_;
  std::vector<double> scale_;
  double flops_ = 0.0;
};

double scale_of(double weight) { return std::min(std::sqrt(weight), kRange); }

// Returns for each row a column with its only element there, or -1.
std::vector<int> slacks(const WorkingLp& lp) {
  std::vector<int> slack(lp.m, -1);
  for (int k = 0; k < lp.n; k++) {
    const std::size_t t = lp.ptr[k];
    if (lp.ptr[k + 1] == t + 1 && lp.val[t] != 0.0) slack[lp.ind[t]] = k;
  }
  return slack;
}

// Adds the slacks of these rows.  Returns false if a row has no unused slack.
bool add_slacks(const WorkingLp& lp, const std::vector<int>& rows,
                std::vector<int>* basic) {
  const std::vector<int> slack = slacks(lp);
  std::vector<char> used(lp.n, 0);
  for (int k : *basic) used[k] = 1;
  for (int i : rows) {
    if (slack[i] < 0 || used[slack[i]]) return false;
    used[slack[i]] = 1;
    basic->push_back(slack[i]);
  }
  return true;
}

// Returns a basis by a dense LU, or none.
std::vector<int> dense_basis(const WorkingLp& lp,
                             const std::vector<double>& weight,
                             const std::vector<int>& regular, Tableau& dense) {
  Candidates all(lp);
  for (int k = 0; k < lp.n; k++)
    if (weight[k] >= kHeavy) all.add(k, scale_of(weight[k]));
  for (int k : regular)
    if (weight[k] < kHeavy) all.add(k, kLast);
  const SparseVectors scaled = all.scaled();
  std::vector<int> basic = dense.independent_columns(scaled.columns(lp.m));
  for (int& k : basic) k = all.column(k);
  return basic;
}

}  // namespace

std::vector<int> start_basis(const WorkingLp& lp,
                             const std::vector<double>& weight,
                             const std::vector<int>& regular,
                             SparseLu::Pivots fill, std::size_t memory,
                             Tableau* dense, const Interrupt& interrupt) {
  if (dense != nullptr) {
    std::vector<int> chosen = dense_basis(lp, weight, regular, *dense);
    if (!chosen.empty()) return chosen;
  }
  Candidates heavy(lp);
  for (int k = 0; k < lp.n; k++)
    if (weight[k] >= kHeavy) heavy.add(k, scale_of(weight[k]));
  if (heavy.count() == 0) return regular;
  std::vector<int> without;
  const std::vector<int> chosen =
      heavy.choose(SparseLu::Pivots::kAlone, memory, &without);
  std::vector<int> basic(chosen);
  if (add_slacks(lp, without, &basic)) return basic;
  std::vector<char> used(lp.n, 0);
  for (int k : chosen) used[k] = 1;
  std::vector<int> unused;
  for (int k : regular)
    if (!used[k]) unused.push_back(k);
  const double gaps = static_cast<double>(without.size()),
               operations = gaps * gaps * static_cast<double>(unused.size());
  if (operations < kDense * heavy.flops()) {
    basic = fill_gaps(lp, chosen, without, unused, memory, interrupt);
    if (!basic.empty()) return basic;
  }
  Candidates all(lp);
  for (int k : chosen) all.add(k, scale_of(weight[k]));
  for (int k : unused) all.add(k, kLast);
  without.clear();
  basic = all.choose(fill, memory, &without);
  return without.empty() ? basic : regular;
}

namespace {

constexpr double kTolerance = 1e-7;
constexpr int kFew = 50;  // at most one violation in so many

// Returns the number of basic values outside their bounds.
int count_primal(const WorkingLp& lp, const SimplexBasis& basis,
                 BasisFactor& factor) {
  const std::vector<double> x = basic_values(lp, basis, factor);
  int count = 0;
  for (int p = 0; p < lp.m; p++) {
    const int k = basis.basic[p];
    const double v = x[p];
    count += v < lp.l[k] - kTolerance * (1.0 + std::fabs(lp.l[k])) ||
             v > lp.u[k] + kTolerance * (1.0 + std::fabs(lp.u[k]));
  }
  return count;
}

// Returns the number of reduced costs of the wrong sign.
int count_dual(const WorkingLp& lp, const SimplexBasis& basis,
               BasisFactor& factor) {
  const std::vector<double> d =
      reduced_costs(lp, multipliers(lp, basis, factor));
  int count = 0;
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++) {
    const int k = basis.nonbasic[j];
    const double most = kTolerance * (1.0 + std::fabs(lp.c[k]));
    if (lp.fixed(k) || std::fabs(d[k]) <= most) continue;
    count +=
        basis.at[j] == At::kFree || (basis.at[j] == At::kLower) == (d[k] < 0.0);
  }
  return count;
}

}  // namespace

std::optional<Violations> count_violations(const WorkingLp& lp,
                                           const SimplexBasis& basis,
                                           BasisFactor& factor) {
  if (!factor.factorize(lp, basis.basic).empty()) return std::nullopt;
  const bool slacks =
      std::all_of(basis.basic.begin(), basis.basic.end(),
                  [&lp](int k) { return lp.ptr[k + 1] == lp.ptr[k] + 1; });
  return Violations{count_primal(lp, basis, factor),
                    count_dual(lp, basis, factor), slacks};
}

bool is_warm(const WorkingLp& lp, const Violations& violations) {
  if (violations.slacks) return violations.primal == 0 && violations.dual == 0;
  return (violations.dual == 0 && violations.primal <= lp.m / kFew) ||
         (violations.primal == 0 && violations.dual <= (lp.n - lp.m) / kFew);
}

}  // namespace gpuinv
