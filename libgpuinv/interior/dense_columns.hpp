// dense_columns.hpp (dense columns of A, which would fill S, kept apart)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// Returns a copy of some columns of a matrix.
SparseVectors some_columns(const ColumnMatrix& a,
                           const std::vector<int>& columns);

// At most so many columns are kept apart.
constexpr int kMostApart = 200;

// Returns, in ascending order, the columns that should be added to the factor
// one by one (ProductForm) instead of to S.  The choice minimizes the
// operations of the sparse factorization, by exact symbolic analysis, and of
// the updates.  Mostly there are none.
std::vector<int> dense_columns(const ColumnMatrix& a);

// Returns the other columns.
std::vector<int> other_columns(int count, const std::vector<int>& columns);

// The factors G_1 .. G_k of the product form of Goldfarb and Scheinberg:
//   L*L' + u_1*u_1' + .. + u_k*u_k' = L*G_1*..*G_k*G_k'*..*G_1'*L'.
// G_j is the Cholesky factor of I + p*p' with p = inv(L*G_1*..*G_(j-1))*u_j:
//   t_0 = 1, t_i = t_(i-1) + p_i^2, beta_i = p_i/t_i, g_i^2 = t_i/t_(i-1),
//   G = (I + strictly lower part of p*beta')*diag(g).
// Nothing is subtracted, so this is stable if L*L' is nearly singular.  The
// formula of Sherman, Morrison and Woodbury, which is the same in exact
// arithmetic, then loses all digits.
class ProductForm {
 public:
  explicit ProductForm(int m) : m_(m) {}
  void clear() { factors_.clear(); }
  // Appends a factor for u; p = inv(L)*u.  Returns false if a number overflows.
  bool append(std::vector<double> p);
  void forward(double* x) const;   // x := inv(G_1*..*G_k)*x
  void backward(double* x) const;  // x := inv((G_1*..*G_k)')*x

 private:
  struct Factor {
    std::vector<double> p, beta, g;
    void forward(double* x) const;
    void backward(double* x) const;
  };
  int m_;
  std::vector<Factor> factors_;
};

}  // namespace gpuinv
