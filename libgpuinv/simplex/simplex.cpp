// simplex.cpp (the simplex method on a tableau)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "simplex.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <string>

#include "../error.hpp"
#include "../gpuinv.h"
#include "rules.hpp"

namespace gpuinv {
namespace {

// The same right after a build, when nothing but a basis that is singular
// to working precision explains it.
constexpr double kFreshResidual = 1e-6;

// Pivots between looks at the clock, the cancel flag and the residual.
// Devex weights only grow and mean nothing after a while: they start anew
// as often (dense random LPs with box bounds, m = n = 1000: 6800 pivots,
// 590 000 without).
constexpr int kBudget = 512;

// ||A*x - b|| over its terms above which the tableau is built anew.
constexpr double kResidual = 1e-9;

// The residual costs nnz operations on the host, some 1 ns each; a pivot
// takes the device some 10 us: check as often as costs it a tenth.
constexpr int kNonzerosPerPivot = 1000;

// Turns between the two methods before the work goes back to the caller.
constexpr int kMaxTurns = 60;

// Candidates refused for their pivots before the work goes back.
constexpr int kMaxRefusals = 1000;

// One basic variable in so many at a bound makes a vertex degenerate.
constexpr int kDegenerateShare = 8;

// Size of cost and bound perturbations, relative to cost or bound.
constexpr double kPerturbation = 5e-7;

using Clock = std::chrono::steady_clock;

class Solver {
 public:
  Solver(Tableau& tableau, const WorkingLp& lp, const SimplexBasis& start,
         const SimplexControl& control);
  SimplexResult solve();

 private:
  enum class Turn { kDone, kGoOn, kGiveUp };

  void build();
  void reset_bounds();
  void compute_beta();
  void compute_d();
  bool primal_feasible() const;
  bool dual_feasible() const;
  double nonbasic_value(int j) const;
  double residual() const;
  bool is_accurate() const;
  bool residual_is_due() const;
  void require_regular() const;
  void rebuild_if_inaccurate();
  Turn take_turn();
  Turn dual_turn();
  Turn primal_turn();
  Turn finish_turn(Stop stop, int claim_without_pivot);
  Stop iterate(bool dual);
  bool out_of_limits() const;
  bool refuse_candidate(bool dual);
  int count_degenerate() const;
  void make_dual_feasible();
  void perturb_costs();
  void perturb_bounds();
  double random() { return uniform_(rng_); }

  Tableau& tableau_;
  const WorkingLp& lp_;
  const SimplexControl& control_;
  const Tolerances tol_;
  const Clock::time_point started_ = Clock::now();
  const int m_, nn_;
  TableauState s_;
  int claim_ = GPUINV_CLAIM_NONE;
  int pivots_ = 0;           // counted against the limit
  int since_build_ = 0;      // pivots since the tableau was built
  int since_check_ = 0;      // pivots since the residual was looked at
  int refused_ = 0;          // candidates put back, see refuse_candidate
  bool perturbed_ = false;   // bounds or costs differ from the problem's
  std::minstd_rand rng_{1};  // same numbers, same pivots, every time
  std::uniform_real_distribution<double> uniform_{0.5, 1.0};
};

Solver::Solver(Tableau& tableau, const WorkingLp& lp, const SimplexBasis& start,
               const SimplexControl& control)
    : tableau_(tableau),
      lp_(lp),
      control_(control),
      tol_{0.9 * control.tol_bnd, 0.9 * control.tol_dj, control.tol_piv},
      m_(lp.m),
      nn_(lp.n - lp.m) {
  s_.basic = start.basic;
  s_.nonbasic = start.nonbasic;
  s_.at = start.at;
}

void Solver::build() {
  if (!tableau_.build(lp_, {s_.basic, s_.nonbasic, s_.at}))
    throw Error(GPUINV_SINGULAR, "simplex: basis matrix is singular");
  since_build_ = since_check_ = 0;
}

// Working bounds are the problem's again.
void Solver::reset_bounds() {
  s_.lower.resize(nn_);
  s_.upper.resize(nn_);
  s_.basic_lower.resize(m_);
  s_.basic_upper.resize(m_);
  for (int j = 0; j < nn_; j++) {
    s_.lower[j] = lp_.l[s_.nonbasic[j]];
    s_.upper[j] = lp_.u[s_.nonbasic[j]];
  }
  for (int i = 0; i < m_; i++) {
    s_.basic_lower[i] = lp_.l[s_.basic[i]];
    s_.basic_upper[i] = lp_.u[s_.basic[i]];
  }
  perturbed_ = false;
}

double Solver::nonbasic_value(int j) const {
  switch (s_.at[j]) {
    case At::kLower:
      return s_.lower[j];
    case At::kUpper:
      return s_.upper[j];
    default:
      return 0.0;
  }
}

// x_B = inv(B)*b - inv(B)*N*x_N
void Solver::compute_beta() {
  std::vector<double> z(nn_ + 1);
  for (int j = 0; j < nn_; j++) z[j] = -nonbasic_value(j);
  z[nn_] = 1.0;
  s_.beta.resize(m_);
  tableau_.multiply(z.data(), s_.beta.data());
}

// d = c_N - T'*c_B
void Solver::compute_d() {
  std::vector<double> cost(m_), product(nn_ + 1);
  for (int i = 0; i < m_; i++) cost[i] = lp_.c[s_.basic[i]];
  tableau_.multiply_transposed(cost.data(), product.data());
  s_.d.resize(nn_);
  for (int j = 0; j < nn_; j++) s_.d[j] = lp_.c[s_.nonbasic[j]] - product[j];
}

bool Solver::primal_feasible() const {
  for (int i = 0; i < m_; i++)
    if (rules::dual_score(s_.beta[i], 1.0, s_.basic_lower[i], s_.basic_upper[i],
                          control_.tol_bnd) > 0.0f)
      return false;
  return true;
}

bool Solver::dual_feasible() const {
  for (int j = 0; j < nn_; j++)
    if (rules::primal_score(s_.d[j], 1.0, static_cast<int>(s_.at[j]),
                            s_.lower[j], s_.upper[j], control_.tol_dj) > 0.0f)
      return false;
  return true;
}

// max_i |A*x - b|_i relative to its largest term
double Solver::residual() const {
  std::vector<double> r(lp_.b);
  double scale = 1.0;
  for (double b : lp_.b) scale = std::max(scale, std::fabs(b));
  const auto subtract = [&](int k, double x) {
    if (x == 0.0) return;
    for (std::size_t t = lp_.ptr[k]; t < lp_.ptr[k + 1]; t++) {
      const double term = lp_.val[t] * x;
      r[lp_.ind[t]] -= term;
      scale = std::max(scale, std::fabs(term));
    }
  };
  for (int i = 0; i < m_; i++) subtract(s_.basic[i], s_.beta[i]);
  for (int j = 0; j < nn_; j++) subtract(s_.nonbasic[j], nonbasic_value(j));
  double worst = 0.0;  // a NaN must come through
  for (double v : r) worst = std::fabs(v) <= worst ? worst : std::fabs(v);
  return worst / scale;
}

bool Solver::residual_is_due() const {
  return since_check_ >
         1024 + static_cast<long>(lp_.val.size()) / kNonzerosPerPivot;
}

bool Solver::is_accurate() const {
  return since_build_ == 0 || residual() <= kResidual;
}

// A basis of slacks needs no check (and no pass over the matrix).
void Solver::require_regular() const {
  const auto slack = [this](int k) { return lp_.ptr[k + 1] - lp_.ptr[k] == 1; };
  if (since_build_ > 0 || std::all_of(s_.basic.begin(), s_.basic.end(), slack))
    return;
  if (!(residual() <= kFreshResidual))
    throw Error(GPUINV_SINGULAR,
                "simplex: basis matrix is singular to working precision");
}

void Solver::rebuild_if_inaccurate() {
  since_check_ = 0;
  if (is_accurate()) return;
  build();
  compute_beta();
}

bool Solver::out_of_limits() const {
  if (pivots_ >= control_.it_lim) return true;
  if (control_.cancel != nullptr && control_.cancel->load()) return true;
  const std::chrono::duration<double> used = Clock::now() - started_;
  return used.count() >= control_.tm_lim;
}

// The candidate that the next iteration would choose has no pivot worth
// the name: its weight grows until others come first.
bool Solver::refuse_candidate(bool dual) {
  if (++refused_ > kMaxRefusals) return false;
  int best = -1;
  float best_score = 0.0f;
  for (int t = 0; t < (dual ? m_ : nn_); t++) {
    const float score =
        dual
            ? rules::dual_score(s_.beta[t], s_.row_weight[t], s_.basic_lower[t],
                                s_.basic_upper[t], tol_.bound)
            : rules::primal_score(s_.d[t], s_.col_weight[t],
                                  static_cast<int>(s_.at[t]), s_.lower[t],
                                  s_.upper[t], tol_.cost);
    if (score <= best_score) continue;
    best_score = score;
    best = t;
  }
  if (best < 0) return false;
  (dual ? s_.row_weight : s_.col_weight)[best] *= 1e12;
  return true;
}

// Iterations of one method until it stops by itself (state pulled) or
// runs into a limit (Stop::kBudget).
Stop Solver::iterate(bool dual) {
  tableau_.push(s_);
  while (!out_of_limits()) {
    const int budget = std::min(kBudget, control_.it_lim - pivots_);
    const Batch batch =
        dual ? tableau_.dual(budget, tol_) : tableau_.primal(budget, tol_);
    pivots_ += batch.pivots + batch.flips;
    since_build_ += batch.pivots;
    since_check_ += batch.pivots;
    const bool stalls = batch.pivots == budget && batch.degenerate == budget;
    tableau_.pull(s_);
    if (batch.stop == Stop::kPoorPivot && is_accurate() &&
        refuse_candidate(dual)) {
      tableau_.push(s_);
      continue;
    }
    if (batch.stop != Stop::kBudget) return batch.stop;
    s_.row_weight.assign(m_, 1.0);
    s_.col_weight.assign(nn_, 1.0);
    if (residual_is_due()) rebuild_if_inaccurate();
    if (stalls && dual) perturb_costs();
    if (stalls && !dual) perturb_bounds();
    tableau_.push(s_);
  }
  tableau_.pull(s_);
  return Stop::kBudget;
}

// Costs move so that every d_j gets further from zero on its right side.
void Solver::perturb_costs() {
  for (int j = 0; j < nn_; j++) {
    if (s_.lower[j] == s_.upper[j] || s_.at[j] == At::kFree) continue;
    const double size =
        kPerturbation * random() * (1.0 + std::fabs(lp_.c[s_.nonbasic[j]]));
    s_.d[j] += s_.at[j] == At::kLower ? size : -size;
  }
  perturbed_ = true;
}

// Basic variables that stand at a bound.
int Solver::count_degenerate() const {
  int count = 0;
  for (int i = 0; i < m_; i++)
    count += s_.beta[i] - s_.basic_lower[i] <=
                 rules::slack(s_.basic_lower[i], tol_.bound) ||
             s_.basic_upper[i] - s_.beta[i] <=
                 rules::slack(s_.basic_upper[i], tol_.bound);
  return count;
}

// Bounds of basic variables move outwards: every step gets a length.
void Solver::perturb_bounds() {
  for (int i = 0; i < m_; i++) {
    const double size = kPerturbation * random();
    s_.basic_lower[i] -= size * (1.0 + std::fabs(s_.basic_lower[i]));
    s_.basic_upper[i] += size * (1.0 + std::fabs(s_.basic_upper[i]));
  }
  perturbed_ = true;
}

// Reduced costs of the wrong sign: boxed variables go to their other
// bound, the costs of others are shifted until d_j is zero.
void Solver::make_dual_feasible() {
  for (int j = 0; j < nn_; j++) {
    if (s_.lower[j] == s_.upper[j]) continue;
    const bool wrong =
        rules::primal_score(s_.d[j], 1.0, static_cast<int>(s_.at[j]),
                            s_.lower[j], s_.upper[j], 0.0) > 0;
    if (!wrong) continue;
    if (s_.at[j] == At::kLower && std::isfinite(s_.upper[j]))
      s_.at[j] = At::kUpper;
    else if (s_.at[j] == At::kUpper && std::isfinite(s_.lower[j]))
      s_.at[j] = At::kLower;
    else
      s_.d[j] = 0.0;
  }
  compute_beta();
  perturb_costs();
}

// What a stop means: a claim if the tableau is fresh enough to trust.
Solver::Turn Solver::finish_turn(Stop stop, int claim_without_pivot) {
  if (stop == Stop::kOptimal) return Turn::kGoOn;  // the next turn decides
  if (stop == Stop::kBudget) return Turn::kGiveUp;
  if (!is_accurate()) {
    build();
    return Turn::kGoOn;
  }
  if (stop == Stop::kPoorPivot) return Turn::kGiveUp;
  claim_ = claim_without_pivot;
  return Turn::kDone;
}

Solver::Turn Solver::dual_turn() {
  make_dual_feasible();
  return finish_turn(iterate(true), GPUINV_CLAIM_INFEASIBLE);
}

// A vertex where many basic variables stand at a bound lets the primal
// method wander without progress: bounds are perturbed from the start.
Solver::Turn Solver::primal_turn() {
  if (kDegenerateShare * count_degenerate() > m_) perturb_bounds();
  return finish_turn(iterate(false), GPUINV_CLAIM_UNBOUNDED);
}

// One method until it stops, from true bounds and costs.
Solver::Turn Solver::take_turn() {
  reset_bounds();
  s_.row_weight.assign(m_, 1.0);
  s_.col_weight.assign(nn_, 1.0);
  compute_beta();
  rebuild_if_inaccurate();
  require_regular();
  compute_d();
  if (!primal_feasible()) return dual_turn();
  if (!dual_feasible()) return primal_turn();
  claim_ = GPUINV_CLAIM_OPTIMAL;
  return Turn::kDone;
}

SimplexResult Solver::solve() {
  build();
  Turn turn = Turn::kGoOn;
  for (int t = 0; turn == Turn::kGoOn && t < kMaxTurns; t++) turn = take_turn();
  return {claim_, pivots_, {s_.basic, s_.nonbasic, s_.at}};
}

}  // namespace

SimplexResult solve_simplex(Tableau& tableau, const WorkingLp& lp,
                            const SimplexBasis& start,
                            const SimplexControl& control) {
  const std::size_t need = tableau.bytes_needed(lp.m, lp.n - lp.m);
  const std::size_t have = tableau.bytes_available();
  if (need > have)
    throw Error(GPUINV_CANNOT, "tableau of " + std::to_string(lp.m) + " by " +
                                   std::to_string(lp.n - lp.m) + " needs " +
                                   std::to_string(need >> 20) + " MiB, " +
                                   std::to_string(have >> 20) + " are free");
  return Solver(tableau, lp, start, control).solve();
}

}  // namespace gpuinv
