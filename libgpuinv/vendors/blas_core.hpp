// blas_core.hpp (the processor that OpenBLAS takes this one for)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace gpuinv {

// A release of OpenBLAS takes a processor that came later for a Prescott of
// 2004, whose code has two lanes and no fused multiply-add.  If so says its
// description, returns the name (for OPENBLAS_CORETYPE) of a processor whose
// instructions this one has, too, and whose code is several times faster; else
// nothing.
std::string better_core(const std::string& openblas);

// Opens the OpenBLAS that this process is about to load, to ask it, unless the
// user has chosen the code or the process is privileged.
class CoreProbe {
 public:
  CoreProbe();
  ~CoreProbe() { close(); }
  CoreProbe(const CoreProbe&) = delete;
  CoreProbe& operator=(const CoreProbe&) = delete;

  // Returns better_core for it; nothing if there is none.
  std::string better() const;
  // OpenBLAS then chooses again when it is opened next, unless the program has
  // it open, too.
  void close();

 private:
  void* handle_ = nullptr;
};

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
