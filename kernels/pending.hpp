// pending.hpp (changes of inv(B) that wait for a fold)
// SPDX-License-Identifier: GPL-3.0-or-later

// inv(B) = B0 + U*transpose(V), where U and V are m by k, row-major.  The k
// numbers of a row are adjacent, as fold needs them.

#pragma once

#include <cstddef>

namespace gpuinv::kernels {

constexpr int kMostPending = 128;

struct Pending {
  double* u;  // padded_rows(m) rows of `pitch` numbers, a multiple
  double* v;  // of 16; numbers after the first k are not used
  std::size_t pitch;
  int k;
};

}  // namespace gpuinv::kernels
