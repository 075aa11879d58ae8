// freed_start.cpp (a start without bounds that follow from rows)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/freed_start.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/simplex/changed_basis.hpp"
#include "libgpuinv/simplex/implied_bounds.hpp"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv {
namespace {

// Share of violated bounds or wrong reduced costs below which few pivots are
// left.
constexpr double kColdShare = 0.1;

// The least pivot of an exchange, and its least share of the column's largest.
constexpr double kLeastPivot = 1e-5;
constexpr double kPivotShare = 0.01;

// A distance from a bound that counts as none.
constexpr double kNear = 1e-3;

// Exchanges end when solves with full vectors would have read so many elements.
// With four times as many, these took longer on dfl001 and stocfor3 than the
// pivots that they saved.
constexpr double kMostReads = 2.5e7;

class Exchange {
 public:
  Exchange(const WorkingLp& lp, const SimplexBasis& start,
           const SimplexControl& control)
      : lp_(lp),
        control_(control),
        factor_(lp),
        basis_(start),
        place_(lp.n, -1),
        keeps_(lp.n, 0) {}

  bool is_cold() {
    if (!factor_.begin(basis_.basic)) return false;
    compute_beta();
    const int primal = count_violated(), dual = count_wrong_costs();
    return primal > 0 && dual > 0 &&
           (primal >= kColdShare * lp_.m ||
            dual >= kColdShare * (lp_.n - lp_.m));
  }

  // Makes these variables basic, and returns which of them are.
  std::vector<char> enter(const std::vector<int>& variables) {
    for (int k : variables) keeps_[k] = 1;
    for (std::size_t j = 0; j < basis_.nonbasic.size(); j++)
      place_[basis_.nonbasic[j]] = static_cast<int>(j);
    double reads = 0.0;
    for (int k : variables) {
      if (place_[k] < 0) continue;
      reads += static_cast<double>(factor_.elements());
      if (reads > kMostReads) break;
      control_.interrupt.look();
      enter(place_[k]);
    }
    std::vector<char> freed(lp_.n, 0);
    for (int k : basis_.basic) freed[k] = keeps_[k];
    return freed;
  }

  const SimplexBasis& basis() const { return basis_; }

 private:
  void compute_beta() {
    beta_ = basic_side(lp_, basis_);
    factor_.ftran(&beta_);
  }

  int count_violated() const {
    int count = 0;
    for (int p = 0; p < lp_.m; p++) {
      const int k = basis_.basic[p];
      count += rules::dual_score(beta_[p], 1.0f, lp_.l[k], lp_.u[k],
                                 control_.tol_bnd) > 0.0f;
    }
    return count;
  }

  int count_wrong_costs() const {
    std::vector<double> y(lp_.m);
    for (int p = 0; p < lp_.m; p++) y[p] = lp_.c[basis_.basic[p]];
    factor_.btran(&y);
    int count = 0;
    for (std::size_t j = 0; j < basis_.nonbasic.size(); j++) {
      const int k = basis_.nonbasic[j];
      double d = lp_.c[k];
      for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++)
        d -= lp_.val[t] * y[lp_.ind[t]];
      count += rules::primal_score(d, 1.0f, static_cast<int>(basis_.at[j]),
                                   lp_.l[k], lp_.u[k], control_.tol_dj) > 0.0f;
    }
    return count;
  }

  // The bound that variable k is nearest to; both are infinite if it is free.
  At nearest(int k, double x) const {
    const double below = std::fabs(x - lp_.l[k]);
    const double above = std::fabs(x - lp_.u[k]);
    if (below == rules::kInfinity && above == rules::kInfinity)
      return At::kFree;
    return above < below ? At::kUpper : At::kLower;
  }

  // The position of the variable that leaves, or -1.  One that is outside of
  // its bounds gets within them; of the others, the nearer one is to a bound,
  // the less the rest changes, and less by a large pivot.
  int leaving(const Scattered& alpha) const {
    double largest = 0.0, best = 0.0;
    for (const int p : alpha.index)
      largest = std::max(largest, std::fabs(alpha.value[p]));
    const double least = std::max(kLeastPivot, kPivotShare * largest);
    int position = -1;
    for (const int p : alpha.index) {
      const int k = basis_.basic[p];
      const double size = std::fabs(alpha.value[p]);
      if (size < least || keeps_[k]) continue;
      const At at = nearest(k, beta_[p]);
      if (at == At::kFree) continue;
      const bool outside = beta_[p] < lp_.l[k] || beta_[p] > lp_.u[k];
      const double distance =
          outside ? 0.0 : std::fabs(beta_[p] - value_at(lp_, k, at));
      const double score = size / (kNear + distance);
      if (score <= best) continue;
      best = score;
      position = p;
    }
    return position;
  }

  void enter(int j) {
    const int k = basis_.nonbasic[j];
    const Scattered& alpha = factor_.ftran_column(k);
    const int p = leaving(alpha);
    if (p < 0) return;
    const int leaves = basis_.basic[p];
    const At at = nearest(leaves, beta_[p]);
    const double step = (beta_[p] - value_at(lp_, leaves, at)) / alpha.value[p];
    for (const int i : alpha.index) beta_[i] -= step * alpha.value[i];
    beta_[p] = value_at(lp_, k, basis_.at[j]) + step;
    factor_.replace(p, alpha);
    basis_.basic[p] = k;
    basis_.nonbasic[j] = leaves;
    basis_.at[j] = lp_.fixed(leaves) ? At::kLower : at;
    place_[k] = -1;
    place_[leaves] = j;
  }

  const WorkingLp& lp_;
  const SimplexControl& control_;
  ChangedBasis factor_;
  SimplexBasis basis_;
  std::vector<int> place_;   // n: position of a nonbasic variable, else -1
  std::vector<char> keeps_;  // n: not to leave
  std::vector<double> beta_;
};

}  // namespace

FreedStart free_start(const WorkingLp& lp, const SimplexBasis& start,
                      const SimplexControl& control) {
  FreedStart result = {start, {}};
  if (has_long_rows(lp)) return result;
  Exchange exchange(lp, start, control);
  if (!exchange.is_cold()) return result;
  const std::vector<int> variables = implied_free(lp, control.interrupt);
  result.freed = exchange.enter(variables);
  result.basis = exchange.basis();
  return result;
}

SimplexResult solve_freed(Tableau& tableau, const WorkingLp& lp,
                          const SimplexBasis& start,
                          const SimplexControl& control) {
  const FreedStart freed = free_start(lp, start, control);
  SimplexControl of_freed = control;
  of_freed.freed = &freed.freed;
  try {
    return solve_simplex(tableau, lp, freed.basis, of_freed);
  } catch (const Error& e) {
    if (freed.freed.empty() || e.status() != GPUINV_SINGULAR) throw;
  }
  return solve_simplex(tableau, lp, start, control);
}

}  // namespace gpuinv
