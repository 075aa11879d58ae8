// start_form.hpp (what the starting point is found from)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/bounded_form.hpp"

namespace gpuinv {

// In models of energy systems, 999999999 stands for "no bound", and the product
// of such numbers for "no limit".  A starting point in the middle of such a
// range is as far away, and the iterations have to come back by all these
// decades.  So right-hand sides and upper bounds that are far above all that
// the rows demand of x = 0 do not count for the starting point: such an upper
// bound is none, and the slack of such a row, which is b_i at x = 0, is free
// and counts from there.
struct StartForm {
  std::vector<double> b, origin;    // m, n
  std::vector<signed char> bounds;  // n
  bool differs = false;             // from the form; else all are empty
};

StartForm start_form(const BoundedForm& form);

}  // namespace gpuinv
