// test_update.cpp (the basis updates of the literature against the host)
// SPDX-License-Identifier: GPL-3.0-or-later

// Without a device the exit status is 77 (SKIP to automake), or a failure if
// GPUINV_REQUIRE_GPU=1.

#include <check.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "tests/kernels/device_array.hpp"
#include "tests/kernels/random_data.hpp"
#include "tests/kernels/run_on_device.hpp"
#include "tests/libgpuinv/seed.hpp"
#include "tests/literature/update/update.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using kernels::update::Form;
using kernels::update::forms;

// Below and above a warp, a block and each other's multiples; the last one is
// the largest that omega in shared memory allows.
constexpr int kSizes[] = {1, 2, 31, 33, 257, 512, 1025, 6144};
constexpr int kSizeCount = sizeof kSizes / sizeof kSizes[0];
constexpr double kTolerance = 1e-12;

struct Example {
  Example(int m, int k, unsigned seed) : m(m), k(k) {
    Random random(seed);
    b = random.vector(static_cast<std::size_t>(m) * m);
    alpha = random.vector(m);
    wanted = b;
    kernels::update::update_on_host(m, k, alpha.data(), wanted.data());
  }
  // Returns the largest |got - wanted| / (|b_ij| + |b_kj omega_i|), which is
  // relative to the size of the summed terms.
  double error(const std::vector<double>& got) const {
    double worst = 0.0;
    for (int i = 0; i < m; i++) {
      const double omega = (i == k ? 1.0 : -alpha[i]) / alpha[k];
      for (int j = 0; j < m; j++) {
        const std::size_t at = static_cast<std::size_t>(i) * m + j;
        const std::size_t row = static_cast<std::size_t>(k) * m + j;
        const double size = std::fabs(b[at]) + std::fabs(b[row] * omega);
        const double e = std::fabs(got[at] - wanted[at]) / size;
        if (!(e <= worst)) worst = e;  // NaN is the worst
      }
    }
    return worst;
  }

  int m, k;
  std::vector<double> b, alpha, wanted;
};

// Returns "", or the fault.
std::string fault_of(const Form& form, const Example& x, int block) {
  Context context(0);
  DeviceArray alpha(context, x.alpha), b(context, x.b);
  DeviceArray work(context, form.workspace(x.m));
  const kernels::update::Outcome outcome =
      form.launch({context.launch(), context.cublas(), x.m, x.k, alpha.data(),
                   b.data(), work.data(), block});
  GPUINV_CUDA(outcome.cuda);
  GPUINV_CUBLAS(outcome.blas);
  context.synchronize();
  if (b.outside() + work.outside() + alpha.outside() > 0)
    return "writes outside";
  const double error = x.error(b.values());
  if (error <= kTolerance) return "";
  return "error " + std::to_string(error / kTolerance) + " tolerances";
}

std::string all_blocks(const Form& form, int m) {
  for (const int k : {0, m / 2, m - 1}) {
    const Example x(m, k, testing::seed() + m + k);
    for (const int block : form.blocks) {
      const std::string fault = fault_of(form, x, block);
      if (!fault.empty())
        return std::string(form.name) + ", m = " + std::to_string(m) +
               ", k = " + std::to_string(k) + ", block " +
               std::to_string(block) + ": " + fault;
    }
  }
  return "";
}

// The text needs no object that is alive when the assertion jumps.
void run(const Form& form, int m, char (&text)[256]) {
  std::string fault;
  try {
    fault = all_blocks(form, m);
  } catch (const std::exception& error) {
    fault = error.what();
  }
  std::snprintf(text, sizeof text, "%s", fault.c_str());
}

START_TEST(like_the_host) {
  const int m = kSizes[_i];
  for (const Form& form : forms()) {
    if (m > 2000 && !form.shares_omega) continue;  // not interesting for them
    char text[256];
    run(form, m, text);
    ck_assert_msg(text[0] == '\0', "%s", text);
  }
}
END_TEST

START_TEST(limit_of_shared_memory) {
  int limited = 0;
  for (const Form& form : forms()) {
    ck_assert(kernels::update::fits(form, 6144));
    limited += !kernels::update::fits(form, 6145);
  }
  ck_assert_int_eq(limited, 1);
  ck_assert_int_eq(static_cast<int>(forms().size()), 6);
}
END_TEST

Suite* update_suite() {
  Suite* suite = suite_create("updates of the literature");
  TCase* tcase = tcase_create("forms");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, like_the_host, 0, kSizeCount);
  tcase_add_test(tcase, limit_of_shared_memory);
  suite_add_tcase(suite, tcase);
  return suite;
}

}  // namespace
}  // namespace gpuinv::tests

int main() {
  return gpuinv::tests::run_on_device(
      "test_update", [] { return std::vector{gpuinv::tests::update_suite()}; });
}
