// switch_tests.hpp (tests that end the use of single precision)
// SPDX-License-Identifier: GPL-3.0-or-later

// The three tests (3.16) to (3.18) of Jung and O'Leary (2008), with their
// parameters.

#pragma once

#include <limits>

#include "libgpuinv/interior/space.hpp"

namespace gpuinv {

// (3.16): largest ||r - S*y|| / ||r|| of a solution y by the factor alone.
constexpr double kPoorResidual = 1e-2;
// (3.17): if more than n - m elements of D are below kSmall, S lacks rank.
constexpr double kSmall = 1e-4;
// (3.18): elements of D above mu*kLarge grow without bound; their largest over
// their smallest is at most kSpread.  D is x/z with x*z near mu.  Here costs
// and values are at most 1, so that elements which vanish can also be above
// mu*kLarge, but not above kBalance, where x = z.
constexpr double kLarge = 1e3, kBalance = 1.0, kSpread = 1e5;

struct WeightSpread {
  double small;        // number of small elements
  double least, most;  // of the large elements
};

struct JoinSpreads {
  GPUINV_HD WeightSpread operator()(const WeightSpread& a,
                                    const WeightSpread& b) const {
    return {a.small + b.small, a.least < b.least ? a.least : b.least,
            a.most > b.most ? a.most : b.most};
  }
};

// Returns whether (3.17) or (3.18) asks for double precision, for the weights
// d[n] of S with m rows.
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
