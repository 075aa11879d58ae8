// shared_factor.cpp (block columns of a Cholesky factor on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <random>
#include <vector>

#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/sparse/block_columns.hpp"
#include "parts.hpp"

using gpuinv::BlockColumns;

// One card's memory, as in device/spread_cholesky.cpp.
struct HostCard {
  std::vector<double> own;
  std::vector<double> received[2];
};

// The steps of SpreadCholesky with plain loops; S is m by m, column-major, and
// becomes L.
class HostFactor {
 public:
  HostFactor(int m, int width, int parts, std::vector<double>* s)
      : m_(m), columns_(m, width, parts), cards_(parts), s_(*s) {
    for (int c = 0; c < parts; c++) {
      cards_[c].own.assign(columns_.elements_of_card(c), NAN);
      for (auto& buffer : cards_[c].received)
        buffer.assign(columns_.elements(0), NAN);
    }
    for (int j = 0; j < columns_.count(); j++)
      copy(at(0, j), at(columns_.owner(j), j), j);
  }

  // In the order in which block columns are sent: k+1 before all are done with
  // k.
  void run() {
    compute_and_send(0);
    for (int k = 0; k < columns_.count(); k++) {
      if (k + 1 < columns_.count()) {
        update(k, k + 1);
        compute_and_send(k + 1);
      }
      for (int j = k + 2; j < columns_.count(); j++) update(k, j);
    }
  }

 private:
  struct Place {
    double* data;
    std::size_t ld;
  };

  Place at(int c, int j) {
    const std::size_t first = columns_.first(j), m = m_;
    if (c == 0) return {s_.data() + first * (m + 1), m};
    return {cards_[c].own.data() + columns_.place(j), columns_.ld(j)};
  }
  Place seen(int c, int k) {
    if (c == 0 || c == columns_.owner(k)) return at(c, k);
    return {cards_[c].received[columns_.turn(c, k)].data(), columns_.ld(k)};
  }
  void copy(Place from, Place to, int j) {
    if (from.data == to.data) return;
    for (int t = 0; t < columns_.columns(j); t++)
      for (int i = t; i < columns_.rows(j); i++)
        to.data[t * to.ld + i] = from.data[t * from.ld + i];
  }
  void compute_and_send(int k) {
    const int owner = columns_.owner(k);
    compute(at(owner, k), k);
    for (int c = 0; c < columns_.cards(); c++)
      if (c != owner && (c == 0 || columns_.goes_on(c, k)))
        copy(at(owner, k), seen(c, k), k);
  }
  void compute(Place l, int k) {
    for (int t = 0; t < columns_.columns(k); t++)
      for (int i = t; i < columns_.rows(k); i++) {
        double x = l.data[t * l.ld + i];
        for (int r = 0; r < t; r++)
          x -= l.data[r * l.ld + i] * l.data[r * l.ld + t];
        l.data[t * l.ld + i] = i == t ? std::sqrt(x) : x / l.data[t * l.ld + t];
      }
  }
  void update(int k, int j) {
    const Place l = seen(columns_.owner(j), k), s = at(columns_.owner(j), j);
    const int shift = columns_.first(j) - columns_.first(k);
    for (int t = 0; t < columns_.columns(j); t++)
      for (int i = t; i < columns_.rows(j); i++)
        for (int r = 0; r < columns_.columns(k); r++)
          s.data[t * s.ld + i] -=
              l.data[r * l.ld + shift + i] * l.data[r * l.ld + shift + t];
  }

  const int m_;
  const BlockColumns columns_;
  std::vector<HostCard> cards_;
  std::vector<double>& s_;
};

static std::vector<double> random_matrix(int m) {
  std::mt19937 rng(m);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<double> s(static_cast<std::size_t>(m) * m);
  for (double& x : s) x = number(rng);
  for (int i = 0; i < m; i++) s[i * (m + 1)] = m + 1.0;
  return s;
}

// Any number of cards leaves the same bits in the lower triangle on the first.
START_TEST(parts_factorize_alike) {
  constexpr struct {
    int m, width;
  } kShapes[] = {{1, 4}, {5, 8}, {16, 4}, {37, 5}, {61, 3}, {100, 16}};
  for (const auto& [m, width] : kShapes) {
    std::vector<double> one = random_matrix(m);
    HostFactor(m, width, 1, &one).run();
    for (int parts = 2; parts <= 5; parts++) {
      std::vector<double> all = random_matrix(m);
      HostFactor(m, width, parts, &all).run();
      for (int j = 0; j < m; j++)
        for (int i = j; i < m; i++)
          ck_assert_msg(all[j * m + i] == one[j * m + i],
                        "%d rows, %d parts: element %d, %d", m, parts, i, j);
    }
  }
}
END_TEST

// A card keeps its block columns side by side, and has its share of elements.
START_TEST(block_columns_have_places) {
  const BlockColumns blocks(1000, 64, 3);
  std::size_t next[3] = {0, 0, 0};
  for (int j = 0; j < blocks.count(); j++) {
    const int c = blocks.owner(j);
    ck_assert_uint_eq(blocks.place(j), next[c]);
    ck_assert_uint_ge(blocks.ld(j), blocks.rows(j));
    next[c] += blocks.elements(j);
  }
  for (int c = 0; c < 3; c++)
    ck_assert_uint_eq(blocks.elements_of_card(c), next[c]);
  ck_assert_int_eq(
      blocks.first(blocks.count() - 1) + blocks.columns(blocks.count() - 1),
      1000);
}
END_TEST

static int cards_for(gpuinv::NormalKind kind, double rows, int most) {
  using namespace gpuinv::machine;
  const double rate = kUsualMultiprocessors * kComputingRate;
  return gpuinv::cards_for_factor(kind, rows, rate, most).cards;
}

START_TEST(cards_for_large_factors) {
  ck_assert_int_eq(cards_for(gpuinv::NormalKind::kDense, 5000.0, 8), 1);
  ck_assert_int_eq(cards_for(gpuinv::NormalKind::kDense, 60000.0, 1), 1);
  ck_assert_int_eq(cards_for(gpuinv::NormalKind::kDense, 60000.0, 2), 2);
  ck_assert_int_ge(cards_for(gpuinv::NormalKind::kDense, 60000.0, 8), 3);
  ck_assert_int_eq(cards_for(gpuinv::NormalKind::kSparse, 60000.0, 2), 1);
}
END_TEST

TCase* shared_factor_cases() {
  TCase* tcase = tcase_create("shared factor");
  tcase_add_test(tcase, parts_factorize_alike);
  tcase_add_test(tcase, block_columns_have_places);
  tcase_add_test(tcase, cards_for_large_factors);
  return tcase;
}
