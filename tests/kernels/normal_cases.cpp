// normal_cases.cpp (parts of the normal equations against plain host loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/kernels/normal_cases.hpp"

#include <cmath>
#include <limits>
#include <memory>

#include "kernels/triangular_solve.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/device/normal_assembly.hpp"
#include "tests/kernels/device_array.hpp"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using device::DeviceBuffer;
using Vector = std::vector<double>;

constexpr double kEps = std::numeric_limits<double>::epsilon();

struct Sparse {
  explicit Sparse(int m) : m(m) {}
  void add(const std::vector<int>& rows, const Vector& values) {
    row.insert(row.end(), rows.begin(), rows.end());
    value.insert(value.end(), values.begin(), values.end());
    start.push_back(static_cast<int>(row.size()));
  }
  int columns() const { return static_cast<int>(start.size()) - 1; }
  ColumnMatrix view() const {
    return {m, columns(), start.data(), row.data(), value.data()};
  }
  int m;
  std::vector<int> start{0}, row;
  Vector value;
};

Sparse some_of_everything(Random& random, int m) {
  Sparse a(m);
  a.add({}, {});
  for (int j = 0; j < m + 5; j++) {
    const int most = j % 3 == 0 ? 1 : j % 7 == 0 ? std::max(m / 10, 1) : 5;
    const int count = std::min(m, 1 + random.below(most));
    a.add(random.indices(m, count), random.vector(count));
  }
  for (int j = 0; j < 3; j++) a.add(random.indices(m, m), random.vector(m));
  return a;
}

// The lower triangle of S and of the sum of the absolute terms, by columns.
struct Reference {
  std::vector<long double> s, size;
};

Reference reference(const Sparse& a, const Vector& d, const Vector& r) {
  const std::size_t m = a.m;
  Reference f{std::vector<long double>(m * m), std::vector<long double>(m * m)};
  for (std::size_t i = 0; i < m; i++) f.s[i + i * m] = f.size[i + i * m] = r[i];
  for (int k = 0; k < a.columns(); k++) {
    for (int t = a.start[k]; t < a.start[k + 1]; t++) {
      for (int u = t; u < a.start[k + 1]; u++) {
        const long double x =
            static_cast<long double>(a.value[t]) * a.value[u] * d[k];
        f.s[a.row[u] + a.row[t] * m] += x;
        f.size[a.row[u] + a.row[t] * m] += std::fabs(x);
      }
    }
  }
  return f;
}

// Returns the place of element (i,j), i >= j, in the layout.
std::size_t place(const kernels::SymmetricLayout& s, int i, int j) {
  if (j < s.split) return s.first + j * s.ld + i;
  return (i - s.split) * s.ld + (j - s.split);
}

void compare(const kernels::SymmetricLayout& layout, const Vector& got,
             const Reference& f, KernelResult* result) {
  const std::size_t m = layout.m;
  std::vector<bool> inside(got.size(), false);
  for (int j = 0; j < layout.m; j++) {
    for (int i = j; i < layout.m; i++) {
      const std::size_t at = place(layout, i, j);
      result->wrong += inside[at];  // two elements have one place
      inside[at] = true;
      const long double c = 1.0L / std::sqrt(f.s[i + i * m] * f.s[j + j * m]);
      result->unwritten += DeviceArray::is_poison(got[at]);
      const double error =
          static_cast<double>(std::fabs(got[at] - c * f.s[i + j * m]) / kEps /
                              (c * f.size[i + j * m] + 1e-300L));
      if (f.size[i + j * m] == 0.0L) {
        result->wrong += got[at] != 0.0;
      } else if (!(error <= result->error)) {
        result->error = error;
      }
    }
  }
  for (std::size_t at = 0; at < got.size(); at++) {
    result->outside += !inside[at] && !DeviceArray::is_poison(got[at]);
  }
}

// An n by n matrix with element (i,j) of L at i + j*ld or j + i*ld; the other
// triangle is poison.
struct Factor {
  Factor(Random& random, int n, bool upper)
      : n(n), ld(n + 3), upper(upper), l(ld * n, std::nan("")) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) at(i, j) = random.value() / std::sqrt(n);
      at(i, i) = 1.5 + random.value();
    }
  }
  double& at(int i, int j) { return l[upper ? j + i * ld : i + j * ld]; }
  kernels::Triangle<double> view(const double* place) const {
    return {n, place, ld, upper};
  }
  int n;
  std::size_t ld;
  bool upper;
  Vector l;
};

int bad_diagonal(Context& context, const Factor& factor) {
  const DeviceBuffer<double> l = upload(context, factor.l);
  const DeviceBuffer<int> bad = upload(context, std::vector<int>{0});
  DeviceBuffer<double> inverse(kernels::triangle_inverse_elements(factor.n));
  GPUINV_CUDA(kernels::launch_invert_diagonal_blocks(
      context.launch(), factor.view(l.data()), inverse.data(),
      const_cast<int*>(bad.data())));
  int seen = 0;
  GPUINV_CUDA(cudaMemcpyAsync(&seen, bad.data(), sizeof seen,
                              cudaMemcpyDeviceToHost, context.stream()));
  context.synchronize();
  return seen;
}

}  // namespace

KernelResult run_assembly(Context& context, unsigned seed, int m, bool packed,
                          bool tiles) {
  Random random(seed);
  const Sparse a = some_of_everything(random, m);
  Vector d = random.vector(a.columns()), r = random.vector(m);
  for (double& x : d) x = std::fabs(x);
  for (double& x : r) x = std::fabs(x);
  const kernels::SymmetricLayout layout =
      packed ? kernels::packed_layout(m) : kernels::full_layout(m);
  device::NormalAssembly assembly(
      context, a.view(),
      std::make_shared<const device::DeviceMatrix>(context, a.view()),
      tiles ? device::SparseSums::kTiles : device::SparseSums::kLines);
  assembly.prepare();
  const DeviceBuffer<double> d_d = upload(context, d), d_r = upload(context, r);
  DeviceArray s(context, layout.elements()), again(context, layout.elements());
  assembly.run(d_d.data(), d_r.data(), layout, s.data());
  assembly.run(d_d.data(), d_r.data(), layout, again.data());
  KernelResult result;
  const Vector got = s.values(), repeated = again.values();
  compare(layout, got, reference(a, d, r), &result);
  for (std::size_t i = 0; i < got.size(); i++) {
    result.wrong += !DeviceArray::is_poison(got[i]) && got[i] != repeated[i];
  }
  result.outside += s.outside();
  return result;
}

KernelResult run_row_sums(Context& context, unsigned seed, int m) {
  Random random(seed);
  constexpr int kLengths[] = {0, 1, 4, 5, 64, 65, 1000, 4096, 4097, 9999};
  constexpr int kColumns = 10000;
  device::HostRows rows;
  rows.start.push_back(0);
  for (int i = 0; i < m; i++) {
    const int length = kLengths[random.below(10)];
    for (int t = 0; t < length; t++) {
      rows.index.push_back(random.below(kColumns));
      rows.value.push_back(random.value());
    }
    rows.start.push_back(rows.index.size());
  }
  const Vector x = random.vector(kColumns);
  const device::RowMatrix a(context, rows);
  const DeviceBuffer<double> d_x = upload(context, x);
  DeviceArray y(context, m), again(context, m);
  a.multiply(context, d_x.data(), y.data());
  a.multiply(context, d_x.data(), again.data());
  KernelResult result;
  const Vector got = y.values(), repeated = again.values();
  for (int i = 0; i < m; i++) {
    long double sum = 0.0L, size = 0.0L;
    for (std::size_t t = rows.start[i]; t < rows.start[i + 1]; t++) {
      const long double term =
          static_cast<long double>(rows.value[t]) * x[rows.index[t]];
      sum += term;
      size += std::fabs(term);
    }
    result.unwritten += DeviceArray::is_poison(got[i]);
    result.wrong += got[i] != repeated[i] || (size == 0.0L && got[i] != 0.0);
    const double error =
        static_cast<double>(std::fabs(got[i] - sum) / kEps / (size + 1e-300L));
    if (!(error <= result.error)) result.error = error;
  }
  result.outside = y.outside();
  return result;
}

KernelResult run_triangular_solve(Context& context, unsigned seed, int n,
                                  bool upper, bool transposed) {
  Random random(seed);
  Factor factor(random, n, upper);
  const Vector b = random.vector(n);
  const DeviceBuffer<double> l = upload(context, factor.l);
  DeviceBuffer<int> bad = upload(context, std::vector<int>{0});
  const DeviceBuffer<double> rhs = upload(context, b);
  DeviceArray inverse(context, kernels::triangle_inverse_elements(n));
  DeviceArray x(context, n), again(context, n);
  const kernels::Launch& launch = context.launch();
  GPUINV_CUDA(kernels::launch_invert_diagonal_blocks(
      launch, factor.view(l.data()), inverse.data(), bad.data()));
  for (DeviceArray* to : {&x, &again}) {
    const DeviceBuffer<int> ticket = upload(context, std::vector<int>{-1});
    GPUINV_CUDA(
        cudaMemsetAsync(to->data(), 0xff, n * sizeof(double), launch.stream));
    GPUINV_CUDA(kernels::launch_triangular_solve(
        launch, factor.view(l.data()), inverse.data(), transposed, rhs.data(),
        to->data(), const_cast<int*>(ticket.data())));
    context.synchronize();
  }
  KernelResult result;
  const Vector got = x.values(), repeated = again.values();
  for (int i = 0; i < n; i++) {
    long double sum = b[i], size = std::fabs(b[i]);
    for (int j = transposed ? i : 0; j < (transposed ? n : i + 1); j++) {
      const double e = transposed ? factor.at(j, i) : factor.at(i, j);
      sum -= static_cast<long double>(e) * got[j];
      size += std::fabs(e * got[j]);
    }
    const double error = static_cast<double>(std::fabs(sum) / size / kEps);
    if (!(error <= result.error)) result.error = error;
    result.wrong += got[i] != repeated[i];
  }
  result.outside = x.outside() + inverse.outside();
  return result;
}

int unreported_diagonals(Context& context, unsigned seed, int n, bool upper) {
  Random random(seed);
  Factor factor(random, n, upper);
  int count = bad_diagonal(context, factor);
  for (const double bad : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
    double& place = factor.at(n - 1, n - 1);
    const double good = place;
    place = bad;
    count += 1 - bad_diagonal(context, factor);
    place = good;
  }
  return count;
}

}  // namespace gpuinv::tests
