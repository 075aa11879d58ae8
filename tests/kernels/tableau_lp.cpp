// tableau_lp.cpp (random LPs with a start basis for a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/kernels/tableau_lp.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace gpuinv::tests {
namespace {

class Maker {
 public:
  Maker(unsigned seed, int m, int nn, Start start, bool dual)
      : random_(seed), m_(m), nn_(nn), start_(start), dual_(dual) {}

  TableauLp make() {
    out_.lp.m = m_;
    out_.lp.n = m_ + nn_;
    make_basis();
    for (int j = 0; j < nn_; j++) add_column(density(), -1, 0.0);
    out_.lend(m_ % 2);
    make_nonbasic();
    make_basic();
    make_vectors();
    return out_;
  }

 private:
  double uniform(double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random_);
  }
  bool chance(double p) { return uniform(0.0, 1.0) < p; }
  double density() const { return m_ <= 100 ? 0.8 : 0.25; }

  // Adds a column with entries in (-1, 1) of the given density: one entry is
  // given, and forbidden rows have none.
  void add_column(double fill, int row, double value,
                  const std::vector<char>& forbidden = {}) {
    TableauLp::Matrix& a = *out_.matrix;
    for (int i = 0; i < m_; i++) {
      const bool strong = i == row;
      if (!strong && !chance(fill)) continue;
      if (!strong && !forbidden.empty() && forbidden[i] != 0) continue;
      a.ind.push_back(i);
      a.val.push_back(strong ? value : uniform(-1.0, 1.0));
    }
    a.ptr.push_back(static_cast<int>(a.ind.size()));
  }

  // Marks the rows in which no column after i has an entry.
  void close_rows(int i, const std::vector<int>& row, std::vector<char>* used) {
    const int first = m_ / 4, last = 3 * m_ / 4;  // of the nucleus
    const bool inside = first <= i && i < last;
    if (start_ == Start::kTriangular || (start_ == Start::kParts && !inside))
      (*used)[row[i]] = 1;
    if (start_ != Start::kParts || i != last - 1) return;
    for (int r = first; r < last; r++) (*used)[row[r]] = 1;
  }

  void make_basis() {
    std::vector<int> row(m_);
    std::iota(row.begin(), row.end(), 0);
    std::shuffle(row.begin(), row.end(), random_);
    const double fill = start_ == Start::kSlack ? 0.0 : std::min(0.5, 4.0 / m_);
    std::vector<char> used(m_, 0);
    for (int i = 0; i < m_; i++) {
      add_column(
          fill, row[i],
          (chance(0.5) ? 1.0 : -1.0) * uniform(fill > 0.0 ? 3.0 : 0.5, 4.0),
          used);
      close_rows(i, row, &used);
      out_.basis.basic.push_back(i);
    }
  }

  // Makes the bounds and the position of nonbasic variable j; all types occur.
  void make_nonbasic() {
    for (int j = 0; j < nn_; j++) {
      const int type = static_cast<int>(uniform(0.0, 6.0));
      const double bound = uniform(-5.0, 5.0), width = uniform(0.1, 10.0);
      double l = -HUGE_VAL, u = HUGE_VAL, d = uniform(-3.0, 3.0);
      At at = At::kFree;
      if (type == 1 || type >= 3) l = bound, at = At::kLower;
      if (type == 2) u = bound, at = At::kUpper;
      if (type == 3) u = l;
      if (type == 4) u = l + width, at = At::kUpper;
      if (type == 5) u = l + width;
      if (dual_ && at == At::kLower) d = std::fabs(d);
      if (dual_ && at == At::kUpper) d = -std::fabs(d);
      if (dual_ && at == At::kFree) d = 0.0;
      out_.basis.nonbasic.push_back(m_ + j);
      out_.basis.at.push_back(at);
      out_.state.lower.push_back(l);
      out_.state.upper.push_back(u);
      out_.state.d.push_back(d);
    }
    out_.state.col_scale.assign(nn_, 1.0);
  }

  void make_basic() {
    for (int i = 0; i < m_; i++) {
      const double x = uniform(-5.0, 5.0);
      const int type = static_cast<int>(uniform(0.0, 6.0));
      double below = chance(0.1) ? 0.0 : uniform(0.0, 3.0);
      double above = chance(0.1) ? 0.0 : uniform(0.0, 3.0);
      if (dual_ && chance(0.5)) (chance(0.5) ? below : above) *= -1.0;
      double l = -HUGE_VAL, u = HUGE_VAL;
      if (type == 1 || type >= 3) l = x - below;
      if (type == 2 || type >= 4) u = x + above;
      if (type == 3 && chance(0.3)) u = l;
      if (u < l) u = l;
      if (type == 3 && !dual_ && u == l) l = u = x;
      out_.state.beta.push_back(x);
      out_.state.basic_lower.push_back(l);
      out_.state.basic_upper.push_back(u);
    }
    out_.state.row_scale.assign(m_, 1.0);
  }

  static double nonbasic_value(At at, double l, double u) {
    return at == At::kFree ? 0.0 : at == At::kLower ? l : u;
  }

  // Computes b, c, l, u of the LP from the vectors; c_B = 0, c_N = d.
  void make_vectors() {
    WorkingLp& lp = out_.lp;
    SimplexState& s = out_.state;
    lp.b.assign(m_, 0.0);
    lp.c.assign(lp.n, 0.0);
    lp.l.resize(lp.n);
    lp.u.resize(lp.n);
    for (int k = 0; k < lp.n; k++) {
      const int j = k - m_;
      lp.l[k] = j < 0 ? s.basic_lower[k] : s.lower[j];
      lp.u[k] = j < 0 ? s.basic_upper[k] : s.upper[j];
      const double x =
          j < 0 ? s.beta[k]
                : nonbasic_value(out_.basis.at[j], s.lower[j], s.upper[j]);
      if (j >= 0) lp.c[k] = s.d[j];
      for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++) {
        lp.b[lp.ind[t]] += lp.val[t] * x;
      }
    }
    s.basic = out_.basis.basic;
    s.nonbasic = out_.basis.nonbasic;
    s.at = out_.basis.at;
  }

  std::mt19937 random_;
  int m_, nn_;
  Start start_;
  bool dual_;
  TableauLp out_;
};

}  // namespace

TableauLp make_lp(unsigned seed, int m, int nn, Start start, bool dual) {
  return Maker(seed, m, nn, start, dual).make();
}

}  // namespace gpuinv::tests
