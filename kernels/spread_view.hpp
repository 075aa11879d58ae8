// spread_view.hpp (arrays of a tableau whose rows are on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of T0 (or W0) and U, and the vectors of the rows, are divided among the
// cards of one host; V and the vectors of the columns are the same on all
// cards, in inverse form also A and the row of W for the pivot.  Row i
// has the number i on every card: pointers to rows point to row 0, which need
// not be on the card.  Of other cards' rows, a card reads only row p of T0 and
// of U, in the memory of its owner.
//
// In tableau form, if factors are in global memory and blocks have many
// columns, reading V is most of the work for a pivot row.  Then a block shares
// it with the blocks of the same number on the other cards, which have the same
// columns: each computes a part of the elements and tells it to the others, in
// a word for each element.  Words need no fence, which would wait for all other
// writes.
//
// The blocks of a card choose among themselves first.  If rows are chosen, the
// block with the card's choice then tells it to all cards, in words as in
// block_exchange.hpp: word c of card n is element c*cards + n of an array that
// every card has for itself.  All blocks read what their own card was told, and
// make the same choice.

#pragma once

#include "kernels/simplex_view.hpp"

namespace gpuinv::kernels {

constexpr int kMostCards = 8;
// Blocks with at least so many columns share the work for a pivot row.  On two
// cards this saves 14 ns for each column (H200); the exchange takes some 2 us.
constexpr int kLeastSharedColumns = 256;

// Where a block gave up waiting for others; epoch 0: it did not.
struct LostBlock {
  unsigned epoch;      // the epoch it waits for
  unsigned seen;       // the epoch of the word that it sees
  int wait;            // LostWait
  int from;            // block or card that should write it, or its column
  int pending, flips;  // the current iteration
};
enum LostWait { kWaitBlocks, kWaitCards, kWaitLine };

// Host memory that all cards can access.
struct Lost {
  unsigned flag;  // raised by a block that gives up
  // Cycles that a card's first block waited for other cards' choices, in a
  // launch.
  long long waited[kMostCards];
  LostBlock block[kMostCards][kMostBlocks];
};

struct SpreadView {
  SimplexView t;  // of this card; rows.begin is its first row
  int cards, card;
  int end[kMostCards];  // the rows of card c end before this one
  const double* t0[kMostCards];
  const double* u[kMostCards];
  ExchangeWord* words[kMostCards];  // exchange_words(cards), like t.slots
  float* chosen_sketch[kMostCards];
  ExchangeWord* line[kMostCards];  // [columns], what a card is told of a row
  unsigned* epoch;                 // of the cards' exchanges, like t.epoch
  Lost* lost;
  unsigned long long patience;  // nanoseconds to wait for a word
};

}  // namespace gpuinv::kernels
