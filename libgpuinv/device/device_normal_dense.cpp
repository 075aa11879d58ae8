// device_normal_dense.cpp (normal equations with a dense factor on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_normal_dense.hpp"

#include <utility>

#include "kernels/flags.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

kernels::SymmetricLayout layout_of(DenseStorage storage, int m) {
  return storage == DenseStorage::kFull ? kernels::full_layout(m)
                                        : kernels::packed_layout(m);
}

}  // namespace

DeviceNormalDense::DeviceNormalDense(std::shared_ptr<Context> context,
                                     const ColumnMatrix& a,
                                     std::shared_ptr<const DeviceMatrix> matrix,
                                     DenseStorage storage, SparseSums sums)
    : context_(std::move(context)),
      assembly_(*context_, a, std::move(matrix), sums),
      factor_(*context_, layout_of(storage, a.rows)),
      storage_(storage) {
  context_->cublas();  // cuBLAS takes its memory before we look
  const std::size_t bytes = assembly_.bytes_needed() + factor_.bytes_needed();
  require_memory("normal equations", a.rows, bytes);
  const double m = a.rows;
  cost_.nnz_a = a.start[a.columns];
  cost_.nnz_s = cost_.nnz_l = 0.5 * m * (m + 1.0);
  cost_.flops = m * m * m / 3.0 + 2.0 * plan().products +
                m * m * static_cast<double>(plan().dense.size());
  cost_.bytes = static_cast<double>(bytes);
  assembly_.prepare();
  factor_.grow();
  flags_.grow(1);
  seen_.grow(1);
}

DeviceNormalDense::~DeviceNormalDense() { context_->drain(); }

const char* DeviceNormalDense::name() const {
  if (factor_.cards() > 1) return "device dense, several cards";
  return storage_ == DenseStorage::kFull ? "device dense" : "device packed";
}

void DeviceNormalDense::assemble(const double* d, const double* r) {
  single_ = next_single_;
  if (single_) {
    assembly_.run(d, r, factor_.layout(), factor_.matrix<float>());
  } else {
    assembly_.run(d, r, factor_.layout(), factor_.matrix<double>());
  }
}

void DeviceNormalDense::factorize_assembled() {
  int* failed = &flags_.data()->failed;
  if (single_) {
    factor_.factorize<float>(failed);
  } else {
    factor_.factorize<double>(failed);
  }
}

bool DeviceNormalDense::factorize(const double* d, const double* r) {
  const ScopedDevice here(context_->device());
  const kernels::Launch& launch = context_->launch();
  Flags* flags = flags_.data();
  GPUINV_CUDA(cudaMemsetAsync(flags, 0, sizeof(Flags), launch.stream));
  GPUINV_CUDA(
      kernels::launch_find_nonfinite(launch, plan().n, d, &flags->nonfinite));
  GPUINV_CUDA(
      kernels::launch_find_nonfinite(launch, plan().m, r, &flags->nonfinite));
  assemble(d, r);
  factorize_assembled();
  GPUINV_CUDA(cudaMemcpyAsync(seen_.data(), flags, sizeof(Flags),
                              cudaMemcpyDeviceToHost, launch.stream));
  context_->synchronize();
  if (seen_.data()->nonfinite != 0) {
    throw Error(GPUINV_NONFINITE,
                "weight of the normal equations is not "
                "finite");
  }
  return seen_.data()->failed == 0;
}

void DeviceNormalDense::solve(double* x) {
  const ScopedDevice here(context_->device());
  if (single_) {
    factor_.solve<float>(assembly_.scale(), x);
  } else {
    factor_.solve<double>(assembly_.scale(), x);
  }
}

}  // namespace gpuinv::device
