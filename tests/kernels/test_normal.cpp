// test_normal.cpp (normal equations on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the suite of NormalEquations over every implementation of the device,
// and compares their parts with plain loops.  Without a device the exit status
// is 77, or a failure if GPUINV_REQUIRE_GPU=1.

#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

#include "kernels/normal.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_normal_dense.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#ifdef HAVE_CUDSS
#include "libgpuinv/device/device_normal_sparse.hpp"
#endif
#include "tests/kernels/normal_cases.hpp"
#include "tests/kernels/run_on_device.hpp"
#include "tests/kernels/suites.hpp"
#include "tests/libgpuinv/normal_problem.hpp"
#include "tests/libgpuinv/normal_suite.hpp"
#include "tests/libgpuinv/seed.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;
using device::DenseStorage;
using device::DeviceBuffer;
using device::DeviceNormalDense;

// An implementation on the device, for vectors in host memory.
class FromHost final : public NormalEquations {
 public:
  FromHost(std::shared_ptr<Context> context, const ColumnMatrix& a,
           std::unique_ptr<NormalEquations> inner)
      : context_(std::move(context)),
        m_(a.rows),
        n_(a.columns),
        inner_(std::move(inner)) {}

  const char* name() const override { return inner_->name(); }
  const Cost& cost() const override { return inner_->cost(); }
  bool factorize(const double* d, const double* r) override {
    device::send(*context_, std::vector<double>(d, d + n_), &d_);
    device::send(*context_, std::vector<double>(r, r + m_), &r_);
    return inner_->factorize(d_.data(), r_.data());
  }
  void solve(double* x) override {
    device::send(*context_, std::vector<double>(x, x + m_), &x_);
    inner_->solve(x_.data());
    GPUINV_CUDA(cudaMemcpyAsync(x, x_.data(), m_ * sizeof(double),
                                cudaMemcpyDeviceToHost, context_->stream()));
    context_->synchronize();
  }

 private:
  std::shared_ptr<Context> context_;
  int m_, n_;
  std::unique_ptr<NormalEquations> inner_;
  DeviceBuffer<double> d_, r_, x_;
};

template <DenseStorage kStorage, bool kSingle>
std::unique_ptr<NormalEquations> make_dense(const ColumnMatrix& a) {
  auto context = std::make_shared<Context>(0);
  auto normal = std::make_unique<DeviceNormalDense>(
      context, a, std::make_shared<const device::DeviceMatrix>(*context, a),
      kStorage);
  if (kSingle) normal->begin_single();
  return std::make_unique<FromHost>(context, a, std::move(normal));
}

// Parts of the factor on all devices of the host, on one of them in turn if
// there are fewer.  Narrow block columns let small problems have many.
template <int kCards, int kWidth>
std::unique_ptr<NormalEquations> make_shared_dense(const ColumnMatrix& a) {
  int devices = 0;
  GPUINV_CUDA(cudaGetDeviceCount(&devices));
  device::Cards cards;
  for (int c = 0; c < kCards; c++)
    cards.push_back(std::make_shared<Context>(c % devices));
  const auto& context = cards.front();
  const device::ScopedDevice here(context->device());
  auto normal = std::make_unique<DeviceNormalDense>(
      context, a, std::make_shared<const device::DeviceMatrix>(*context, a),
      DenseStorage::kFull);
  normal->share(cards, kWidth);
  return std::make_unique<FromHost>(context, a, std::move(normal));
}

#ifdef HAVE_CUDSS
template <bool kRepeat>
std::unique_ptr<NormalEquations> make_sparse(const ColumnMatrix& a) {
  auto context = std::make_shared<Context>(0);
  auto normal = std::make_unique<device::DeviceNormalSparse>(
      device::Cards{context}, a, kRepeat);
  return std::make_unique<FromHost>(context, a, std::move(normal));
}

// Returns whether the library is there at run time; if not, prints why.
bool has_cudss() {
  try {
    device::CudssLibrary();
    return true;
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
    return false;
  }
}
#endif

// Uses a size large enough for every path of the factorization; returns -1
// without a factor.
double large_error(
    std::unique_ptr<NormalEquations> (*make)(const ColumnMatrix&),
    double roundoff) {
  constexpr int kRows = 2500;
  std::mt19937 rng(::testing::seed());
  const ::testing::NormalProblem p =
      ::testing::dense_columns_problem(kRows, rng);
  const std::unique_ptr<NormalEquations> s = make(p.a());
  if (!s->factorize(p.d.data(), p.r.data())) return -1.0;
  const ::testing::Vector b = ::testing::random_numbers(kRows, rng);
  ::testing::Vector x = b;
  s->solve(x.data());
  return ::testing::scaled_error(p, x, b, roundoff);
}

// Only plain numbers, so that no object is alive when an assertion jumps.
struct Outcome {
  KernelResult result;
  char text[256];
};

template <class Body>
Outcome run(Body body) {
  Outcome outcome = {};
  try {
    Context context(0);
    outcome.result = body(context);
  } catch (const std::exception& error) {
    std::snprintf(outcome.text, sizeof outcome.text, "%s", error.what());
  }
  return outcome;
}

void check(const Outcome& outcome, int m, double bound) {
  const KernelResult& r = outcome.result;
  ck_assert_msg(outcome.text[0] == '\0', "m = %d: %s", m, outcome.text);
  ck_assert_msg(r.unwritten == 0 && r.outside == 0 && r.wrong == 0,
                "m = %d: %ld unwritten, %ld outside, %ld wrong", m, r.unwritten,
                r.outside, r.wrong);
  ck_assert_msg(r.error <= bound, "m = %d: error %g eps, bound %g", m, r.error,
                bound);
}

// Tiles need tensor cores.
bool can_tile() {
  bool run = false;
  GPUINV_CUDA(kernels::normal_tiles_run(&run));
  return run;
}

// Full and packed storage, by lines, then by tiles.
START_TEST(assembly) {
  const int m = kSizes[_i / 2 % kSizeCount];
  const bool tiles = _i >= 2 * kSizeCount;
  // a sum of at most m+8 columns, and three more roundings for the scales,
  // which are roots of such sums
  check(run([&](Context& c) {
          return run_assembly(c, ::testing::seed() + m, m, _i % 2 != 0, tiles);
        }),
        m, 3.0 * (m + 12));
}
END_TEST

START_TEST(row_sums) {
  const int m = std::min(kSizes[_i], 300);
  // a thread sums at most 128 terms, or a 256th of the row
  check(run([&](Context& c) {
          return run_row_sums(c, ::testing::seed() + _i, m);
        }),
        m, 150.0);
}
END_TEST

START_TEST(triangular_solves) {
  const int n = kSizes[_i / 4];
  check(run([&](Context& c) {
          return run_triangular_solve(c, ::testing::seed() + n, n,
                                      _i / 2 % 2 != 0, _i % 2 != 0);
        }),
        n, 4.0 * n + 64.0);
}
END_TEST

START_TEST(bad_diagonals) {
  const int n = kSizes[_i / 2];
  check(run([&](Context& c) {
          KernelResult result;
          result.wrong =
              unreported_diagonals(c, ::testing::seed() + n, n, _i % 2 != 0);
          return result;
        }),
        n, 0.0);
}
END_TEST

START_TEST(large_system) {
  const bool packed = _i % 2 != 0, single = _i / 2 == 1;
  const auto make = _i == 4   ? make_shared_dense<2, 512>
                    : _i == 5 ? make_shared_dense<3, 100>
                    : packed  ? single ? make_dense<DenseStorage::kPacked, true>
                                       : make_dense<DenseStorage::kPacked, false>
                     : single ? make_dense<DenseStorage::kFull, true>
                              : make_dense<DenseStorage::kFull, false>;
  const double error = large_error(make, single ? 0x1p-24 : 0x1p-53);
  ck_assert_double_ge(error, 0.0);
  ck_assert_double_le(error, 10.0);
}
END_TEST

Suite* parts_suite() {
  Suite* suite = suite_create("parts of the normal equations");
  TCase* cases = tcase_create("device");
  tcase_set_timeout(cases, 600);
  const bool tiles = can_tile();
  if (!tiles) std::puts("tiles: skipped, no tensor cores for FP64");
  tcase_add_loop_test(cases, assembly, 0, (tiles ? 4 : 2) * kSizeCount);
  tcase_add_loop_test(cases, row_sums, 0, kSizeCount);
  tcase_add_loop_test(cases, triangular_solves, 0, 4 * kSizeCount);
  tcase_add_loop_test(cases, bad_diagonals, 0, 2 * kSizeCount);
  tcase_add_loop_test(cases, large_system, 0, 6);
  suite_add_tcase(suite, cases);
  return suite;
}

std::vector<Suite*> suites() {
  std::printf("GPUINV_SEED=%u\n", ::testing::seed());
  // the tests refer to it when they run
  static std::vector<NormalImplementation> list = {
      {"device dense", make_dense<DenseStorage::kFull, false>, 0x1p-53},
      {"device packed", make_dense<DenseStorage::kPacked, false>, 0x1p-53},
      {"device dense, single", make_dense<DenseStorage::kFull, true>, 0x1p-24},
      {"device packed, single", make_dense<DenseStorage::kPacked, true>,
       0x1p-24},
      {"device dense, 1 part", make_shared_dense<1, 32>, 0x1p-53},
      {"device dense, 2 parts", make_shared_dense<2, 16>, 0x1p-53},
      {"device dense, 3 parts", make_shared_dense<3, 7>, 0x1p-53},
      {"device dense, 5 parts", make_shared_dense<5, 64>, 0x1p-53},
  };
#ifdef HAVE_CUDSS
  if (has_cudss()) {
    list.push_back({"device sparse", make_sparse<false>, 0x1p-53});
    list.push_back({"device sparse, steady", make_sparse<true>, 0x1p-53});
  }
#endif
  return {parts_suite(), normal_suite("normal equations, device", list)};
}

}  // namespace
}  // namespace gpuinv::tests

int main() {
  using namespace gpuinv::tests;
  return run_on_device("test_normal", suites);
}
