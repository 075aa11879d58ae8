// substitute_rows.hpp (rows of inv(B)*A from earlier rows)
// SPDX-License-Identifier: GPL-3.0-or-later

// For the steps s = first..last-1, where x is inv(B), row-major,
//   x[target_s] := (e_u - sum of value_t * x[source_t])/pivot_s,  u = unit_s,
//   t = start_s .. start_(s+1)-1 (libgpuinv/sparse/singletons.hpp),
// or in place, for x = inv(B)*A, where row u of A, divided by its pivot, is in
// x[target] before,
//   x[target_s] := x[target_s] - sum of value_t * x[source_t].
// A step moves 8 m (entries + 1) bytes, in place 8 m more.

#pragma once

#include <cstddef>

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

// Arrays on the device: by step (start has one more), and by entry.
struct RowSteps {
  const int* target;
  const int* unit;
  const double* pivot;
  const std::size_t* start;
  const int* source;
  const double* value;
};

// x[matrix_elements(m)]; the padding of written rows is zero if that of their
// sources is.  If `parallel`, the steps run in parallel and none may be the
// source of another; else they run one after the other.
cudaError_t launch_substitute_rows(const Launch& launch, int m,
                                   const RowSteps& steps, int first, int last,
                                   bool parallel, double* x);

// The same in place; rows of x have ld numbers, ld even; unit and pivot are not
// read.
cudaError_t launch_subtract_rows(const Launch& launch, std::size_t ld,
                                 const RowSteps& steps, int first, int last,
                                 bool parallel, double* x);

}  // namespace gpuinv::kernels
