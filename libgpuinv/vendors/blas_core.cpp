// blas_core.cpp (the processor that OpenBLAS takes this one for)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/blas_core.hpp"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <vector>

#include "libgpuinv/base/opening.hpp"

namespace gpuinv {
namespace {

char** longer_environment(const std::string& variable) {
  static std::string text = variable;
  static std::vector<char*> array;
  for (char** v = environ; v != nullptr && *v != nullptr; v++)
    array.push_back(*v);
  array.push_back(text.data());
  array.push_back(nullptr);
  return array.data();
}

}  // namespace

// Opens OpenBLAS alone to ask it, and closes it again.
std::string core_for_openblas() {
  if (privileged() || getenv("OPENBLAS_CORETYPE") != nullptr) return "";
  void* const handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return "";
  const auto name = reinterpret_cast<const char* (*)()>(
      dlsym(handle, "openblas_get_corename"));
  const std::string core = name != nullptr ? better_core(name()) : "";
  dlclose(handle);
  return core;
}

std::string better_core(const std::string& openblas) {
  if (openblas.find("Prescott") == std::string::npos) return "";
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return "Haswell";
#endif
  return "";
}

WithVariable::WithVariable(const std::string& variable)
    : before_(environ), ours_(longer_environment(variable)) {
  environ = ours_;
}

// A thread that has set a variable meanwhile has made an array of its own.
WithVariable::~WithVariable() {
  if (environ == ours_) environ = before_;
}

}  // namespace gpuinv
