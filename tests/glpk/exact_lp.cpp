// exact_lp.cpp (random small LPs of every status)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "exact_lp.hpp"

#include <cmath>
#include <random>
#include <vector>

namespace gpuinv::exact {
namespace {

constexpr int kMaxSize = 12;
constexpr int kMaxExponent = 20;

// Standard distributions differ between C++ libraries, so this uses plain
// remainders.
class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  // Returns a number uniform on low..high.
  int operator()(int low, int high) {
    return low + static_cast<int>(engine_() % (high - low + 1));
  }
  bool one_in(int k) { return (*this)(1, k) == 1; }
  int nonzero(int bound) {
    const int size = (*this)(1, bound);
    return one_in(2) ? size : -size;
  }

 private:
  std::mt19937 engine_;
};

bool draw_scaled(Draw& draw) { return draw.one_in(4); }

struct Range {
  int type = GLP_FR;
  double low = 0, high = 0;
};

// Returns a range of this type that contains the value, half of the time at an
// end.
Range range_around(Draw& draw, int type, int value) {
  const auto slack = [&draw] { return draw.one_in(2) ? 0 : draw(1, 6); };
  const double low = value - slack();
  double high = value + slack();
  if (type == GLP_FX) return {type, 1.0 * value, 1.0 * value};
  if (low == high) high++;
  return {type, low, high};
}

// Returns a dual value that this type of range allows, for a minimization: a
// variable at its lower bound has a reduced cost >= 0.
int allowed_dual(Draw& draw, int type) {
  if (type == GLP_FR || draw.one_in(2)) return 0;
  const int size = draw(1, 5);
  if (type == GLP_LO) return size;
  if (type == GLP_UP) return -size;
  return draw.one_in(2) ? size : -size;
}

// The LP in dense form.
struct Dense {
  int m, n;
  bool maximize;
  double constant = 0;
  std::vector<std::vector<int>> a;
  std::vector<Range> row, column;
  std::vector<int> cost, point;

  Dense(int rows, int columns, bool max)
      : m(rows),
        n(columns),
        maximize(max),
        a(rows, std::vector<int>(columns, 0)),
        row(rows),
        column(columns),
        cost(columns, 0),
        point(columns, 0) {}

  int activity(int i) const {
    int sum = 0;
    for (int j = 0; j < n; j++) sum += a[i][j] * point[j];
    return sum;
  }
};

void draw_matrix(Draw& draw, Dense& lp) {
  static constexpr int kBounds[] = {1, 3, 9, 100};
  const int bound = kBounds[draw(0, 3)];
  const int gaps = draw(0, 4);  // zeros in ten elements: 0, 2, .. 8
  for (auto& row : lp.a)
    for (int& x : row)
      if (draw(1, 10) > 2 * gaps) x = draw.nonzero(bound);
}

// Makes some rows and columns empty, and some multiples of others.
void disturb_matrix(Draw& draw, Dense& lp) {
  static constexpr int kFactors[] = {1, 1, -1, 2};
  const int i = draw(0, lp.m - 1), j = draw(0, lp.n - 1);
  const int i2 = draw(0, lp.m - 1), j2 = draw(0, lp.n - 1);
  const int factor = kFactors[draw(0, 3)];
  if (draw.one_in(4))
    for (int k = 0; k < lp.n; k++) lp.a[i2][k] = factor * lp.a[i][k];
  if (draw.one_in(4))
    for (auto& row : lp.a) row[j2] = factor * row[j];
  if (draw.one_in(8)) lp.a[i] = std::vector<int>(lp.n, 0);
  if (draw.one_in(8))
    for (auto& row : lp.a) row[j] = 0;
}

void draw_columns(Draw& draw, Dense& lp) {
  static constexpr int kTypes[] = {GLP_LO, GLP_LO, GLP_LO, GLP_LO, GLP_LO,
                                   GLP_FR, GLP_UP, GLP_DB, GLP_DB, GLP_FX};
  for (int j = 0; j < lp.n; j++) {
    const int type = kTypes[draw(0, 9)];
    lp.point[j] = draw.one_in(2) ? 0 : draw(-6, 6);
    if (type == GLP_LO && !draw.one_in(4)) {  // x >= 0
      lp.point[j] = std::abs(lp.point[j]);
      lp.column[j] = {type, 0, 0};
    } else {
      lp.column[j] = range_around(draw, type, lp.point[j]);
    }
  }
}

// Draws rows around the point, or anywhere.
void draw_rows(Draw& draw, Dense& lp, bool has_point) {
  static constexpr int kTypes[] = {GLP_LO, GLP_LO, GLP_LO, GLP_UP, GLP_UP,
                                   GLP_UP, GLP_FX, GLP_FX, GLP_DB, GLP_FR};
  for (int i = 0; i < lp.m; i++)
    lp.row[i] = range_around(draw, kTypes[draw(0, 9)],
                             has_point ? lp.activity(i) : draw(-5, 5));
}

// Draws c = A'y + d with y and d as the types allow, or anything.
void draw_costs(Draw& draw, Dense& lp, bool has_dual_point) {
  lp.constant = draw.one_in(4) ? draw(-9, 9) : 0;
  if (!has_dual_point) {
    for (int& c : lp.cost) c = draw.one_in(3) ? 0 : draw.nonzero(9);
    return;
  }
  for (int j = 0; j < lp.n; j++)
    lp.cost[j] = allowed_dual(draw, lp.column[j].type);
  for (int i = 0; i < lp.m; i++) {
    const int y = allowed_dual(draw, lp.row[i].type);
    for (int j = 0; j < lp.n; j++) lp.cost[j] += y * lp.a[i][j];
  }
  if (lp.maximize)
    for (int& c : lp.cost) c = -c;
}

// Draws exponents of powers of two, 0 unless the LP is to be scaled.
std::vector<int> draw_exponents(Draw& draw, int count, bool scaled) {
  std::vector<int> e(count, 0);
  if (scaled)
    for (int& x : e) x = draw(-kMaxExponent, kMaxExponent);
  return e;
}

// GLPK needs ascending numbers from 1; it ignores bounds without meaning.
Problem to_problem(const Dense& lp, const std::vector<int>& row_exponent,
                   const std::vector<int>& column_exponent) {
  Problem problem(glp_create_prob());
  glp_prob* P = problem.get();
  glp_set_obj_dir(P, lp.maximize ? GLP_MAX : GLP_MIN);
  glp_set_obj_coef(P, 0, lp.constant);
  glp_add_rows(P, lp.m);
  glp_add_cols(P, lp.n);
  for (int i = 0; i < lp.m; i++) {
    const Range& r = lp.row[i];
    const int e = row_exponent[i];
    glp_set_row_bnds(P, i + 1, r.type, std::ldexp(r.low, e),
                     std::ldexp(r.high, e));
  }
  for (int j = 0; j < lp.n; j++) {
    const Range& r = lp.column[j];
    const int e = column_exponent[j];
    std::vector<int> ind(1);
    std::vector<double> val(1);
    glp_set_col_bnds(P, j + 1, r.type, std::ldexp(r.low, -e),
                     std::ldexp(r.high, -e));
    glp_set_obj_coef(P, j + 1, std::ldexp(lp.cost[j], e));
    for (int i = 0; i < lp.m; i++) {
      if (lp.a[i][j] == 0) continue;
      ind.push_back(i + 1);
      val.push_back(std::ldexp(lp.a[i][j], row_exponent[i] + e));
    }
    glp_set_mat_col(P, j + 1, static_cast<int>(ind.size()) - 1, ind.data(),
                    val.data());
  }
  return problem;
}

}  // namespace

bool is_scaled(unsigned seed) {
  Draw draw(seed);
  return draw_scaled(draw);
}

RandomLp random_lp(unsigned seed) {
  Draw draw(seed);
  const bool scaled = draw_scaled(draw);
  const int m = draw(1, kMaxSize), n = draw(1, kMaxSize);
  const bool maximize = draw.one_in(2);
  // two in five have an optimum, the others are random
  const int kind = draw(1, 5);
  const bool has_point = kind <= 3;
  const bool has_dual_point = kind <= 2 || kind == 4;
  Dense lp(m, n, maximize);
  draw_matrix(draw, lp);
  disturb_matrix(draw, lp);
  draw_columns(draw, lp);
  draw_rows(draw, lp, has_point);
  draw_costs(draw, lp, has_dual_point);
  const std::vector<int> rows = draw_exponents(draw, m, scaled);
  const std::vector<int> columns = draw_exponents(draw, n, scaled);
  return {to_problem(lp, rows, columns), scaled, has_point, has_dual_point};
}

Problem recession(glp_prob* P) {
  // a range becomes an equation, a bound stays on its side
  const auto type = [](int t) { return t == GLP_DB ? GLP_FX : t; };
  Problem cone(glp_create_prob());
  glp_copy_prob(cone.get(), P, GLP_OFF);
  glp_set_obj_coef(cone.get(), 0, 0.0);
  for (int i = 1; i <= glp_get_num_rows(P); i++)
    glp_set_row_bnds(cone.get(), i, type(glp_get_row_type(P, i)), 0.0, 0.0);
  for (int j = 1; j <= glp_get_num_cols(P); j++)
    glp_set_col_bnds(cone.get(), j, type(glp_get_col_type(P, j)), 0.0, 0.0);
  return cone;
}

}  // namespace gpuinv::exact
