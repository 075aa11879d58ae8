// test_cholesky.cpp (the Cholesky forms of the literature)
// SPDX-License-Identifier: GPL-3.0-or-later

// Without a device the exit status is 77 (SKIP to automake), or a failure if
// GPUINV_REQUIRE_GPU=1.

#include <check.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/kernels/device_array.hpp"
#include "tests/kernels/infinity_case.hpp"
#include "tests/kernels/random_data.hpp"
#include "tests/kernels/run_on_device.hpp"
#include "tests/libgpuinv/seed.hpp"
#include "tests/literature/cholesky/cholesky.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using kernels::cholesky::Form;
using kernels::cholesky::forms;

// Below and above a tile, a warp, a block and each other's multiples.
constexpr int kSizes[] = {1, 2, 31, 32, 33, 64, 65, 257, 300};
constexpr int kSizeCount = sizeof kSizes / sizeof kSizes[0];
constexpr std::size_t kGuard = 64;  // elements on both sides of the matrix

// Sums of rounded products are exact in this type, or nearly so.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

// Returns G*G' + I with a random G, rounded to T; symmetric.
template <class T>
std::vector<T> definite(int m, unsigned seed) {
  const std::vector<double> g =
      Random(seed).vector(static_cast<std::size_t>(m) * m);
  std::vector<T> a(g.size());
  for (int j = 0; j < m; j++) {
    for (int i = 0; i <= j; i++) {
      double sum = i == j ? 1.0 : 0.0;
      for (int t = 0; t < m; t++) sum += g[t * m + i] * g[t * m + j];
      a[i * m + j] = a[j * m + i] = static_cast<T>(sum);
    }
  }
  return a;
}

// Returns the largest |A - L*L'|, of elements on and below the diagonal, over
// the bound for rounding, (m + 1) * eps * |L|*|L'| (Higham, Accuracy and
// Stability of Numerical Algorithms, theorem 10.3).
template <class T>
double backward_error(int m, const std::vector<T>& a, const std::vector<T>& l) {
  const double permitted = (m + 1.0) * std::numeric_limits<T>::epsilon();
  double worst = 0.0;
  for (int j = 0; j < m; j++) {
    for (int i = j; i < m; i++) {
      Wide<T> rest = a[j * m + i], size = 0;
      for (int t = 0; t <= j; t++) {
        const Wide<T> product = Wide<T>(l[t * m + i]) * l[t * m + j];
        rest -= product;
        size += std::fabs(product);
      }
      const double e = static_cast<double>(std::fabs(rest) / size) / permitted;
      if (!(e <= worst)) worst = e;  // NaN is the worst
    }
  }
  return worst;
}

template <class T>
bool upper_is_same(int m, const std::vector<T>& a, const std::vector<T>& l) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < j; i++)
      if (a[j * m + i] != l[j * m + i]) return false;
  return true;
}

// Returns the matrix that the form leaves; *outside counts changed elements
// beside it.
template <class T>
std::vector<T> factorized(const Form<T>& form, int m, const std::vector<T>& a,
                          bool* outside) {
  Context context(0);
  std::vector<T> all(a.size() + 2 * kGuard, T(7));
  std::copy(a.begin(), a.end(), all.begin() + kGuard);
  device::DeviceBuffer<T> on_device = upload(context, all);
  GPUINV_CUDA(form.launch({context.launch(), m, on_device.data() + kGuard}));
  all = download(context, on_device, all.size());
  *outside = false;
  for (std::size_t i = 0; i < kGuard; i++)
    *outside |= all[i] != T(7) || all[all.size() - 1 - i] != T(7);
  return {all.begin() + kGuard, all.end() - kGuard};
}

// Returns "", or the fault.
template <class T>
std::string fault_of(const Form<T>& form, int m) {
  const std::vector<T> a = definite<T>(m, testing::seed() + m);
  bool outside = false;
  const std::vector<T> l = factorized(form, m, a, &outside);
  if (outside) return "writes outside";
  if (!form.changes_upper && !upper_is_same(m, a, l))
    return "changes the upper triangle";
  const double error = backward_error(m, a, l);
  if (error <= 1.0) return "";
  return "error " + std::to_string(error) + " times what rounding permits";
}

// A diagonal element is negative.
template <class T>
std::string fault_of_indefinite(const Form<T>& form, int m) {
  std::vector<T> a = definite<T>(m, testing::seed() + m);
  a[(m / 2) * m + m / 2] = T(-1);
  bool outside = false;
  for (const T x : factorized(form, m, a, &outside))
    if (std::isnan(x)) return "";
  return "takes an indefinite matrix";
}

template <class T>
std::string faults(int m) {
  for (const Form<T>& form : forms<T>()) {
    std::string fault = fault_of(form, m);
    if (fault.empty()) fault = fault_of_indefinite(form, m);
    if (!fault.empty())
      return std::string(form.name) + ", m = " + std::to_string(m) + ", " +
             std::to_string(sizeof(T)) + " bytes: " + fault;
  }
  return "";
}

// The text needs no object that is alive when the assertion jumps.
void run(std::string (*check)(int), int m, char (&text)[256]) {
  std::string fault;
  try {
    fault = check(m);
  } catch (const std::exception& error) {
    fault = error.what();
  }
  std::snprintf(text, sizeof text, "%s", fault.c_str());
}

START_TEST(factors) {
  char text[256];
  run(faults<double>, kSizes[_i], text);
  ck_assert_msg(text[0] == '\0', "%s", text);
  run(faults<float>, kSizes[_i], text);
  ck_assert_msg(text[0] == '\0', "%s", text);
}
END_TEST

template <class T>
double host_error(int m) {
  const std::vector<T> a = definite<T>(m, testing::seed() + m);
  std::vector<T> l = a;
  kernels::cholesky::factorize_on_host(m, l.data());
  return upper_is_same(m, a, l) ? backward_error(m, a, l) : 1e300;
}

START_TEST(host_twin) {
  ck_assert(host_error<double>(kSizes[_i]) <= 1.0);
  ck_assert(host_error<float>(kSizes[_i]) <= 1.0);
}
END_TEST

Suite* cholesky_suite() {
  Suite* suite = suite_create("Cholesky forms of the literature");
  TCase* tcase = tcase_create("forms");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, factors, 0, kSizeCount);
  tcase_add_loop_test(tcase, host_twin, 0, kSizeCount);
  suite_add_tcase(suite, tcase);
  suite_add_tcase(suite, infinity_case());
  return suite;
}

}  // namespace
}  // namespace gpuinv::tests

int main() {
  return gpuinv::tests::run_on_device("test_cholesky", [] {
    return std::vector{gpuinv::tests::cholesky_suite()};
  });
}
