// pending.hpp (changes of inv(B) that wait for their fold)
// SPDX-License-Identifier: GPL-3.0-or-later

//   inv(B) = B0 + U*transpose(V),   U and V m by k, by rows.
// The k numbers of a row lie together, as fold wants them.

#pragma once

#include <cstddef>

namespace gpuinv::kernels {

constexpr int kMostPending = 128;

struct Pending {
  double* u;  // padded_rows(m) rows of `pitch` numbers, pitch a multiple
  double* v;  // of 16; what is past the first k of a row is not used
  std::size_t pitch;
  int k;
};

}  // namespace gpuinv::kernels
