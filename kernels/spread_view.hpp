// spread_view.hpp (arrays of a tableau whose rows lie on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of T0 and U, and the vectors of the rows, are dealt to the cards of one
// host; V and the vectors of the columns are the same on all of them.  Row i
// has the number i on every card: pointers to rows are those of row 0, which
// need not be there.  A card reads row p of T0 and of U, and nothing else of
// the others, where it lies.
//
// The blocks of a card choose among themselves first.  Where rows are chosen,
// the block that has the card's choice then tells it to all cards, in words as
// those of block_exchange.hpp: word c of card n is element c*cards + n of an
// array that every card has for itself.  All blocks read what their own card
// was told, and come to the same choice.

#pragma once

#include "kernels/simplex_view.hpp"

namespace gpuinv::kernels {

constexpr int kMostCards = 8;

// Where a block gave up waiting for others; epoch 0: it did not.
struct LostBlock {
  unsigned epoch;      // that it waits for
  unsigned seen;       // of a word that does not come
  int wait;            // LostWait
  int from;            // block or card that the word is of
  int pending, flips;  // the iteration under way
};
enum LostWait { kWaitBlocks, kWaitCards, kWaitRecord };

// Mapped host memory that all cards see.
struct Lost {
  unsigned flag;                 // raised by whoever gives up
  long long waited[kMostCards];  // cycles of a card's first block, of a launch
  LostBlock block[kMostCards][kMostBlocks];
};

struct SpreadView {
  SimplexView t;  // of this card; rows.begin is the first of its rows
  int cards, card;
  int end[kMostCards];  // rows of card c end before this one
  const double* t0[kMostCards];
  const double* u[kMostCards];
  ExchangeWord* words[kMostCards];  // exchange_words(cards), as t.slots
  float* chosen_sketch[kMostCards];
  unsigned* epoch;  // of the cards' exchanges, as t.epoch
  Lost* lost;
  unsigned long long patience;  // nanoseconds to wait for a word
};

}  // namespace gpuinv::kernels
