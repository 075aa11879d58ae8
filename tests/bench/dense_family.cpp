// dense_family.cpp (dense random LPs)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/dense_family.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace gpuinv::bench {

DenseFamily::DenseFamily(char letter, int m)
    : letter_(letter), m_(m), rng_(m), activity_(m, 0.0) {
  column_.a.resize(m);
}

bool DenseFamily::maximize() const {
  return std::strchr("PLG", letter_) != nullptr;
}

double DenseFamily::integer() { return 1 + std::floor(1000 * uniform_(rng_)); }

double DenseFamily::entry() {
  if (letter_ == 'L') return integer();
  const double a = magnitude();
  return uniform_(rng_) < 1.0 / 3.0 ? -a : a;
}

const DenseFamily::Column& DenseFamily::next_column() {
  const double x = 20 * uniform_(rng_);
  for (int i = 0; i < m_; i++) {
    column_.a[i] = entry();
    activity_[i] += column_.a[i] * x;
  }
  const bool mixed = letter_ == 'M';
  const double c = letter_ == 'L' ? integer() : magnitude();
  column_.cost = mixed && uniform_(rng_) < 0.5 ? -c : c;
  column_.range = {0.0, mixed ? 20.0 : HUGE_VAL};
  return column_;
}

Range DenseFamily::next_row() {
  const double activity = activity_[row_++];
  switch (letter_) {
    case 'D':
      return {magnitude() * m_ / 10, HUGE_VAL};
    case 'M':
      if (row_ % 2) return {-HUGE_VAL, activity + magnitude()};
      return {activity - magnitude(), HUGE_VAL};
    case 'I':
      return {activity, activity};
    case 'G':
      return {-HUGE_VAL, row_ % 10 ? 0.0 : magnitude() * m_};
    case 'L':
      return {-HUGE_VAL, integer()};
    default:
      return {-HUGE_VAL, magnitude() * m_};
  }
}

bool is_case(const std::string& text) {
  return text.size() > 2 && text[1] == ':' &&
         std::strchr(kFamilies, text[0]) != nullptr && std::atoi(&text[2]) > 0;
}

}  // namespace gpuinv::bench
