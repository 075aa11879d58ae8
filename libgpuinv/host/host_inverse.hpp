// host_inverse.hpp (basis inverse by LAPACK and plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/basis/basis_inverse.hpp"
#include "libgpuinv/host/pending_changes.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv {

// The oracle and the fallback: inv(B), row-major, from LAPACK's inverse of the
// nucleus.  Updates are applied one by one or, if that pays, several at once.
class HostInverse : public BasisInverse {
 public:
  using BasisInverse::BasisInverse;
  const char* backend_name() const override { return "host"; }

 private:
  std::size_t do_bytes_needed(int m) override;
  std::size_t do_bytes_available() override;
  gpuinv_status do_factorize(SparseColumns& b, double* norm) override;
  void do_ftran(int slot, const SparseVector& a, double* y) override;
  void do_btran(const SparseVector& a, double* y) override;
  void do_update(int k, int slot, const double* alpha, bool is_own) override;
  int most_pending(int m) const;
  void resize(int m);
  bool invert(const SparseColumns& b);
  void multiply(char trans, const SparseVector& a, double* y);

  int m_ = 0;
  std::size_t needed_ = 0;          // bytes, from the last request
  std::size_t capacity_ = 0;        // elements of binv_
  std::unique_ptr<double[]> binv_;  // m*m, row-major
  Singletons order_;
  std::vector<double> rhs_;  // m, zero between calls
  host::PendingChanges pending_;
};

}  // namespace gpuinv
