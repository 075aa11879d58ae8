// sparse_cholesky.hpp (CHOLMOD behind two classes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv {

enum class Ordering {
  kNatural,        // rows as they are, or an order with the same fill
  kMinimumDegree,  // AMD
  kBest            // the cheapest of AMD and nested dissections
};

// The cheapest fill-reducing order among those allowed: row[p] is the row at
// place p; nnz_l and flops are the factor's non-zeros and operations.
// Error(NOMEM) if CHOLMOD finds no memory.
struct SparseOrder {
  explicit SparseOrder(const NormalPattern& s,
                       Ordering ordering = Ordering::kBest);
  // Of a minimum degree order the best, for the same S.
  void improve(const NormalPattern& s);
  std::vector<int> row;  // at each place
  double nnz_l, flops;
};

// Factorizes S = L*L' on the host.  S comes with its rows in that order
// already.  Errors: NOMEM, INTERNAL (CHOLMOD failed).
class SparseCholesky {
 public:
  SparseCholesky(NormalPattern s, const SparseOrder& order);
  ~SparseCholesky();
  const NormalPattern& pattern() const { return s_; }
  double* values() { return value_.data(); }  // of S, for the caller to fill
  bool factorize();  // false: a pivot is not positive or not finite
  void forward(double* x) { apply(kForward, x); }    // x := inv(L)*x
  void backward(double* x) { apply(kBackward, x); }  // x := inv(L')*x
  double bytes() const;

 private:
  struct Parts;
  enum Half { kForward, kBackward };
  void apply(Half half, double* x);
  bool finite_diagonal() const;

  NormalPattern s_;
  std::vector<double> value_;
  double flops_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace gpuinv
