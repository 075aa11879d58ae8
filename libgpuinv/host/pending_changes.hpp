// pending_changes.hpp (changes of inv(B) that wait for their fold)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_HOST_PENDING_CHANGES_HPP
#define GPUINV_HOST_PENDING_CHANGES_HPP

#include <cstddef>
#include <vector>

#include "libgpuinv/host/stepwise.hpp"
#include "libgpuinv/sparse/sparse_columns.hpp"

namespace gpuinv {
namespace host {

// inv(B) = B0 + U*V:  B0 m by m, row-major, ld = m;  U m by k;  V k by m.
// The twin of device/deferred_inverse.hpp.  A change keeps its column of U
// and its row of V as arrays of m, so that products leave out what meets a
// zero, as most do on sparse bases.
class PendingChanges {
 public:
  // Room for `most` changes of m rows; none is pending.
  void reset(int m, int most);
  static std::size_t bytes_needed(int m, int most);

  int count() const { return count_; }
  bool full() const { return count_ == most_; }

  // Column p of B is replaced, alpha = inv(B)*a: with the eta column omega
  // (basis_inverse.hpp) inv(B) loses its row p and gains omega times that
  // row:
  //   V_k := row p of B0 + U_p*V,  U_p := 0, row p of B0 := 0,  U^k := omega.
  void append(int p, const double* alpha, double* b0);

  void add_ftran(const SparseVector& a, double* y) const;  // y += U*(V*a)
  void add_btran(const SparseVector& a, double* y) const;  // y += V'*(U'*a)

  // B0 := B0 + U*V; none is pending.
  void fold(double* b0, const Stepwise& steps = Stepwise());

 private:
  const double* u(int t) const { return u_.data() + t * m_; }
  const double* v(int t) const { return v_.data() + t * m_; }
  void fold_by_rows(double* b0, const Stepwise& steps) const;

  std::size_t m_ = 0;
  int most_ = 0, count_ = 0;
  std::vector<double> u_, v_;  // most*m, change after change
};

}  // namespace host
}  // namespace gpuinv

#endif
