// fold_case.cpp (fold against a plain host loop)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/fold.hpp"
#include "kernels/layout.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "tests/kernels/device_array.hpp"
#include "tests/kernels/kernel_cases.hpp"
#include "tests/kernels/random_data.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using device::DeviceBuffer;
using Vector = std::vector<double>;

// Returns rows of `width` random numbers, each followed by `rest`.
Vector random_rows(Random& random, int rows, int width, std::size_t pitch,
                   double rest) {
  Vector x(rows * pitch, rest);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < width; j++) x[i * pitch + j] = random.value();
  }
  return x;
}

// Compares got with C + U*V' up to rounding, whose scale is |terms|.
void compare(const kernels::Fold& f, const Vector& c, const Vector& u,
             const Vector& v, const Vector& got, KernelResult* result) {
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  for (std::size_t e = 0; e < c.size(); e++) {
    const std::size_t i = e / f.ld, j = e % f.ld;
    if (j >= static_cast<std::size_t>(f.n)) {
      result->wrong += got[e] != 0.0;
      continue;
    }
    double sum = c[e], size = std::fabs(c[e]);
    for (int t = 0; t < f.k; t++) {
      const double term = u[i * f.pitch + t] * v[j * f.pitch + t];
      sum += term;
      size += std::fabs(term);
    }
    const double error = std::fabs(got[e] - sum) / (kEps * size);
    if (!(error <= result->error)) result->error = error;
  }
}

// Returns, by number of the change, whether one of rows first, ..., last - 1
// has it.
std::vector<char> changes_of(const Vector& x, std::size_t pitch, int k,
                             int first, int last) {
  std::vector<char> has(k, 0);
  for (int i = first; i < last; i++) {
    for (int t = 0; t < k; t++) has[t] |= x[i * pitch + t] != 0.0;
  }
  return has;
}

// Returns those of every group of rows.
std::vector<std::vector<char>> changes_by(const Vector& x, std::size_t pitch,
                                          int k, int rows, int together) {
  std::vector<std::vector<char>> all;
  for (int i = 0; i < rows; i += together)
    all.push_back(changes_of(x, pitch, k, i, std::min(rows, i + together)));
  return all;
}

bool in_common(const std::vector<char>& a, const std::vector<char>& b) {
  for (std::size_t t = 0; t < a.size(); t++) {
    if (a[t] != 0 && b[t] != 0) return true;
  }
  return false;
}

// Counts the differences between the lists and the expected ones: each panel's
// tiles that share a change, one after the other.
long wrong_lists(const kernels::Fold& f, int k, const Vector& u,
                 const Vector& v, const std::vector<int>& lists) {
  auto parts = changes_by(u, f.pitch, k, f.m, kernels::kFoldUnit);
  const auto units = changes_by(v, f.pitch, k, f.n, kernels::kFoldUnit);
  const std::size_t panels = kernels::fold_grid(f.m, f.n).panels;
  parts.resize(panels * kernels::kFoldParts, std::vector<char>(k, 0));
  long wrong = 0;
  for (std::size_t p = 0; p < panels; p++) {
    const int* own = lists.data() + panels + p * units.size();
    int count = 0;
    for (std::size_t unit = 0; unit < units.size(); unit++) {
      unsigned met = 0;
      for (int q = 0; q < kernels::kFoldParts; q++) {
        if (in_common(parts[p * kernels::kFoldParts + q], units[unit]))
          met |= 1u << q;
      }
      if (met == 0) continue;
      const std::size_t want = (unit << kernels::kFoldParts) + met;
      wrong += static_cast<std::size_t>(own[count++]) != want;
    }
    wrong += lists[p] != count;
  }
  return wrong;
}

}  // namespace

// Clears U and V as if a basis fell apart into blocks: in each `together` rows
// all changes are zero, or none, or the first half, or the second.
void clear_some(Random& random, int rows, int together, int k,
                std::size_t pitch, Vector* x) {
  for (int first = 0; first < rows; first += together) {
    const int kind = random.below(4);
    const int begin = kind == 3 ? k / 2 : 0;
    const int end = kind == 0 ? 0 : kind == 2 ? k / 2 : k;
    for (int i = first; i < std::min(rows, first + together); i++)
      std::fill_n(x->begin() + static_cast<std::ptrdiff_t>(i * pitch) + begin,
                  end - begin, 0.0);
  }
}

// Numbers after the first k of a row are NaN, because they must not be used.
// The host gives k, then the device does, with lists of non-zeros, and then the
// device says that nothing is left.
KernelResult run_fold(Context& context, unsigned seed, int m, int n, int k) {
  KernelResult result;
  int most = 0;
  GPUINV_CUDA(kernels::prepare_fold(context.device(), &most));
  if (k > most) return result;  // not on this device
  Random random(seed);
  const int pitch = (k + 15) / 16 * 16 + 16 * random.below(2);
  const std::size_t ld = kernels::leading_dimension(n);
  const Vector c = random_rows(random, m, n, ld, 0.0);
  Vector u = random_rows(random, m, k, pitch, NAN);
  Vector v = random_rows(random, n, k, pitch, NAN);
  clear_some(random, m, kernels::kFoldUnit, k, pitch, &u);
  clear_some(random, n, kernels::kFoldUnit, k, pitch, &v);
  DeviceArray d_u(context, u), d_v(context, v);
  DeviceArray d_c(context, c), d_again(context, c);
  const std::vector<int> counts{k, 0};
  const DeviceBuffer<int> d_counts = upload(context, counts);
  DeviceBuffer<int> lists(kernels::fold_list_words(m, n));
  kernels::Fold f{};
  f.c = d_c.data(), f.ld = ld, f.u = d_u.data(), f.v = d_v.data();
  f.m = m, f.n = n, f.k = k, f.pitch = pitch;
  GPUINV_CUDA(kernels::launch_fold(context.launch(), f));
  f.c = d_again.data();
  f.k = std::min(pitch, most);
  f.lists = lists.data();
  for (std::size_t round = 0; round < counts.size(); round++) {
    f.count = d_counts.data() + round;
    GPUINV_CUDA(kernels::launch_fold_lists(context.launch(), f));
    GPUINV_CUDA(kernels::launch_fold(context.launch(), f));
    result.wrong +=
        wrong_lists(f, counts[round], u, v,
                    download(context, lists, kernels::fold_list_words(m, n)));
  }
  f.k = k;
  const Vector got = d_c.values(), again = d_again.values();
  compare(f, c, u, v, got, &result);
  for (std::size_t e = 0; e < got.size(); e++) {
    result.unwritten += DeviceArray::is_poison(got[e]);
    result.wrong += !(got[e] == again[e]);
  }
  result.outside = d_c.outside() + d_again.outside();
  return result;
}

}  // namespace gpuinv::tests
