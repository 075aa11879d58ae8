// plugin_handle.hpp (context and inverse of the plugin, for tests)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#ifndef GPUINV_TESTS_KERNELS_PLUGIN_HANDLE_HPP
#define GPUINV_TESTS_KERNELS_PLUGIN_HANDLE_HPP

#include <stdexcept>
#include <string>
#include <vector>

#include "libgpuinv/device/plugin.h"
#include "libgpuinv/gpuinv.h"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {

// One context with one inverse on device 0, through the C table.  A status
// that the caller did not expect is thrown as its text.
class PluginHandle {
 public:
  explicit PluginHandle(int pivots = 0)
      : table_(*gpuinv_get_plugin(GPUINV_PLUGIN_VERSION)) {
    expect(GPUINV_OK, table_.context_create(0, &context_, &err_));
    expect(GPUINV_OK,
           table_.inverse_create(context_, pivots, &inverse_, &err_));
  }
  ~PluginHandle() {
    table_.inverse_destroy(inverse_);
    table_.context_destroy(context_);
  }
  PluginHandle(const PluginHandle&) = delete;
  PluginHandle& operator=(const PluginHandle&) = delete;

  const gpuinv_plugin& table() const { return table_; }
  void* context() const { return context_; }
  void* inverse() const { return inverse_; }
  const char* error() const { return err_.text; }
  gpuinv_error_text* err() { return &err_; }

  int try_factorize(const Columns& b, double* norm) {
    err_.text[0] = '\0';
    return table_.factorize(inverse_, b.m, b.ptr.data(), b.ind.data(),
                            b.val.data(), norm, &err_);
  }
  double factorize(const Columns& b) {
    double norm = 0.0;
    expect(GPUINV_OK, try_factorize(b, &norm));
    m_ = b.m;
    return norm;
  }
  std::vector<double> ftran(const std::vector<int>& ind,
                            const std::vector<double>& val, int slot = 0) {
    std::vector<double> y(m_);
    expect(GPUINV_OK, table_.ftran(inverse_, slot, static_cast<int>(val.size()),
                                   ind.data(), val.data(), y.data(), &err_));
    return y;
  }
  std::vector<double> btran(const std::vector<int>& ind,
                            const std::vector<double>& val) {
    std::vector<double> y(m_);
    expect(GPUINV_OK, table_.btran(inverse_, static_cast<int>(val.size()),
                                   ind.data(), val.data(), y.data(), &err_));
    return y;
  }
  void update(int k, int slot, const double* alpha = nullptr) {
    expect(GPUINV_OK, table_.update(inverse_, k, slot, alpha, &err_));
  }

  // inv(B), row-major, m by m, by unit vectors.
  std::vector<double> download() {
    std::vector<double> x(static_cast<std::size_t>(m_) * m_);
    for (int i = 0; i < m_; i++) {
      const std::vector<double> row = btran({i}, {1.0});
      std::copy(row.begin(), row.end(), x.begin() + static_cast<long>(i) * m_);
    }
    return x;
  }

 private:
  void expect(int want, int got) {
    if (got == want) return;
    throw std::runtime_error("status " + std::to_string(got) + ": " +
                             err_.text);
  }

  const gpuinv_plugin& table_;
  void* context_ = nullptr;
  void* inverse_ = nullptr;
  int m_ = 0;
  gpuinv_error_text err_ = {};
};

}  // namespace gpuinv::tests

#endif
