// block_exchange.hpp (exchange of candidates between all blocks)
// SPDX-License-Identifier: GPL-3.0-or-later

// A barrier that carries data.  Every block of a cooperative launch writes
// seven words: each has 12 bytes of payload and the number of the exchange
// (epoch).  The block then reads the first words of all others until their
// epochs are right.  This takes one trip through the L2 cache, whereas "write,
// barrier, read" takes three.  Words of the same meaning are adjacent, so that
// whole lines are read: word c of block b is element c*blocks + b.
//
// Two such arrays are used in turns.  No block can write exchange e+2 before
// every block has written e+1, which a block does only after it has used e.  So
// no word is overwritten while it is read.
//
// An exchange orders other memory only if its words were written after a
// release fence and are read by an acquiring load.

#pragma once

#include <cstddef>

namespace gpuinv::kernels {

struct alignas(16) ExchangeWord {
  unsigned long long x;
  unsigned y;
  unsigned epoch;
};

constexpr int kWarpLanes = 32;
// Words that all blocks read from each other, and words of the candidate's
// record, which are read only from the chosen block.
constexpr int kHeadWords = 3, kRecordWords = 4;
constexpr int kBlockWords = kHeadWords + kRecordWords;
// Blocks whose words one lane of a warp reads; if they are few, all words stay
// in registers.
constexpr int kFewPerLane = 4, kMostPerLane = 5;
constexpr int kMostBlocks = kWarpLanes * kMostPerLane;

constexpr std::size_t exchange_words(int blocks) {
  return 2 * static_cast<std::size_t>(blocks) * kBlockWords;
}

}  // namespace gpuinv::kernels
