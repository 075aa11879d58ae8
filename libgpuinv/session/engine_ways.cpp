// engine_ways.cpp (the methods that an engine tries, in turn)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/crossover/farkas.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/crossover/runner.hpp"
#include "libgpuinv/faults/faulty_parts.hpp"
#include "libgpuinv/host/host_simplex.hpp"
#include "libgpuinv/host/host_sparse_tableau.hpp"
#include "libgpuinv/session/crossover_interior.hpp"
#include "libgpuinv/session/engine.hpp"
#include "libgpuinv/simplex/crossover_choice.hpp"
#include "libgpuinv/simplex/freed_start.hpp"
#include "libgpuinv/simplex/sparse_choice.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"
#include "libgpuinv/vendors/sparse_cholesky.hpp"

namespace gpuinv {
namespace {

// A lent LP may count from 1, its copy counts from 0.
ColumnMatrix matrix_of(const OwnedLp& owned) {
  const WorkingLp& lp = owned.lp();
  return {lp.m, lp.n, lp.ptr.data(), lp.ind.data(), lp.val.data()};
}

// Returns the number of elements of the factor L of A*A' with a quick order.
// Without CHOLMOD it returns nnz_s; there is no crossover then.
double coupled_elements(const ColumnMatrix& a, double nnz_s) {
  try {
    const NormalPattern s(a);
    return SparseOrder(s, Ordering::kMinimumDegree).nnz_l;
  } catch (const Error&) {
    return nnz_s;
  }
}

}  // namespace

// Counts the defects of the start where they may change the choice: sparse
// factors are on the host, begin a search, and end their turn by the clock, so
// that equal input cannot give equal bits.
void Engine::look_at_defects() {
  if (options_.form != Form::kAny) return;
  const bool may_begin = !options_.repeat && !options_.asks_for_device() &&
                         options_.spread.empty() && search_.made == 0 &&
                         !is_dense(size_);
  defects_ = may_begin ? count_defects(lp_, start_) : Defects{kManyDefects};
  size_.defects = defects_;
  if (options_.made == 0 || has_few_defects(size_)) choose(gpu_ != nullptr);
}

void Engine::solve() {
  result_ = {GPUINV_CLAIM_NONE, 0, start_};
  if (!has_time_) return;
  if (choice_.form == Form::kSparse && pivot_sparsely(gpu_ != nullptr)) return;
  look_at_coupling();
  if (options_.form == Form::kAny && choice_.form == Form::kCrossover)
    look_for_device();
  if (choice_.form == Form::kCrossover) {
    if (!has_engine()) return cross_on_host();
    if (try_crossing(choice_.reason)) return;
    choice_.form = std::exchange(choice_.other, Form::kNone);
  }
  auto tableau = create_tableau();
  if (choice_.form == Form::kSparse) {  // no device has answered
    if (pivot_sparsely(false)) return;
    tableau = create_host();
  }
  if (tableau == nullptr) return cross_on_host();
  pivot(std::move(tableau), start_, choice_.budget);
  if (!crossover_has_turn()) return;
  const SimplexResult before = result_;
  spent_ = elapsed();
  if (try_crossing("its turn after " + std::to_string(before.pivots) +
                   " pivots of the simplex engine"))
    return;
  const int pivots = result_.pivots;
  result_ = before;
  result_.pivots = pivots;
  if (before.claim != GPUINV_CLAIM_NONE || out_of_limits()) return;
  pivot(create_tableau(), before.basis, HUGE_VAL);
}

Interrupt Engine::within(double seconds) const {
  if (seconds == HUGE_VAL) return control_.interrupt;
  return {
      &lease_.cancelled(),
      std::min(end_, Interrupt::Clock::now() +
                         std::chrono::duration_cast<Interrupt::Clock::duration>(
                             std::chrono::duration<double>(seconds)))};
}

// Sparse factors are on the host, whatever device there is.  If their turn ends
// without a result, returns false: the others, on a device or not, begin at the
// start.
bool Engine::pivot_sparsely(bool on_device) {
  const bool asked = options_.form == Form::kSparse;
  const std::size_t most = options_.most_bytes(true);
  const std::size_t own = HostSparseTableau::bytes_without_factors(
      lp_.m, lp_.n - lp_.m, lp_.val.size());
  try {
    say(GPUINV_LOG_INFO, "simplex on host (UMFPACK)");
    pivot(std::make_shared<HostSparseTableau>(within(choice_.budget),
                                              most > own ? most - own : most),
          start_, choice_.budget);
  } catch (const std::exception& e) {
    if (asked) throw;
    lease_.give_back();
    say(GPUINV_LOG_ALL, std::string("sparse form: ") + e.what());
  }
  if (asked || result_.claim != GPUINV_CLAIM_NONE || out_of_limits())
    return true;
  defects_ = size_.defects = {kManyDefects};
  choose(on_device);
  return false;
}

// If no device answers, chooses again for the host and returns false.
bool Engine::look_for_device() {
  if (gpu_ == nullptr) return false;
  const int device = options_.first_device();
  try {
    gpu_->devices_with(device);
    return true;
  } catch (const Error& e) {
    if (options_.asks_for_device()) throw;
    say(Gpu::level_of_absence(), e.what());
    choose(false);
    return false;
  }
}

// Finds out how far the rows are coupled, if that may make crossover begin.
// Most inequalities are not tight, so they couple nothing.
void Engine::look_at_coupling() {
  if (gpu_ == nullptr || choice_.form == Form::kCrossover ||
      2 * size_.loose > size_.m)
    return;
  const FormChoice before = choice_;
  size_.coupled = 1.0;
  choose(true);
  const bool matters = choice_.form == Form::kCrossover;
  size_.coupled = 0.0;
  if (!matters) choice_ = before;
  if (!matters || !look_for_device() || !lease_.take()) return;
  const OwnedLp owned(lp_, control_.interrupt);
  lease_.give_back();
  const ColumnMatrix a = matrix_of(owned);
  double nnz_l = sampled_nnz(a);  // no fewer than A*A' has
  if (nnz_l >= machine::kFillingRow * lp_.m &&
      machine::kOrderingElement * nnz_l <
          machine::kLookShare * engine_seconds(size_, own_pivot()))
    nnz_l = coupled_elements(a, nnz_l);
  size_.coupled = nnz_l / (0.5 * lp_.m * (lp_.m + 1.0));
  choose(true);
}

// The form of the engine, whether it begins or crossover does.
Form Engine::own_form() const {
  return choice_.form == Form::kCrossover ? choice_.other : choice_.form;
}

bool Engine::has_engine() const {
  return own_form() != Form::kNone && own_form() != Form::kSparse;
}

double Engine::own_pivot() const {
  return pivot_seconds(own_form(), size_, cards_, bandwidth_);
}

bool Engine::out_of_limits() const {
  return control_.interrupt.wished() || result_.pivots >= control_.it_lim;
}

// Returns whether crossover is next: the engine has no optimum yet, or claims
// in inverse form that there is none.  On such a large LP inaccurate numbers
// soon lead to that claim, and certifying it takes long.  On a smaller one it
// is usually true, and crossover would look for an optimum in vain.
bool Engine::crossover_has_turn() const {
  const int claim = result_.claim;
  const bool none =
      claim == GPUINV_CLAIM_INFEASIBLE || claim == GPUINV_CLAIM_UNBOUNDED;
  return choice_.other == Form::kCrossover && !out_of_limits() &&
         (claim == GPUINV_CLAIM_NONE ||
          (none && choice_.form == Form::kInverse));
}

// Tries crossover.  If it does not pay, or fails, sparse factors follow where
// these suit the LP.
void Engine::cross_on_host() {
  if (choice_.other != Form::kSparse) return cross(choice_.reason);
  if (try_crossing(choice_.reason) || out_of_limits()) return;
  choice_ = {Form::kSparse, "a network", Form::kNone, choice_.budget};
  if (!pivot_sparsely(false)) cross(choice_.reason);
}

// Returns false if crossover finds neither an optimum nor the proof that there
// is none, or would take longer than the alternative.
bool Engine::try_crossing(const std::string& reason) {
  try {
    cross(reason);
    return result_.claim == GPUINV_CLAIM_OPTIMAL ||
           result_.claim == GPUINV_CLAIM_NO_PRIMAL ||
           result_.claim == GPUINV_CLAIM_NO_DUAL;
  } catch (const Error& e) {
    say(GPUINV_LOG_ALL, std::string("crossover: ") + e.what());
    return false;
  }
}

// Runs the simplex method from that basis for at most `budget` seconds.
void Engine::pivot(std::shared_ptr<Tableau> tableau, const SimplexBasis& start,
                   double budget) {
  if (tableau == nullptr)
    throw Error(GPUINV_CANNOT, "the simplex engine is not to be had again");
  SimplexControl control = control_;
  control.pivots_before = result_.pivots;
  control.it_lim -= result_.pivots;
  control.interrupt = within(budget);
  result_ = {GPUINV_CLAIM_NONE, result_.pivots, start};
  try {
    solve_on(with_faults(std::move(tableau)), control);
  } catch (const Interrupted&) {
    if (out_of_limits()) throw;  // else the budget ended its set-up
    lease_.give_back();
  } catch (const Error& e) {
    if (cards_ == 1) throw;
    say(GPUINV_LOG_INFO, std::string(e.what()) + "; going on with one card");
    cards_ = 1;
    solve_on(with_faults(gpu_->devices().create_tableau(options_.first_device(),
                                                        choice_.form)),
             control);
  }
}

void Engine::solve_on(const std::shared_ptr<Tableau>& tableau,
                      const SimplexControl& control) {
  require_memory(*tableau);
  if (!lease_.take()) return;
  say_plan(*tableau);
  if (control.it_lim == 0) return;
  const double copied = elapsed();
  iterate(*tableau, control);
  result_.pivots += control.pivots_before;
  say_times(copied, elapsed());
  if (!is_basis(lp_, result_.basis))
    throw Error(GPUINV_INTERNAL, "the simplex engine lost its basis");
  prove_infeasible(lp_, options_.most_bytes(true), control.interrupt, &result_);
  result_.seconds = elapsed();
  const bool on_host = dynamic_cast<const HostSimplex*>(tableau.get());
  if (!lease_.cancelled().load())
    result_.dense = inverse_suits(nucleus_of(result_.basis), !on_host);
  lease_.give_back();  // before freeing the tableau's memory, which takes time
}

// The first start is the caller's; the engine may change it.
void Engine::iterate(Tableau& tableau, SimplexControl control) {
  const SimplexBasis start = result_.basis;
  if (control.pivots_before == 0) {
    const FreedStart freed = free_start(lp_, start, control);
    control.freed = &freed.freed;
    try {
      result_ = solve_simplex(tableau, lp_, freed.basis, control);
      return;
    } catch (const Error& e) {
      if (freed.freed.empty() || e.status() != GPUINV_SINGULAR) throw;
    }
    control.freed = nullptr;
  }
  result_ = solve_simplex(tableau, lp_, start, control);
}

// Solves by an interior point method, on a device or on the host, and
// crossover.
void Engine::cross(const std::string& reason) {
  say(GPUINV_LOG_INFO, "crossover on host (CHOLMOD, UMFPACK)");
  say(GPUINV_LOG_ALL, "crossover, " + std::to_string(lp_.m) + " by " +
                          std::to_string(lp_.n - lp_.m) + ": " + reason);
  SimplexControl control = control_;
  control.pivots_before = result_.pivots;
  control.it_lim -= result_.pivots;
  if (control.it_lim == 0 || !lease_.take()) return;
  const auto tell = [this](int level, const std::string& text) {
    say(level, text);
  };
  const bool asked = options_.asks_for_device();
  const InteriorSite site = {
      gpu_ != nullptr && (asked || !gpu_->absent()) ? gpu_.get() : nullptr,
      options_,
      [this](double nnz_l, double seconds) { require_gain(nnz_l, seconds); },
      tell,
      std::make_shared<PhaseTimes>(),
      &lost_};
  const auto start = [this](const WorkingLp& lp, const Violations& v) {
    look_at_start(lp, v);
  };
  const auto interior = [&site](InteriorLp lp, const InteriorControl& control) {
    return create_crossover_interior(site, std::move(lp), control);
  };
  result_ = solve_by_crossover(
      lp_, start_, control,
      {options_.form == Form::kCrossover, interior,
       [this] { return create_carrier(); }, tell, start,
       options_.most_bytes(true), size_.coupled > machine::kFilledShare});
  result_.pivots += control.pivots_before;
  if (!is_basis(lp_, result_.basis))
    throw Error(GPUINV_INTERNAL, "crossover lost its basis");
  if (result_.build_seconds > 0.0)  // the carrier's basis may be dense
    result_.dense = inverse_suits(nucleus_of(result_.basis), true);
  result_.seconds = elapsed();
}

// Returns a tableau that finishes a crossover on a device, or NULL if there is
// none or pushes on the host are faster.  They are if the basis is sparse: for
// 25 000 rows in inverse form, 100 000 pivots took 6.7 s, and pushes 2.1 s.
std::shared_ptr<Tableau> Engine::create_carrier() {
  if (gpu_ == nullptr || gpu_->absent() || lost_) return nullptr;
  const Form form = choose_engine(size_, 1, bandwidth_).form;
  const double elements = static_cast<double>(lp_.m) * (lp_.n - lp_.m);
  if (form != Form::kTableau || elements > machine::kCarrierElements)
    return nullptr;
  const int device = options_.first_device();
  std::shared_ptr<Tableau> tableau =
      with_faults(gpu_->devices_with(device).create_tableau(device, form));
  require_memory(*tableau);
  say(GPUINV_LOG_ALL,
      "optimal face in tableau form on cuda device " + std::to_string(device));
  return tableau;
}

void Engine::say_estimate(double nnz_l, double interior_seconds) {
  char text[120];
  std::snprintf(text, sizeof text,
                "by estimate %.2g s, pushes %.2g s more; GLPK alone %.2g s",
                interior_seconds, push_seconds(size_, nnz_l),
                simplex_seconds(size_, nnz_l, search_));
  say(GPUINV_LOG_ALL, text);
}

// The caller may ask again, if it can make pivots.
void Engine::decline(const std::string& why) const {
  throw Error(options_.made < 0 ? GPUINV_CANNOT : GPUINV_LATER, why);
}

// A start may have few violations all the time where the search has been long:
// 50 in 17 000 columns of southern1, whose primal simplex method then still
// made 13 000 pivots.
void Engine::look_at_start(const WorkingLp& lp, const Violations& violations) {
  search_.violations = violations.primal;
  char text[120];
  std::snprintf(text, sizeof text,
                "after %d pivots: %d violations, %.2g s a pivot", search_.made,
                violations.primal,
                search_.pivot > 0.0 ? search_.pivot : search_.mean);
  say(GPUINV_LOG_DEBUG, text);
  if (!has_searched_long(size_, search_) && is_warm(lp, violations))
    decline("few pivots are left to the optimum");
  if (declined_ && choice_.other == Form::kNone)
    require_pay(declined_->nnz_l, declined_->seconds);
}

// That crossover takes less time than GLPK alone.
void Engine::require_pay(double nnz_l, double seconds) {
  if (crossover_pays(size_, nnz_l, seconds, search_)) return;
  declined_ = {size_, search_.made, clock_, nnz_l, seconds};
  decline("the simplex method seems faster");
}

// Throws unless crossover takes less time than the simplex method on sparse
// factors, which else has as much time as crossover would need.
void Engine::require_less_than_sparse(double seconds) {
  if (seconds < network_seconds(size_)) return;
  choice_.budget = seconds;
  throw Error(GPUINV_CANNOT, "the simplex method seems faster");
}

// Throws unless crossover pays: the interior point method and the steps after
// it must take less time than the alternative, which is the engine's simplex
// method if there is one, else GLPK's.  A crossover that was asked for always
// pays.
void Engine::require_gain(double nnz_l, double seconds) {
  control_.interrupt.look();
  if (!has_engine()) say_estimate(nnz_l, seconds);
  if (options_.form == Form::kCrossover) return;
  if (own_form() == Form::kSparse)
    return require_less_than_sparse(seconds + push_seconds(size_, nnz_l));
  if (!has_engine()) return require_pay(nnz_l, seconds);
  if (!turn_pays(size_, own_pivot(), seconds, spent_))
    throw Error(GPUINV_CANNOT, "the simplex method seems faster");
}

}  // namespace gpuinv
