// normal_suite.hpp (what every NormalEquations must pass)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include <memory>
#include <vector>

#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/sparse/column_matrix.hpp"

// One implementation.  The vectors of the suite lie in host memory: for an
// implementation on a device, `make` returns it behind an adapter that
// copies them to and fro (and calls the implementation with device memory
// only).
struct NormalImplementation {
  const char* name;
  std::unique_ptr<gpuinv::NormalEquations> (*make)(
      const gpuinv::ColumnMatrix& a);
  double roundoff;  // of the factor: 0x1p-53 for double
  // Pivots that are exactly 0 fail.  Not so where the diagonal is raised by
  // rounding errors; zero rows without r fail everywhere.
  bool tells_singular = true;
};

// Every test of the suite runs for each of the list, which must live on.
Suite* normal_suite(const char* title,
                    const std::vector<NormalImplementation>& list);
