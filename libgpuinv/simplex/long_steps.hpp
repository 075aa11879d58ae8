// long_steps.hpp (where long steps of the dual method pay)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv {

// A long step saves pivots, but a pivot with one takes a device two to four
// times as long.  It can pass about as many variables as there are boxed ones
// for each row.  If these are many, the dual method begins with long steps and
// goes on with them, batch by batch, while they pass many variables per pivot.
// All decisions are made from counts, so that host and device make the same.
class LongSteps {
 public:
  // Whether so many boxed variables per row are many.
  static bool enough(int boxed, int rows);

  // To be called before the dual method; boxed: number of variables with two
  // finite bounds.  Not after insist().
  void begin(int boxed, int rows);
  // The same for a network of one commodity.  A pivot passes few variables
  // there, but each of them would have entered the basis, and left it later:
  // where a row has five of them, pivots fall to a half.
  void begin_in_network(int boxed, int rows);
  // Takes long steps until the end, whatever they pass.
  void insist() { state_ = State::kInsisted; }

  Steps steps() const {
    return state_ == State::kNone ? Steps::kShort : Steps::kLong;
  }
  // Returns the number of pivots for the next batch, at most `most`.
  int budget(int most) const;
  // Judges by a batch that the dual method made with steps().
  void judge(const Batch& batch);

 private:
  enum class State { kNone, kTrial, kKept, kInsisted };

  State state_ = State::kNone;
};

}  // namespace gpuinv
