// session.cpp (the objects behind the handles of gpuinv.h)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/session.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>
#include <vector>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/thread_time.hpp"
#include "libgpuinv/basis/inversion_pays.hpp"
#include "libgpuinv/host/host_inverse.hpp"

using gpuinv::Backend;
using gpuinv::BasisInverse;
using gpuinv::Engine;
using gpuinv::Error;
using gpuinv::Gpu;
using gpuinv::Options;

namespace {

BasisInverse::Limits limits_of(const Options& options, bool on_host) {
  BasisInverse::Limits limits;
  limits.updates = options.updates;
  limits.pivots = options.pivots;
  limits.memory = options.most_bytes(on_host);
  limits.patient = options.repeat;  // what the clock says gives other bits
  return limits;
}

// Whether m rows may go to a device.  One that was asked for is never silently
// replaced, nor is the host.
bool may_move(const gpuinv_basis& basis, int m) {
  return basis.options.backend == Backend::kAuto && basis.on_host() &&
         m >= gpuinv::kLeastOnDevice;
}

}  // namespace

std::shared_ptr<BasisInverse> gpuinv_session::create_cuda(
    const Options& options) {
  const int device = options.first_device();
  return gpu_.devices_with(device).create_inverse(device,
                                                  limits_of(options, false));
}

std::shared_ptr<BasisInverse> gpuinv_session::create_on_host(
    const Options& options) {
  const BasisInverse::Limits limits = limits_of(options, true);
  auto inverse = std::exchange(spare_, nullptr);
  if (inverse == nullptr) return std::make_shared<gpuinv::HostInverse>(limits);
  inverse->restart(limits);
  return inverse;
}

// Columns that were entered move, too.  If no device answers, the inverse stays
// where it is.
void gpuinv_session::move_to_device(gpuinv_basis& basis) {
  try {
    const auto inverse = create_cuda(basis.options);
    inverse->take_columns(*basis.inverse);
    spare_ = std::exchange(basis.inverse, inverse);
  } catch (const Error& e) {
    say(Gpu::level_of_absence(), e.what());
    basis.options.backend = Backend::kHost;
  }
}

// Other processes use the device.  The host takes over even if a device was
// asked for, as it does after a failure.
void gpuinv_session::leave_late_device(gpuinv_basis& basis) {
  basis.options.backend = Backend::kHost;
  basis.inverse = create_on_host(basis.options);
  basis.in_use = false;
  say_once("the device answers late; going on with the host");
}

void gpuinv_session::choose_place(gpuinv_basis& basis, int m) {
  if (basis.inverse->is_late() && !basis.on_host()) leave_late_device(basis);
  if (!basis.if_it_pays() && may_move(basis, m)) move_to_device(basis);
}

bool gpuinv_session::choose_place(gpuinv_basis& basis) {
  const gpuinv::SparseColumns& b = basis.inverse->matrix();
  const int m = b.size();
  // factorize() tells which columns are missing
  if (!basis.if_it_pays() || b.missing() != 0) return true;
  const std::vector<gpuinv::HostColumn> columns = b.columns();
  const gpuinv::BasisSize size = gpuinv::basis_size({m, m, 0, columns.data()});
  if (may_move(basis, m) && inverse_suits(size, true)) move_to_device(basis);
  return inverse_suits(size, !basis.on_host());
}

void gpuinv_session::say_in_use(gpuinv_basis& basis) {
  if (basis.in_use) return;
  basis.in_use = true;
  if (basis.on_host()) return say_once("basis inverse on host (LAPACK)");
  const int device = basis.options.first_device();
  say_once("basis inverse on cuda device " + std::to_string(device) + " (" +
           gpu_.info(device, false).name + ")");
}

gpuinv_basis* gpuinv_session::create_basis(const char* text) {
  auto basis = std::make_unique<gpuinv_basis>();
  basis->session = this;
  basis->options = gpuinv::options_here(text);
  basis->inverse = basis->options.asks_for_device()
                       ? create_cuda(basis->options)
                       : create_on_host(basis->options);
  if (!basis->if_it_pays() && basis->options.backend != Backend::kAuto)
    say_in_use(*basis);
  const std::lock_guard<std::mutex> guard(registry_lock_);
  registry_.push_back(std::move(basis));
  return registry_.back().get();
}

void gpuinv_session::delete_basis(gpuinv_basis* basis) {
  const std::lock_guard<std::mutex> guard(registry_lock_);
  registry_.remove_if(
      [basis](const auto& entry) { return entry.get() == basis; });
}

// Returns NULL if the host shall or must be used, or if an earlier engine found
// no device: then the next one need not start a thread to look for it.  Device
// objects of past engines are used again, because contexts and handles take
// time to create.
std::unique_ptr<Gpu> gpuinv_session::gpu_for_engine(const Options& options) {
  const bool asked = options.asks_for_device();
  if (options.backend == Backend::kHost) return nullptr;
  if (!asked && (gpu_.foreign() || Gpu::given_up())) return nullptr;
  gpu_.claim();
  const std::lock_guard<std::mutex> guard(registry_lock_);
  if (idle_.empty()) return std::make_unique<Gpu>();
  if (!asked && idle_.front()->absent()) return nullptr;
  auto gpu = std::move(idle_.front());
  idle_.pop_front();
  return gpu;
}

gpuinv_engine* gpuinv_session::create_engine(const char* text,
                                             const gpuinv_lp& lp,
                                             const gpuinv_smcp& parm) {
  const Options options = gpuinv::options_here(text);
  join_ended();
  if (options.made == 0) {
    search_began_ = gpuinv::thread_seconds();
    declined_.reset();
  }
  auto engine = std::make_unique<gpuinv_engine>();
  engine->session = this;
  engine->base = lp.base;
  auto gpu = gpu_for_engine(options);
  try {
    engine->engine.reset(new Engine(lp, parm, options, std::move(gpu),
                                    declined_, search_began_));
  } catch (const Error& e) {
    const bool asked = options.form == gpuinv::Form::kNone;
    const bool none = e.status() == GPUINV_CANNOT || e.status() == GPUINV_LATER;
    if (none && !asked && *e.what() != '\0') say_once(e.what());
    throw;
  }
  const std::lock_guard<std::mutex> guard(registry_lock_);
  spent_engines_.clear();
  engines_.push_back(std::move(engine));
  return engines_.back().get();
}

// A thread that is starting a device cannot be interrupted: after kMoment it is
// left alone and joined later.
void gpuinv_session::delete_engine(gpuinv_engine* engine) {
  constexpr double kMoment = 0.002;  // seconds
  std::list<EngineOwner> last;
  {
    const std::lock_guard<std::mutex> guard(registry_lock_);
    const auto found =
        std::find_if(engines_.begin(), engines_.end(),
                     [engine](const auto& e) { return e.get() == engine; });
    if (found == engines_.end()) return;
    last.push_back(std::move(engine->engine));
    spent_engines_.splice(spent_engines_.end(), engines_, found);
  }
  last.front()->cancel();
  const bool ended = last.front()->wait(kMoment);
  {
    const std::lock_guard<std::mutex> guard(registry_lock_);
    if (ended) declined_ = last.front()->declined();
    leaving_.splice(leaving_.end(), last);
  }
  join_ended();
}

// Joins deleted engines that have ended and keeps their device objects for the
// next.
void gpuinv_session::join_ended() {
  const std::lock_guard<std::mutex> guard(registry_lock_);
  for (auto entry = leaving_.begin(); entry != leaving_.end();) {
    const auto next = std::next(entry);
    if ((*entry)->has_left(0.0) && !(*entry)->hangs()) {
      auto gpu = (*entry)->stop();
      if (gpu != nullptr) idle_.push_back(std::move(gpu));
      leaving_.erase(entry);
    }
    entry = next;
  }
}

// Returns one that is still at work, or NULL.
gpuinv::Engine* gpuinv_session::leaving_engine() {
  const gpuinv::Undisturbed undisturbed;
  const std::lock_guard<std::mutex> guard(registry_lock_);
  const auto found =
      std::find_if(leaving_.begin(), leaving_.end(),
                   [](const EngineOwner& e) { return !e->has_left(0.0); });
  return found != leaving_.end() ? found->get() : nullptr;
}

void gpuinv_session::await_engines() {
  while (gpuinv::Engine* engine = leaving_engine()) engine->has_left(HUGE_VAL);
}

void gpuinv_session::collect_messages(gpuinv_engine& engine) {
  for (const Engine::Message& message : engine.engine->take_messages()) {
    if (message.level == GPUINV_LOG_INFO)
      say_once(message.text);
    else
      say(message.level, message.text);
  }
}

void gpuinv_session::say_result(gpuinv_engine& engine) {
  static const char* const kClaims[] = {
      "search stopped",         "optimal",
      "no feasible solution",   "unbounded",
      "objective limit",        "a ray: no primal solution",
      "a ray: no dual solution"};
  if (engine.told) return;
  engine.told = true;
  const gpuinv::SimplexResult& result = engine.engine->result();
  char text[100];
  std::snprintf(text, sizeof text, "%d pivots in %.3f s, %s", result.pivots,
                result.seconds, kClaims[result.claim]);
  say(GPUINV_LOG_ALL, text);
}

void gpuinv_session::set_error(const char* text) noexcept {
  std::snprintf(error_, sizeof error_, "%s", text);
}

void gpuinv_session::say_failure(int status) {
  const unsigned bit = 1u << status;
  if ((failures_ & bit) != 0) return;
  failures_ |= bit;
  say(GPUINV_LOG_WARNING, std::string(error_) + "; using the CPU");
}
