// simplex_view.hpp (arrays of a simplex tableau on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

// The tableau of simplex/tableau.hpp: T = T0 + U*V with m rows and nn+1
// columns, the last of which is inv(B)*b.  Rows and columns have the same kinds
// of vectors, so that the primal method (choose a column, then a row) and the
// dual one (a row, then a column) share their code.

#pragma once

#include <cstddef>

#include "kernels/block_exchange.hpp"

namespace gpuinv::kernels {

// The rows or the columns; the arrays have `count` elements.
struct SimplexSide {
  int count;         // m rows, or nn+1 columns
  int begin;         // first one; 0 unless rows are on several cards
  int per_block;     // consecutive rows or columns that a block owns
  int lanes;         // threads that share an inner product, power of two
  int pitch;         // doubles from row to row of a block's own factors
  int sketch_pitch;  // floats from row to row of its own sketches
  double* factor;    // U[m][K], or V by columns: [nn+1][K]
  // Five vectors one after the other: value (x_B, or reduced costs), lower and
  // upper (working bounds) and, as workspace, line (pivot column or row) and
  // relaxed (ratio test: steps with slack).
  double* doubles;
  // Two vectors: id (number of the variable) and, for columns, at (0 lower, 1
  // upper, 2 free); in inverse form four, see inverse_view.hpp.
  int* words;
  // Two vectors of workspace: mark (the price or, in a ratio test, the exact
  // step, rounded down) and weight (of what is priced).
  float* floats;
  float* scale;  // factors on the norms that give the weights
};

struct SimplexTolerances {
  double bound, cost, pivot;  // as in gpuinv::Tolerances
};

// The values of gpuinv::Stop, in the same order.
enum SimplexStop {
  kStopBudget,
  kStopOptimal,
  kStopNoPivot,
  kStopPoorPivot,
  kStopLost  // another card did not answer
};

// The result of a launch, written once, at its end.
struct BatchResult {
  int stop;
  int pivots, flips, degenerate;
  int candidate;   // row or column that was priced last
  int passed = 0;  // dual: variables that long steps sent to other bounds
};

// A nonbasic variable that goes to its other bound in a long step.
struct Flip {
  double by;  // its change
  int place;  // among the columns
  // Inverse form: its elements of A, their number, and the number of elements
  // of those before it in the block's list.
  int begin, count, before;
};

// Levels and parts of the sums by which long steps find their end, see
// long_step.cuh.
constexpr int kFallLevels = 2, kFallParts = kWarpLanes;

struct SimplexView {
  int blocks;
  int capacity;  // K: pivots until U and V are full
  double* t0;    // m rows of ld doubles
  std::size_t ld;
  SimplexSide rows, columns;
  float* sketch;         // [count][32] for the side that the method prices
  float* chosen_sketch;  // [32] of the first choice
  ExchangeWord* slots;   // exchange_words(blocks), initially zero
  unsigned* epoch;       // one number that continues from launch to launch
  int* pending;          // pivots of the launch, a copy for the fold
  BatchResult* result;   // mapped host memory
  // Of long steps: sums of all blocks [kFallLevels][kFallParts] since the
  // tableau was made, and lists of flips, as long as the columns.
  unsigned long long* falls;
  Flip* flips;
};

}  // namespace gpuinv::kernels
