// scattered.hpp (sparse vectors stored in full length)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpuinv {

// W vectors side by side, each with all its m values.  The W values of one
// index are adjacent, and `index` lists where one of them may differ from 0.  A
// solve for W vectors reads the factor only once.
template <int W>
class Lanes {
 public:
  explicit Lanes(int m = 0)
      : value(static_cast<std::size_t>(m) * W, 0.0),
        size_(m),
        listed_((static_cast<std::size_t>(m) + kBits - 1) / kBits, 0) {}

  int size() const { return size_; }
  double* at(int i) { return value.data() + static_cast<std::size_t>(i) * W; }
  const double* at(int i) const {
    return value.data() + static_cast<std::size_t>(i) * W;
  }
  void add(int i, double v, int lane = 0) {
    list(i);
    at(i)[lane] += v;
  }
  // Adds x*value_of[t] at place[index_of[t]] for t < count.  The processor
  // cannot predict which places are new, and a mispredicted branch costs more
  // than the work.  Therefore each place is written to the list, and the next
  // one overwrites it unless it was new.
  void add_products(double x, const int* index_of, const double* value_of,
                    int count, const int* place) {
    static_assert(W == 1, "one vector");
    std::size_t size = index.size();
    index.resize(size + count);
    for (int t = 0; t < count; t++) {
      const int i = place[index_of[t]];
      value[i] += x * value_of[t];
      index[size] = i;
      size += !listed(i);
      mark(i);
    }
    index.resize(size);
  }
  void list(int i) {
    if (listed(i)) return;
    mark(i);
    index.push_back(i);
  }
  // Lists the first `count` indices.
  void list_first(int count) {
    for (int i = 0; i < count; i++) list(i);
  }
  bool listed(int i) const { return (listed_[i / kBits] & bit(i)) != 0; }
  bool zero(int i) const {
    const double* v = at(i);
    return std::all_of(v, v + W, [](double x) { return x == 0.0; });
  }
  void clear() {
    for (int i : index) {
      std::fill_n(at(i), W, 0.0);
      listed_[i / kBits] = 0;
    }
    index.clear();
  }
  // Calls visit(i) for every listed index, in ascending order or in descending
  // order.  visit may mark indices that come later; they are visited, too, and
  // listed in the end.  The time is that of the visits and of m/64 words.
  template <class Visit>
  void ascend(const Visit& visit) {
    for (std::size_t w = 0; w < listed_.size(); w++)
      for (Word left = listed_[w]; left != 0;) {
        const int last = __builtin_ctzll(left);
        visit(static_cast<int>(w) * kBits + last);
        left = listed_[w] & ~((Word{2} << last) - 1);
      }
    list_marked();
  }
  template <class Visit>
  void descend(const Visit& visit) {
    for (std::size_t w = listed_.size(); w-- > 0;)
      for (Word left = listed_[w]; left != 0;) {
        const int last = kBits - 1 - __builtin_clzll(left);
        visit(static_cast<int>(w) * kBits + last);
        left = listed_[w] & ((Word{1} << last) - 1);
      }
    list_marked();
  }
  void mark(int i) { listed_[i / kBits] |= bit(i); }
  // Takes back mark(i) for an index that is not in the list, and sets its value
  // to 0.
  void unmark(int i) {
    std::fill_n(at(i), W, 0.0);
    listed_[i / kBits] &= ~bit(i);
  }
  // Rebuilds the list of indices from all values, whatever wrote them.
  void gather() {
    std::fill(listed_.begin(), listed_.end(), 0);
    for (int i = 0; i < size(); i++)
      if (!zero(i)) mark(i);
    list_marked();
  }

  std::vector<double> value;
  std::vector<int> index;

 private:
  using Word = std::uint64_t;
  static constexpr int kBits = 64;
  static Word bit(int i) { return Word{1} << (i % kBits); }

  void list_marked() {
    index.clear();
    for (std::size_t w = 0; w < listed_.size(); w++)
      for (Word left = listed_[w]; left != 0; left &= left - 1)
        index.push_back(static_cast<int>(w) * kBits + __builtin_ctzll(left));
  }

  int size_;
  std::vector<Word> listed_;
};

// Lanes of a panel: as many as fill a cache line.
constexpr int kLanes = 8;

using Scattered = Lanes<1>;
using Panel = Lanes<kLanes>;

}  // namespace gpuinv
