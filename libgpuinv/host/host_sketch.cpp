// host_sketch.cpp (sketches, which estimate steepest edge weights)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstring>
#include <vector>

#include "libgpuinv/host/host_simplex.hpp"

namespace gpuinv {
namespace {

using rules::kSketch;

// Returns G for the variables `id`, one row each.
std::vector<double> signs(const std::vector<int>& id) {
  std::vector<double> g;
  g.reserve(id.size() * kSketch);
  for (const int k : id) {
    const unsigned bits = rules::sketch_bits(k);
    for (int t = 0; t < kSketch; t++) g.push_back(rules::sketch_sign(bits, t));
  }
  return g;
}

}  // namespace

void HostSimplex::Sketch::measure(int i) { subtract(i, 0.0f, of(i)); }

// y_i := y_i - share*chosen and its weight.  Vectors of four keep their own
// sums, so that no addition waits for the one before.
void HostSimplex::Sketch::subtract(int i, float share, const float* chosen) {
  using Four __attribute__((vector_size(16))) = float;
  constexpr int kWidth = 4, kSums = 4;
  float* own = y.data() + i * static_cast<std::size_t>(kSketch);
  Four sum[kSums] = {};
  for (int t = 0; t < kSketch; t += kWidth) {
    Four a, b;
    std::memcpy(&a, own + t, sizeof a);
    std::memcpy(&b, chosen + t, sizeof b);
    a -= share * b;
    std::memcpy(own + t, &a, sizeof a);
    sum[t / kWidth % kSums] += a * a;
  }
  const Four all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  weight[i] = ((all[0] + all[1]) + (all[2] + all[3])) / kSketch;
}

// y_i := factor*y_i
void HostSimplex::Sketch::replace(int i, float factor) {
  float* own = y.data() + i * static_cast<std::size_t>(kSketch);
  for (int t = 0; t < kSketch; t++) own[t] *= factor;
  measure(i);
}

// y_i := scale_i*(g_B + T*g_N)_i
void HostSimplex::sketch_rows() {
  const std::vector<double> g = signs(s_.nonbasic);
  std::vector<double> y = signs(s_.basic);
  add_product(g.data(), y.data());
  set_sketch(y, s_.row_scale);
  weighs_ = keeps_weights() ? Weighs::kRows : Weighs::kNothing;
}

// z_j := scale_j*(g_N - T'*g_B)_j
void HostSimplex::sketch_columns() {
  const std::vector<double> g = signs(s_.basic);
  std::vector<double> z = signs(s_.nonbasic);
  subtract_transposed(g.data(), z.data());
  set_sketch(z, s_.col_scale);
  weighs_ = keeps_weights() ? Weighs::kColumns : Weighs::kNothing;
}

void HostSimplex::set_sketch(const std::vector<double>& y,
                             const std::vector<float>& scale) {
  sketch_.y.resize(y.size());
  sketch_.weight.resize(scale.size());
  for (std::size_t i = 0; i < scale.size(); i++) {
    for (int t = 0; t < kSketch; t++) {
      const std::size_t e = i * kSketch + t;
      sketch_.y[e] = static_cast<float>(y[e]) * scale[i];
    }
    sketch_.measure(static_cast<int>(i));
  }
}

}  // namespace gpuinv
