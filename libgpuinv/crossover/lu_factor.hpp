// lu_factor.hpp (a basis as sparse LU factors and a product of
// changes)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_CROSSOVER_LU_FACTOR_HPP
#define GPUINV_CROSSOVER_LU_FACTOR_HPP

#include <vector>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/triangle.hpp"

namespace gpuinv {

// B = B0*E1*...*Ek, where B0 = LU and each E is the identity but for one
// column, the alpha of its update.  Solves take time by what is not zero.
class LuFactor final : public BasisFactor {
 public:
  const char* name() const override { return "sparse LU"; }
  std::vector<Defect> factorize(const WorkingLp& lp,
                                const std::vector<int>& basic) override;
  void ftran(Scattered* x) override;
  void btran(Scattered* x) override;
  void update(int p, const Scattered& alpha) override;
  bool worn() const override;

 private:
  struct Change {
    int position;
    double pivot;
    std::size_t first, last;  // of its other elements
  };

  int m_ = 0;
  std::vector<int> row_, column_;  // at each place of LU
  std::vector<int> row_place_, column_place_;
  std::vector<double> row_scale_;
  Triangle l_, l_transposed_, u_, u_transposed_;
  Scattered work_;
  std::vector<Change> changes_;
  std::vector<int> change_index_;
  std::vector<double> change_value_;
};

}  // namespace gpuinv

#endif
