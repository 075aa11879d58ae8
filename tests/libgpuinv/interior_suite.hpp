// interior_suite.hpp (tests that every interior point method must pass)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include <memory>
#include <vector>

#include "libgpuinv/interior/interior_solver.hpp"

struct InteriorImplementation {
  const char* name;
  std::unique_ptr<gpuinv::InteriorSolver> (*create)(
      gpuinv::InteriorLp lp, const gpuinv::InteriorControl& control);
};

// Every test of the suite runs for each item of the list, which must outlive
// the suite.
Suite* interior_suite(const char* title,
                      const std::vector<InteriorImplementation>& list);
