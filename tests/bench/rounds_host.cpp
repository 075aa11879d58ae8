// rounds_host.cpp (the simplex method of rounds_method.hpp, serial)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "tests/bench/rounds.hpp"
#include "tests/bench/rounds_method.hpp"
#include "tests/literature/rounds/pivot_on_host.hpp"

namespace gpuinv::bench {
namespace {

namespace rounds = kernels::rounds;

class Host {
 public:
  Host(int m, int n, std::vector<double> t)
      : rows_(m + 1), columns_(n + 1), t_(std::move(t)), theta_(m + 1) {}

  const double* costs() { return t_.data(); }
  const double* ratios(int k) {
    for (int i = 0; i < rows_; i++) {
      const double* row = t_.data() + static_cast<std::size_t>(i) * columns_;
      theta_[i] =
          i > 0 && row[k] > rounds::kTolerance ? row[0] / row[k] : HUGE_VAL;
    }
    return theta_.data();
  }
  void pivot(int r, int k) {
    rounds::pivot_on_host(rows_, columns_, r, k, t_.data());
  }
  double objective() const { return t_[0]; }

 private:
  int rows_, columns_;
  std::vector<double> t_, theta_;
};

}  // namespace

RoundsResult rounds_on_host(int m, int n, std::vector<double> t, int limit) {
  Host host(m, n, std::move(t));
  return rounds_solve(host, m, n, limit);
}

}  // namespace gpuinv::bench
