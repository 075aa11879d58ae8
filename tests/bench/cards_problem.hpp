// cards_problem.hpp (problems whose matrix is made on the cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>

#include "libgpuinv/device/device_simplex.hpp"
#include "libgpuinv/device/spread_tableau.hpp"

namespace gpuinv::bench {

// A problem in one of the forms, with a basis and its vectors.
class CardsProblem {
 public:
  virtual ~CardsProblem() = default;
  virtual Form form() const = 0;
  virtual char name() const = 0;
  virtual SimplexState start() const = 0;
  virtual double objective(const SimplexState& s) const = 0;

  // Lay out tableaux whose T0 or W0 is not filled yet.
  virtual std::unique_ptr<device::DeviceSimplex> on_one_card(
      const std::shared_ptr<device::Context>& card,
      const kernels::SimplexWish& wish) const = 0;
  virtual void lay_out(device::SpreadTableau& t) const = 0;
  // Fills rows first, first + 1, ... of T0 or W0; queued on the stream.
  virtual cudaError_t fill(int first, int rows, std::size_t ld, double* t,
                           cudaStream_t stream) const = 0;
};

// The dense families of generate.hpp in tableau form, from the slack basis.
std::unique_ptr<CardsProblem> dense_problem(bool lalami, int m);

// A problem in inverse form whose inverse is full from the start: m stocks,
// each of which loses 1/m of itself on its way to the next one, in a cycle, and
// m sparse columns.  The basis are the stocks, column j with 1 in row j and
// -c, c = 1 - 1/m, in the row after it; inv(B)_ij = c^((i-j) mod m)/(1 - c^m).
// Stocks have two bounds, so that every step ends with a pivot.
std::unique_ptr<CardsProblem> cycle_problem(int m);

}  // namespace gpuinv::bench
