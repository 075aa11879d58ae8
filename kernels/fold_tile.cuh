// fold_tile.cuh (the work of fold's threads on a tile)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/fold.hpp"
#include "kernels/fold_ptx.cuh"

namespace gpuinv::kernels {

// A block keeps a panel of U and walks along C.  Each of its groups of warps
// takes a unit of columns; while one multiplies, the others store the previous
// unit and load the next one.  A warp processes 32 by 32 numbers at a time.
constexpr int kFoldDown = 2;    // blocks of 16 rows in a warp
constexpr int kFoldAcross = 4;  // blocks of 8 columns
constexpr int kFoldRows = 16 * kFoldDown;
constexpr int kFoldWarps = kFoldParts;  // in a group, one below the other
constexpr int kFoldGroups = 3;          // as many as fit with k = 128
// Groups that multiply at the same time; one alone leaves gaps between
// instructions.
constexpr int kFoldAtOnce = 2;
static_assert(kFoldPanel == kFoldRows * kFoldWarps);
static_assert(kFoldUnit == 8 * kFoldAcross);
constexpr int kFoldGroup = 32 * kFoldWarps;  // threads
constexpr int kFoldThreads = kFoldGroup * kFoldGroups;

// Two instructions take a step: so many numbers (128 bytes) of a row of U or V.
// Panels and units are stored in shared memory step by step.
constexpr int kFoldStep = 16;
constexpr int kFoldWords = kFoldStep / 2;  // of 16 bytes

// The place of a thread.
struct FoldPlace {
  int group, thread;  // group in the block, thread in the group
  int lane;
  int row;  // the warp's first row in the panel
  __device__ FoldPlace()
      : group(threadIdx.x / kFoldGroup),
        thread(threadIdx.x % kFoldGroup),
        lane(threadIdx.x % 32),
        row(thread / 32 * kFoldRows) {}
};

// Copies rows first, first + 1, ... of U or V to shared memory.  Quarter q of a
// step of row r goes to place q ^ (r%4), so that the reads of FoldOperands use
// every bank once.  Numbers outside become zero.
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

// A lane's numbers of C: with g = lane/4 and t = lane%4, rows g, g + 8, ... and
// columns 2t, 2t + 1, 2t + 8, 2t + 9, ...
struct FoldPart {
  double d[kFoldDown][kFoldAcross][4];
};

// The lane's first number, and the rows and columns of C from there on.
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

// C bypasses the L1 cache, because every number is used once.  kStream: C does
// not fit into the L2 cache, either, where U and V shall stay.
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

// Prefetches what the warp reads next; each lane takes a row.
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

// Half a step of the warp's rows of the panel, and of the unit.
struct FoldOperands {
  double u[kFoldDown][4], v[kFoldAcross][2];

  // Reads from quarter `first` on of the step where the lane has a and b.
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

// part += panel * transpose(unit), k > 0.  One half is read while the other one
// is multiplied.
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
