// host_peeled_inverse.hpp (inverse of a basis from that of its nucleus)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

#include "libgpuinv/host/stepwise.hpp"
#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::host {

// Inverts the nucleus by LAPACK and computes the other rows as sums of rows
// (singletons.hpp).  As long as a row has few entries, their places are listed.
class HostPeeledInverse {
 public:
  // order and inverse must outlive this object.
  HostPeeledInverse(const Singletons& order, double* inverse,
                    const Stepwise& steps);

  // inverse[m*m] := inv(B), row-major.  Returns false if the nucleus is
  // singular.
  bool invert();

 private:
  // The columns where a row has entries.
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
  std::vector<int> seen_;          // m: last row with an entry in this column
  int stamp_ = 0;
};

// Returns the most bytes that invert_basis takes beside the inverse, those of
// `order` included.
std::size_t invert_basis_bytes(int m);

// inverse[m*m] := inv(B), row-major, by the method above or by LU of all of B,
// whichever is cheaper.  The caller keeps `order` as workspace.  Returns false
// if B is singular.
bool invert_basis(const HostColumns& b, Singletons* order, double* inverse,
                  const Stepwise& steps = Stepwise());

}  // namespace gpuinv::host
