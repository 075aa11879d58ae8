// row_prices.hpp (what a unit of each row costs)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/interior/bounded_form.hpp"

namespace gpuinv {

// The least cost that was found of raising or lowering the value of each row
// by 1; infinity if no way was found.  A column that changes the row is a way
// if all other rows that it changes are brought back at their prices.
//
// Upper bounds are ignored and negative costs count as 0.  So as long as no
// price uses the room of a slack, -down <= y <= up holds for all y with
// A'y <= max(c, 0), with equality in free columns.
struct RowPrices {
  std::vector<double> up, down;  // m
};

// Sweeps over the columns as the method of Bellman and Ford does, until no
// price falls much any more, at most kPriceSweeps times.  A row that cannot be
// moved so is then moved by its slack, if that is inside its bounds at x = 0,
// and the sweeps go on.  The work of a sweep is O(nnz).
RowPrices row_prices(const BoundedForm& form);

}  // namespace gpuinv
