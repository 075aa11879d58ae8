// tableau_vectors.cpp (vectors of a tableau between host and device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/tableau_vectors.hpp"

#include <algorithm>

#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {
namespace {

constexpr std::size_t kDoubles = 5, kHostDoubles = 3, kWords = 2, kFloats = 2;

}  // namespace

std::size_t TableauVectors::bytes_needed(std::size_t count) {
  return count * (kDoubles * sizeof(double) + kWords * sizeof(int) +
                  (kFloats + 1) * sizeof(float));
}

std::size_t TableauVectors::bytes() const {
  return doubles_.bytes() + words_.bytes() + floats_.bytes() + scales_.bytes();
}

void TableauVectors::grow(std::size_t count) {
  doubles_.grow(kDoubles * count);
  words_.grow(kWords * count);
  floats_.grow(kFloats * count);
  scales_.grow(count);
  host_doubles_.grow(kHostDoubles * count);
  host_words_.grow(kWords * count);
  host_scales_.grow(count);
}

void TableauVectors::release() noexcept {
  doubles_.release();
  words_.release();
  floats_.release();
  scales_.release();
}

void TableauVectors::point(kernels::TableauSide* side) {
  side->doubles = doubles_.data();
  side->words = words_.data();
  side->floats = floats_.data();
}

void TableauVectors::push(cudaStream_t stream, const Host& host,
                          std::size_t count) {
  double* d = host_doubles_.data();
  int* w = host_words_.data();
  float* f = host_scales_.data();
  std::fill(d, d + kHostDoubles * count, 0.0);
  std::fill(w, w + kWords * count, 0);
  std::fill(f, f + count, 1.0f);
  std::copy(host.value, host.value + host.count, d);
  std::copy(host.lower, host.lower + host.count, d + count);
  std::copy(host.upper, host.upper + host.count, d + 2 * count);
  std::copy(host.id, host.id + host.count, w);
  std::copy(host.scale, host.scale + host.count, f);
  if (host.at != nullptr) {
    std::copy(host.at, host.at + host.count, w + count);
  }
  GPUINV_CUDA(cudaMemcpyAsync(doubles_.data(), d,
                              kHostDoubles * count * sizeof(double),
                              cudaMemcpyHostToDevice, stream));
  GPUINV_CUDA(cudaMemcpyAsync(words_.data(), w, kWords * count * sizeof(int),
                              cudaMemcpyHostToDevice, stream));
  GPUINV_CUDA(cudaMemcpyAsync(scales_.data(), f, count * sizeof(float),
                              cudaMemcpyHostToDevice, stream));
}

void TableauVectors::pull(cudaStream_t stream, std::size_t count) {
  GPUINV_CUDA(cudaMemcpyAsync(host_doubles_.data(), doubles_.data(),
                              kHostDoubles * count * sizeof(double),
                              cudaMemcpyDeviceToHost, stream));
  GPUINV_CUDA(cudaMemcpyAsync(host_words_.data(), words_.data(),
                              kWords * count * sizeof(int),
                              cudaMemcpyDeviceToHost, stream));
}

void TableauVectors::finish_pull(const Host& host, std::size_t count) {
  const double* d = host_doubles_.data();
  const int* w = host_words_.data();
  std::copy(d, d + host.count, host.value);
  std::copy(d + count, d + count + host.count, host.lower);
  std::copy(d + 2 * count, d + 2 * count + host.count, host.upper);
  std::copy(w, w + host.count, host.id);
  if (host.at == nullptr) return;
  for (std::size_t j = 0; j < host.count; j++) {
    host.at[j] = static_cast<signed char>(w[count + j]);
  }
}

}  // namespace gpuinv::device
