// variable_bounds.hpp (the bounds of one row or column)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cfloat>
#include <cmath>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// The bounds l <= x[k] <= u of row k, if k < m, or of column k - m.  -DBL_MAX
// and DBL_MAX stand for no bound.
struct VariableBounds {
  VariableBounds(const gpuinv_interior_lp& lp, int k)
      : l(lp.l[k]), u(lp.u[k]) {}
  bool lower() const { return l > -DBL_MAX; }
  bool upper() const { return u < DBL_MAX; }
  bool fixed() const { return l == u; }
  bool free() const { return !lower() && !upper(); }
  // Whether a column that is not basic is on its upper bound in the standard
  // basis: this is its only bound, or of smaller magnitude than the lower one.
  bool at_upper() const {
    return upper() && (!lower() || (!fixed() && std::fabs(l) > std::fabs(u)));
  }
  // Returns the value of that column: its bound, or 0 if it is free.
  double active() const { return free() ? 0.0 : at_upper() ? u : l; }
  const double l, u;
};

}  // namespace gpuinv
