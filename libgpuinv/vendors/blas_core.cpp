// blas_core.cpp (telling OpenBLAS what the processor is)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/blas_core.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "libgpuinv/base/opening.hpp"

namespace gpuinv {

std::string fitting_core() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_is("intel") && __builtin_cpu_supports("avx2") &&
      __builtin_cpu_supports("fma"))
    return "Haswell";
#endif
  return "";
}

bool may_choose_core() {
  return !privileged() && secure_getenv("OPENBLAS_CORETYPE") == nullptr;
}

// One thread calls.  The chain keeps all of them in reach of leak checkers.
WithVariable::Environment& WithVariable::kept(const std::string& variable) {
  static Environment* last = nullptr;
  last = new Environment{variable, {}, last};
  return *last;
}

WithVariable::WithVariable(const std::string& variable)
    : before_(environ), ours_(kept(variable)) {
  for (char** v = before_; v != nullptr && *v != nullptr; v++)
    ours_.array.push_back(*v);
  copy_ = ours_.array;
  ours_.array.push_back(ours_.text.data());
  ours_.array.push_back(nullptr);
  environ = ours_.array.data();
}

// What the program has changed in this array meanwhile must remain.
WithVariable::~WithVariable() {
  const bool same =
      std::equal(copy_.begin(), copy_.end(), ours_.array.begin()) &&
      ours_.array[copy_.size()] == ours_.text.data();
  if (same && environ == ours_.array.data()) environ = before_;
}

}  // namespace gpuinv
