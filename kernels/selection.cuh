// selection.cuh (the choice of all blocks)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cuda_runtime.h>

#include "kernels/simplex_slice.cuh"

namespace gpuinv::kernels {

// A chosen row or column; index < 0: none.
struct Choice {
  int index;
  const ExchangeWord* words;  // its block's words; the record is among them
  unsigned epoch;             // epoch of these words
  double element;             // element of the pivot row or column
  double gap;                 // to the bound; primal: of x_B, dual: of d_N
  float most;                 // largest |element| of the pivot row or column
};

// The vectors of a chosen row or column, from its owner.
struct Record {
  double lower, upper, value;
  int id, at;
  int begin, count;  // inverse form: elements of its column of A
};

struct Selection {
  Choice first, second;  // primal: column, row; dual: row, column
  int lost;              // other cards did not answer
  long long waited;      // cycles of waiting for other cards' choices
  Record first_record, second_record;
  float first_sketch[kSketchLength];
};

// Other parts of an item's record: the elements of its column of A, and the
// newest of its factors.
__device__ inline int begin_of(const Slice&, int) { return 0; }
__device__ inline int count_of(const Slice&, int) { return 0; }
__device__ inline double newest_factor(const Slice& s, int item, int k) {
  return k > 0 ? s.factor[item * s.pitch + k - 1] : 0.0;
}

// Bit of the index of an offer: a long step may go on past its variable.
constexpr int kGoesOn = 1 << 30;

// What a long step knows of the ratio test before it, besides s->second.
struct Reached {
  double longest;  // Harris' bound on the step
  bool goes_on;
};

__device__ inline Reached* reached_memory() {
  __shared__ Reached memory;
  return &memory;
}

}  // namespace gpuinv::kernels
