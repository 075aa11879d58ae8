// engine_ways.cpp (the methods that an engine tries, in turn)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/crossover/farkas.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/faults/faulty_parts.hpp"
#include "libgpuinv/host/host_simplex.hpp"
#include "libgpuinv/host/host_sparse_tableau.hpp"
#include "libgpuinv/session/engine.hpp"
#include "libgpuinv/simplex/active_lp.hpp"
#include "libgpuinv/simplex/crossover_choice.hpp"
#include "libgpuinv/simplex/freed_start.hpp"
#include "libgpuinv/simplex/sparse_choice.hpp"
#include "libgpuinv/simplex/standard_start.hpp"
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

const char* form_name(Form form) {
  if (form == Form::kSparse) return "sparse";
  return form == Form::kTableau ? "tableau" : "inverse";
}

}  // namespace

// In a race the start may be GLPK's advanced basis, which is triangular, but
// not dual feasible: in a network nearly all of its columns are arcs.  Slacks
// are a better start if they have fewer defects.  A start with few is a warm
// one.
void Engine::look_at_slacks() {
  size_.defects = defects_;
  if (defects_.count == kManyDefects || has_few_defects(size_)) return;
  std::optional<SimplexBasis> start = standard_start(lp_);
  if (!start) return;
  const Defects defects = count_defects(lp_, *start, control_.interrupt);
  if (defects.network < defects_.network ||
      (defects.network == defects_.network && defects.all() >= defects_.all()))
    return;
  defects_ = defects;
  start_ = std::move(*start);
  size_.idle = count_idle(lp_, start_);
}

// Counts the defects of the start where they may change the choice: sparse
// factors are on the host, begin a search, and end their turn by the clock, so
// that equal input cannot give equal bits.
void Engine::look_at_defects() {
  if (options_.form != Form::kAny) return;
  const bool may_begin = !options_.repeat && !options_.asks_for_device() &&
                         options_.spread.empty() && search_.made == 0 &&
                         !is_dense(size_);
  defects_ = may_begin ? count_defects(lp_, start_, control_.interrupt)
                       : Defects{kManyDefects};
  if (early_ && may_begin) look_at_slacks();
  size_.defects = defects_;
  if (options_.made != 0 && !has_few_defects(size_)) return;
  try {
    choose(may_have_device());
    later_.reset();
  } catch (const Error& e) {
    postpone(e);
  }
}

void Engine::solve() {
  result_ = {GPUINV_CLAIM_NONE, 0, start_};
  const bool first = !options_.waits && options_.made == 0;
  if (!has_time_ || (first && solve_early())) return;
  if (later_) {
    if (*later_->what() != '\0') say(GPUINV_LOG_INFO, later_->what());
    throw Error(*later_);
  }
  const double early = elapsed();
  if (choice_.form == Form::kSparse &&
      (cross_beside() ||
       (!device_may_begin() && pivot_sparsely(may_have_device()))))
    return;
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
  prepare_crossing();
  pivot(std::move(tableau), start_, choice_.budget);
  if (!crossover_has_turn()) return;
  const SimplexResult before = result_;
  spent_ = options_.repeat ? before.pivots * own_pivot() : elapsed() - early;
  if (try_crossing("its turn after " + std::to_string(before.pivots) +
                   " pivots of the simplex engine"))
    return;
  preparation_.reset();
  const int pivots = result_.pivots;
  result_ = before;
  result_.pivots = pivots;
  if (before.claim != GPUINV_CLAIM_NONE || out_of_limits()) return;
  auto again = create_tableau();
  choice_.other = Form::kNone;  // nothing follows it
  pivot(std::move(again), before.basis, HUGE_VAL);
}

Interrupt Engine::within(double seconds) const {
  if (seconds == HUGE_VAL) return control_.interrupt;
  return {
      &lease_.cancelled(),
      std::min(end_, Interrupt::Clock::now() +
                         std::chrono::duration_cast<Interrupt::Clock::duration>(
                             std::chrono::duration<double>(seconds)))};
}

// Bytes that factors of B may take on the host beside the rest of the sparse
// form; 0 without a limit.  Where that rest alone is too much, it will say so.
std::size_t Engine::bytes_for_factors() const {
  const std::size_t most = options_.most_bytes(true);
  const std::size_t rest = HostSparseTableau::bytes_without_factors(
      lp_.m, lp_.n - lp_.m, lp_.val.size());
  return most > rest ? most - rest : most;
}

// Sparse factors are on the host, whatever device there is.  If their turn ends
// without a result, returns false: the others, on a device or not, begin at the
// start.
bool Engine::pivot_sparsely(bool on_device) {
  const bool asked = options_.form == Form::kSparse;
  if (rival_ != nullptr && !rival_->ahead().rings() && rival_->limited())
    rival_.reset();  // it had a part of a turn
  try {
    if (rival_ != nullptr) {
      if (rival_->wait(within(choice_.budget))) take_from_rival();
    } else {
      say(GPUINV_LOG_INFO, "simplex on host (UMFPACK)");
      pivot(std::make_shared<HostSparseTableau>(within(choice_.budget),
                                                bytes_for_factors()),
            start_, choice_.budget);
    }
  } catch (const std::exception& e) {
    if (asked) throw;
    lease_.give_back();
    say(GPUINV_LOG_ALL, std::string("sparse form: ") + e.what());
  }
  rival_.reset();
  tried_sparse_ = true;
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
    size_.defects = defects_;
    choose(false);
    return false;
  }
}

// Finds out how far the rows are coupled, if that may make crossover begin.
// Most inequalities are not tight, so they couple nothing.
void Engine::look_at_coupling() {
  if (gpu_ == nullptr || choice_.form == Form::kCrossover ||
      2 * size_.loose > size_.m || size_.coupled > 0.0)
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

// Runs the simplex method from that basis for at most `budget` seconds.  Where
// equal input is to give equal bits, these are as many pivots as they should be
// enough for.
void Engine::pivot(std::shared_ptr<Tableau> tableau, const SimplexBasis& start,
                   double budget) {
  if (tableau == nullptr)
    throw Error(GPUINV_CANNOT, "the simplex engine is not to be had again");
  if (rival_ != nullptr && rival_->ahead().rings()) return take_from_rival();
  SimplexControl control = control_;
  control.pivots_before = result_.pivots;
  control.it_lim -= result_.pivots;
  if (options_.repeat && budget < HUGE_VAL)
    control.it_lim = static_cast<int>(
        std::min<double>(control.it_lim, 1.0 + budget / own_pivot()));
  else
    control.interrupt = within(budget);
  if (rival_ != nullptr)
    control.interrupt = control.interrupt.or_by(&rival_->ahead());
  if (preparation_ != nullptr)
    control.interrupt = control.interrupt.or_by(&preparation_->ready());
  result_ = {GPUINV_CLAIM_NONE, result_.pivots, start};
  try {
    const BusyCores busy(rival_ != nullptr ? &rival_->running() : nullptr);
    solve_on(with_faults(std::move(tableau)), control);
  } catch (const Interrupted&) {
    if (out_of_limits()) throw;  // else the budget or a rival ended its set-up
    lease_.give_back();
  } catch (const Error& e) {
    if (cards_ == 1) {
      if (rival_ == nullptr && preparation_ == nullptr) throw;
      lost_ = true;  // the device may be broken
      if (preparation_ == nullptr) return leave_to_rival(e.what());
      lease_.give_back();
      return say(GPUINV_LOG_INFO, std::string(e.what()) + "; crossing over");
    }
    say(GPUINV_LOG_INFO, std::string(e.what()) + "; going on with one card");
    cards_ = 1;
    solve_on(with_faults(gpu_->devices().create_tableau(options_.first_device(),
                                                        choice_.form)),
             control);
  }
  if (rival_ == nullptr || is_answer(result_.claim)) return;
  if (rival_->ahead().rings()) {
    result_.pivots = control.pivots_before;
    return take_from_rival();
  }
  if (result_.claim == GPUINV_CLAIM_NONE && choice_.other == Form::kNone &&
      !out_of_limits())
    leave_to_rival("no optimum found");
}

// Where nothing follows an engine without an answer, sparse factors beside it
// go on until they have one, or GLPK has.
void Engine::leave_to_rival(const std::string& why) {
  lease_.give_back();
  say(GPUINV_LOG_ALL, why + "; waiting for sparse factors");
  if (rival_->wait(control_.interrupt)) take_from_rival();
}

void Engine::solve_on(const std::shared_ptr<Tableau>& tableau,
                      const SimplexControl& control) {
  const SimplexBasis start = result_.basis;
  const int idle = choice_.form == Form::kTableau ? count_idle(lp_, start) : 0;
  require_memory(*tableau, lp_.n - idle);
  if (!lease_.take()) return;
  say_plan(*tableau, lp_.n - idle);
  if (control.it_lim == 0) return;
  const double copied = elapsed();
  // the first start is the caller's, and the engine may change it
  const auto solve = control.pivots_before == 0 ? solve_freed : solve_simplex;
  if (idle > 0) {
    const ActiveLp active(lp_, start, control.interrupt);
    SimplexResult found = solve(*tableau, active.lp(), active.start(), control);
    found.basis = active.whole(found.basis);
    accept(std::move(found), control.pivots_before);
  } else {
    accept(solve(*tableau, lp_, start, control), control.pivots_before);
  }
  say_times(copied, elapsed());
  prove_infeasible(lp_, options_.most_bytes(true), control.interrupt, &result_);
  result_.seconds = elapsed();
  // the lease is back before the tableau is freed, which takes time
  look_at_nucleus(dynamic_cast<const HostSimplex*>(tableau.get()) == nullptr);
}

// Makes this the result, unless it has no basis.
void Engine::accept(SimplexResult found, int pivots_before) {
  if (!is_basis(lp_, found.basis))
    throw Error(GPUINV_INTERNAL, "the basis was lost");
  found.pivots += pivots_before;
  found.seconds = elapsed();
  result_ = std::move(found);
}

// Whether the basis of the result may be dense.  The caller may have its matrix
// back already; then nobody will ask.  Gives the lease back.
void Engine::look_at_nucleus(bool on_device) {
  if (!lease_.take()) return;
  result_.dense =
      inverse_suits(nucleus_of(result_.basis), on_device, size_.coupled);
  lease_.give_back();
}

BasisSize Engine::nucleus_of(const SimplexBasis& basis) const {
  const std::vector<HostColumn> columns = columns_of(lp_, basis.basic);
  return basis_size({lp_.m, lp_.m, lp_.ind.base(), columns.data()});
}

// Logs what is about to be done, and why.
void Engine::say_plan(Tableau& tableau, int n) {
  const int nn = n - lp_.m;
  char text[160];
  const BasisSize start = nucleus_of(start_);
  const std::string words =
      start.dense ? "dense basis" : "nucleus " + std::to_string(start.k);
  std::snprintf(
      text, sizeof text,
      "%s form, %d by %d, %s, K = %d, %.1f MB: ", form_name(choice_.form),
      lp_.m, nn, words.c_str(), tableau.most_pending(lp_.m, nn),
      1e-6 *
          static_cast<double>(tableau.bytes_needed(lp_.m, nn, lp_.val.size())));
  say(GPUINV_LOG_ALL, text + choice_.reason);
}

// Logs where the time went; make bench reads this line.
void Engine::say_times(double copied, double ended) {
  char text[128];
  std::snprintf(text, sizeof text,
                "simplex: copy %.6f s, build %.6f s, pivots %.6f s", copied,
                result_.build_seconds, ended - copied - result_.build_seconds);
  say(GPUINV_LOG_DEBUG, text);
}

}  // namespace gpuinv
