// host_peeled_inverse.hpp (inverse of a basis by that of its nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/host/stepwise.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::host {

// LAPACK for the nucleus and sums of rows for the rest (singletons.hpp), of
// rows whose entries are known as long as they are few.
class HostPeeledInverse {
 public:
  // Both arguments live as long as this object.
  HostPeeledInverse(const Singletons& order, double* inverse,
                    const Stepwise& steps);

  // inverse[m*m] := inv(B), row-major; false if the nucleus is singular.
  bool invert();

 private:
  // Columns where a row has entries.
  struct Pattern {
    bool all = false;
    std::vector<int> list;
  };

  void solve(int place);
  void drop_long_list(Pattern* pattern) const;
  void add_multiple(double w, int h, double* row, Pattern* pattern);
  bool invert_nucleus();
  std::vector<double> right_hand_sides(const std::vector<int>& reaching);
  void place_nucleus(const std::vector<double>& nucleus,
                     const std::vector<int>& reaching,
                     const std::vector<double>& beside);
  double* row(int j) { return x_ + j * m_; }
  const double* row(int j) const { return x_ + j * m_; }

  const Singletons& order_;
  const Stepwise& steps_;
  Lookout lookout_;
  const std::size_t m_;
  double* x_;
  std::vector<Pattern> patterns_;  // m
  std::vector<int> seen_;          // m: last row that had an entry there
  int stamp_ = 0;
};

// Bytes that invert_basis takes at the most beside the inverse, order's
// included.
std::size_t invert_basis_bytes(int m);

// inverse[m*m] := inv(B), row-major, by the cheaper of that and LU of the
// whole; order is workspace to be kept.  False if B is singular.
bool invert_basis(const HostColumns& b, Singletons* order, double* inverse,
                  const Stepwise& steps = Stepwise());

}  // namespace gpuinv::host
