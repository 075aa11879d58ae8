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
// A'y <= max(c, 0), and A'y = c in free columns.
struct RowPrices {
  std::vector<double> up, down;  // m
  // The column that is the way; -1 for none and for a slack with room.
  std::vector<int> up_by, down_by;  // m
};

// Sweeps over the columns as the method of Bellman and Ford does, until no
// price falls much any more.  A row that cannot be moved so is then moved by
// its slack, if that is inside its bounds at x = 0, and the sweeps begin again.
// There are at most 2*kPriceSweeps of them, of O(nnz) each.
RowPrices row_prices(const BoundedForm& form);

// Moves of rows, and the moves that bring rows back on their ways.
struct Ways {
  std::vector<bool> up, down;  // m
};

// Follows the ways of the rows that move: moves[m] is > 0 for a row to raise,
// < 0 for a row to lower, else 0.  The work is O(nnz).
Ways follow(const BoundedForm& form, const RowPrices& prices,
            const std::vector<signed char>& moves);

}  // namespace gpuinv
