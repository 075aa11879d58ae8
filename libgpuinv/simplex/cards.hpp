// cards.hpp (how many cards share a tableau or an inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>

#include "libgpuinv/simplex/form.hpp"

namespace gpuinv {

// Share of a card's memory that a tableau or an inverse may take.  The rest
// holds a CUDA context, the libraries' workspace, and sketches of rows and
// columns.
constexpr double kUsedShare = 0.9;
// Least number of pivots per row that a solve is assumed to need, as in the
// dense families of tests/bench.  Those with a truly dense basis need ten times
// as many.
constexpr double kPivotsPerRow = 0.15;
// The same in inverse form, as few as pds-30 takes.
constexpr double kSparsePivotsPerRow = 0.8;
// More cards must save this share of the time.
constexpr double kWorthSaving = 0.1;

struct CardChoice {
  int cards;
  std::string reason;  // for the log
};

// Chooses among 1..most cards with card_bytes bytes each: as few as hold the
// problem, more if they save time, and one if not even all hold it.
CardChoice how_many_cards(const Size& size, Form form, int most,
                          std::size_t card_bytes);

// Returns the bytes that the form takes on each of so many cards.
double bytes_per_card(const Size& size, Form form, int cards);

}  // namespace gpuinv
