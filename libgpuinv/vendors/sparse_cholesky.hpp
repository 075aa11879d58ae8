// sparse_cholesky.hpp (CHOLMOD behind two classes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv {

enum class Ordering {
  kNatural,        // rows as they are, or another order with the same fill
  kMinimumDegree,  // AMD
  kBest            // that or nested dissections, asked where they may pay
};

// Fill-reducing order and what it makes of S: the cheapest of those allowed.
struct SparseOrder {
  explicit SparseOrder(const NormalPattern& s,
                       Ordering ordering = Ordering::kBest);
  // Of a minimum degree order the best, for the same S.
  void improve(const NormalPattern& s);
  std::vector<int> row;  // at each place
  double nnz_l, flops;
};

// L*L' = S, S being given in that order already
class SparseCholesky {
 public:
  SparseCholesky(NormalPattern s, const SparseOrder& order);
  ~SparseCholesky();
  const NormalPattern& pattern() const { return s_; }
  double* values() { return value_.data(); }  // of the pattern, to be filled
  bool factorize();                           // false: a pivot is not positive
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
