// normal_suite.hpp (tests that every NormalEquations must pass)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include <memory>
#include <vector>

#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/sparse/columns.hpp"

// One implementation.  The vectors of the suite are in host memory.  For an
// implementation on a device, `make` returns an adapter that copies them in
// both directions and calls the implementation with device memory only.
struct NormalImplementation {
  const char* name;
  std::unique_ptr<gpuinv::NormalEquations> (*make)(
      const gpuinv::ColumnMatrix& a);
  double roundoff;  // of the factor: 0x1p-53 for double
  // Whether pivots that are exactly 0 fail.  They do not if rounding errors
  // raise the diagonal.  Zero rows without r always fail.
  bool tells_singular = true;
};

// Every test of the suite runs for each item of the list, which must outlive
// the suite.
Suite* normal_suite(const char* title,
                    const std::vector<NormalImplementation>& list);
