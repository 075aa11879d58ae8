// block_columns.hpp (block columns of a triangle, dealt out to several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstddef>

namespace gpuinv {

// The lower triangle of an m by m matrix as block columns of equal width, the
// last one narrower.  Block column j has columns
// first(j)..first(j)+columns(j)-1 and rows first(j)..m-1, and belongs to card j
// modulo the number of cards, so that all cards have work until the end of a
// factorization.  A card keeps its block columns one after the other in
// column-major order.
class BlockColumns {
 public:
  BlockColumns(int m, int width, int cards)
      : m_(m), width_(width), cards_(cards) {}

  int count() const { return (m_ + width_ - 1) / width_; }
  int cards() const { return cards_; }
  int owner(int j) const { return j % cards_; }
  int first(int j) const { return j * width_; }
  int columns(int j) const { return std::min(width_, m_ - first(j)); }
  int rows(int j) const { return m_ - first(j); }

  // Leading dimension of block column j where it is kept by itself: aligned as
  // matrix products prefer.
  std::size_t ld(int j) const {
    return (static_cast<std::size_t>(rows(j)) + 15) / 16 * 16;
  }
  std::size_t elements(int j) const { return ld(j) * columns(j); }
  // Returns the first element of block column j in its card's memory.
  std::size_t place(int j) const {
    std::size_t sum = 0;
    for (int i = owner(j); i < j; i += cards_) sum += elements(i);
    return sum;
  }
  // Returns the elements of all block columns of a card.
  std::size_t elements_of_card(int card) const {
    std::size_t sum = 0;
    for (int i = card; i < count(); i += cards_) sum += elements(i);
    return sum;
  }

  // Returns whether a card has block columns after block column k.
  bool goes_on(int card, int k) const {
    return k + 1 + (card - owner(k + 1) + cards_) % cards_ < count();
  }
  // Returns which of two buffers a card takes for block column k of another
  // card: it receives all but its own, in turn.
  int turn(int card, int k) const {
    const int own = (k + cards_ - 1 - card) / cards_;  // of those before k
    return (k - own) % 2;
  }

 private:
  int m_, width_, cards_;
};

}  // namespace gpuinv
