// team.cpp (the processes that share one sparse factor)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/team.hpp"

#include <chrono>
#include <cstdio>
#include <exception>
#include <utility>

#include "libgpuinv/base/detached.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

// All must meet within this time; NCCL itself would wait for ever.
constexpr std::chrono::seconds kMeeting(90);
constexpr std::chrono::milliseconds kTurn(10);
constexpr std::chrono::microseconds kShortTurn(200);
// A step may take so long to end after a process is lost.
constexpr std::chrono::seconds kGrace(10);

std::string text_of(const char* name, const Team::Tally& tally) {
  char text[160];
  const Traffic& traffic = tally.traffic;
  std::snprintf(
      text, sizeof text,
      "%d %s %.4f s (communication %s%.4f s, %.0f %%, %.4g MB)", tally.count,
      name, tally.seconds, traffic.all ? "" : "at least ", traffic.seconds,
      tally.seconds > 0.0 ? 100.0 * traffic.seconds / tally.seconds : 0.0,
      1e-6 * traffic.bytes);
  return text;
}

}  // namespace

Team::Team(Ranks& ranks, int device)
    : ranks_(ranks), fabric_(std::make_shared<Fabric>(device)) {
  if (!ranks_.take())
    throw DeviceError(GPUINV_CANNOT,
                      "the other processes work on another factor");
  try {
    Order order;
    order.what = Do::kMeet;
    fabric_->make_ids(&order);
    ranks_.tell(order);
    ranks_.await();
    meet(order);
  } catch (const std::exception& e) {  // the others may wait for this one
    ranks_.give_up(std::string("rank 0 goes on alone: ") + e.what());
    ranks_.put_back();
    throw;
  }
}

Team::Team(Ranks& ranks, int device, const Order& order)
    : ranks_(ranks), fabric_(std::make_shared<Fabric>(device)) {
  ranks_.ready();
  meet(order);
}

// NCCL cannot be told to stop waiting for a process that does not come, so it
// waits on a thread that may be left behind.
void Team::meet(const Order& order) {
  std::future<void> done = start_detached(
      [fabric = fabric_, order, rank = ranks_.rank(), size = ranks_.size()] {
        fabric->meet(order, rank, size);
      });
  const auto end = std::chrono::steady_clock::now() + kMeeting;
  while (done.wait_for(kTurn) != std::future_status::ready) {
    const bool late = std::chrono::steady_clock::now() > end;
    if (!late && ranks_.loss().empty()) continue;
    if (late) ranks_.give_up("the processes do not meet");
    fabric_->abort();
    check();
  }
  done.get();
  ranks_.on_loss(
      [fabric = fabric_] { start_detached([fabric] { fabric->abort(); }); });
  check();
}

void Team::run(std::function<void()> step) const {
  std::future<void> done = start_detached(std::move(step));
  auto end = std::chrono::steady_clock::time_point::max();
  while (done.wait_for(kShortTurn) != std::future_status::ready) {
    const auto now = std::chrono::steady_clock::now();
    if (end == end.max() && !ranks_.loss().empty()) end = now + kGrace;
    if (now < end) continue;
    throw DeviceError(GPUINV_DEVICE, ranks_.loss() + "; its step hangs");
  }
  done.get();
}

void Team::end() noexcept {
  if (!leads() || std::exchange(ended_, true)) return;
  try {
    if (ranks_.loss().empty()) tell(Do::kEnd);
  } catch (const Error&) {
    // nobody is left to tell
  }
}

// The others may still transfer something until they have answered.
Team::~Team() {
  end();
  try {
    if (!leads())
      ranks_.ready();
    else if (ranks_.loss().empty())
      ranks_.await();
  } catch (const Error&) {
    // they are lost
  }
  ranks_.on_loss({});
  fabric_->abort();
  if (leads()) ranks_.put_back();
}

void Team::tell(Do what, std::int64_t a, std::int64_t b) {
  if (!leads()) return;
  Order order;
  order.what = what;
  order.a = a;
  order.b = b;
  ranks_.tell(order);
}

void Team::check() const {
  const std::string loss = ranks_.loss();
  if (!loss.empty()) throw DeviceError(GPUINV_DEVICE, loss);
}

void Team::count(Tally* tally, double seconds) {
  const Traffic traffic = fabric_->take_traffic();
  tally->count++;
  tally->seconds += seconds;
  tally->traffic.seconds += traffic.seconds;
  tally->traffic.bytes += traffic.bytes;
  tally->traffic.all = tally->traffic.all && traffic.all;
}

std::string Team::text() const {
  return std::to_string(size()) +
         " processes: " + text_of("analysis", analysis_) + ", " +
         text_of("factorizations", factors_) + ", " +
         text_of("solves", solves_);
}

}  // namespace gpuinv::device
