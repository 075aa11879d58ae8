// interrupt.hpp (the request to give up long work)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <chrono>

#include "libgpuinv/base/departure.hpp"

namespace gpuinv {

// Thrown where work is given up.  It is neither an outcome nor a failure, and
// it never reaches the C border.
struct Interrupted {};

// A request to stop, by a flag, by a deadline or by the end of the process.
// Code that runs for more than some milliseconds calls look() in between.
class Interrupt {
 public:
  using Clock = std::chrono::steady_clock;

  Interrupt() = default;  // nobody ever asks
  Interrupt(const std::atomic<bool>* cancel, Clock::time_point end)
      : cancel_(cancel), end_(end) {}

  bool wished() const {
    return cancel_ != nullptr && (cancel_->load(std::memory_order_relaxed) ||
                                  Stay::leaving() || Clock::now() >= end_);
  }
  void look() const {
    if (wished()) throw Interrupted();
  }

 private:
  const std::atomic<bool>* cancel_ = nullptr;
  Clock::time_point end_ = {};
};

// Looks at the interrupt once per million operations.
class Lookout {
 public:
  explicit Lookout(const Interrupt& interrupt) : interrupt_(interrupt) {}
  void add(double operations) {
    sum_ += operations;
    if (sum_ < kOften) return;
    sum_ = 0.0;
    interrupt_.look();
  }

 private:
  static constexpr double kOften = 1e6;
  const Interrupt& interrupt_;
  double sum_ = 0.0;
};

}  // namespace gpuinv
