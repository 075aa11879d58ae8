// blas_core.hpp (the processor that OpenBLAS takes this one for)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace gpuinv {

// A release of OpenBLAS takes a processor that came later for a Prescott of
// 2004, whose code has two lanes and no fused multiply-add.  If so says its
// description, returns the name (for OPENBLAS_CORETYPE) of a processor whose
// instructions this one has, too, and whose code is several times faster; else
// nothing.
std::string better_core(const std::string& openblas);

// Returns better_core for the OpenBLAS that this process is about to load;
// nothing if there is none, or if the user has chosen.  If the program has
// loaded it already, the answer comes too late to matter.
std::string core_for_openblas();

// The environment of the process, as long as this object lives, with one more
// variable.  setenv() may free an array that other threads read meanwhile; this
// replaces the whole array by one that lives as long as the process.  So only
// one object of this class may be made.
class WithVariable {
 public:
  explicit WithVariable(const std::string& variable);  // NAME=value
  ~WithVariable();
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;

 private:
  char **const before_, **const ours_;
};

}  // namespace gpuinv
