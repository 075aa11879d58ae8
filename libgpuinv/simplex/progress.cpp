// progress.cpp (when an engine starts, and its reports)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/progress.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv {
namespace {

// Rows times size: from the first on GLPK takes 0.5 s or more, from the second
// on some seconds as a rule.
constexpr double kLong = 4e7, kVeryLong = 1e9;
// Seconds until a device or the whole host is used; the start of CUDA takes
// 0.3.
constexpr double kWait = 0.5, kShortWait = 0.2, kStartedWait = 0.1;
// Seconds after which sparse factors begin, as loading LAPACK takes 20 ms.
constexpr double kEarly = 0.05;

// Pivots times size.  For each, GLPK takes some 2 to 10 ns.
constexpr double kSteadyWork = 2e8;
constexpr double kFirstWork = 6e6;

}  // namespace

double early_seconds(const Size& size, Place place) {
  const double work = size.m * (static_cast<double>(size.nnz) + size.n);
  if (place != Place::kHost && work >= kVeryLong) return 0.0;
  if (place == Place::kStartedDevice) return kStartedWait - kEarly;
  const bool soon = place == Place::kHost || work >= kLong;
  return (soon ? kShortWait : kWait) - kEarly;
}

bool start_is_due(int mode, int later, double size, int pivots,
                  double seconds) {
  if (mode == GPUINV_MODE_AUTO) {
    if (later == 0) return seconds >= kEarly;
    if (seconds < kShortWait) return false;
  }
  if (mode == GPUINV_MODE_STEADY)
    return pivots * size >= std::ldexp(kSteadyWork, later);
  return later == 0 || pivots * size >= std::ldexp(kFirstWork, later - 1);
}

bool caller_goes_on(int mode, int later, double seconds, int cores) {
  if (mode == GPUINV_MODE_AUTO) return true;
  return mode == GPUINV_MODE_ONLY && later > 0 && seconds >= kShortWait &&
         cores > 1;
}

bool Display::shows(const gpuinv_progress& report, double now) {
  if (now < delay_ || report.pivots <= pivots_ ||
      (report.course == course_ && now - last_ < period_))
    return false;
  last_ = now;
  pivots_ = report.pivots;
  course_ = report.course;
  return true;
}

namespace {

// Reports may take one part of the time in so many, and nobody reads more than
// one in so many milliseconds.
constexpr int kShare = 100;
constexpr std::chrono::milliseconds kReadable{10};

// Adds the distances of basic variables to their own bounds (those in the state
// may be perturbed), and counts the distances beyond the tolerance.
void add_primal(const WorkingLp& lp, const SimplexState& s, double tol,
                double* sum, int* count) {
  for (std::size_t i = 0; i < s.basic.size(); i++) {
    const double l = lp.l[s.basic[i]], u = lp.u[s.basic[i]];
    *sum += std::max({l - s.beta[i], s.beta[i] - u, 0.0});
    *count += rules::dual_score(s.beta[i], 1.0f, l, u, tol) > 0.0f;
  }
}

float wrong_cost(const SimplexState& s, std::size_t j, double tol) {
  return rules::primal_score(s.d[j], 1.0f, static_cast<int>(s.at[j]),
                             s.lower[j], s.upper[j], tol);
}

int count_dual(const SimplexState& s, double tol) {
  int count = 0;
  for (std::size_t j = 0; j < s.d.size(); j++)
    count += wrong_cost(s, j, tol) > 0.0f;
  return count;
}

double sum_dual(const SimplexState& s) {
  double sum = 0.0;
  for (std::size_t j = 0; j < s.d.size(); j++)
    if (wrong_cost(s, j, 0.0) > 0.0f) sum += std::fabs(s.d[j]);
  return sum;
}

}  // namespace

// All threads see these atomic stores in one order.  A reader that finds the
// same even count before and after has read one whole report.
void ProgressRecord::publish(const gpuinv_progress& progress) {
  asked_ = false;
  ++count_;
  course_ = progress.course;
  pivots_ = progress.pivots;
  number_ = progress.number;
  objective_ = progress.objective;
  infeasibility_ = progress.infeasibility;
  ++count_;
}

bool ProgressRecord::read(gpuinv_progress* progress) {
  asked_ = true;
  const unsigned count = count_;
  if (count % 2 != 0 || count == seen_) return false;
  const gpuinv_progress copy = {course_, pivots_, number_, objective_,
                                infeasibility_};
  if (count_ != count) return false;
  seen_ = count;
  *progress = copy;
  return true;
}

double objective_at(const WorkingLp& lp, const SimplexState& s) {
  double sum = 0.0;
  for (std::size_t i = 0; i < s.basic.size(); i++)
    sum += lp.c[s.basic[i]] * s.beta[i];
  for (int j = 0; j < static_cast<int>(s.nonbasic.size()); j++)
    sum += lp.c[s.nonbasic[j]] * s.value(j);
  return sum;
}

bool Reporter::due() const {
  return record_ != nullptr && record_->asked() && Clock::now() >= next_;
}

gpuinv_progress Reporter::measure(const SimplexState& s) const {
  gpuinv_progress p = {course_, 0, 0, objective_at(lp_, s), 0.0};
  int beyond = 0;
  add_primal(lp_, s, tol_bnd_, &p.infeasibility, &beyond);
  p.number = beyond;
  if (course_ == GPUINV_COURSE_PRIMAL) p.number = count_dual(s, tol_dj_);
  if (course_ == GPUINV_COURSE_DUAL) p.infeasibility = sum_dual(s);
  return p;
}

void Reporter::show(Clock::time_point since, const SimplexState& s,
                    int pivots) {
  gpuinv_progress progress = measure(s);
  progress.pivots = pivots_ + pivots;
  record_->publish(progress);
  const Clock::time_point now = Clock::now();
  next_ = now + std::max<Clock::duration>(kShare * (now - since), kReadable);
}

}  // namespace gpuinv
