// blas_core.hpp (telling OpenBLAS what the processor is)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace gpuinv {

// Returns the name (for OPENBLAS_CORETYPE) of the processor whose code OpenBLAS
// is to run here.  That is SkylakeX where the processor has AVX-512, even if
// this OpenBLAS knows a later core, and Haswell where an Intel processor has
// AVX2. Else it is nothing: OpenBLAS chooses.
//
// OpenBLAS goes by the model of the processor.  Version 0.3.21 and older ones
// take a later model for a Prescott of 2004, whose code has two lanes and no
// fused multiply-add.  This function goes by the instructions, as later
// versions do for unknown models.  All versions of 0.3 know both names.
std::string fitting_core();

// Returns whether the library may tell OpenBLAS: not in a privileged process,
// nor where the user has chosen.
bool may_choose_core();

// The environment of the process, as long as this object lives, with one more
// variable.  setenv() may free an array that other threads read meanwhile; this
// replaces the whole array, and none of the two is ever freed.  If the program
// changes its environment meanwhile, the new array remains.  Not for privileged
// programs.
class WithVariable {
 public:
  explicit WithVariable(const std::string& variable);  // NAME=value
  ~WithVariable();
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;

 private:
  struct Environment {
    std::string text;
    std::vector<char*> array;
    Environment* earlier;
  };
  static Environment& kept(const std::string& variable);

  char** const before_;
  Environment& ours_;
  std::vector<char*> copy_;  // of before_
};

}  // namespace gpuinv
