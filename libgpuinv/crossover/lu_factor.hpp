// lu_factor.hpp (a basis as sparse LU factors and a product of updates)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/triangle.hpp"

namespace gpuinv {

// B = L*T1*...*Tk*U, where L*U is the factorized basis and each T = I + v*w'
// stands for a replaced column.  With u the column of U at its place p, and s =
// inv(L*T1*...)*a for the new column a,
//   U + (s - u)*e_p' = (I + (s - u)*e_p'*inv(U))*U,
// so that v = s - u, w = inv(U')*e_p and inv(T) = I - v*w'/(w's).  v needs a
// solve with L only and w one with U only, which keeps both sparse (Huangfu and
// Hall's middle product form).  The time of a solve depends on the non-zeros it
// meets.
class LuFactor final : public BasisFactor {
 public:
  // memory: bytes that the factors may take, 0 without a limit.
  explicit LuFactor(std::size_t memory = 0) : memory_(memory) {}
  const char* name() const override { return "sparse LU"; }
  std::vector<Defect> factorize(const WorkingLp& lp,
                                const std::vector<int>& basic) override;
  void ftran(Scattered* x) override;
  void ftran(Panel* x) override;
  void btran(Scattered* x) override;
  void btran(Panel* x) override;
  void update(int p, int lane) override;
  bool worn() const override;
  std::size_t memory() const override { return memory_; }

 private:
  struct Change {
    double pivot;                     // w's
    std::size_t first, middle, last;  // elements of v, then those of w
  };

  template <int W>
  void forward(Lanes<W>* x, Lanes<W>* work);
  template <int W>
  void backward(Lanes<W>* x, Lanes<W>* work);
  template <int W>
  void add_product(std::size_t first, std::size_t last, std::size_t to,
                   std::size_t end, double pivot, Lanes<W>* x) const;
  void store(const Scattered& x);

  const std::size_t memory_;
  int m_ = 0;
  std::vector<int> row_, column_;  // row and column of B at each place of LU
  std::vector<int> row_place_, column_place_;
  std::vector<double> row_scale_;
  Triangle l_, l_transposed_, u_, u_transposed_;
  Scattered work_;
  Panel panel_;
  Panel spikes_;  // s for the lanes of the last panel
  Scattered spike_;
  std::vector<Change> changes_;
  std::vector<int> change_index_;
  std::vector<double> change_value_;
};

}  // namespace gpuinv
