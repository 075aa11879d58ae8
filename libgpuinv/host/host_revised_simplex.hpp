// host_revised_simplex.hpp (the simplex method on A and solves with B)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/host/host_simplex.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv {

// T = inv(B)*[N b] is never formed.  This class has the products with N and b;
// a derived class keeps what solves with B.
class HostRevisedSimplex : public HostSimplex {
 public:
  void push(const SimplexState& state) override;

 protected:
  explicit HostRevisedSimplex(const Interrupt& interrupt)
      : HostSimplex(interrupt) {}

  // Begins with this basis.  lp stays in use until the next call, and must have
  // the same matrix in all of them.
  void begin(const WorkingLp& lp, const SimplexBasis& basis);
  // To be called after the variables of row p and column q were exchanged.
  void exchange_places(int p, int q);
  // Returns the position of each variable among the nonbasic ones, nn if basic.
  const int* places() const { return place_.data(); }
  // Returns the rows of A, which are copied at the first call.
  const SparseVectors& rows();
  // Returns row*a_k, with row[m].
  double dot(int k, const double* row) const;
  // Returns N*z_N + b*z_nn, m numbers, for z[nn+1].
  std::vector<double> times(const double* z) const;
  // v[nn+1] := [N b]'*x for x[m]
  void times_transposed(const double* x, double* v) const;
  // The same for kSketch columns side by side, row-major: returns N*g, m rows,
  // and subtracts N'*x from z, nn rows.
  std::vector<double> times_sketch(const double* g) const;
  void subtract_sketch(const double* x, double* z) const;

  const WorkingLp* lp_ = nullptr;

 private:
  void set_places();

  SparseVectors rows_;
  std::vector<int> place_;  // n
};

}  // namespace gpuinv
