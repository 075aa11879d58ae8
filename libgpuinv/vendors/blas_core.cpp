// blas_core.cpp (the processor that OpenBLAS takes this one for)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/blas_core.hpp"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "libgpuinv/base/opening.hpp"

namespace gpuinv {

std::string CoreProbe::better() const {
  if (handle_ == nullptr) return "";
  const auto name = reinterpret_cast<const char* (*)()>(
      dlsym(handle_, "openblas_get_corename"));
  return name != nullptr ? better_core(name()) : "";
}

CoreProbe::CoreProbe() {
  if (!privileged() && secure_getenv("OPENBLAS_CORETYPE") == nullptr)
    handle_ = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
}

void CoreProbe::close() {
  if (handle_ != nullptr) dlclose(handle_);
  handle_ = nullptr;
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
