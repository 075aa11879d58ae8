// dense_family.hpp (dense random LPs, as GLPK's problem object or as MPS)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <random>
#include <string>
#include <vector>

namespace gpuinv::bench {

// Letters of the families: m = n, a_ij = +-U(0.1, 10), a third negative,
// unless said.
//   P  max cx, Ax <= b, x >= 0: the slack basis is primal feasible
//   D  min cx, Ax >= b, x >= 0, c >= 0: the slack basis is dual feasible
//   M  half of the rows <=, half >=, 0 <= x <= 20, costs of both signs
//   L  as P, all of A, b and c uniform integers in [1, 1000] (Lalami, El
//      Baz, Boyer 2011)
//   G  as P with b = 0 in nine of ten rows: degenerate
//   I  equality rows A x = A x0, x >= 0: nothing is feasible at the start
constexpr char kFamilies[] = "PDMLGI";

// lower <= x <= upper; -+HUGE_VAL where there is no bound
struct Range {
  double lower, upper;
};

// The numbers of one LP in their order: column by column, the rows last.
// Same numbers in every run.
class DenseFamily {
 public:
  DenseFamily(char letter, int m);

  int size() const { return m_; }
  bool maximize() const;

  struct Column {
    double cost;
    Range range;
    std::vector<double> a;  // m
  };
  // The next of m columns; the reference is good until the next call.
  const Column& next_column();
  // After all columns: the next of m rows.
  Range next_row();

 private:
  double magnitude() { return 0.1 + 9.9 * uniform_(rng_); }
  double integer();
  double entry();

  char letter_;
  int m_, row_ = 0;
  std::mt19937_64 rng_;
  std::uniform_real_distribution<double> uniform_{0.0, 1.0};
  Column column_;
  std::vector<double> activity_;  // m, A*x0 of a random x0
};

// "P:1000" is fine: a family and a size
bool is_case(const std::string& text);

// Writes free MPS of minimize c'x, costs of a maximization negated, with
// the shortest decimals that are read back as the same doubles.  False if
// the file could not be written.
bool write_mps(char letter, int m, const std::string& path);

}  // namespace gpuinv::bench
