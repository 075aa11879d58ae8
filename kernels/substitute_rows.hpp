// substitute_rows.hpp (rows of inv(B)*A from rows that come before)
// SPDX-License-Identifier: GPL-3.0-or-later

// For the steps s = first..last-1, x being inv(B) by rows:
//   x[target_s] := (e_u - sum of value_t * x[source_t])/pivot_s,  u = unit_s,
//   t = start_s .. start_(s+1)-1 (libgpuinv/singletons.hpp).
// or, for x = inv(B)*A where row u of A, divided, is in the place of x[target],
//   x[target_s] := x[target_s] - sum of value_t * x[source_t].
// Bytes: 8 m (entries + 1) a step, in place one more.

#pragma once

#include <cstddef>

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Arrays on the device: by step, start with one more, and by entry.
struct RowSteps {
  const int* target;
  const int* unit;
  const double* pivot;
  const std::size_t* start;
  const int* source;
  const double* value;
};

// x[matrix_elements(m)]; the padding of written rows becomes zero if that of
// their sources is.  Steps go side by side if `parallel`, none the source of
// another, else one after the other.
cudaError_t launch_substitute_rows(const Launch& launch, int m,
                                   const RowSteps& steps, int first, int last,
                                   bool parallel, double* x);

// In place; rows of x have ld numbers, ld even; unit and pivot are not read.
cudaError_t launch_subtract_rows(const Launch& launch, std::size_t ld,
                                 const RowSteps& steps, int first, int last,
                                 bool parallel, double* x);

}  // namespace gpuinv::kernels
