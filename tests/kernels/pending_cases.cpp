// pending_cases.cpp (kernels of pending changes against plain host loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <limits>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "tests/kernels/device_array.hpp"
#include "tests/kernels/kernel_cases.hpp"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using kernels::leading_dimension;
using kernels::padded_rows;
using Vector = std::vector<double>;

// A row-major matrix with NaNs beside its columns and below its rows.
struct Matrix {
  Matrix(Random& random, int rows, int columns, std::size_t height,
         std::size_t width)
      : pitch(width), x(height * width, NAN) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) at(i, j) = random.value();
    }
  }
  double& at(std::size_t i, std::size_t j) { return x[i * pitch + j]; }
  std::size_t pitch;
  Vector x;
};

// Compares two arrays that must be equal; NaNs are equal.
void compare(const Vector& got, const Vector& want, KernelResult* result) {
  for (std::size_t i = 0; i < want.size(); i++) {
    result->unwritten += DeviceArray::is_poison(got[i]);
    result->wrong +=
        !(got[i] == want[i] || (std::isnan(got[i]) && std::isnan(want[i])));
  }
}

// Compares a sum whose terms have absolute values that add up to size.
void compare_sum(double got, double want, double size, KernelResult* result) {
  const double error =
      std::fabs(got - want) / (std::numeric_limits<double>::epsilon() * size);
  if (!(error <= result->error)) result->error = error;
}

struct Arrays {
  Matrix b, u, v;
};

// Applies the change.  New numbers of V are first compared and then taken from
// `got`.
void append_reference(int m, int p, int k, const Vector& alpha,
                      const Vector& got, Arrays* want, KernelResult* result) {
  Matrix &b = want->b, &u = want->u, &v = want->v;
  for (int j = 0; j < m; j++) {
    double sum = b.at(p, j), size = std::fabs(sum);
    for (int t = 0; t < k; t++) {
      const double term = u.at(p, t) * v.at(j, t);
      sum += term;
      size += std::fabs(term);
    }
    v.at(j, k) = got[j * v.pitch + k];
    if (size > 0.0 || v.at(j, k) != 0.0)
      compare_sum(v.at(j, k), sum, size, result);
    b.at(p, j) = 0.0;
  }
  for (int t = 0; t < k; t++) u.at(p, t) = 0.0;
  for (int i = 0; i < m; i++)
    u.at(i, k) = i == p ? 1.0 / alpha[p] : -alpha[i] / alpha[p];
}

}  // namespace

// Several changes in a row: the count of readers must be zero again each time.
KernelResult run_append_change(Context& context, unsigned seed, int m, int k) {
  constexpr int kChanges = 3;
  Random random(seed);
  const std::size_t pitch = kernels::round_up(k + kChanges, 16);
  const std::size_t rows = padded_rows(m), ld = leading_dimension(m);
  Arrays want{{random, m, m, rows, ld},
              {random, m, k, rows, pitch},
              {random, m, k, rows, pitch}};
  const Vector alpha = random.vector(m);
  DeviceArray d_b(context, want.b.x), d_alpha(context, alpha);
  DeviceArray d_u(context, want.u.x), d_v(context, want.v.x);
  auto readers = upload<unsigned>(context, {0});
  KernelResult result;
  for (int more = 0; more < kChanges; more++) {
    const int p = random.below(m);
    GPUINV_CUDA(kernels::launch_append_change(
        context.launch(), m, p, d_alpha.data(), d_b.data(),
        {d_u.data(), d_v.data(), pitch, k + more}, readers.data()));
    append_reference(m, p, k + more, alpha, d_v.values(), &want, &result);
    compare(d_b.values(), want.b.x, &result);
    compare(d_u.values(), want.u.x, &result);
    compare(d_v.values(), want.v.x, &result);
  }
  result.outside = d_b.outside() + d_u.outside() + d_v.outside();
  return result;
}

// The vector is passed as a sparse one, twice, and as a dense one if it is
// full.
KernelResult run_add_product(Context& context, unsigned seed, int m, int k,
                             int s) {
  Random random(seed);
  const std::size_t pitch = kernels::round_up(k, 16), rows = padded_rows(m);
  Matrix f(random, m, k, rows, pitch), g(random, m, k, rows, pitch);
  const std::vector<int> ind = random.indices(m, s);
  const Vector val = random.vector(s), y = random.vector(m);
  Vector w(k, 0.0), w_size(k, 0.0);
  for (int e = 0; e < s; e++) {
    for (int t = 0; t < k; t++) {
      w[t] += val[e] * g.at(ind[e], t);
      w_size[t] += std::fabs(val[e] * g.at(ind[e], t));
    }
  }
  DeviceArray d_f(context, f.x), d_g(context, g.x), d_val(context, val);
  DeviceArray d_work(context, kernels::kAddProductWorkspace);
  const auto d_ind = upload(context, ind);
  std::vector<const int*> lists = {d_ind.data(), d_ind.data()};
  if (s == m) lists.push_back(nullptr);
  KernelResult result;
  Vector first;
  for (const int* list : lists) {
    DeviceArray d_y(context, y);
    GPUINV_CUDA(kernels::launch_add_product(
        context.launch(), m, {d_f.data(), d_g.data(), pitch, k},
        {s, list, d_val.data()}, d_y.data(), d_work.data()));
    const Vector got = d_y.values();
    if (first.empty()) first = got;
    compare(got, first, &result);
    for (int i = 0; i < m; i++) {
      double sum = y[i], size = std::fabs(y[i]);
      for (int t = 0; t < k; t++) {
        sum += f.at(i, t) * w[t];
        size += std::fabs(f.at(i, t)) * w_size[t];
      }
      compare_sum(got[i], sum, size, &result);
    }
    result.outside += d_y.outside() + d_work.outside();
  }
  return result;
}

}  // namespace gpuinv::tests
