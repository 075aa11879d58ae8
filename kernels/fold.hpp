// fold.hpp (applies the pending changes of a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

// C := C + U*transpose(V), where C is m by n, U is m by k, V is n by k, all
// row-major.  Traffic: 16 m n bytes and 2 m n k operations of the FP64 tensor
// cores.  For k = 96 the two take about the same time; they overlap.

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// A block keeps kFoldPanel rows of U, divided into kFoldParts parts.  A group
// of its threads takes kFoldUnit rows of V, as many as a part has.
constexpr int kFoldPanel = 128, kFoldParts = 4, kFoldUnit = 32;

struct Fold {
  double* c;        // rows of ld numbers; ld is even and >= n
  std::size_t ld;   // if n is odd, a zero after each row stays zero
  const double* u;  // rows of `pitch` numbers, a multiple of 16;
  const double* v;  // numbers after the first k are not read
  int m, n, k, pitch;
  const int* count;  // null, or on the device: the number of changes in use
  int* lists;  // null, or fold_list_words(m, n) on the device: tiles without
               // changes are skipped
};

// Prepares the kernel.  *most: the largest k to use it for, at most kFoldMost;
// 0 if a library is faster.
cudaError_t prepare_fold(int device, int* most);

// A tile is a panel of U by a unit of V; its parts are those of the panel.
struct FoldGrid {
  int panels, units;
};

constexpr FoldGrid fold_grid(int m, int n) {
  return {(m + kFoldPanel - 1) / kFoldPanel, (n + kFoldUnit - 1) / kFoldUnit};
}

// The most changes, and the words of bits that tell which changes a part of a
// panel, or a unit, contains.
constexpr int kFoldMost = 128, kFoldMarkWords = kFoldMost / 32;

// Returns the words for the number of tiles of each panel, the tiles, and the
// marks from which they are found.
constexpr std::size_t fold_list_words(int m, int n) {
  const FoldGrid grid = fold_grid(m, n);
  return static_cast<std::size_t>(grid.panels) * (1 + grid.units) +
         static_cast<std::size_t>(kFoldMarkWords) *
             (grid.panels * kFoldParts + grid.units);
}

// lists := for each panel of U the tiles with parts that share a change with
// the unit, which means that its column is non-zero in both.  An entry is
// 2^kFoldParts times the unit, plus a bit for each such part.  k is at most
// kFoldMost.
cudaError_t launch_fold_lists(const Launch& launch, const Fold& fold);

// m, n, k > 0; *count is from 0 to k.  Every run gives equal bits.
cudaError_t launch_fold(const Launch& launch, const Fold& fold);

}  // namespace gpuinv::kernels
