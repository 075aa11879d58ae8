// device_handle.hpp (an inverse on device 0, for tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "libgpuinv/device/cuda_devices.hpp"
#include "libgpuinv/device/device_inverse.hpp"
#include "libgpuinv/gpuinv.h"
#include "tests/kernels/caught.hpp"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {

inline SparseColumns matrix_of(const Columns& b) {
  SparseColumns matrix;
  matrix.reset(b.m);
  for (int j = 0; j < b.m; j++)
    matrix.set_column(j, static_cast<int>(b.ptr[j + 1] - b.ptr[j]),
                      b.ind.data() + b.ptr[j], b.val.data() + b.ptr[j]);
  return matrix;
}

// An inverse as a session owns it, but without the checks and corrections of
// BasisInverse.
class DeviceHandle : public Caught {
 public:
  using DeviceInverse = device::DeviceInverse;

  explicit DeviceHandle(int pivots = 0) : inverse_(make(pivots)) {}

  device::CudaDevices& devices() { return devices_; }
  DeviceInverse& inverse() { return *inverse_; }

  std::shared_ptr<DeviceInverse> make(int pivots) {
    BasisInverse::Limits limits;
    limits.pivots = pivots;
    return std::static_pointer_cast<DeviceInverse>(
        devices_.create_inverse(0, limits));
  }
  // Releases the inverse, as a session does at its end.
  void release() { inverse_.reset(); }

  int try_factorize(const Columns& b, double* norm) {
    SparseColumns matrix = matrix_of(b);
    gpuinv_status outcome = GPUINV_OK;
    const int status =
        status_of([&] { outcome = inverse_->do_factorize(matrix, norm); });
    return status != GPUINV_OK ? status : outcome;
  }
  double factorize(const Columns& b) {
    double norm = 0.0;
    const int status = try_factorize(b, &norm);
    if (status != GPUINV_OK)
      throw std::runtime_error("status " + std::to_string(status) + ": " +
                               text_);
    m_ = b.m;
    return norm;
  }
  std::vector<double> ftran(const std::vector<int>& ind,
                            const std::vector<double>& val, int slot = 0) {
    std::vector<double> y(m_);
    inverse_->do_ftran(slot, {ind, val}, y.data());
    return y;
  }
  std::vector<double> btran(const std::vector<int>& ind,
                            const std::vector<double>& val) {
    std::vector<double> y(m_);
    inverse_->do_btran({ind, val}, y.data());
    return y;
  }
  void update(int k, int slot) { inverse_->do_update(k, slot, nullptr, true); }

  // Returns inv(B), row-major, m by m, by unit vectors.
  std::vector<double> download() {
    std::vector<double> x(static_cast<std::size_t>(m_) * m_);
    for (int i = 0; i < m_; i++) {
      const std::vector<double> row = btran({i}, {1.0});
      std::copy(row.begin(), row.end(), x.begin() + static_cast<long>(i) * m_);
    }
    return x;
  }

 private:
  device::CudaDevices devices_;
  std::shared_ptr<DeviceInverse> inverse_;
  int m_ = 0;
};

}  // namespace gpuinv::tests
