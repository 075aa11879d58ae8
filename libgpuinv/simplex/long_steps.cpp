// long_steps.cpp (where long steps of the dual method pay)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/long_steps.hpp"

#include <algorithm>

namespace gpuinv {
namespace {

// What a pivot passes saves a fifth to a third of a pivot for each variable,
// and a pivot with a long step takes as long as two to four others.  At 12
// boxed variables per row, pivots fall to a half or a fifth; at 40, to a
// quarter or a tenth (pivots-trials-host in netlib/results).
constexpr double kBoxedPerRow = 20.0;
constexpr double kPassedPerPivot = 6.0;
constexpr double kBoxedPerNode = 2.0;  // of a network

// The first steps pass most.  So few pivots tell, and are soon over if long
// steps do not pay.
constexpr int kTrialPivots = 16;

}  // namespace

bool LongSteps::enough(int boxed, int rows) {
  return boxed >= kBoxedPerRow * rows;
}

void LongSteps::begin(int boxed, int rows) {
  if (enough(boxed, rows)) state_ = State::kTrial;
}

void LongSteps::begin_in_network(int boxed, int rows) {
  if (boxed >= kBoxedPerNode * rows)
    insist();
  else
    begin(boxed, rows);
}

int LongSteps::budget(int most) const {
  return state_ == State::kTrial ? std::min(kTrialPivots, most) : most;
}

void LongSteps::judge(const Batch& batch) {
  if (state_ == State::kNone || state_ == State::kInsisted) return;
  const bool pays = batch.passed >= kPassedPerPivot * batch.pivots;
  state_ = pays ? State::kKept : State::kNone;
}

}  // namespace gpuinv
