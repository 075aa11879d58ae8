// steps.cpp (unit tests of interruptible work, and of waiting for it)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "steps.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cfloat>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/latch.hpp"
#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/host/stepwise.hpp"
#include "libgpuinv/session/apart.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"

using gpuinv::Interrupt;
using gpuinv::host::Block;
using gpuinv::host::Stepwise;
using Clock = std::chrono::steady_clock;
using Matrix = std::vector<double>;

static double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

static double patience() {
  const char* text = std::getenv("GPUINV_PATIENCE");
  return text != nullptr ? std::max(1.0, std::strtod(text, nullptr)) : 1.0;
}

static Matrix random_matrix(int m, int n, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  Matrix a(m * static_cast<std::size_t>(n));
  for (double& v : a) v = value(rng);
  return a;
}

// Returns, for some elements, the largest |sum over k of a_ik*b_kj - c_ij| over
// the sum of the absolute terms; op(A) is m by k, column-major, or its
// transpose.
static double product_error(char op_a, char op_b, int m, int n, int k,
                            const Matrix& a, const Matrix& b, const Matrix& c) {
  std::mt19937 rng(1);
  double worst = 0.0;
  for (int sample = 0; sample < 200; sample++) {
    const std::size_t i = rng() % m, j = rng() % n;
    double sum = 0.0, size = DBL_MIN;
    for (int t = 0; t < k; t++) {
      const double left =
          op_a == 'N' ? a[t * static_cast<std::size_t>(m) + i] : a[i * k + t];
      const double right =
          op_b == 'N' ? b[j * k + t] : b[t * static_cast<std::size_t>(n) + j];
      sum += left * right;
      size += std::fabs(left * right);
    }
    worst = std::max(
        worst, std::fabs(sum - c[j * static_cast<std::size_t>(m) + i]) / size);
  }
  return worst;
}

// Shapes that need one step or many, in all directions.
START_TEST(products_in_steps) {
  const int shapes[][3] = {{5, 3, 7},       {600, 700, 650}, {8, 4000, 4000},
                           {3000, 900, 32}, {40, 50, 60000}, {3000, 8, 3000}};
  const Stepwise steps;
  for (const auto& [m, n, k] : shapes)
    for (const char* ops : {"NN", "NT", "TN"}) {
      Matrix a = random_matrix(m, k, 1), b = random_matrix(k, n, 2);
      Matrix c(m * static_cast<std::size_t>(n), NAN);
      const int lda = ops[0] == 'N' ? m : k, ldb = ops[1] == 'N' ? k : n;
      steps.gemm(ops[0], ops[1], m, n, k, 1.0, Block{a.data(), lda},
                 Block{b.data(), ldb}, 0.0, {c.data(), m});
      const double error = product_error(ops[0], ops[1], m, n, k, a, b, c);
      ck_assert_msg(error <= k * DBL_EPSILON, "%s %d %d %d: %g", ops, m, n, k,
                    error);
    }
}
END_TEST

START_TEST(vectors_in_steps) {
  const int m = 3000, n = 4000;
  const Stepwise steps;
  Matrix a = random_matrix(m, n, 3), x = random_matrix(n, 1, 4), y(m, NAN);
  steps.gemv('N', m, n, Block{a.data(), m}, x.data(), y.data());
  ck_assert_double_le(product_error('N', 'N', m, 1, n, a, x, y),
                      n * DBL_EPSILON);
  Matrix w = random_matrix(m, 1, 5), v(n, NAN);
  steps.gemv('T', m, n, Block{a.data(), m}, w.data(), v.data());
  ck_assert_double_le(product_error('T', 'N', n, 1, m, a, w, v),
                      m * DBL_EPSILON);
}
END_TEST

static double max_abs(const Matrix& a) {
  const auto [least, most] = std::minmax_element(a.begin(), a.end());
  return std::max(-*least, *most);
}

// Returns ||A*X - B|| over m*||A||*||X|| for some elements.
static double backward_error(int m, int n, const Matrix& a, const Matrix& x,
                             const Matrix& b) {
  std::mt19937 rng(1);
  double worst = 0.0;
  for (int sample = 0; sample < 200; sample++) {
    const std::size_t i = rng() % m, j = rng() % n;
    double r = -b[j * m + i];
    for (int t = 0; t < m; t++)
      r += a[t * static_cast<std::size_t>(m) + i] * x[j * m + t];
    worst = std::max(worst, std::fabs(r));
  }
  return worst / (m * max_abs(a) * max_abs(x));
}

START_TEST(systems_in_steps) {
  const Stepwise steps;
  for (int m : {1, 40, 300, 777, 1100}) {
    const int n = m / 2 + 1;
    const Matrix a = random_matrix(m, m, m), b = random_matrix(m, n, m + 1);
    Matrix factors = a, x = b, identity(a.size(), 0.0);
    std::vector<int> pivots(m);
    ck_assert(steps.factorize(m, m, {factors.data(), m}, pivots.data()));
    steps.solve(m, n, {factors.data(), m}, pivots.data(), {x.data(), m});
    ck_assert_double_le(backward_error(m, n, a, x, b), 8 * DBL_EPSILON);
    steps.invert(m, {factors.data(), m}, pivots.data());
    for (int i = 0; i < m; i++)
      identity[i * static_cast<std::size_t>(m) + i] = 1.0;
    ck_assert_double_le(backward_error(m, m, a, factors, identity),
                        8 * DBL_EPSILON);
  }
}
END_TEST

START_TEST(tall_factors_in_steps) {
  const int m = 1300, n = 700;
  Matrix f = random_matrix(m, n, 9), a = f, l(f.size()), u(n * n);
  std::vector<int> pivots(n);
  ck_assert(Stepwise().factorize(m, n, {f.data(), m}, pivots.data()));
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      (i <= j ? u[j * n + i] : l[j * m + i]) = f[j * m + i];
    l[j * m + j] = 1.0;
    for (int i = 0; i < n; i++)
      std::swap(a[j * m + i], a[j * m + pivots[i] - 1]);
  }
  ck_assert_double_le(product_error('N', 'N', m, n, n, l, u, a), 1e-12);
}
END_TEST

START_TEST(zero_pivots_in_steps) {
  for (int m : {3, 500, 1100})
    for (int bad : {0, m / 2, m - 1}) {
      Matrix a = random_matrix(m, m, 7);
      std::fill_n(a.begin() + bad * static_cast<std::size_t>(m), m, 0.0);
      std::vector<int> pivots(m);
      ck_assert(!Stepwise().factorize(m, m, {a.data(), m}, pivots.data()));
    }
}
END_TEST

// Returns the seconds from the interrupt to the end, negative if the work
// finished.
static double given_up_after(double seconds, int m) {
  std::atomic<bool> cancel{false};
  Clock::time_point wished;
  Matrix a = random_matrix(m, m, 8), b = a;
  std::vector<int> pivots(m);
  const Stepwise steps(Interrupt(&cancel, Clock::time_point::max()));
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    wished = Clock::now();
    cancel = true;
  });
  bool ended = true;
  try {
    while (ended) {
      a = b;
      steps.factorize(m, m, {a.data(), m}, pivots.data());
      steps.solve(m, m, {a.data(), m}, pivots.data(), {b.data(), m});
      steps.invert(m, {a.data(), m}, pivots.data());
    }
  } catch (const gpuinv::Interrupted&) {
    ended = false;
  }
  const Clock::time_point end = Clock::now();
  canceller.join();
  return ended ? -1.0 : std::chrono::duration<double>(end - wished).count();
}

START_TEST(steps_are_given_up) {
  std::vector<double> times;
  for (double after : {0.0, 0.03, 0.1, 0.2, 0.3, 0.5, 0.8})
    times.push_back(given_up_after(after, 2000));
  ck_assert_double_ge(*std::min_element(times.begin(), times.end()), 0.0);
  std::sort(times.begin(), times.end());
  ck_assert_double_lt(times[times.size() / 2], 0.03 * patience());
  const std::atomic<bool> never{false};
  const Stepwise late(Interrupt(&never, Clock::now()));
  double x = 0.0;
  bool given_up = false;
  try {
    late.fill(1, &x, 1.0);
  } catch (const gpuinv::Interrupted&) {
    given_up = true;
  }
  ck_assert(given_up);
}
END_TEST

// fork() on another thread does not wait for all of the work.
START_TEST(forks_pass_between_steps) {
  const int m = 3000;
  std::atomic<bool> ended{false};
  std::vector<double> waits;
  std::thread worker([&] {
    Matrix a = random_matrix(m, m, 9);
    std::vector<int> pivots(m);
    const Stepwise steps;
    if (steps.factorize(m, m, {a.data(), m}, pivots.data()))
      steps.invert(m, {a.data(), m}, pivots.data());
    ended = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  for (int round = 0; round < 5 && !ended; round++) {
    const auto begin = Clock::now();
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waits.push_back(seconds_since(begin));
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
  }
  worker.join();
  ck_assert_uint_gt(waits.size(), 0);
  std::sort(waits.begin(), waits.end());
  ck_assert_double_lt(waits[waits.size() / 2], 0.06 * patience());
}
END_TEST

// Returns the bytes in use.
static rlim_t address_space() {
  unsigned long long pages = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%llu", &pages) != 1) std::abort();
  std::fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

// OpenBLAS would try forever to get its buffers.  It has them already if tests
// do not run in processes of their own; sanitizers have no room, either.
START_TEST(narrow_address_space_is_refused) {
  const char* forks = std::getenv("CK_FORK");
  if (forks != nullptr && std::strcmp(forks, "no") == 0) return;
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    const rlim_t narrow = address_space() + (rlim_t{64} << 20);
    const rlimit limit = {narrow, narrow};
    alarm(20);
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(2);
    try {
      const gpuinv::BlasGuard guard;
      const int m = 200;
      Matrix a = random_matrix(m, m, 1);
      std::vector<int> pivots(m);
      Stepwise().factorize(m, m, {a.data(), m}, pivots.data());
      _exit(3);
    } catch (const gpuinv::Error& e) {
      _exit(e.status() == GPUINV_NOMEM ? 0 : 4);
    }
  }
  int status = -1;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d",
                status);
}
END_TEST

// Measures the time from opening to the end of wait(), and of waiting in vain.
START_TEST(latches_open_at_once) {
  std::vector<double> times;
  for (int round = 0; round < 51; round++) {
    gpuinv::Latch latch;
    Clock::time_point opened;
    std::thread opener([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(300));
      opened = Clock::now();
      latch.open();
    });
    ck_assert(latch.wait(HUGE_VAL));
    const auto seen = Clock::now();
    opener.join();
    ck_assert(latch.wait(0.0) && latch.is_open());
    times.push_back(std::chrono::duration<double>(seen - opened).count());
  }
  std::sort(times.begin(), times.end());
  ck_assert_double_lt(times[times.size() / 2], 1e-4 * patience());
  gpuinv::Latch shut;
  const auto begin = Clock::now();
  for (double none : {0.0, -1.0, -HUGE_VAL, static_cast<double>(NAN)})
    ck_assert(!shut.wait(none));
  ck_assert_double_lt(seconds_since(begin), 0.01 * patience());
  ck_assert(!shut.wait(0.15));
  ck_assert_double_ge(seconds_since(begin), 0.15);
}
END_TEST

static char* page = nullptr;
static long page_size = 0;

static void open_page(int) { mprotect(page, page_size, PROT_READ); }

// A program may handle faults of its own threads, and of threads that work on
// its memory.
START_TEST(faults_are_the_programs) {
  struct sigaction action = {}, old = {};
  action.sa_handler = open_page;
  page_size = sysconf(_SC_PAGESIZE);
  for (int fault : {0, 1}) {
    page = static_cast<char*>(mmap(nullptr, page_size, PROT_NONE,
                                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    sigaction(SIGSEGV, &action, &old);
    std::atomic<int> sum{1};
    gpuinv::parallel_for(2, [&](int part) {
      if (part == fault) sum += page[part];
    });
    sigaction(SIGSEGV, &old, nullptr);
    ck_assert_int_eq(sum, 1);
    munmap(page, page_size);
  }
}
END_TEST

struct Answer : gpuinv::Apart::Task {
  explicit Answer(std::atomic<int>* left) : left_(left) {}
  int work() override {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return 42;
  }
  void left() override { ++*left_; }
  std::atomic<int>* left_;
};

START_TEST(work_apart) {
  std::atomic<int> left{0};
  gpuinv::Apart apart;
  for (int round = 0; round < 3; round++) {
    apart.settle();
    apart.clean_up();
    ck_assert_int_eq(left, round);
    apart.start(std::make_unique<Answer>(&left));
    apart.wait(HUGE_VAL);
    ck_assert_int_eq(apart.take()->status, 42);
    apart.clean_up();
    ck_assert_int_eq(left, round);
    apart.start(std::make_unique<Answer>(&left));  // it is abandoned
  }
  std::thread([&] {  // a thread that did not abandon it
    apart.settle();
    apart.clean_up();
  })
      .join();
  ck_assert_int_eq(left, 2);
  apart.settle();
  apart.clean_up();
  ck_assert_int_eq(left, 3);
}
END_TEST

TCase* step_cases() {
  TCase* cases = tcase_create("steps");
  tcase_set_timeout(cases, 120);
  tcase_add_test(cases, products_in_steps);
  tcase_add_test(cases, vectors_in_steps);
  tcase_add_test(cases, systems_in_steps);
  tcase_add_test(cases, tall_factors_in_steps);
  tcase_add_test(cases, zero_pivots_in_steps);
  tcase_add_test(cases, steps_are_given_up);
  tcase_add_test(cases, forks_pass_between_steps);
  tcase_add_test(cases, narrow_address_space_is_refused);
  tcase_add_test(cases, latches_open_at_once);
  tcase_add_test(cases, faults_are_the_programs);
  tcase_add_test(cases, work_apart);
  return cases;
}
