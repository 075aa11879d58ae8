// engine_cross.cpp (an engine's interior point method and crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <new>
#include <thread>
#include <utility>

#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/crossover/folded_lp.hpp"
#include "libgpuinv/crossover/runner.hpp"
#include "libgpuinv/faults/faulty_parts.hpp"
#include "libgpuinv/session/crossover_interior.hpp"
#include "libgpuinv/session/engine.hpp"
#include "libgpuinv/simplex/crossover_choice.hpp"
#include "libgpuinv/simplex/sparse_choice.hpp"

namespace gpuinv {
namespace {

// Beside GLPK, on another processor, crossover begins unless its estimated time
// is so many times GLPK's.  That is hard to estimate: .9 s in scattered5 of
// netlib/kinds.py, where GLPK alone takes 6.
constexpr double kRaceGain = 3.0;

// Seconds per element of A before the first iteration of a crossover (.13 s in
// us04, whose sparse factors need .2 s from the slacks).
constexpr double kLookAtElement = 4e-7;

// Seconds for which sparse factors that were chosen work alone after the head
// start.  Most of them end before; a crossover takes as long to look at its
// matrix.
constexpr double kAlone = 0.3;

// Seconds that the set-up of an interior point method takes beside a device's
// engine, as a share of what the method is estimated to take in all: an energy
// model 1.13 of .84 s.
constexpr double kSetUpShare = 1.5;

}  // namespace

// Tries crossover.  If it does not pay, or fails, sparse factors follow where
// these suit the LP.
void Engine::cross_on_host() {
  if (choice_.other != Form::kSparse) return cross(choice_.reason);
  if (try_crossing(choice_.reason) || out_of_limits()) return;
  choice_ = {Form::kSparse, "a network", Form::kNone, choice_.budget};
  if (!pivot_sparsely(false)) cross(choice_.reason);
}

// Where few defects made sparse factors begin in a race, and these have no
// result after a while, a crossover begins on another processor: few defects
// need not lead to few pivots (dispatch of power stations: 3.5 s, by crossover
// 1.6 s).  Where the rival folds the LP, those defects tell nothing, and sparse
// factors soon have had their turn.  Returns whether the solve has ended; else
// sparse factors may go on.
bool Engine::cross_beside() {
  if (rival_ == nullptr || choice_.budget == HUGE_VAL || free_cores() == 1 ||
      rival_->wait(within(kAlone)) || !rival_->running() || !rival_->whole() ||
      out_of_limits())
    return false;
  const FormChoice chosen = choice_;
  const std::string reason = "beside sparse factors";
  choice_ = {Form::kCrossover, reason, Form::kSparse, chosen.budget};
  beside_ = true;
  const bool ended = try_crossing(reason) || out_of_limits();
  choice_ = chosen;
  beside_ = false;
  return ended;
}

// Returns false if crossover finds neither an optimum nor the proof that there
// is none, or would take longer than the alternative.
bool Engine::try_crossing(const std::string& reason) {
  try {
    cross(reason);
    return is_answer(result_.claim);
  } catch (const std::exception& e) {
    say(GPUINV_LOG_ALL, std::string("crossover: ") + e.what());
    return false;
  }
}

// Where the interior point method works, and whom it tells and asks.
InteriorSite Engine::interior_site(bool shares) {
  const bool asked = options_.asks_for_device();
  return {gpu_ != nullptr && (asked || !gpu_->absent()) ? gpu_.get() : nullptr,
          options_,
          [this, shares](double nnz_l, double seconds) {
            require_gain(nnz_l, seconds, shares);
          },
          [this](int level, const std::string& text) { say(level, text); },
          std::make_shared<PhaseTimes>(),
          &lost_,
          beside_ ? sparse_seconds(size_) : HUGE_VAL};
}

// Where a crossover is next, if this engine has no optimum in its turn, another
// processor looks at what it takes.  If it is clearly faster, that turn ends.
// Else the interior point method is set up towards the end of the turn.  So
// what remains is the iterations and the pushes, and where these are on the
// host the turn becomes as long as they are.
void Engine::prepare_crossing() {
  if (choice_.other != Form::kCrossover || gpu_ == nullptr || options_.repeat ||
      options_.most_bytes(true) != 0 ||
      free_cores() < (rival_ != nullptr ? 3 : 2) || !lease_.take())
    return;
  const bool pushes = choice_.form == Form::kInverse;
  const double estimate = device_interior_seconds(size_);
  const double setup = kSetUpShare * estimate;
  const double turn =
      pushes ? std::max(choice_.budget - estimate, setup) : choice_.budget;
  const auto clear = [pushes, size = size_, pivot = own_pivot()](
                         double nnz_l, double seconds) {
    return pushes && ends_turn(size, pivot, nnz_l, seconds) &&
           turn_pays(size, pivot, seconds, 0.0);
  };
  try {
    preparation_ = std::make_unique<Preparation>(
        lp_, interior_site(false), control_.interrupt,
        std::max(turn - setup, 0.0), clear);
    choice_.budget = turn;
  } catch (const Error& e) {
    say(GPUINV_LOG_DEBUG, e.what());
  } catch (const std::bad_alloc&) {
    say(GPUINV_LOG_DEBUG, "no memory for another copy");
  }
  lease_.give_back();
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
  const bool shares = free_cores() == 1;  // its processor, with a rival
  if (!may_have_rival() && choice_.other != Form::kSparse && !options_.waits)
    rival_.reset();
  if (control.it_lim == 0 || !lease_.take()) return;
  const InteriorSite site = interior_site(shares);
  const auto start = [this](const WorkingLp& lp, const Violations& v) {
    look_at_start(lp, v);
  };
  const auto interior = [this, &site](InteriorLp lp,
                                      const InteriorControl& control) {
    if (preparation_ != nullptr)
      if (auto made = preparation_->take(control)) return made;
    return create_crossover_interior(site, std::move(lp), control);
  };
  if (rival_ == nullptr && may_have_rival()) start_rival(control, "it");
  if (rival_ != nullptr)
    control.interrupt = control.interrupt.or_by(&rival_->ahead());
  try {
    const BusyCores busy(rival_ != nullptr ? &rival_->running() : nullptr);
    accept(solve_by_crossover(lp_, start_, control,
                              {options_.form == Form::kCrossover, interior,
                               [this] { return create_carrier(); }, site.say,
                               start, options_.most_bytes(true),
                               size_.coupled > machine::kFilledShare}),
           control.pivots_before);
  } catch (...) {
    if (rival_ == nullptr || !rival_->ahead().rings()) throw;
    return take_from_rival();
  }
  const bool none = result_.claim == GPUINV_CLAIM_NONE;
  if (none && rival_ != nullptr && rival_->ahead().rings()) {
    result_.pivots = control.pivots_before;
    return take_from_rival();
  }
  if (!none || !beside_) rival_.reset();
  if (result_.build_seconds > 0.0) look_at_nucleus(true);  // the carrier's
}

// Ends it, unless its answer is there.
void Engine::drop_rival() {
  if (rival_ != nullptr && !rival_->ahead().rings()) rival_.reset();
}

// GLPK certifies it as any other result.
void Engine::take_from_rival() {
  const std::unique_ptr<Rival> rival = std::move(rival_);
  accept(rival->result(), result_.pivots);
  look_at_nucleus(false);
  const std::string rows =
      std::to_string(rival->rows()) + " of " + std::to_string(lp_.m) + " rows";
  say(GPUINV_LOG_ALL, "the simplex method is first, on " + rows);
}

// Whether the simplex method on sparse factors may begin, which has not had its
// turn, and the host works alone.  In a race with GLPK that leaves one
// processor, it may if it can perhaps fold the LP, for which equations must be
// many.  A limit of memory is the crossover's.
bool Engine::may_have_rival() const {
  const bool on_host = gpu_ == nullptr || gpu_->absent();
  const bool may_fold =
      !options_.waits && FoldedLp::may_pay(size_.m, size_.m - size_.loose);
  return (free_cores() > 1 || may_fold) && on_host && !has_engine() &&
         !tried_sparse_ && !options_.repeat && options_.form == Form::kAny &&
         options_.most_bytes(true) == 0;
}

Place Engine::place() const {
  if (!may_have_device()) return Place::kHost;
  return Gpu::started(options_.first_device()) ? Place::kStartedDevice
                                               : Place::kDevice;
}

// Where a crossover would share its processor, the head start lasts longer: in
// a network as long as the dual method may need, which is known beforehand, and
// without a device for the time of a look at a crossover's matrix.
double Engine::early_end() const {
  const double end = early_seconds(size_, place());
  if (free_cores() > 1 || rival_ == nullptr || !rival_->running()) return end;
  if (choice_.form == Form::kCrossover && choice_.other == Form::kSparse)
    return std::max(end, network_seconds(size_));
  return may_have_device() ? end : end + kLookAtElement * size_.nnz;
}

// Waits for the rival until so many seconds after the start; no longer than a
// start without one if it gives up.  Returns whether the solve has ended.
bool Engine::wait_early(double seconds) {
  const Interrupt until = within(seconds - elapsed());
  if (rival_ != nullptr && rival_->wait(until)) {
    take_from_rival();
    return true;
  }
  const Interrupt alone =
      within(std::min(seconds, early_seconds(size_, place())) - elapsed());
  while (!alone.wished())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return out_of_limits();
}

// Without NVIDIA's driver all choices are the host's from now on.
void Engine::look_for_driver() {
  if (!may_have_device() || !Gpu::lacks_driver()) return;
  try {
    gpu_->devices();
  } catch (const Error& e) {
    say(Gpu::level_of_absence(), e.what());
  }
}

// The first engine of a race works with sparse factors, if there is a processor
// for them, until it is time for what takes more of the machine.  Returns
// whether that has ended the solve.
bool Engine::solve_early() {
  if (early_) {
    look_for_driver();
    if (!lease_.take()) return true;
    look_at_defects();
    const bool at_once = early_end() == 0.0 && choice_.form != Form::kNone &&
                         choice_.form != Form::kSparse;  // on a device
    if (!is_dense(size_) && !at_once) start_rival(control_, "GLPK");
    lease_.give_back();
  }
  return wait_early(early_seconds(size_, place())) || wait_early(early_end());
}

// If the system has no more threads or memory, the crossover is alone.
void Engine::start_rival(const SimplexControl& control,
                         const std::string& other) {
  try {
    rival_ = std::make_unique<Rival>(lp_, start_, control);
    say(GPUINV_LOG_ALL, "simplex on host (UMFPACK) beside " + other);
  } catch (const std::exception& e) {
    say(GPUINV_LOG_DEBUG, e.what());
  }
}

// Returns a tableau that finishes a crossover on a device, or NULL if there is
// none or pushes on the host are faster.  They are if the basis is sparse: for
// 25 000 rows in inverse form, 100 000 pivots took 6.7 s, and pushes 2.1 s.
std::shared_ptr<Tableau> Engine::create_carrier() {
  if (gpu_ == nullptr || gpu_->absent() || lost_) return nullptr;
  Size whole = size_;
  whole.idle = 0;
  const Form form = choose_engine(whole, 1, bandwidth_).form;
  const double elements = static_cast<double>(lp_.m) * (lp_.n - lp_.m);
  if (form != Form::kTableau || elements > machine::kCarrierElements)
    return nullptr;
  const int device = options_.first_device();
  std::shared_ptr<Tableau> tableau =
      with_faults(gpu_->devices_with(device).create_tableau(device, form));
  require_memory(*tableau, lp_.n);
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

// What so many seconds of a crossover count beside those of GLPK's pivots.
double Engine::cost_of(double seconds) const {
  return races_ ? seconds / kRaceGain : seconds;
}

// That crossover takes less time than GLPK alone.
void Engine::require_pay(double nnz_l, double seconds) {
  if (crossover_pays(size_, nnz_l, cost_of(seconds), search_)) return;
  declined_ = {size_, search_.made, clock_, nnz_l, seconds};
  decline("the simplex method seems faster");
}

// Throws unless crossover takes less time than the simplex method on sparse
// factors.  In a network that time is known beforehand, and these else have as
// much as crossover would need.  Beside a crossover they may take their budget,
// or as long again as they have taken.
void Engine::require_less_than_sparse(double seconds) {
  const double sparse = beside_ ? std::max(choice_.budget, 2.0 * elapsed())
                                : network_seconds(size_);
  if (seconds < sparse) return;
  if (!beside_) choice_.budget = seconds;
  throw Error(GPUINV_CANNOT, "the simplex method seems faster");
}

// Limits the rival of a crossover that takes so many seconds by estimate.  If
// they share a processor, one works after the other: first the rival, as long
// as it folds the LP or solves a folded one; one that solves the whole LP ends.
void Engine::limit_rival(double seconds, bool shares) {
  constexpr double kLook = 0.01;  // seconds
  rival_->limit(seconds);
  if (!shares || choice_.other == Form::kSparse) return;
  while (rival_->running() && !rival_->whole() && !control_.interrupt.wished())
    rival_->wait(within(kLook));
  control_.interrupt.or_by(&rival_->ahead()).look();
  rival_->stop();
}

// Throws unless crossover pays: the interior point method and the steps after
// it must take less time than the alternative, which is the engine's simplex
// method if there is one, else GLPK's.  A crossover that was asked for always
// pays.
void Engine::require_gain(double nnz_l, double seconds, bool shares) {
  control_.interrupt.look();
  const double all = seconds + push_seconds(size_, nnz_l);
  if (!has_engine()) say_estimate(nnz_l, seconds);
  if (options_.form == Form::kCrossover) return;
  if (own_form() == Form::kSparse)
    require_less_than_sparse(all);
  else if (!has_engine())
    require_pay(nnz_l, seconds);
  else if (!turn_pays(size_, own_pivot(), seconds, spent_))
    throw Error(GPUINV_CANNOT, "the simplex method seems faster");
  if (rival_ != nullptr && !beside_) limit_rival(all, shares);
}

}  // namespace gpuinv
