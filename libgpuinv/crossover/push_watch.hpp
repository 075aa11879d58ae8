// push_watch.hpp (progress of a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <chrono>

#include "libgpuinv/simplex/progress.hpp"

namespace gpuinv {

// Publishes reports if they are asked for.  A report passes over vectors; all
// reports together take at most one hundredth of the time.  The reported number
// of pivots never falls.
class PushWatch {
 public:
  // record may be NULL; then nobody asks for reports.
  explicit PushWatch(ProgressRecord* record) : record_(record) {}

  // report: () -> gpuinv_progress; it is called if a report is due.
  template <class Report>
  void look(Report report) {
    if (record_ == nullptr || !record_->asked()) return;
    const auto since = Clock::now();
    if (since < next_) return;
    gpuinv_progress progress = report();
    progress.pivots = pivots_ = std::max(progress.pivots, pivots_);
    record_->publish(progress);
    const auto now = Clock::now();
    next_ = now + kShare * (now - since);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kShare = 100;

  ProgressRecord* const record_;
  Clock::time_point next_ = {};
  int pivots_ = 0;
};

}  // namespace gpuinv
