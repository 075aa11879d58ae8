// switch_tests.hpp (when a factor in single precision does no longer)
// SPDX-License-Identifier: GPL-3.0-or-later

// The three tests of Jung and O'Leary (2008), (3.16) to (3.18), with their
// parameters.

#pragma once

#include <limits>

#include "libgpuinv/interior/space.hpp"

namespace gpuinv {

// ||r - S*y|| / ||r|| for the solution y by the factor alone.
constexpr double kPoorResidual = 1e-2;
// Elements of D below kSmall: more than n - m of them, and S lacks rank.
constexpr double kSmall = 1e-4;
// Elements of D above mu*kLarge, which grow without bound: the largest
// over the smallest.  D is x/z with x*z near mu: where costs and values are
// at most 1, as here, elements that vanish can be above mu*kLarge, too, but
// not above kBalance, where x = z.
constexpr double kLarge = 1e3, kBalance = 1.0, kSpread = 1e5;

struct WeightSpread {
  double small;        // how many are
  double least, most;  // of the large ones
};

struct JoinSpreads {
  GPUINV_HD WeightSpread operator()(const WeightSpread& a,
                                    const WeightSpread& b) const {
    return {a.small + b.small, a.least < b.least ? a.least : b.least,
            a.most > b.most ? a.most : b.most};
  }
};

// (3.17) or (3.18) holds for the weights d[n] of S, of m rows.
template <class Space>
bool weights_need_double(const Space& space, int m, int n, const double* d,
                         double mu) {
  const double none = std::numeric_limits<double>::infinity();
  const double diverging = mu * kLarge > kBalance ? mu * kLarge : kBalance;
  const WeightSpread spread = space.reduce(
      n,
      [=] GPUINV_HD(int j) {
        const bool large = d[j] > diverging;
        return WeightSpread{d[j] < kSmall ? 1.0 : 0.0, large ? d[j] : none,
                            large ? d[j] : 0.0};
      },
      WeightSpread{0.0, none, 0.0}, JoinSpreads());
  return spread.small > n - m || spread.most > kSpread * spread.least;
}

}  // namespace gpuinv
