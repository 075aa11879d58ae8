// blas_core.hpp (telling OpenBLAS what the processor is)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace gpuinv {

// Returns the name (for OPENBLAS_CORETYPE) of the processor whose code OpenBLAS
// is to run here; nothing where its own choice is good.  OpenBLAS tells
// processors by their models; 0.3.21 and older take one that came later for a
// Prescott of 2004, whose code has two lanes and no fused multiply-add.  This
// goes by the instructions, as later releases do, and gives names that all of
// 0.3 know.
std::string fitting_core();

// Returns whether that is for us to say: not in a privileged process, nor where
// the user has chosen.
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
