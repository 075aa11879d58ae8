// triangle.hpp (sparse triangular systems with sparse right-hand sides)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/scattered.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// A triangular matrix T by columns.  A solution has non-zeros only where paths
// in the graph of T lead from the non-zeros of the right-hand side.  If these
// are few, solve visits only them.
class Triangle {
 public:
  // The columns are without their diagonal and below it if lower.  An empty
  // diagonal stands for ones.
  Triangle() = default;
  Triangle(bool lower, SparseVectors columns, std::vector<double> diagonal);
  Triangle transposed() const;

  int size() const { return columns_.count(); }
  int entries() const { return static_cast<int>(columns_.index.size()); }
  // x -= column j
  void subtract_column(int j, Scattered* x) const;
  // x := inv(T)*x
  template <int W>
  void solve(Lanes<W>* x);

 private:
  bool reach(const std::vector<int>& from);
  bool visit(int root);
  template <int W>
  void eliminate(int j, double* x) const;
  template <int W>
  void sweep(Lanes<W>* x) const;

  bool lower_ = true;
  SparseVectors columns_;
  std::vector<double> diagonal_;
  std::vector<int> stack_, next_, order_;  // of the search
  std::vector<char> seen_;
};

}  // namespace gpuinv
