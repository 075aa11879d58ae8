// interrupt.hpp (the request to give up long work)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

#include "libgpuinv/base/departure.hpp"

namespace gpuinv {

// Thrown where work is given up.  It is neither an outcome nor a failure, and
// it never reaches the C border.
struct Interrupted {};

// Rings from a call or a time on.  One thread sets it, others look.
class Alarm {
 public:
  using Clock = std::chrono::steady_clock;

  void ring() { at_.store(Clock::time_point::min()); }
  // A time that was set before remains if it is earlier.
  void ring_after(double seconds) {
    constexpr double kYear = 3.2e7;  // a clock's range is finite
    const std::chrono::duration<double> time(std::min(seconds, kYear));
    const auto at =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
    at_.store(std::min(at_.load(), at));
  }
  bool rings() const {
    return Clock::now() >= at_.load(std::memory_order_acquire);
  }

 private:
  std::atomic<Clock::time_point> at_{Clock::time_point::max()};
};

// A request to stop, by a flag, by a deadline or by the end of the process.
// Code that runs for more than some milliseconds calls look() in between.
class Interrupt {
 public:
  using Clock = std::chrono::steady_clock;

  Interrupt() = default;  // nobody ever asks
  Interrupt(const std::atomic<bool>* cancel, Clock::time_point end)
      : cancel_(cancel), end_(end) {}

  // The same, and by an alarm, of which there are two at most.
  Interrupt or_by(const Alarm* alarm) const {
    Interrupt both = *this;
    both.second_ = alarm_;
    both.alarm_ = alarm;
    return both;
  }

  bool wished() const {
    return (alarm_ != nullptr && alarm_->rings()) ||
           (second_ != nullptr && second_->rings()) ||
           (cancel_ != nullptr && (cancel_->load(std::memory_order_relaxed) ||
                                   Stay::leaving() || Clock::now() >= end_));
  }
  void look() const {
    if (wished()) throw Interrupted();
  }

 private:
  const std::atomic<bool>* cancel_ = nullptr;
  const Alarm *alarm_ = nullptr, *second_ = nullptr;
  Clock::time_point end_ = {};
};

// Looks at the interrupt once per million operations.
class Lookout {
 public:
  explicit Lookout(const Interrupt& interrupt) : interrupt_(interrupt) {}
  void add(double operations) {
    if (is_due(operations)) interrupt_.look();
  }
  // The same for a thread that must not throw: returns whether it shall end.
  bool ends(double operations) {
    return is_due(operations) && interrupt_.wished();
  }

 private:
  bool is_due(double operations) {
    sum_ += operations;
    if (sum_ < kOften) return false;
    sum_ = 0.0;
    return true;
  }

  static constexpr double kOften = 1e6;
  const Interrupt& interrupt_;
  double sum_ = 0.0;
};

}  // namespace gpuinv
