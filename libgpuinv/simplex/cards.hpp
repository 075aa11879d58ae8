// cards.hpp (how many cards share a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>

#include "libgpuinv/simplex/form.hpp"

namespace gpuinv {

// Of a card's memory, what a tableau may take: there is a context, the
// libraries' workspace, and sketches of rows and columns.
constexpr double kUsedShare = 0.9;
// Pivots for each row that a solve is taken to need at least, of the dense
// families in tests/bench; those with a truly dense basis need ten times as
// many.
constexpr double kPivotsPerRow = 0.15;
// A second card must save so much of the time.
constexpr double kWorthSaving = 0.1;

struct CardChoice {
  int cards;
  std::string reason;  // for the log
};

// Of `most` cards with so many bytes each, in this form: as few as hold the
// problem, more where they save time.  If not even all hold it: one.
CardChoice how_many_cards(const Size& size, Form form, int most,
                          std::size_t card_bytes);

// Bytes that the tableau takes on each of so many cards.
double tableau_bytes_per_card(const Size& size, int cards);

}  // namespace gpuinv
