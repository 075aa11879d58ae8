// dense_family.hpp (dense random LPs, as GLPK's problem object or as MPS)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <random>
#include <string>
#include <vector>

namespace gpuinv::bench {

// Letters of the families.  m = n, a_ij = +-U(0.1, 10), and a third is
// negative, unless stated otherwise.
//   P  max cx, Ax <= b, x >= 0: the slack basis is primal feasible
//   D  min cx, Ax >= b, x >= 0, c >= 0: the slack basis is dual feasible
//   M  half of the rows <=, half >=, 0 <= x <= 20, costs of both signs
//   L  as P, all of A, b and c uniform integers in [1, 1000] (Lalami, El
//      Baz, Boyer 2011)
//   G  as P with b = 0 in nine of ten rows: degenerate
//   I  equality rows A x = A x0, x >= 0: nothing is feasible at the start
constexpr char kFamilies[] = "PDMLGI";

// lower <= x <= upper; -+HUGE_VAL if there is no bound.
struct Range {
  double lower, upper;
};

// The numbers of one LP in their order: column by column, the rows last.  Every
// run has the same numbers.
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
  // Returns the next of m columns; the reference is valid until the next call.
  const Column& next_column();
  // Returns the next of m rows, after all columns.
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

// Returns whether the text is a family and a size, as "P:1000".
bool is_case(const std::string& text);

// Writes free MPS of minimize c'x, with costs of a maximization negated, with
// the shortest decimals that are read as the same doubles.  Returns false if
// the file could not be written.
bool write_mps(char letter, int m, const std::string& path);

}  // namespace gpuinv::bench
