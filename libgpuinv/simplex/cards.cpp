// cards.cpp (how many cards share a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/cards.hpp"

#include <cstdio>

#include "libgpuinv/base/machine.hpp"

namespace gpuinv {
namespace {

// Pending changes that U and V have room for, and bytes of vectors and sketches
// per row or column.
constexpr double kChanges = 128.0, kVectorBytes = 2000.0;

std::string gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GB", 1e-9 * bytes);
  return text;
}

double solve_seconds(const Size& size, int cards) {
  const double start = cards > 1 ? machine::kCardStart : 0.0;
  return start + kPivotsPerRow * size.m * tableau_seconds(size, cards);
}

}  // namespace

double tableau_bytes_per_card(const Size& size, int cards) {
  const double rows = static_cast<double>(size.m) / cards + 1.0;
  const double columns = static_cast<double>(size.n - size.m) + 1.0;
  return 8.0 * rows * columns +
         (8.0 * kChanges + kVectorBytes) * (rows + columns);
}

CardChoice how_many_cards(const Size& size, Form form, int most,
                          std::size_t card_bytes) {
  if (form != Form::kTableau)
    return {1, "only the tableau form is spread over cards"};
  const double room = kUsedShare * static_cast<double>(card_bytes);
  int least = 1;
  while (least < most && tableau_bytes_per_card(size, least) > room) least++;
  const double bytes = tableau_bytes_per_card(size, least);
  if (bytes > room)
    return {1, "the tableau takes " + gigabytes(bytes) + " on each of " +
                   std::to_string(most) + " cards, which have " +
                   gigabytes(room)};
  int best = least;
  for (int cards = least + 1; cards <= most; cards++)
    if (solve_seconds(size, cards) <
        (1.0 - kWorthSaving) * solve_seconds(size, best))
      best = cards;
  const std::string pivot = microseconds(tableau_seconds(size, best));
  if (best == 1)
    return {1, "a pivot takes some " + pivot + " on one card, " +
                   microseconds(tableau_seconds(size, most)) + " on " +
                   std::to_string(most) + ", and these take time to start"};
  return {best, best == least
                    ? "one card does not hold the tableau"
                    : "a pivot takes some " + pivot + ", on one " + "card " +
                          microseconds(tableau_seconds(size, 1))};
}

}  // namespace gpuinv
