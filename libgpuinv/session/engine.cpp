// engine.cpp (a simplex solve on a thread of its own)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/engine.hpp"

#include <unistd.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/thread_time.hpp"
#include "libgpuinv/simplex/active_lp.hpp"
#include "libgpuinv/simplex/crossover_choice.hpp"

namespace gpuinv {
namespace {

// Returns the time so many seconds after begin; more than a year is cut off, as
// a clock's range is finite.
Interrupt::Clock::time_point after(Interrupt::Clock::time_point begin,
                                   double seconds) {
  constexpr double kYear = 3.2e7;
  const std::chrono::duration<double> time(std::min(seconds, kYear));
  return begin + std::chrono::duration_cast<Interrupt::Clock::duration>(time);
}

// A row is an inequality if a column without cost has its only element there
// and is not fixed.  What takes longer is counted only if it may be needed:
// a caller that has not begun asks again.
Size size_of(const WorkingLp& lp, bool begun) {
  std::vector<char> loose(lp.m, 0);
  for (int k = 0; k < lp.n; k++)
    if (lp.ptr[k + 1] == lp.ptr[k] + 1 && lp.c[k] == 0.0 && !lp.fixed(k))
      loose[lp.ind[lp.ptr[k]]] = 1;
  Size size = {lp.m, lp.n, lp.val.size(),
               static_cast<int>(std::count(loose.begin(), loose.end(), 1))};
  if (begun) {
    size.demands = count_demands(lp);
    size.tight_elements = count_tight_elements(lp, loose);
  }
  return size;
}

// An engine that must be shared is used even where another method is faster,
// in the form that is.  Before a crossover on the host a caller that can makes
// some pivots, as nobody knows whether few of them will do: Error(LATER), once
// the defects of the start are known.
// Error(CANNOT): no engine; the log shows its text unless that is empty.
FormChoice choice_of(const Options& options, const Size& size,
                     const SearchState& search, bool on_device,
                     double bandwidth = machine::kDeviceBandwidth) {
  const int cards = on_device ? options.device_count() : 1;
  const bool shared = on_device && !options.spread.empty();
  Form asked = options.form;
  if (shared && asked == Form::kAny)
    asked = tableau_seconds(size, cards, bandwidth) <=
                    inverse_seconds(size, cards, bandwidth)
                ? Form::kTableau
                : Form::kInverse;
  const std::string kNoEngine = "no simplex engine: ";
  FormChoice choice =
      choose_form(asked, size, on_device, cards, bandwidth, search);
  const bool first = choice.form == Form::kCrossover && !on_device &&
                     options.made == 0 && choice.other == Form::kNone &&
                     size.defects.count != kUnknownDefects;
  if (asked == Form::kAny && (first || choice.form == Form::kNone) &&
      options.made >= 0)
    throw Error(GPUINV_LATER, first ? "" : kNoEngine + choice.reason);
  if (choice.form == Form::kNone)
    throw Error(GPUINV_CANNOT, kNoEngine + choice.reason);
  return choice;
}

// An engine in a race has one if the search has just begun.
bool has_head_start(const Options& options) {
  return options.made == 0 && !options.repeat && !options.asks_for_device() &&
         options.spread.empty() && options.form == Form::kAny &&
         options.most_bytes(true) == 0;
}

// The pivots made are timed unless equal input is to give equal bits.
SearchState search_of(const Options& options, double seconds) {
  SearchState search = {std::max(options.made, 0)};
  if (!options.repeat && search.made > 0 && seconds > 0.0)
    search.mean = seconds / search.made;
  return search;
}

void check_tolerance(double value, const char* name) {
  if (value > 0.0 && value < 1.0) return;
  throw Error(GPUINV_INVALID, std::string("parm: ") + name + " = " +
                                  std::to_string(value) +
                                  " is not between 0 and 1");
}

SimplexControl check_control(const gpuinv_smcp& parm) {
  check_tolerance(parm.tol_bnd, "tol_bnd");
  check_tolerance(parm.tol_dj, "tol_dj");
  check_tolerance(parm.tol_piv, "tol_piv");
  if (parm.it_lim < 0)
    throw Error(
        GPUINV_INVALID,
        "parm: it_lim = " + std::to_string(parm.it_lim) + " is negative");
  if (std::isnan(parm.tm_lim))
    throw Error(GPUINV_INVALID, "parm: tm_lim is not a number");
  if (std::isnan(parm.obj_ul))
    throw Error(GPUINV_INVALID, "parm: obj_ul is not a number");
  SimplexControl control = {
      parm.tol_bnd, parm.tol_dj, parm.tol_piv, parm.it_lim, {}};
  if (parm.obj_ul < DBL_MAX) control.obj_ul = parm.obj_ul;
  return control;
}

}  // namespace

Engine::Engine(const gpuinv_lp& lp, const gpuinv_smcp& parm,
               const Options& options, std::unique_ptr<Gpu> gpu,
               const std::optional<Declined>& declined, double began)
    : begin_(std::chrono::steady_clock::now()),
      clock_(thread_seconds()),
      owner_(getpid()),
      options_(options),
      races_(!options.waits && options.made >= 0 && free_cores() > 1),
      early_(races_ && has_head_start(options)),
      search_(search_of(options, clock_ - began)),
      choice_(first_choice(shape_of(lp), gpu != nullptr)),
      lp_(borrow_lp(lp)),
      size_(size_of(lp_, options.made != 0 || !options.waits)),
      start_(copy_basis(lp)),
      control_(check_control(parm)),
      has_time_(parm.tm_lim > 0.0),
      end_(after(begin_, std::max(parm.tm_lim, 0.0))),
      gpu_(std::move(gpu)),
      display_(parm.out_dly, parm.out_frq) {
  size_.idle = count_idle(lp_, start_);
  look_back(declined);
  if (!early_) look_at_defects();
  control_.interrupt = {&lease_.cancelled(), end_};
  control_.lease = &lease_;
  control_.progress = &progress_;
  control_.batch = &batch_;
  Stay::leave_with_main();
  worker().run([this] { run(); });
}

FormChoice Engine::first_choice(const Size& shape, bool on_device) {
  try {
    return choice_of(options_, shape, search_, on_device);
  } catch (const Error& e) {
    postpone(e);
    return {Form::kNone, e.what()};
  }
}

// Call it in a catch block.  What leaves the search to GLPK for a while has
// time until the head start is over.
void Engine::postpone(const Error& later) {
  if (later.status() != GPUINV_LATER || !early_) throw;
  later_ = later;
}

// Takes over what an earlier engine found in this search, and times the pivots
// since then.  Where that engine had seen as many pivots as there are now, its
// search was another one.
void Engine::look_back(const std::optional<Declined>& declined) {
  if (!declined || declined->made >= search_.made ||
      !is_same(declined->size, size_) || choice_.form != Form::kCrossover)
    return;
  if (!options_.repeat)
    search_.pivot = std::max(clock_ - declined->clock, 0.0) /
                    (search_.made - declined->made);
  Declined before = *declined;
  before.seconds = cost_of(before.seconds);
  if (!is_worth_a_look(before, search_)) decline("");
  declined_ = declined;
}

Engine::~Engine() { stop(); }

Worker& Engine::worker() { return gpu_ != nullptr ? gpu_->worker() : own_; }

bool Engine::orphaned() const { return owner_ != getpid(); }

bool Engine::hangs() {
  if (!hangs_.load() && !done_.is_open() && batch_.passed() &&
      !lease_.taken()) {
    hangs_.store(true);
    Gpu::give_up();
  }
  return hangs_.load();
}

bool Engine::wait(double seconds) {
  constexpr double kLook =
      1.0;  // seconds from one look at the device to the next
  if (done_.is_open() || orphaned() || hangs()) return true;
  for (double left = seconds; left > kLook; left -= kLook)
    if (done_.wait(kLook) || hangs()) return true;
  return done_.wait(std::min(seconds, kLook)) || hangs();
}

bool Engine::progress(gpuinv_progress* progress) {
  gpuinv_progress report;
  if (orphaned() || !progress_.read(&report) ||
      !display_.shows(report, elapsed()))
    return false;
  *progress = report;
  return true;
}

bool Engine::has_left(double seconds) {
  return wait(seconds) && (orphaned() || hangs() || left_.wait(seconds));
}

const SimplexResult& Engine::result() const {
  if (hangs_.load()) throw NoAnswer();
  if (!done_.is_open()) {
    if (orphaned())
      throw Error(GPUINV_CANNOT,
                  "the simplex engine runs in the parent process");
    throw Error(GPUINV_STATE, "the simplex engine has not finished");
  }
  if (status_ != GPUINV_OK)
    throw Error(static_cast<gpuinv_status>(status_), error_);
  return result_;
}

std::vector<Engine::Message> Engine::take_messages() {
  std::vector<Message> messages;
  if (orphaned()) return messages;  // the thread may have held the lock
  const std::lock_guard<std::mutex> guard(lock_);
  messages.swap(messages_);
  return messages;
}

std::unique_ptr<Gpu> Engine::stop() {
  if (orphaned() || hangs()) return nullptr;
  lease_.cancel();
  worker().wait();
  const bool intact =
      (status_ == GPUINV_OK && !lost_) || (gpu_ != nullptr && gpu_->absent());
  return intact ? std::move(gpu_) : nullptr;
}

void Engine::cancel() {
  lease_.cancel();
  if (!orphaned()) lease_.await();  // else the thread may have held its lock
}

void Engine::say(int level, const std::string& text) {
  const std::lock_guard<std::mutex> guard(lock_);
  messages_.push_back({level, text});
}

double Engine::elapsed() const {
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(now - begin_).count();
}

void Engine::run() noexcept {
  const Lease::OnThread lent(&lease_);
  // a caller that does not wait makes pivots, on a processor of its own
  const std::atomic<bool> racing{!options_.waits};
  const BusyCores busy(&racing);
  std::optional<Stay> stay;  // as long as anything may be on a device
  try {
    stay.emplace();
    solve();
  } catch (const Interrupted&) {
    // result_ holds what was reached until then
  } catch (...) {
    status_ = catch_all(error_, sizeof error_);
  }
  lease_.give_back();
  rival_.reset();
  done_.open();
  preparation_.reset();  // it may be in the middle of an order
  left_.open();
}

void Engine::choose(bool on_device) {
  try {
    choice_ = choice_of(options_, size_, search_, on_device, bandwidth_);
    // a caller that makes pivots meanwhile loses less by a longer turn
    if (choice_.form == Form::kSparse && !options_.waits)
      choice_.budget *= machine::kRacePatience;
  } catch (const Error& e) {
    const bool waits = early_ && e.status() == GPUINV_LATER;  // see postpone
    if (*e.what() != '\0' && !waits) say(GPUINV_LOG_INFO, e.what());
    throw;
  }
}

}  // namespace gpuinv
