// fold_tile.cuh (what the threads of fold do with a tile)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/fold.hpp"
#include "kernels/fold_ptx.cuh"

namespace gpuinv::kernels {

// A block keeps a panel of U and walks along C.  Its groups of warps take
// a unit of columns each; while one multiplies, the others store the unit
// before and load the next.  A warp owns 32 by 32 numbers at a time.
constexpr int kFoldDown = 2;    // of 16 rows, in a warp
constexpr int kFoldAcross = 4;  // of 8 columns
constexpr int kFoldRows = 16 * kFoldDown;
constexpr int kFoldWarps = kFoldParts;  // in a group, one below the other
constexpr int kFoldGroups = 3;          // as many as fit with k = 128
// Groups that multiply at a time: one alone leaves gaps between instructions.
constexpr int kFoldAtOnce = 2;
static_assert(kFoldPanel == kFoldRows * kFoldWarps);
static_assert(kFoldUnit == 8 * kFoldAcross);
constexpr int kFoldGroup = 32 * kFoldWarps;  // threads
constexpr int kFoldThreads = kFoldGroup * kFoldGroups;

// Two instructions take this many numbers of a row of U or V: 128 bytes, a
// step.  A panel or unit lies in shared memory step by step.
constexpr int kFoldStep = 16;
constexpr int kFoldWords = kFoldStep / 2;  // of 16 bytes

// Where a thread stands.
struct FoldPlace {
  int group, thread;  // in the block, in the group
  int lane;
  int row;  // of the panel, the first of the warp
  __device__ FoldPlace()
      : group(threadIdx.x / kFoldGroup),
        thread(threadIdx.x % kFoldGroup),
        lane(threadIdx.x % 32),
        row(thread / 32 * kFoldRows) {}
};

// Rows first, first + 1, ... of U or V to shared memory.  Quarter q of
// the step of row r goes to place q ^ (r%4), so that the reads of
// FoldOperands meet every bank once.  What is outside becomes zero.
template <int Rows, int Threads>
__device__ void fold_load(const Fold& f, const double* from, int first,
                          int count, int thread, double* to) {
  const int word = thread % kFoldWords;
#pragma unroll 1
  for (int row = thread / kFoldWords; row < Rows; row += Threads / kFoldWords) {
    const bool inside = first + row < count;
    const std::size_t source = inside ? first + row : 0;
    const double* p = from + source * f.pitch + 2 * word;
    double* q = to + row * kFoldStep + 2 * (word ^ (row & 3) * 2);
    const int numbers = inside ? f.k - 2 * word : 0;
#pragma unroll 2
    for (int at = 0; at < f.k; at += kFoldStep) {
      copy_start(q, p, max(0, min(2, numbers - at)));
      p += kFoldStep;
      q += Rows * kFoldStep;
    }
  }
}

// What a lane holds of C: with g = lane/4, t = lane%4, rows g, g + 8, ...
// and columns 2t, 2t + 1, 2t + 8, 2t + 9, ...
struct FoldPart {
  double d[kFoldDown][kFoldAcross][4];
};

// The lane's first number; rows and columns of C from there on.
struct FoldCorner {
  double* p;
  std::size_t step;  // of 8 rows
  int rows, columns;
};

__device__ inline FoldCorner fold_corner(const Fold& f, const FoldPlace& at,
                                         int row, int column) {
  const int i = row + at.row + at.lane / 4;
  const int j = column + at.lane % 4 * 2;
  return {f.c + static_cast<std::size_t>(i) * f.ld + j, 8 * f.ld, f.m - i,
          f.n - j};
}

// C bypasses the L1 cache: every number is met once.  kStream: it does not
// fit the L2 cache either, where U and V shall stay.
template <bool kStream>
__device__ void fold_read(const FoldCorner& corner, FoldPart* part) {
#pragma unroll
  for (int i = 0; i < 2 * kFoldDown; i++) {
    const double* p = corner.p + i * corner.step;
#pragma unroll
    for (int j = 0; j < kFoldAcross; j++) {
      double2 x = make_double2(0.0, 0.0);
      if (8 * i < corner.rows && 8 * j < corner.columns) {
        const double2* from = reinterpret_cast<const double2*>(p + 8 * j);
        x = kStream ? __ldcs(from) : __ldcg(from);
      }
      part->d[i / 2][j][i % 2 * 2] = x.x;
      part->d[i / 2][j][i % 2 * 2 + 1] = x.y;
    }
  }
}

template <bool kStream>
__device__ void fold_write(const FoldCorner& corner, const FoldPart& part) {
#pragma unroll
  for (int i = 0; i < 2 * kFoldDown; i++) {
    double* p = corner.p + i * corner.step;
#pragma unroll
    for (int j = 0; j < kFoldAcross; j++) {
      if (8 * i < corner.rows && 8 * j < corner.columns) {
        const double* d = part.d[i / 2][j] + i % 2 * 2;
        double2* to = reinterpret_cast<double2*>(p + 8 * j);
        const double2 x = make_double2(d[0], d[1]);
        kStream ? __stcs(to, x) : __stcg(to, x);
      }
    }
  }
}

// What the warp reads next, a row by a lane.
__device__ inline void fold_prefetch(const Fold& f, const FoldPlace& at,
                                     int row, int column) {
  static_assert(kFoldRows == 32);
  constexpr int kLine = 16;
  const int i = row + at.row + at.lane;
  const double* p = f.c + static_cast<std::size_t>(i) * f.ld + column;
#pragma unroll
  for (int j = 0; j < kFoldUnit; j += kLine) {
    if (i < f.m && column + j < f.n) prefetch_line(p + j);
  }
}

// Half a step of the warp's rows of the panel and of the unit.
struct FoldOperands {
  double u[kFoldDown][4], v[kFoldAcross][2];

  // From quarter `first` on of the step where the lane has a and b.
  __device__ void fetch(const double* panel, int a, const double* unit, int b,
                        int first) {
#pragma unroll
    for (int q = 0; q < 2; q++) {
      const double* from = panel + (a ^ (first + q) * 4);
#pragma unroll
      for (int i = 0; i < 2 * kFoldDown; i++) {
        u[i / 2][2 * q + i % 2] = from[8 * i * kFoldStep];
      }
      from = unit + (b ^ (first + q) * 4);
#pragma unroll
      for (int j = 0; j < kFoldAcross; j++) v[j][q] = from[8 * j * kFoldStep];
    }
  }
  __device__ void multiply(FoldPart* part) const {
#pragma unroll
    for (int j = 0; j < kFoldAcross; j++) {
#pragma unroll
      for (int i = 0; i < kFoldDown; i++) {
        tensor_multiply(part->d[i][j], u[i], v[j]);
      }
    }
  }
};

// part += panel * transpose(unit), k > 0.  One half is read while the
// other is multiplied.
__device__ inline void fold_multiply(const FoldPlace& at, int k,
                                     const double* panel, const double* unit,
                                     FoldPart* part) {
  const int g = at.lane / 4, first = at.lane % 4 + (g & 3) * 4;
  int a = (at.row + g) * kFoldStep + first;
  int b = g * kFoldStep + first;
  FoldOperands left, right;
  left.fetch(panel, a, unit, b, 0);
#pragma unroll 1
  for (int rest = k;; rest -= kFoldStep) {
    const bool last = rest <= kFoldStep;
    right.fetch(panel, a, unit, b, 2);
    left.multiply(part);
    if (!last) {
      a += kFoldPanel * kFoldStep;
      b += kFoldUnit * kFoldStep;
      left.fetch(panel, a, unit, b, 0);
    }
    right.multiply(part);
    if (last) break;
  }
}

}  // namespace gpuinv::kernels
