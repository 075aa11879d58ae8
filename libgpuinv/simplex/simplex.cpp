// simplex.cpp (the simplex method on a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/simplex.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "libgpuinv/simplex/solver.hpp"
#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {
namespace {

// Pivots between two looks at the clock, the cancel flag and the residual.
constexpr int kBudget = 512;

// With an objective limit, the first batch has so many pivots and each later
// one twice as many.  So the method never makes more pivots beyond the limit
// than it made before.
constexpr int kFirstBudget = 8;

// Turns of the two methods after which the engine gives up.
constexpr int kMaxTurns = 60;

// So often a tableau is built anew because an updated one has no pivot left.
// A new turn flips variables and perturbs costs again.  In 1 of 1000 random LPs
// without a solution, this led from one basis to another and back.
constexpr int kMostDoubts = 20;

// So often a method continues although too many candidates were refused.
constexpr int kMostRefusals = 16;

// A vertex is degenerate if one basic variable in so many is at a bound.
constexpr int kDegenerateShare = 8;

}  // namespace

Solver::Solver(Tableau& tableau, const WorkingLp& lp, const SimplexBasis& start,
               const SimplexControl& control)
    : tableau_(tableau),
      lp_(lp),
      control_(control),
      tol_{0.9 * control.tol_bnd, 0.9 * control.tol_dj, control.tol_piv},
      m_(lp.m),
      nn_(lp.n - lp.m),
      frees_(control.freed != nullptr && !control.freed->empty()),
      reporter_(lp, control.tol_bnd, control.tol_dj, control.progress) {
  s_.basic = start.basic;
  s_.nonbasic = start.nonbasic;
  s_.at = start.at;
  tableau_.watch(&reporter_);
  if (tableau_.long_steps_are_cheap()) long_steps_.insist();
}

void Solver::build() {
  const BatchLimit::Guard guard(control_.batch, tableau_.longest_batch());
  if (!tableau_.build(lp_, {s_.basic, s_.nonbasic, s_.at}))
    throw Error(GPUINV_SINGULAR, "simplex: basis matrix is singular");
  since_build_ = since_check_ = 0;
}

// Sets the working bounds to those of the problem, without those that freed
// variables do not need.
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
    const int k = s_.basic[i];
    const bool freed = frees_ && (*control_.freed)[k] != 0;
    s_.basic_lower[i] = freed ? -rules::kInfinity : lp_.l[k];
    s_.basic_upper[i] = freed ? rules::kInfinity : lp_.u[k];
  }
  perturbed_ = false;
}

// Gives freed variables their bounds back.  Returns whether one is outside of
// them: within the tolerances of the others, it may be.
bool Solver::bounds_come_back() {
  if (!frees_) return false;
  frees_ = false;
  reset_bounds();
  return !primal_feasible();
}

void Solver::reset_scales() {
  s_.row_scale.assign(m_, 1.0f);
  s_.col_scale.assign(nn_, 1.0f);
}

// Returns z such that x_B = inv(B)*b - inv(B)*N*x_N is T*z.
std::vector<double> Solver::nonbasic_point() const {
  std::vector<double> z(nn_ + 1);
  for (int j = 0; j < nn_; j++) z[j] = -s_.value(j);
  z[nn_] = 1.0;
  return z;
}

void Solver::compute_beta() {
  s_.beta.resize(m_);
  tableau_.multiply(nonbasic_point().data(), s_.beta.data(), nullptr, nullptr);
}

// Also computes d = c_N - T'*c_B.
void Solver::compute_beta_and_d() {
  std::vector<double> cost(m_), product(nn_ + 1);
  for (int i = 0; i < m_; i++) cost[i] = lp_.c[s_.basic[i]];
  s_.beta.resize(m_);
  tableau_.multiply(nonbasic_point().data(), s_.beta.data(), cost.data(),
                    product.data());
  s_.d.resize(nn_);
  for (int j = 0; j < nn_; j++) s_.d[j] = lp_.c[s_.nonbasic[j]] - product[j];
}

bool Solver::rebuild_if_inaccurate() {
  since_check_ = 0;
  if (is_accurate()) return false;
  build();
  return true;
}

bool Solver::out_of_limits() const {
  return pivots_ >= control_.it_lim || control_.interrupt.wished();
}

// If a device has its own copy of the matrix, the caller may have the matrix
// back meanwhile.
Batch Solver::iterate_once(bool dual, int budget) {
  reporter_.set_pivots(control_.pivots_before + pivots_);
  Lease* lease = tableau_.reads_matrix() ? nullptr : control_.lease;
  if (lease != nullptr) lease->give_back();
  const Batch batch = make_batch(dual, budget);
  if (lease != nullptr && !lease->take()) throw Interrupted();
  if (dual) long_steps_.judge(batch);
  pivots_ += batch.pivots + batch.flips;
  since_build_ += batch.pivots;
  since_check_ += batch.pivots;
  return batch;
}

Batch Solver::make_batch(bool dual, int budget) {
  const BatchLimit::Guard guard(control_.batch, tableau_.longest_batch());
  return dual ? tableau_.dual(budget, tol_, long_steps_.steps())
              : tableau_.primal(budget, tol_);
}

// Iterates one method until it stops by itself or reaches a limit
// (Stop::kBudget).  In both cases s_ has the state of the tableau.
Stop Solver::iterate(bool dual) {
  int refusals = 0, still = 0;
  int most = dual && limited() ? kFirstBudget : kBudget;
  tableau_.push(s_);
  while (!out_of_limits()) {
    const int left = std::min(most, control_.it_lim - pivots_);
    const int budget = dual ? long_steps_.budget(left) : left;
    const Batch batch = iterate_once(dual, budget);
    const bool limit = dual && limited();
    most = std::min(2 * most, kBudget);
    still = batch.pivots == budget && batch.degenerate == budget
                ? still + budget
                : 0;
    const bool stalls = still >= kBudget;
    if (batch.stop == Stop::kBudget && !stalls && !limit && !residual_is_due())
      continue;
    tableau_.pull(s_);
    if (limit && past_limit()) return Stop::kBudget;
    if (batch.stop == Stop::kPoorPivot && refusals++ < kMostRefusals &&
        is_accurate() && refuse_candidate(dual, batch.candidate)) {
      tableau_.push(s_);
      continue;
    }
    candidate_ = batch.candidate;
    if (batch.stop != Stop::kBudget) return batch.stop;
    reset_scales();
    if (residual_is_due() && rebuild_if_inaccurate()) compute_beta();
    if (stalls && dual && control_.perturbs_costs) perturb_costs();
    if (stalls && !dual) perturb_bounds();
    tableau_.push(s_);
  }
  tableau_.pull(s_);
  return Stop::kBudget;
}

// Decides what follows a stop.  That no pivot, or no good one, is left is
// believed of a new tableau only: small elements of an updated one may be wrong
// although x_B is accurate, and it is one row or column of them that decides.
// If an updated one has said so many times, its claim stands; who needs a proof
// looks for one (prove_infeasible).
Solver::Turn Solver::finish_turn(Stop stop, int claim_without_pivot) {
  if (stop == Stop::kOptimal) return Turn::kGoOn;  // the next turn decides
  if (stop == Stop::kBudget) return Turn::kGiveUp;
  const bool doubted = stop == Stop::kPoorPivot || doubts_++ < kMostDoubts;
  if (since_build_ > 0 && doubted) {
    build();
    return Turn::kGoOn;
  }
  if (stop == Stop::kPoorPivot) return Turn::kGiveUp;
  if (frees_) {
    frees_ = false;
    return Turn::kGoOn;
  }
  claim_ = claim_without_pivot;
  return Turn::kDone;
}

Solver::Turn Solver::dual_turn() {
  make_dual_feasible();
  reporter_.set_course(shifted_ ? GPUINV_COURSE_FEASIBILITY
                                : GPUINV_COURSE_DUAL);
  if (past_limit()) {
    claim_ = GPUINV_CLAIM_LIMIT;
    return Turn::kDone;
  }
  const Stop stop = iterate(true);
  if (past_limit()) return Turn::kGoOn;  // the next turn decides
  return finish_turn(stop, GPUINV_CLAIM_INFEASIBLE);
}

// At a vertex where many basic variables are at a bound, the primal method
// wanders without progress; then bounds are perturbed from the start.
Solver::Turn Solver::primal_turn() {
  reporter_.set_course(GPUINV_COURSE_PRIMAL);
  if (kDegenerateShare * count_degenerate() > m_) perturb_bounds();
  return finish_turn(iterate(false), GPUINV_CLAIM_UNBOUNDED);
}

// Runs one method until it stops, from the true bounds and costs.
Solver::Turn Solver::take_turn(bool first) {
  reset_bounds();
  reset_scales();
  compute_beta_and_d();
  if (rebuild_if_inaccurate()) compute_beta_and_d();
  require_regular();
  if (!primal_feasible()) {
    if (first) consider_long_steps();
    return dual_turn();
  }
  if (!dual_feasible())
    return first && dual_goes_first() ? dual_turn() : primal_turn();
  if (bounds_come_back()) return Turn::kGoOn;
  claim_ = GPUINV_CLAIM_OPTIMAL;
  return Turn::kDone;
}

void Solver::take_turns() {
  build();
  build_seconds_ =
      std::chrono::duration<double>(Clock::now() - started_).count();
  Turn turn = Turn::kGoOn;
  for (int t = 0; turn == Turn::kGoOn && t < kMaxTurns; t++)
    turn = take_turn(t == 0);
}

// Interrupted is thrown only while s_ holds the basis reached so far.
SimplexResult Solver::solve() {
  try {
    take_turns();
  } catch (const Interrupted&) {
    claim_ = GPUINV_CLAIM_NONE;
  }
  SimplexResult result = {
      claim_, pivots_, {s_.basic, s_.nonbasic, s_.at}, build_seconds_};
  if (claim_ == GPUINV_CLAIM_INFEASIBLE) result.row = candidate_;
  return result;
}

bool is_answer(int claim) {
  return claim == GPUINV_CLAIM_OPTIMAL || claim == GPUINV_CLAIM_NO_PRIMAL ||
         claim == GPUINV_CLAIM_NO_DUAL || claim == GPUINV_CLAIM_LIMIT;
}

SimplexResult solve_simplex(Tableau& tableau, const WorkingLp& lp,
                            const SimplexBasis& start,
                            const SimplexControl& control) {
  return Solver(tableau, lp, start, control).solve();
}

namespace {

// If ||A*x - b|| relative to its terms is above this, the tableau is built
// again.
constexpr double kResidual = 1e-9;

// The same limit right after a build: above it, the basis matrix is singular to
// working precision.
constexpr double kFreshResidual = 1e-6;

// The residual costs the host nnz operations of some 1 ns, a pivot costs the
// device some 10 us.  Checks at this distance take a tenth of the time.
constexpr int kNonzerosPerPivot = 1000;

// An infinite bound does not exist, and its slack is infinite, too.
bool is_at(double bound, double x, double tol) {
  return std::isfinite(bound) &&
         std::fabs(x - bound) <= rules::slack(bound, tol);
}

}  // namespace

bool Solver::violated(int i) const {
  return rules::dual_score(s_.beta[i], 1.0f, s_.basic_lower[i],
                           s_.basic_upper[i], control_.tol_bnd) > 0.0f;
}

bool Solver::primal_feasible() const {
  for (int i = 0; i < m_; i++)
    if (violated(i)) return false;
  return true;
}

bool Solver::dual_feasible() const {
  for (int j = 0; j < nn_; j++)
    if (wrong_cost(j, control_.tol_dj)) return false;
  return true;
}

// Returns whether the objective limit ends the dual method now: c'x is a bound
// on the optimum as long as the reduced costs are the problem's.
bool Solver::limited() const {
  return true_costs_ && control_.obj_ul < rules::kInfinity;
}

bool Solver::past_limit() const {
  return limited() && objective_at(lp_, s_) >= control_.obj_ul;
}

// Returns the relative residual of A*x = b at the current point.
double Solver::residual() const {
  std::vector<double> x(lp_.n);
  for (int i = 0; i < m_; i++) x[s_.basic[i]] = s_.beta[i];
  for (int j = 0; j < nn_; j++) x[s_.nonbasic[j]] = s_.value(j);
  return relative_residual(lp_, x, control_.interrupt);
}

bool Solver::is_accurate() const {
  return since_build_ == 0 || residual() <= kResidual;
}

bool Solver::residual_is_due() const {
  return since_check_ >
         1024 + static_cast<long>(lp_.val.size()) / kNonzerosPerPivot;
}

// Throws if a fresh tableau is inaccurate.  A basis of slacks needs no check
// and thus no pass over the matrix.
void Solver::require_regular() const {
  const auto slack = [this](int k) { return lp_.ptr[k + 1] - lp_.ptr[k] == 1; };
  if (since_build_ > 0 || std::all_of(s_.basic.begin(), s_.basic.end(), slack))
    return;
  if (!(residual() <= kFreshResidual))
    throw Error(GPUINV_SINGULAR,
                "simplex: basis matrix is singular to working precision");
}

// Returns the number of basic variables at a bound.
int Solver::count_degenerate() const {
  int count = 0;
  for (int i = 0; i < m_; i++)
    count += is_at(s_.basic_lower[i], s_.beta[i], control_.tol_bnd) ||
             is_at(s_.basic_upper[i], s_.beta[i], control_.tol_bnd);
  return count;
}

}  // namespace gpuinv
