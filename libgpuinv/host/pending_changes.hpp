// pending_changes.hpp (pending changes of a dense matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/host/stepwise.hpp"
#include "libgpuinv/sparse/sparse_columns.hpp"

namespace gpuinv::host {

// M = M0 + U*V: M0 is m by n, row-major, ld = n; U is m by k, V is k by n.  M
// is inv(B) or the simplex tableau.  This is the twin of
// device/deferred_inverse.hpp.  Each change keeps its column of U and its row
// of V as arrays, so that products skip zeros, of which sparse bases have many.
class PendingChanges {
 public:
  // Makes room for `most` changes of m rows and n columns; none is pending.
  void reset(int m, int n, int most);
  static std::size_t bytes_needed(int m, int n, int most);

  int count() const { return count_; }
  bool full() const { return count_ == most_; }

  // Adds a change, u[m] times v[n]; the caller fills both.
  struct Change {
    double *u, *v;
  };
  Change add();
  // Makes column q of U*V zero.
  void clear_column(int q);

  // For inv(B), n = m: column p of B is replaced, alpha = inv(B)*a.  With the
  // eta column omega (basis_inverse.hpp), inv(B) loses its row p and gains
  // omega times that row:
  //   V_k := row p of B0 + U_p*V,  U_p := 0, row p of B0 := 0,  U^k := omega.
  void append(int p, const double* alpha, double* b0);

  void add_ftran(const SparseVector& a, double* y) const;  // y += U*(V*a)
  void add_btran(const SparseVector& a, double* y) const;  // y += V'*(U'*a)

  // M0 := M0 + U*V; afterwards no change is pending.
  void fold(double* m0, const Stepwise& steps = Stepwise());
  // M0 := M0 + U*V by BLAS; the changes stay.
  void add_to(double* m0, const Stepwise& steps) const;
  void clear() { count_ = 0; }

 private:
  const double* u(int t) const { return u_.data() + t * m_; }
  const double* v(int t) const { return v_.data() + t * n_; }
  void fold_by_rows(double* m0, const Stepwise& steps) const;

  std::size_t m_ = 0, n_ = 0;
  int most_ = 0, count_ = 0;
  std::vector<double> u_, v_;  // most*m, most*n; change after change
};

}  // namespace gpuinv::host
