// engine_place.cpp (where an engine works: one device, several, or the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/host/host_inverse_tableau.hpp"
#include "libgpuinv/host/host_simplex.hpp"
#include "libgpuinv/host/host_tableau.hpp"
#include "libgpuinv/session/engine.hpp"

namespace gpuinv {

// Throws if the tableau needs more memory than allowed.  It logs the reason,
// because the caller goes on without an engine and nobody else would.
void Engine::require_memory(Tableau& tableau, int n) {
  const std::size_t needed =
      tableau.bytes_needed(lp_.m, n - lp_.m, lp_.val.size());
  const bool on_host = dynamic_cast<const HostSimplex*>(&tableau) != nullptr;
  const std::size_t most = options_.most_bytes(on_host);
  if (most == 0 || needed <= most) return;
  const std::string why = "tableau of " + std::to_string(needed) +
                          " bytes exceeds memory=" + std::to_string(most);
  say(GPUINV_LOG_INFO, why + "; using the CPU");
  throw Error(GPUINV_CANNOT, why);
}

// The cards that shall share the tableau, and why.
CardChoice Engine::choose_cards(std::vector<int>* cards) {
  if (!options_.spread.empty()) {
    *cards = options_.spread;
    for (const int card : *cards) gpu_->devices_with(card);
    return {static_cast<int>(cards->size()), "asked for"};
  }
  *cards = options_.device_list(gpu_->count());
  if (cards->size() == 1) return {1, "there are no others"};
  return how_many_cards(size_, choice_.form, static_cast<int>(cards->size()),
                        gpu_->info(cards->front(), false).total_bytes);
}

// Returns NULL for one card; if there are several, a log line says why.
std::shared_ptr<Tableau> Engine::create_on_cards() {
  if (options_.device_count() == 1) return nullptr;
  std::string reason;
  try {
    std::vector<int> cards;
    const CardChoice choice = choose_cards(&cards);
    cards.resize(choice.cards);
    reason = choice.reason;
    if (cards.size() > 1) {
      auto tableau = gpu_->devices().create_spread_tableau(cards, choice_.form);
      std::string list = std::to_string(cards[0]);
      for (std::size_t c = 1; c < cards.size(); c++)
        list += ", " + std::to_string(cards[c]);
      say(GPUINV_LOG_INFO, "simplex on cuda devices " + list + " (" +
                               gpu_->info(cards[0], false).name +
                               "): " + reason);
      cards_ = static_cast<int>(cards.size());
      return tableau;
    }
  } catch (const Error& e) {
    reason = e.what();
  }
  say(GPUINV_LOG_INFO, "one card alone: " + reason);
  return nullptr;
}

// Repeats the choice of the form with the measured bandwidth of this device;
// the first choice assumed a usual one.
void Engine::look_at(int device) {
  bandwidth_ = gpu_->bandwidth(device);
  size_.defects = {kManyDefects};  // a device it is
  choose(true);
}

std::shared_ptr<Tableau> Engine::create_cuda() {
  const int device = options_.first_device();
  look_at(device);
  if (free_cores() == 1) drop_rival();
  if (auto spread = create_on_cards()) return spread;
  auto tableau =
      gpu_->devices_with(device).create_tableau(device, choice_.form);
  Stay::ask_at_exit();
  say(GPUINV_LOG_INFO, "simplex on cuda device " + std::to_string(device) +
                           " (" + gpu_->info(device, false).name + ")");
  return tableau;
}

std::shared_ptr<Tableau> Engine::create_host() {
  size_.defects = defects_;
  if (gpu_ != nullptr) choose(false);  // the first choice was for a device
  if (choice_.form == Form::kCrossover || choice_.form == Form::kSparse)
    return nullptr;
  drop_rival();
  say(GPUINV_LOG_INFO, "simplex on host (LAPACK)");
  if (choice_.form == Form::kInverse)
    return std::make_shared<HostInverseTableau>(control_.interrupt);
  return std::make_shared<HostTableau>(control_.interrupt);
}

// Chooses the place as a session does for the inverse.  Returns NULL if
// crossover or sparse factors shall be used.
std::shared_ptr<Tableau> Engine::create_tableau() {
  if (gpu_ == nullptr) return create_host();
  if (options_.asks_for_device()) return create_cuda();
  try {
    return create_cuda();
  } catch (const Error& e) {
    say(Gpu::level_of_absence(), e.what());
    return create_host();
  }
}

// Whether sparse factors may begin beside a device's engine, for a caller that
// waits.  (In a race with the caller they have begun already.)  Nothing ends
// the start of CUDA, so where that is needed sparse factors have their turn
// first.
bool Engine::may_have_beside() const {
  return options_.waits && options_.form == Form::kAny && !options_.repeat &&
         options_.most_bytes(true) == 0 && place() == Place::kStartedDevice;
}

// Where a device's engine is next after sparse factors, and these work on a
// processor of their own, it begins beside them and does not wait for the end
// of their turn.  So does a crossover before that engine, but in a race it ends
// sparse factors.  Returns whether that is so, and chooses it then.
bool Engine::device_may_begin() {
  if (!may_have_device() || free_cores() == 1) return false;
  if (rival_ == nullptr && may_have_beside() && lease_.take()) {
    start_rival(control_, "the engine");
    lease_.give_back();
  }
  if (rival_ == nullptr || !rival_->running()) return false;
  const FormChoice sparse = choice_;
  size_.defects = {kManyDefects};
  try {
    choose(true);
    look_at_coupling();
    if (has_engine() && (choice_.form != Form::kCrossover || options_.waits))
      return true;
  } catch (const Error&) {
    // sparse factors are alone
  }
  choice_ = sparse;
  size_.defects = defects_;
  return false;
}

}  // namespace gpuinv
