// simplex_vectors.cpp (vectors of the simplex method on host and device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/simplex_vectors.hpp"

#include <algorithm>
#include <vector>

#include "libgpuinv/base/lease.hpp"
#include "libgpuinv/device/check.hpp"

namespace gpuinv::device {
namespace {

constexpr std::size_t kDoubles = 3;  // value, lower, upper

// Elements for words and scale, which have 4 bytes each.
constexpr std::size_t word_elements(std::size_t count) {
  return ((kVectorWords + 1) * count + 1) / 2;
}

constexpr std::size_t shared_elements(std::size_t count) {
  return word_elements(count) + kDoubles * count;
}

// All elements, with line, relaxed, mark and weight.
constexpr std::size_t elements(std::size_t count) {
  return shared_elements(count) + 2 * count + count;
}

// The part that is copied between host and device.
struct Shared {
  Shared(double* begin, std::size_t count)
      : words(reinterpret_cast<int*>(begin)),
        scale(reinterpret_cast<float*>(words + kVectorWords * count)),
        doubles(begin + word_elements(count)),
        end(begin + shared_elements(count)) {}
  int* words;  // id, at, begin, length
  float* scale;
  double* doubles;  // value, lower, upper
  double* end;
};

// At is passed as bytes.
signed char* words(std::vector<At>& at) {
  static_assert(sizeof(At) == sizeof(signed char), "one byte each");
  return reinterpret_cast<signed char*>(at.data());
}

}  // namespace

SimplexVectors::Host SimplexVectors::of_rows(SimplexState& s) {
  return {
      s.beta.data(), s.basic_lower.data(), s.basic_upper.data(), s.basic.data(),
      nullptr,       s.row_scale.data(),   s.basic.size()};
}

SimplexVectors::Host SimplexVectors::of_columns(SimplexState& s) {
  return {s.d.data(),  s.lower.data(),     s.upper.data(),   s.nonbasic.data(),
          words(s.at), s.col_scale.data(), s.nonbasic.size()};
}

std::size_t SimplexVectors::bytes_needed(std::size_t count) {
  return elements(count) * sizeof(double);
}

void SimplexVectors::grow(std::size_t count) {
  count_ = count;
  device_.grow(elements(count));
  host_.grow(shared_elements(count));
}

void SimplexVectors::point(kernels::SimplexSide* side) {
  const Shared there(device_.data(), count_);
  side->doubles = there.doubles;
  side->words = there.words;
  side->floats = reinterpret_cast<float*>(there.end + 2 * count_);
  side->scale = there.scale;
}

void SimplexVectors::push(cudaStream_t stream, const Host& host) {
  const Shared to(host_.data(), count_);
  std::fill(to.words, to.words + kVectorWords * count_, 0);
  std::fill(to.scale, to.scale + count_, 1.0f);
  std::fill(to.doubles, to.end, 0.0);
  for (std::size_t j = 0; j < host.count; j++) {
    const std::size_t i = place(j);
    to.doubles[i] = host.value[j];
    to.doubles[count_ + i] = host.lower[j];
    to.doubles[2 * count_ + i] = host.upper[j];
    to.words[i] = host.id[j];
    to.scale[i] = host.scale[j];
    if (host.at != nullptr) to.words[count_ + i] = host.at[j];
  }
  GPUINV_CUDA(cudaMemcpyAsync(device_.data(), host_.data(),
                              shared_elements(count_) * sizeof(double),
                              cudaMemcpyHostToDevice, stream));
}

void SimplexVectors::pull(cudaStream_t stream) {
  GPUINV_CUDA(cudaMemcpyAsync(host_.data(), device_.data(),
                              shared_elements(count_) * sizeof(double),
                              cudaMemcpyDeviceToHost, stream));
}

void SimplexVectors::finish_pull(const Host& host) {
  const Shared from(host_.data(), count_);
  for (std::size_t j = 0; j < host.count; j++) {
    const std::size_t i = place(j);
    host.value[j] = from.doubles[i];
    host.lower[j] = from.doubles[count_ + i];
    host.upper[j] = from.doubles[2 * count_ + i];
    host.id[j] = from.words[i];
    host.scale[j] = from.scale[i];
    if (host.at != nullptr) {
      host.at[j] = static_cast<signed char>(from.words[count_ + i]);
    }
  }
}

void SimplexVectors::push_ids(cudaStream_t stream, const int* id,
                              std::size_t items) {
  const Shared to(host_.data(), count_);
  std::fill(to.words, to.words + count_, 0);
  for (std::size_t j = 0; j < items; j++) to.words[place(j)] = id[j];
  GPUINV_CUDA(cudaMemcpyAsync(device_.data(), host_.data(),
                              count_ * sizeof(int), cudaMemcpyHostToDevice,
                              stream));
  GPUINV_CUDA(
      wait_without_matrix([stream] { return cudaStreamSynchronize(stream); }));
}

}  // namespace gpuinv::device
