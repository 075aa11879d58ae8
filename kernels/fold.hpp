// fold.hpp (the pending changes of a tableau, applied)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

//   C := C + U*transpose(V),  C m by n, U m by k, V n by k, all by rows.
// Traffic: 16 m n bytes; 2 m n k operations of the FP64 tensor cores.  The
// two take about the same time for k = 96, and go on side by side.

#ifndef GPUINV_KERNELS_FOLD_HPP
#define GPUINV_KERNELS_FOLD_HPP

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Rows of U that a block keeps, and of V that a group of its threads takes.
constexpr int kFoldPanel = 128, kFoldUnit = 32;

struct Fold {
  double* c;        // rows of ld numbers, ld even and not less than n
  std::size_t ld;   // if n is odd, a zero beside each row is kept
  const double* u;  // rows of `pitch` numbers, a multiple of 16; what is
  const double* v;  // past the first k is not read
  int m, n, k, pitch;
  const int* count;  // null, or on the device: only so many of the k count
  int* lists;        // null, or fold_list_words(m, n) on the device: panels
                     // and units that are zero are left out
};

// Makes the kernel ready.  *most: the largest k that it should be used
// for, 0 where a library is faster.
cudaError_t prepare_fold(int device, int* most);

constexpr std::size_t fold_list_words(int m, int n) {
  return 2 + (static_cast<std::size_t>(m) + kFoldPanel - 1) / kFoldPanel +
         (static_cast<std::size_t>(n) + kFoldUnit - 1) / kFoldUnit;
}

// lists := the number of panels of U and of units of V that are not zero,
// then which these are, those of V from place 2 + all panels on.
cudaError_t launch_fold_lists(const Launch& launch, const Fold& fold);

// m, n, k > 0, *count from 0 to k; equal bits in every run.
cudaError_t launch_fold(const Launch& launch, const Fold& fold);

}  // namespace gpuinv::kernels

#endif
