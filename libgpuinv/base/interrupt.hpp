// interrupt.hpp (whether long work is to be given up)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <chrono>

namespace gpuinv {

// Thrown where work is given up: neither an outcome nor a failure, and never
// to be seen at the C border.
struct Interrupted {};

// A wish for the end, by a flag or by the clock.  Whoever works for longer
// than some milliseconds looks at it in between.
class Interrupt {
 public:
  using Clock = std::chrono::steady_clock;

  Interrupt() = default;  // never
  Interrupt(const std::atomic<bool>* cancel, Clock::time_point end)
      : cancel_(cancel), end_(end) {}

  bool wished() const {
    return cancel_ != nullptr &&
           (cancel_->load(std::memory_order_relaxed) || Clock::now() >= end_);
  }
  void look() const {
    if (wished()) throw Interrupted();
  }

 private:
  const std::atomic<bool>* cancel_ = nullptr;
  Clock::time_point end_ = {};
};

// Looks at it once in a million operations.
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
