// phase_times.hpp (times of the phases of an interior point method)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "libgpuinv/interior/normal_equations.hpp"

namespace gpuinv {

// Seconds since this object was made, and what the log says about shared work.
// Solves that a device does while the host continues count as the rest.
class PhaseTimes {
 public:
  double passed() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  // Such seconds of waiting do not count.
  void leave_out(double seconds) {
    begin_ += std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(seconds));
  }
  // Ends the set-up: the first method is ready.  Methods that look for
  // certificates come later and do not count.
  void end_setup() {
    if (setup == 0.0) setup = passed();
  }

  // One line for the log.
  std::string text() const;

  double setup = 0.0;
  double factor = 0.0;  // assembly included
  int factorizations = 0;
  // One line for the end on how processes shared the work; "" if they did not.
  std::string remark;
  // What the log should say at once; "" if there is nothing.  Whoever logs it
  // clears it.
  std::string news;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

inline std::string PhaseTimes::text() const {
  char text[160];
  std::snprintf(text, sizeof text,
                "interior: set-up %.4f s, %d factorizations %.4f s, solves and "
                "vectors %.4f s",
                setup, factorizations, factor, passed() - setup - factor);
  return text;
}

// Normal equations with a clock on factorizations.  The remark and the news of
// the inner ones are copied to the times after each call.
class TimedNormal final : public NormalWrapper {
 public:
  TimedNormal(std::unique_ptr<NormalEquations> inner,
              std::shared_ptr<PhaseTimes> times)
      : NormalWrapper(std::move(inner)), times_(std::move(times)) {}
  bool factorize(const double* d, const double* r) override {
    const double begin = times_->passed();
    const bool done = NormalWrapper::factorize(d, r);
    times_->factor += times_->passed() - begin;
    times_->factorizations++;
    tell();
    return done;
  }
  void solve(double* x) override {
    NormalWrapper::solve(x);
    tell();
  }

 private:
  void tell() {
    times_->remark = remark();
    const std::string news = take_news();
    if (!news.empty()) times_->news = news;
  }
  const std::shared_ptr<PhaseTimes> times_;
};

}  // namespace gpuinv
