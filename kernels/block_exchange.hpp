// block_exchange.hpp (all blocks tell each other a candidate)
// SPDX-License-Identifier: GPL-3.0-or-later

// A barrier that carries data.  Every block of a cooperative launch writes
// seven words: 12 bytes of payload each, and the number of the exchange
// (epoch).  It reads the first words of all others until their epochs are
// right: one trip through the L2 cache instead of the three of "write,
// barrier, read".  Words of the same meaning lie side by side, for reads of
// whole lines: word c of block b is element c*blocks + b.
//
// Two such arrays are used in turns.  Nobody can write exchange e+2 before
// everybody has written e+1, which a block does when it has used e: so a
// word is never overwritten while it is read.
//
// An exchange orders other memory only if its words were written after a
// release fence and read by an acquiring load.

#pragma once

#include <cstddef>

namespace gpuinv::kernels {

struct alignas(16) ExchangeWord {
  unsigned long long x;
  unsigned y;
  unsigned epoch;
};

constexpr int kWarpLanes = 32;
// What all blocks read of each other; the record of a candidate, which is
// read of the chosen one alone.
constexpr int kHeadWords = 3, kRecordWords = 4;
constexpr int kBlockWords = kHeadWords + kRecordWords;
// Blocks whose words one lane of a warp reads; with few, all stay in
// registers.
constexpr int kFewPerLane = 4, kMostPerLane = 5;
constexpr int kMostBlocks = kWarpLanes * kMostPerLane;

constexpr std::size_t exchange_words(int blocks) {
  return 2 * static_cast<std::size_t>(blocks) * kBlockWords;
}

}  // namespace gpuinv::kernels
