// fold.hpp (the pending changes of a tableau, applied)
// SPDX-License-Identifier: GPL-3.0-or-later

//   C := C + U*transpose(V),  C m by n, U m by k, V n by k, all by rows.
// Traffic: 16 m n bytes; 2 m n k operations of the FP64 tensor cores.  The
// two take about the same time for k = 96, and go on side by side.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Rows of U that a block keeps, by so many parts, and of V that a group of its
// threads takes: as many as a part has.
constexpr int kFoldPanel = 128, kFoldParts = 4, kFoldUnit = 32;

struct Fold {
  double* c;        // rows of ld numbers, ld even and not less than n
  std::size_t ld;   // if n is odd, a zero beside each row is kept
  const double* u;  // rows of `pitch` numbers, a multiple of 16; what is
  const double* v;  // past the first k is not read
  int m, n, k, pitch;
  const int* count;  // null, or on the device: only so many of the k count
  int* lists;        // null, or fold_list_words(m, n) on the device: what no
                     // change meets is left out
};

// Makes the kernel ready.  *most: the largest k that it should be used
// for, to kFoldMost, 0 where a library is faster.
cudaError_t prepare_fold(int device, int* most);

// A tile is a panel of U by a unit of V; its parts are those of the panel.
struct FoldGrid {
  int panels, units;
};

constexpr FoldGrid fold_grid(int m, int n) {
  return {(m + kFoldPanel - 1) / kFoldPanel, (n + kFoldUnit - 1) / kFoldUnit};
}

// Changes at most, and the words of bits that tell which of them a part of a
// panel or a unit has.
constexpr int kFoldMost = 128, kFoldMarkWords = kFoldMost / 32;

// The number of tiles of each panel, the tiles, place by place, and the marks
// from which these are found.
constexpr std::size_t fold_list_words(int m, int n) {
  const FoldGrid grid = fold_grid(m, n);
  return static_cast<std::size_t>(grid.panels) * (1 + grid.units) +
         static_cast<std::size_t>(kFoldMarkWords) *
             (grid.panels * kFoldParts + grid.units);
}

// lists := of each panel of U the tiles with parts that have a change in
// common with the unit, one whose column in both is not zero: 2^kFoldParts
// times the unit and a bit for each such part.  k at most kFoldMost.
cudaError_t launch_fold_lists(const Launch& launch, const Fold& fold);

// m, n, k > 0, *count from 0 to k; equal bits in every run.
cudaError_t launch_fold(const Launch& launch, const Fold& fold);

}  // namespace gpuinv::kernels
