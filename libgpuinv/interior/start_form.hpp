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
// the problem demands of x do not count for the starting point: such an upper
// bound is none, and a slack that is far from its lower bound is free and
// counts from its upper bound or, if that is far, too, from its value at x = 0.
// Rows demand what they lack at x = 0.  If costs drive a column away from 0,
// what its bound and its rows leave to it is a demand, too.
//
// In the same way 999999 stands for "at no price".  A column is dear, and
// absent, if it costs far more than any row that lacks something pays for a
// unit and than any column gains.  But what is a part of the cheapest ways to
// satisfy these rows, or costs less than what it does for them, stays.
struct StartForm {
  static constexpr signed char kAbsent = -1;

  std::vector<double> b, origin;    // m, n
  std::vector<signed char> bounds;  // n, Bounds or kAbsent
  int pairs = 0;                    // of distances and their multipliers
  // Whether something is left out; else all vectors are empty, and the form
  // itself serves.
  bool differs() const { return !bounds.empty(); }
};

// The form must be that of a given problem: in a dual form other columns than
// the last ones are slacks.  The work is O(nnz).
StartForm start_form(const BoundedForm& form);

}  // namespace gpuinv
