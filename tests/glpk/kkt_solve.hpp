// kkt_solve.hpp (one answer of GLPK and its errors)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <glpk.h>

#include <array>
#include <string>

namespace gpuinv::kkt {

struct Setting {
  int gpu = GLP_GPU_ONLY;
  int backend = GLP_GPU_ANY;
  int form = GLP_GPU_FORM_ANY;
  bool interior = false;
  int meth = GLP_PRIMAL;
  int presolve = GLP_ON;
  int tm_lim = 0;  // milliseconds, 0: none
};

struct Result {
  int code = 0;
  const char* status = "-";  // optimal, infeasible, unbounded, no dual or -
  double objective = 0;
  std::array<double, 4> errors{};  // relative PE, PB, DE, DB, of optima
  int iterations = 0;              // of the simplex method
  double seconds = 0;              // of glp_simplex or glp_interior alone
};

// Reads the file and solves it as glpsol does: scaled, and from the advanced
// basis, unless the presolver does that.  The errors are those of glp_check_kkt
// on the problem as it was read.  Throws std::runtime_error if the file cannot
// be read.
Result solve_file(const std::string& path, bool free_format,
                  const Setting& setting);

}  // namespace gpuinv::kkt
