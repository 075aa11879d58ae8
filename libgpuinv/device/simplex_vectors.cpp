// simplex_vectors.cpp (vectors of a simplex between host and device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/simplex_vectors.hpp"

#include <algorithm>

#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {
namespace {

constexpr std::size_t kDoubles = 5, kHostDoubles = 3, kWords = 4,
                      kHostWords = 2, kFloats = 2;

}  // namespace

std::size_t SimplexVectors::bytes_needed(std::size_t count) {
  return count * (kDoubles * sizeof(double) + kWords * sizeof(int) +
                  (kFloats + 1) * sizeof(float));
}

std::size_t SimplexVectors::bytes() const {
  return doubles_.bytes() + words_.bytes() + floats_.bytes() + scales_.bytes();
}

void SimplexVectors::grow(std::size_t count) {
  doubles_.grow(kDoubles * count);
  words_.grow(kWords * count);
  floats_.grow(kFloats * count);
  scales_.grow(count);
  host_doubles_.grow(kHostDoubles * count);
  host_words_.grow(kHostWords * count);
  host_scales_.grow(count);
}

void SimplexVectors::release() noexcept {
  doubles_.release();
  words_.release();
  floats_.release();
  scales_.release();
}

void SimplexVectors::point(kernels::TableauSide* side) {
  side->doubles = doubles_.data();
  side->words = words_.data();
  side->floats = floats_.data();
  side->scale = scales_.data();
}

void SimplexVectors::push(cudaStream_t stream, const Host& host,
                          std::size_t count) {
  double* d = host_doubles_.data();
  int* w = host_words_.data();
  float* f = host_scales_.data();
  std::fill(d, d + kHostDoubles * count, 0.0);
  std::fill(w, w + kHostWords * count, 0);
  std::fill(f, f + count, 1.0f);
  for (std::size_t j = 0; j < host.count; j++) {
    const std::size_t i = place(j);
    d[i] = host.value[j];
    d[count + i] = host.lower[j];
    d[2 * count + i] = host.upper[j];
    w[i] = host.id[j];
    f[i] = host.scale[j];
    if (host.at != nullptr) w[count + i] = host.at[j];
  }
  GPUINV_CUDA(cudaMemcpyAsync(doubles_.data(), d,
                              kHostDoubles * count * sizeof(double),
                              cudaMemcpyHostToDevice, stream));
  GPUINV_CUDA(cudaMemcpyAsync(words_.data(), w,
                              kHostWords * count * sizeof(int),
                              cudaMemcpyHostToDevice, stream));
  GPUINV_CUDA(cudaMemcpyAsync(scales_.data(), f, count * sizeof(float),
                              cudaMemcpyHostToDevice, stream));
}

void SimplexVectors::pull(cudaStream_t stream, std::size_t count) {
  GPUINV_CUDA(cudaMemcpyAsync(host_doubles_.data(), doubles_.data(),
                              kHostDoubles * count * sizeof(double),
                              cudaMemcpyDeviceToHost, stream));
  GPUINV_CUDA(cudaMemcpyAsync(host_words_.data(), words_.data(),
                              kHostWords * count * sizeof(int),
                              cudaMemcpyDeviceToHost, stream));
  GPUINV_CUDA(cudaMemcpyAsync(host_scales_.data(), scales_.data(),
                              count * sizeof(float), cudaMemcpyDeviceToHost,
                              stream));
}

void SimplexVectors::finish_pull(const Host& host, std::size_t count) {
  const double* d = host_doubles_.data();
  const int* w = host_words_.data();
  for (std::size_t j = 0; j < host.count; j++) {
    const std::size_t i = place(j);
    host.value[j] = d[i];
    host.lower[j] = d[count + i];
    host.upper[j] = d[2 * count + i];
    host.id[j] = w[i];
    host.scale[j] = host_scales_.data()[i];
    if (host.at != nullptr) {
      host.at[j] = static_cast<signed char>(w[count + i]);
    }
  }
}

void SimplexVectors::push_ids(cudaStream_t stream, const int* id,
                              std::size_t items, std::size_t count) {
  int* w = host_words_.data();
  std::fill(w, w + count, 0);
  for (std::size_t j = 0; j < items; j++) w[place(j)] = id[j];
  GPUINV_CUDA(cudaMemcpyAsync(words_.data(), w, count * sizeof(int),
                              cudaMemcpyHostToDevice, stream));
  GPUINV_CUDA(cudaStreamSynchronize(stream));
}

}  // namespace gpuinv::device
