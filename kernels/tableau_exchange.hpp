// tableau_exchange.hpp (all blocks tell each other a candidate)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// A barrier that carries data.  Every block of a cooperative launch has a
// line of 128 bytes: eight words of 12 bytes of payload and the number of
// the exchange (epoch).  A block writes its line and reads the first words
// of all others until their epochs are right: one trip through the L2 cache
// instead of the three of "write, barrier, read".
//
// Lines are used in turns of two.  Nobody can write exchange e+2 before
// everybody has written e+1, which a block does when it has used e: so a
// line is never overwritten while it is read.
//
// An exchange orders other memory only if its words were written after
// __threadfence() (see publish) and read by an acquiring load.

#ifndef GPUINV_KERNELS_TABLEAU_EXCHANGE_HPP
#define GPUINV_KERNELS_TABLEAU_EXCHANGE_HPP

#include <cstddef>

namespace gpuinv::kernels {

struct alignas(16) ExchangeWord {
  unsigned long long x;
  unsigned y;
  unsigned epoch;
};

constexpr int kWarpLanes = 32;
constexpr int kLineWords = 8;
constexpr int kLinesPerLane = 5;  // lines that one lane of a warp reads
constexpr int kMostBlocks = kWarpLanes * kLinesPerLane;

constexpr std::size_t exchange_words(int blocks) {
  return 2 * static_cast<std::size_t>(blocks) * kLineWords;
}

}  // namespace gpuinv::kernels

#endif
