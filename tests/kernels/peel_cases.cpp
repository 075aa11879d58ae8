// peel_cases.cpp (kernels of a peeled inverse against plain host loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "kernels/inversion.hpp"
#include "kernels/layout.hpp"
#include "tests/kernels/device_array.hpp"
#include "tests/kernels/kernel_cases.hpp"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using kernels::leading_dimension;
using kernels::matrix_elements;
using Vector = std::vector<double>;

// Returns an m by m matrix in the padded layout.
Vector padded_matrix(Random& random, int m) {
  Vector x(matrix_elements(m), 0.0);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) {
      x[i * leading_dimension(m) + j] = random.value();
    }
  }
  return x;
}

// Steps with random targets, all different.  Their sources are rows of no step
// or, if they run in turn, of an earlier step.
struct Steps {
  Steps(Random& random, int m, int count, bool parallel)
      : target(random.permutation(m)), unit(random.permutation(m)) {
    for (int s = 0; s < count; s++) {
      const int entries = random.below(6);
      for (int t = 0; t < entries; t++) {
        const int others = m - count + (parallel ? 0 : s);
        if (others == 0) break;
        const int pick = random.below(others);
        source.push_back(
            target[pick < m - count ? count + pick : pick - (m - count)]);
        value.push_back(random.value());
      }
      start.push_back(source.size());
      pivot.push_back(random.value());
    }
  }
  std::vector<int> target, unit, source;
  Vector pivot, value;
  std::vector<std::size_t> start{0};
};

struct DeviceSteps {
  DeviceSteps(Context& context, const Steps& s)
      : target(upload(context, s.target)),
        unit(upload(context, s.unit)),
        source(upload(context, s.source)),
        pivot(upload(context, s.pivot)),
        value(upload(context, s.value)),
        start(upload(context, s.start)) {}
  kernels::RowSteps view() const {
    return {target.data(), unit.data(),   pivot.data(),
            start.data(),  source.data(), value.data()};
  }
  device::DeviceBuffer<int> target, unit, source;
  device::DeviceBuffer<double> pivot, value;
  device::DeviceBuffer<std::size_t> start;
};

void compare_exactly(const Vector& got, const Vector& want,
                     KernelResult* result) {
  for (std::size_t i = 0; i < want.size(); i++) {
    result->unwritten += DeviceArray::is_poison(got[i]);
    result->wrong += !(got[i] == want[i]);
  }
}

}  // namespace

// The reference rounds like the kernel: sums in the order of the entries.
KernelResult run_substitute_rows(Context& context, unsigned seed, int m,
                                 bool parallel, bool in_place) {
  Random random(seed);
  const std::size_t ld = leading_dimension(m);
  const int count = parallel ? (m + 1) / 2 : m;
  const Steps steps(random, m, count, parallel);
  const DeviceSteps d_steps(context, steps);
  Vector x = padded_matrix(random, m);
  DeviceArray d_x(context, x);
  const auto launch = context.launch();
  GPUINV_CUDA(
      in_place ? kernels::launch_subtract_rows(launch, ld, d_steps.view(), 0,
                                               count, parallel, d_x.data())
               : kernels::launch_substitute_rows(launch, m, d_steps.view(), 0,
                                                 count, parallel, d_x.data()));
  for (int s = 0; s < count; s++) {
    double* row = &x[steps.target[s] * ld];
    for (int j = 0; j < m; j++) {
      double sum = in_place ? row[j] : steps.unit[s] == j ? 1.0 : 0.0;
      for (std::size_t t = steps.start[s]; t < steps.start[s + 1]; t++) {
        sum = std::fma(-steps.value[t], x[steps.source[t] * ld + j], sum);
      }
      row[j] = in_place ? sum : sum / steps.pivot[s];
    }
  }
  KernelResult result;
  compare_exactly(d_x.values(), x, &result);
  result.outside = d_x.outside();
  return result;
}

KernelResult run_nucleus_rows(Context& context, unsigned seed, int m, int k,
                              int q) {
  Random random(seed);
  const std::size_t ld = leading_dimension(m);
  const std::size_t ldk = leading_dimension(k), ldq = leading_dimension(q);
  const int first = random.below(m - k + 1);
  const Steps steps(random, m, m, false);
  const DeviceSteps d_steps(context, steps);
  const kernels::NucleusRows rows{d_steps.view(), first, k};
  const std::vector<int> column = random.indices(m, q);
  std::vector<int> place = random.permutation(m);
  for (int& p : place) p = p < k + q ? p : -1;
  const Vector nucleus = random.vector(k * ldk),
               beside = random.vector(k * ldq);
  Vector x = padded_matrix(random, m), w(k * ldq, 0.0);
  DeviceArray d_x(context, x), d_w(context, k * ldq);
  DeviceArray d_nucleus(context, nucleus), d_beside(context, beside);
  const auto d_column = upload(context, column),
             d_place = upload(context, place);
  GPUINV_CUDA(kernels::launch_weigh_nucleus_rows(
      context.launch(), m, rows, d_x.data(), q, d_column.data(), d_w.data()));
  GPUINV_CUDA(kernels::launch_place_nucleus_rows(
      context.launch(), m, rows, d_place.data(), d_nucleus.data(), q,
      d_beside.data(), d_x.data()));
  for (int r = 0; r < k; r++) {
    const std::size_t end = steps.start[first + r + 1];
    for (int c = 0; c < q; c++) {
      for (std::size_t t = steps.start[first + r]; t < end; t++) {
        w[r * ldq + c] =
            std::fma(-steps.value[t], x[steps.source[t] * ld + column[c]],
                     w[r * ldq + c]);
      }
    }
  }
  for (int r = 0; r < k; r++) {
    for (int i = 0; i < m; i++) {
      const int p = place[i];
      x[steps.target[first + r] * ld + i] = p < 0   ? 0.0
                                            : p < k ? nucleus[r * ldk + p]
                                                    : beside[r * ldq + p - k];
    }
  }
  KernelResult result;
  compare_exactly(d_w.values(), w, &result);
  compare_exactly(d_x.values(), x, &result);
  result.outside = d_w.outside() + d_x.outside();
  return result;
}

}  // namespace gpuinv::tests
