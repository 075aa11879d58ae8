// cards.cpp (how many cards share a tableau or an inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/cards.hpp"

#include <cstdio>

#include "libgpuinv/base/machine.hpp"

namespace gpuinv {
namespace {

// Pending changes that U and V have room for, bytes of vectors and sketches per
// row or column, and bytes per element of A, by columns and by rows.
constexpr double kChanges = 128.0, kVectorBytes = 2000.0, kElementBytes = 40.0;

std::string gigabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GB", 1e-9 * bytes);
  return text;
}

double solve_seconds(const Size& size, Form form, int cards) {
  const double start = cards > 1 ? machine::kCardStart : 0.0;
  const double pivots =
      form == Form::kTableau ? kPivotsPerRow : kSparsePivotsPerRow;
  return start + pivots * size.m * pivot_seconds(form, size, cards);
}

double tableau_bytes(const Size& size, double rows) {
  const double columns = static_cast<double>(size.n - size.m - size.idle) + 1.0;
  return 8.0 * rows * columns +
         (8.0 * kChanges + kVectorBytes) * (rows + columns);
}

// V has as many columns as there are rows.
double inverse_bytes(const Size& size, double rows) {
  const double m = size.m, columns = size.n - m;
  return 8.0 * rows * m + 8.0 * kChanges * (rows + m) +
         kVectorBytes * (rows + m + columns) +
         kElementBytes * static_cast<double>(size.nnz);
}

}  // namespace

double bytes_per_card(const Size& size, Form form, int cards) {
  const double rows = static_cast<double>(size.m) / cards + 1.0;
  return form == Form::kTableau ? tableau_bytes(size, rows)
                                : inverse_bytes(size, rows);
}

CardChoice how_many_cards(const Size& size, Form form, int most,
                          std::size_t card_bytes) {
  if (form != Form::kTableau && form != Form::kInverse)
    return {1, "only the simplex engine is spread over cards"};
  const std::string what =
      form == Form::kTableau ? "the tableau" : "the inverse";
  const double room = kUsedShare * static_cast<double>(card_bytes);
  int least = 1;
  while (least < most && bytes_per_card(size, form, least) > room) least++;
  const double bytes = bytes_per_card(size, form, least);
  if (bytes > room)
    return {1, what + " takes " + gigabytes(bytes) + " on each of " +
                   std::to_string(most) + " cards, which have " +
                   gigabytes(room)};
  int best = least;
  for (int cards = least + 1; cards <= most; cards++)
    if (solve_seconds(size, form, cards) <
        (1.0 - kWorthSaving) * solve_seconds(size, form, best))
      best = cards;
  const auto pivot = [&](int cards) {
    return microseconds(pivot_seconds(form, size, cards));
  };
  if (best == 1)
    return {1, "a pivot takes some " + pivot(1) + " on one card, " +
                   pivot(most) + " on " + std::to_string(most) +
                   ", and these take time to start"};
  return {best, best == least ? "one card does not hold " + what
                              : "a pivot takes some " + pivot(best) +
                                    ", on one card " + pivot(1)};
}

}  // namespace gpuinv
