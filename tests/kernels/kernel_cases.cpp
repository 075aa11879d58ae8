// kernel_cases.cpp (one run of one kernel against a plain host loop)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/kernels/kernel_cases.hpp"

#include <cmath>
#include <limits>

#include "kernels/inversion.hpp"
#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/one_norm.hpp"
#include "tests/kernels/device_array.hpp"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using kernels::leading_dimension;
using kernels::matrix_elements;
using kernels::padded_rows;

using Vector = std::vector<double>;

constexpr double kEps = std::numeric_limits<double>::epsilon();

// Returns a random m by m matrix in the padded layout.
Vector padded_matrix(Random& random, int m) {
  Vector b(matrix_elements(m), 0.0);
  const std::size_t ld = leading_dimension(m);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) b[i * ld + j] = random.value();
  }
  return b;
}

// Returns x followed by zeros up to n elements.
Vector padded(Vector x, std::size_t n) {
  x.resize(n, 0.0);
  return x;
}

void compare_exactly(const Vector& got, const Vector& want,
                     KernelResult* result) {
  for (std::size_t i = 0; i < want.size(); i++) {
    if (DeviceArray::is_poison(got[i])) {
      result->unwritten++;
    } else if (!(got[i] == want[i])) {
      result->wrong++;
    }
  }
}

// ref[i] is a sum whose terms have absolute values that add up to size[i].
void compare_sums(const Vector& got, const Vector& ref, const Vector& size,
                  KernelResult* result) {
  for (std::size_t i = 0; i < ref.size(); i++) {
    if (DeviceArray::is_poison(got[i])) {
      result->unwritten++;
    } else if (size[i] == 0.0) {
      result->wrong += got[i] != 0.0;
    } else {
      const double error = std::fabs(got[i] - ref[i]) / (kEps * size[i]);
      if (!(error <= result->error)) result->error = error;
    }
  }
}

struct EtaReference {
  Vector omega, bk, b;
};

EtaReference eta_reference(int m, int k, const Vector& alpha, Vector b) {
  const std::size_t ld = leading_dimension(m);
  EtaReference r{Vector(padded_rows(m), 0.0), Vector(ld, 0.0), {}};
  for (int i = 0; i < m; i++) {
    r.omega[i] = i == k ? 1.0 / alpha[k] : -alpha[i] / alpha[k];
    r.bk[i] = b[k * ld + i];
    b[k * ld + i] = 0.0;
  }
  r.b = std::move(b);
  return r;
}

// This rounds like the kernel: one fused multiply and add per element.
void rank_one_reference(int m, const Vector& omega, const Vector& bk,
                        Vector* b) {
  const std::size_t ld = leading_dimension(m);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) {
      double& e = (*b)[i * ld + j];
      e = std::fma(omega[i], bk[j], e);
    }
  }
}

}  // namespace

KernelResult run_eta(Context& context, unsigned seed, int m) {
  Random random(seed);
  const int k = random.below(m);
  const Vector alpha = random.vector(m), b = padded_matrix(random, m);
  const EtaReference want = eta_reference(m, k, alpha, b);
  DeviceArray d_alpha(context, alpha), d_b(context, b);
  DeviceArray d_omega(context, padded_rows(m));
  DeviceArray d_bk(context, leading_dimension(m));
  GPUINV_CUDA(kernels::launch_eta(context.launch(), m, k, d_alpha.data(),
                                  d_b.data(), d_omega.data(), d_bk.data()));
  KernelResult result;
  compare_exactly(d_omega.values(), want.omega, &result);
  compare_exactly(d_bk.values(), want.bk, &result);
  compare_exactly(d_b.values(), want.b, &result);
  compare_exactly(d_alpha.values(), alpha, &result);
  result.outside = d_omega.outside() + d_bk.outside() + d_b.outside();
  return result;
}

KernelResult run_rank_one(Context& context, unsigned seed, int m,
                          bool overlap) {
  Random random(seed);
  const Vector omega = padded(random.vector(m), padded_rows(m));
  const Vector bk = padded(random.vector(m), leading_dimension(m));
  Vector b = padded_matrix(random, m);
  DeviceArray d_omega(context, omega), d_bk(context, bk), d_b(context, b);
  kernels::Launch launch = context.launch();
  launch.overlap = launch.overlap && overlap;
  GPUINV_CUDA(kernels::launch_rank_one(launch, m, d_omega.data(), d_bk.data(),
                                       d_b.data()));
  rank_one_reference(m, omega, bk, &b);
  KernelResult result;
  compare_exactly(d_b.values(), b, &result);
  result.outside = d_b.outside();
  return result;
}

// Runs both kernels one after the other, several times: a missing dependency
// between them shows as a wrong element.
KernelResult run_update(Context& context, unsigned seed, int m) {
  constexpr int kUpdates = 8;
  Random random(seed);
  Vector b = padded_matrix(random, m);
  const Vector alpha = random.vector(m);
  DeviceArray d_alpha(context, alpha), d_b(context, b);
  DeviceArray d_omega(context, padded_rows(m));
  DeviceArray d_bk(context, leading_dimension(m));
  std::vector<int> pivots(kUpdates);
  for (int& k : pivots) k = random.below(m);
  for (const int k : pivots) {
    GPUINV_CUDA(kernels::launch_eta(context.launch(), m, k, d_alpha.data(),
                                    d_b.data(), d_omega.data(), d_bk.data()));
    GPUINV_CUDA(kernels::launch_rank_one(context.launch(), m, d_omega.data(),
                                         d_bk.data(), d_b.data()));
  }
  for (const int k : pivots) {
    EtaReference eta = eta_reference(m, k, alpha, std::move(b));
    b = std::move(eta.b);
    rank_one_reference(m, eta.omega, eta.bk, &b);
  }
  KernelResult result;
  compare_exactly(d_b.values(), b, &result);
  result.outside = d_b.outside() + d_omega.outside() + d_bk.outside();
  return result;
}

KernelResult run_gather_columns(Context& context, unsigned seed, int m, int s) {
  Random random(seed);
  const std::size_t ld = leading_dimension(m);
  const Vector b = padded_matrix(random, m), val = random.vector(s);
  const std::vector<int> ind = random.indices(m, s);
  Vector ref(m, 0.0), size(m, 0.0);
  for (int i = 0; i < m; i++) {
    for (int t = 0; t < s; t++) {
      const double term = b[i * ld + ind[t]] * val[t];
      ref[i] += term;
      size[i] += std::fabs(term);
    }
  }
  DeviceArray d_b(context, b), d_val(context, val), d_y(context, m);
  const auto d_ind = upload(context, ind);
  GPUINV_CUDA(kernels::launch_gather_columns(context.launch(), m, d_b.data(), s,
                                             d_ind.data(), d_val.data(),
                                             d_y.data()));
  KernelResult result;
  compare_sums(d_y.values(), ref, size, &result);
  result.outside = d_y.outside();
  return result;
}

KernelResult run_combine_rows(Context& context, unsigned seed, int m, int s) {
  Random random(seed);
  const std::size_t ld = leading_dimension(m);
  const Vector b = padded_matrix(random, m), val = random.vector(s);
  const std::vector<int> ind = random.indices(m, s);
  Vector ref(ld, 0.0), size(ld, 0.0);
  for (int t = 0; t < s; t++) {
    for (int j = 0; j < m; j++) {
      const double term = b[ind[t] * ld + j] * val[t];
      ref[j] += term;
      size[j] += std::fabs(term);
    }
  }
  DeviceArray d_b(context, b), d_val(context, val);
  DeviceArray d_y(context, ld), d_again(context, ld);
  DeviceArray d_work(context, kernels::combine_rows_workspace(m));
  const auto d_ind = upload(context, ind);
  for (DeviceArray* y : {&d_y, &d_again}) {
    GPUINV_CUDA(kernels::launch_combine_rows(context.launch(), m, d_b.data(), s,
                                             d_ind.data(), d_val.data(),
                                             y->data(), d_work.data()));
  }
  KernelResult result;
  compare_sums(d_y.values(), ref, size, &result);
  compare_exactly(d_again.values(), d_y.values(), &result);
  result.outside = d_y.outside() + d_work.outside();
  return result;
}

KernelResult run_scatter_columns(Context& context, unsigned seed, int m) {
  Random random(seed);
  const std::size_t ld = leading_dimension(m);
  // A run of columns in the middle, of random lengths: some are empty, some
  // dense, in order and without indices.
  const int first = random.below(m);
  const int n = 1 + random.below(m - first);
  Columns run(m);
  std::vector<signed char> rows;
  Vector b(m * ld, 0.0);
  for (int c = 0; c < n; c++) {
    const int kind = random.below(5);
    rows.push_back(kind == 1   ? kernels::kRowsAscending
                   : kind == 2 ? kernels::kRowsDescending
                               : kernels::kRowsListed);
    const bool listed = rows[c] == kernels::kRowsListed;
    const int s = kind == 0 ? 0 : listed ? random.below(m + 1) : m;
    std::vector<int> ind = random.indices(m, s);
    if (kind == 2) std::reverse(ind.begin(), ind.end());
    const Vector val = random.vector(s);
    for (int t = 0; t < s; t++) b[ind[t] * ld + first + c] = val[t];
    if (!listed) std::fill(ind.begin(), ind.end(), -1);  // must not be read
    run.add(ind, val);
  }
  DeviceArray d_b(context, Vector(m * ld, 0.0));
  const auto d_ptr = upload(context, run.ptr);
  const auto d_rows = upload(context, rows);
  const auto d_ind = upload(context, run.ind);
  const auto d_val = upload(context, run.val);
  const kernels::PackedColumns columns = {static_cast<std::size_t>(first),
                                          static_cast<std::size_t>(n),
                                          run.ind.size(),
                                          m,
                                          d_ptr.data(),
                                          d_rows.data(),
                                          d_ind.data(),
                                          d_val.data()};
  GPUINV_CUDA(kernels::launch_scatter_columns(context.launch(), columns, {}, ld,
                                              d_b.data()));
  KernelResult result;
  compare_exactly(d_b.values(), b, &result);
  result.outside = d_b.outside();
  return result;
}

KernelResult run_move_upper(Context& context, unsigned seed, int m, int first,
                            int count) {
  Random random(seed);
  const std::size_t ld = leading_dimension(m);
  Vector a = random.vector(m * ld), panel = random.vector(count * ld);
  DeviceArray d_a(context, a), d_panel(context, panel);
  GPUINV_CUDA(kernels::launch_move_upper(context.launch(), m, first, count,
                                         d_a.data(), d_panel.data()));
  for (int i = 0; i < count; i++) {
    for (int j = first + i + 1; j < m; j++) {
      panel[i * ld + j] = a[(first + i) * ld + j];
      a[(first + i) * ld + j] = 0.0;
    }
  }
  KernelResult result;
  compare_exactly(d_a.values(), a, &result);
  compare_exactly(d_panel.values(), panel, &result);
  result.outside = d_a.outside() + d_panel.outside();
  return result;
}

KernelResult run_column_abs_sums(Context& context, unsigned seed, int m) {
  Random random(seed);
  const std::size_t ld = leading_dimension(m);
  const Vector b = padded_matrix(random, m);
  Vector want(ld, 0.0);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) want[j] += std::fabs(b[i * ld + j]);
  }
  DeviceArray d_b(context, b);
  DeviceArray d_part(context, kernels::kColumnSumParts * ld);
  const double norm = device::one_norm(context, m, d_b.data(), d_part.data());
  const Vector part = d_part.values();
  KernelResult result;
  Vector sum(ld, 0.0);
  for (std::size_t p = 0; p < part.size(); p++) {
    result.unwritten += DeviceArray::is_poison(part[p]);
    sum[p % ld] += part[p];
  }
  compare_sums(sum, want, want, &result);
  const double want_norm = *std::max_element(want.begin(), want.end());
  compare_sums({norm}, {want_norm}, {want_norm}, &result);
  result.outside = d_part.outside();
  return result;
}

bool norm_shows(Context& context, unsigned seed, int m, double bad) {
  Random random(seed);
  Vector b = padded_matrix(random, m);
  b[random.below(m) * leading_dimension(m) + random.below(m)] = bad;
  DeviceArray d_b(context, b);
  DeviceArray d_part(context, kernels::kColumnSumParts * leading_dimension(m));
  return !std::isfinite(
      device::one_norm(context, m, d_b.data(), d_part.data()));
}

}  // namespace gpuinv::tests
