// dealt_columns.hpp (vectors by position or by variable)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/inverse_plan.hpp"
#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Position j stands for variable id[deal.place(j)], j = 0..count-1, and
// position `count` for number n.
struct DealtColumns {
  const int* id;
  Deal deal;
  int count, n;
};

// x[variable of j] := z[j]
cudaError_t launch_scatter_dealt(const Launch& launch,
                                 const DealtColumns& columns, const double* z,
                                 double* x);

// z[j] := x[variable of j]
cudaError_t launch_gather_dealt(const Launch& launch,
                                const DealtColumns& columns, const double* x,
                                double* z);

}  // namespace gpuinv::kernels
