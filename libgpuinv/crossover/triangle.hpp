// triangle.hpp (sparse triangular systems with sparse right-hand sides)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/sparse/columns.hpp"
#include "libgpuinv/sparse/scattered.hpp"

namespace gpuinv {

// A triangular matrix T by columns.  A solve visits the columns that non-zeros
// of the right-hand side lead to, in the order of T.  Marks for each column
// tell which; a search for them ahead (Gilbert and Peierls) took as long as the
// solve itself.
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
  void solve(Lanes<W>* x) const;

 private:
  bool lower_ = true;
  SparseVectors columns_;
  std::vector<double> diagonal_;
};

}  // namespace gpuinv
