// interior_family.hpp (linear programs for timing interior points)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/interior/bounded_form.hpp"
#include "libgpuinv/interior/lp.hpp"

namespace gpuinv::bench {

// Size and density of a problem with one slack variable per row; n counts the
// slack variables.  The densities are those of A with them and of A*A'.
struct TradeSize {
  const char* name;
  int m, n;
  double density, density_s;
};

// The financial problems of a thesis on the method.
constexpr TradeSize kTrades[] = {{"lp6x7", 5825, 6540, 0.013, 0.35},
                                 {"lp7x7", 6821, 7296, 0.005, 0.24},
                                 {"lp10x10", 9500, 9974, 0.004, 0.32},
                                 {"lp13x19", 12669, 19351, 0.016, 0.28},
                                 {"lp23x29", 23003, 29391, 0.008, 0.20},
                                 {"lp31x39", 31334, 39079, 0.004, 0.13},
                                 {"lp46x51", 46458, 51149, 0.002, 0.12}};

// A random problem of that size: minimize c'x, A*x <= b, 0 <= x <= 1.  The rows
// are risk figures of some parties.  A column is a trade of two of them and has
// entries only in their rows, which keeps A*A' far from full.  Only some pairs
// trade.  b and c belong to a point x in (0,1) with slack and multipliers in
// (0,1), so both problems have an interior.  Equal seeds give equal problems.
InteriorLp trade_lp(const TradeSize& size, unsigned seed);

// Dual constraints tangent to the unit sphere (Jung and O'Leary): the columns
// of A, m by 4m, are random unit vectors, c = 1, and b = A*x for a point x in
// (0,1); minimize c'x, A*x = b, x >= 0.  16 threads make it, the same on every
// machine; m = 16384 has 1.07e9 elements, 12.9 GB.
InteriorLp sphere_lp(int m, unsigned seed);

// Returns the same as a bounded form, neither presolved nor scaled: that would
// gain nothing, and no copy is made.
BoundedForm sphere_form(InteriorLp lp);

}  // namespace gpuinv::bench
