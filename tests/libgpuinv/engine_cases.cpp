// engine_cases.cpp (conformance: lifetime and limits of simplex engines)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "conformance.hpp"
#include "engine_testing.hpp"

using testing::Engine;
using testing::Lp;
using Clock = std::chrono::steady_clock;

// --- proposals ---------------------------------------------------------

// Returns maximize 3x + 2y, x + y <= 4, x + 3y <= 6, 0 <= x <= 3: x = 3, y = 1.
static Lp small() {
  Lp lp(2, 2, {{1, 1}, {1, 3}}, {4, 6}, {-3, -2});
  lp.u[2] = 3.0;
  return lp;
}

START_TEST(optimum) {
  for (int base = 0; base < 2; base++) {
    Engine engine;
    Lp lp = small();
    lp.base = base;
    ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
    ck_assert_int_eq(engine.claim, GPUINV_CLAIM_OPTIMAL);
    ck_assert_int_gt(engine.pivots, 0);
    ck_assert_double_eq_tol(engine.objective(lp), -11.0, 1e-12);
  }
}
END_TEST

START_TEST(no_optimum) {
  Engine engine;
  const Lp infeasible(1, 2, {{1, 1}}, {-1}, {1, 1});  // x + y <= -1
  ck_assert_int_eq(engine.solve(infeasible), GPUINV_OK);
  ck_assert_int_eq(engine.claim, GPUINV_CLAIM_NO_PRIMAL);
  ck_assert_double_gt(std::fabs(engine.ray[0]), 1e-3);
  // maximize x, x - y <= 1
  const Lp unbounded(1, 2, {{1, -1}}, {1}, {-1, 0});
  ck_assert_int_eq(engine.solve(unbounded), GPUINV_OK);
  ck_assert_int_eq(engine.claim, GPUINV_CLAIM_UNBOUNDED);
}
END_TEST

// From the optimal basis there is nothing to do.
START_TEST(warm_start) {
  Engine engine;
  Lp lp = small();
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  lp.head = engine.head;
  lp.flag = engine.flag;
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  ck_assert_int_eq(engine.claim, GPUINV_CLAIM_OPTIMAL);
  ck_assert_int_eq(engine.pivots, 0);
}
END_TEST

START_TEST(singular_start) {
  Engine engine;
  Lp lp(2, 3, {{1, 2, 1}, {1, 2, 3}}, {4, 6}, {1, 1, 1});
  lp.head = {2, 3, 0, 1, 4};  // columns (1, 1) and (2, 2)
  ck_assert_int_eq(engine.solve(lp), GPUINV_SINGULAR);
}
END_TEST

// --- life -----------------------------------------------------------------

START_TEST(result_waits) {
  const Lp lp = testing::long_lp(1200);
  Engine engine;
  ck_assert_int_eq(engine.start(lp), GPUINV_OK);
  ck_assert_int_eq(engine.api->engine_wait(engine.handle, 0.0), 0);
  ck_assert_int_eq(engine.api->engine_wait(engine.handle, NAN), 0);
  ck_assert_int_eq(engine.result(), GPUINV_STATE);
  ck_assert_str_ne(engine.api->last_error(engine.session), "");
}
END_TEST

START_TEST(result_stays) {
  Engine engine;
  const Lp lp = small();
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  const std::vector<int> head = engine.head;
  ck_assert_int_eq(engine.result(), GPUINV_OK);
  ck_assert(head == engine.head);
  ck_assert_int_eq(engine.api->engine_wait(engine.handle, 1e300), 1);
}
END_TEST

// Returns the seconds that `stop` takes, infinity if the engine was not
// running.
static double seconds_once(void (*stop)(Engine&), double after, const Lp& lp) {
  Engine engine;
  if (engine.start(lp) != GPUINV_OK) return INFINITY;
  if (engine.api->engine_wait(engine.handle, after) == 1) return INFINITY;
  const auto begin = Clock::now();
  stop(engine);
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Returns the shortest of several runs, because the machine may be busy.
static double seconds_to(void (*stop)(Engine&), double after) {
  const Lp lp = testing::busy_lp();
  double best = INFINITY;
  for (int t = 0; t < 3; t++)
    best = std::min(best, seconds_once(stop, after, lp));
  return best;
}

static void drop(Engine& engine) { engine.drop(); }
static void drop_elsewhere(Engine& engine) {
  std::thread([&] { engine.drop(); }).join();
}

static void delete_session(Engine& engine) {
  engine.handle = nullptr;
  engine.api->session_delete(engine.session);
  engine.session = nullptr;
}

START_TEST(cancel) {
  const double limit = 0.05 * testing::patience();
  for (double after : {0.0, 0.02, 0.05}) {
    ck_assert_double_lt(seconds_to(drop, after), limit);
    ck_assert_double_lt(seconds_to(drop_elsewhere, after), limit);
    // it may have to wait for the start of a device
    ck_assert_double_lt(seconds_to(delete_session, after), 40.0 * limit);
  }
}
END_TEST

// A matrix in pages that are unmapped for good.
class Pages {
 public:
  explicit Pages(const gpuinv_lp& lp) : view_(lp) {
    const std::size_t nnz = lp.ptr[lp.n] - lp.base;
    size_ = nnz * (sizeof(double) + sizeof(int)) + (lp.n + 1) * sizeof(int);
    pages_ = mmap(NULL, size_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages_ == MAP_FAILED) std::abort();
    double* val = static_cast<double*>(pages_);
    int* ind = reinterpret_cast<int*>(val + nnz);
    view_.val = std::copy_n(lp.val, nnz, val) - nnz;
    view_.ptr = std::copy_n(lp.ind, nnz, ind);
    view_.ind = ind;
    std::copy_n(lp.ptr, lp.n + 1, ind + nnz);
  }
  ~Pages() { munmap(pages_, size_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  const gpuinv_lp& view() const { return view_; }

 private:
  gpuinv_lp view_;
  std::size_t size_;
  void* pages_;
};

// Whatever the thread does when the engine is deleted, it no longer reads the
// matrix; ~Engine joins it.
static int delete_then_unmap(double after, const Lp& lp) {
  Engine engine;
  const Pages pages(lp.view());
  const int status =
      engine.api->engine_start(engine.session, engine.options.c_str(),
                               &pages.view(), &engine.parm, &engine.handle);
  engine.api->engine_wait(engine.handle, after);
  engine.drop();
  return status;
}

START_TEST(matrix_may_go) {
  Lp lp = testing::busy_lp();
  // the host factorizes this start for longer than a deletion takes, and then
  // reads the matrix again
  std::rotate(lp.head.begin(), lp.head.begin() + lp.m, lp.head.end());
  for (double after : {0.0, 0.001, 0.02, 0.1})
    ck_assert_int_eq(delete_then_unmap(after, lp), GPUINV_OK);
}
END_TEST

START_TEST(two_engines) {
  const Lp first = small();
  const Lp second(1, 2, {{1, 1}}, {-1}, {1, 1});
  Engine a;
  gpuinv_engine* b = nullptr;
  ck_assert_int_eq(a.start(first), GPUINV_OK);
  const gpuinv_lp view = second.view();
  const gpuinv_smcp parm = testing::parameters();
  ck_assert_int_eq(
      a.api->engine_start(a.session, a.options.c_str(), &view, &parm, &b),
      GPUINV_OK);
  ck_assert_int_eq(a.finish(first), GPUINV_OK);
  ck_assert_double_eq_tol(a.objective(first), -11.0, 1e-12);
  a.drop();
  a.handle = b;
  ck_assert_int_eq(a.finish(second), GPUINV_OK);
  ck_assert_int_eq(a.claim, GPUINV_CLAIM_NO_PRIMAL);
}
END_TEST

// The same pivots are made every time, also while another engine runs.
START_TEST(same_pivots) {
  const Lp lp = testing::long_lp(60);
  Engine first, other;
  ck_assert_int_eq(first.solve(lp), GPUINV_OK);
  ck_assert_int_eq(first.claim, GPUINV_CLAIM_OPTIMAL);
  const Lp noise = testing::long_lp(400);
  ck_assert_int_eq(other.start(noise), GPUINV_OK);
  for (int t = 0; t < 5; t++) {
    Engine again;
    ck_assert_int_eq(again.solve(lp), GPUINV_OK);
    ck_assert_int_eq(again.pivots, first.pivots);
    ck_assert(again.head == first.head);
    ck_assert(again.flag == first.flag);
  }
}
END_TEST

// In a child the thread does not exist.  Nothing blocks, and the parent's
// engine is not disturbed.
static int child_exit() {
  const Lp lp = testing::busy_lp();
  Engine engine;
  if (engine.start(lp) != GPUINV_OK) return -1;
  if (engine.api->engine_wait(engine.handle, 0.01) == 1) return -2;
  const pid_t child = fork();
  if (child == 0) {
    bool ok = engine.api->engine_wait(engine.handle, 1e9) == 1;
    ok = ok && engine.result() == GPUINV_CANNOT;
    engine.drop();
    engine.api->session_delete(engine.session);
    _exit(ok ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (engine.finish(lp) != GPUINV_OK) return -3;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -4;
}

START_TEST(forked_child) { ck_assert_int_eq(child_exit(), 0); }
END_TEST

// --- log ------------------------------------------------------------------

static void hear(void* info, int level, const char* text) {
  if (level == GPUINV_LOG_INFO && std::strstr(text, "GPU: simplex on ") == text)
    ++*static_cast<int*>(info);
  if (std::strstr(text, " s, optimal")) *static_cast<int*>(info) += 100;
  if (level == GPUINV_LOG_ALL &&
      std::strstr(text, " form, 2 by 2, nucleus 0, "))
    *static_cast<int*>(info) += 10000;
}

START_TEST(log_names_backend_once) {
  int heard = 0;
  const Lp lp = small();
  {
    Engine engine(hear, &heard);
    ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
    ck_assert_int_eq(engine.result(), GPUINV_OK);  // logged before
    ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  }
  ck_assert_int_eq(heard, 20201);
}
END_TEST

static std::jmp_buf jump;

static void leave(void*, int, const char*) { std::longjmp(jump, 1); }

START_TEST(log_may_longjmp) {
  const Lp lp = small();
  Engine engine(leave, NULL);
  ck_assert_int_eq(engine.start(lp), GPUINV_OK);
  while (engine.api->engine_wait(engine.handle, 0.0) == 0) usleep(1000);
  if (setjmp(jump) == 0) {
    engine.api->engine_result(engine.handle, &engine.claim, &engine.pivots,
                              &engine.dense, engine.head.data(),
                              engine.flag.data(), engine.ray.data());
    ck_abort_msg("the callback was not called");
  }
  ck_assert_int_eq(engine.finish(lp), GPUINV_OK);
  ck_assert_double_eq_tol(engine.objective(lp), -11.0, 1e-12);
}
END_TEST

static int dense_basis(const Lp& lp) {
  Engine engine;
  return engine.solve(lp) == GPUINV_OK ? engine.dense : -1;
}

// Returns max 1'A x, A x <= A*1: the nucleus is A, in which every stride-th row
// and column is dense.
static Lp tight_lp(int size, int stride) {
  std::vector<std::vector<double>> a(size, std::vector<double>(size));
  std::vector<double> rhs(size), cost(size);
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) {
      if (i % stride == 0 && j % stride == 0) a[i][j] = 1.0 + (i * j) % 7;
      a[i][j] += i == j ? 10.0 * size : 0.0;
      rhs[i] += a[i][j];
      cost[j] -= a[i][j];
    }
  return Lp(size, size, a, rhs, cost);
}

START_TEST(dense_basis_is_told) {
  ck_assert_int_eq(dense_basis(tight_lp(60, 1)), 0);
  ck_assert_int_eq(dense_basis(tight_lp(240, 1)), 2);
  ck_assert_int_eq(dense_basis(tight_lp(400, 1)), 1);
  ck_assert_int_eq(dense_basis(tight_lp(240, 10)), 0);
}
END_TEST

TCase* engine_cases(EngineForm form) {
  TCase* tcase = tcase_create("engine");
  conformance_form(tcase, form);
  tcase_set_timeout(tcase, 240);
  tcase_add_test(tcase, optimum);
  tcase_add_test(tcase, no_optimum);
  tcase_add_test(tcase, warm_start);
  tcase_add_test(tcase, singular_start);
  tcase_add_test(tcase, result_waits);
  tcase_add_test(tcase, result_stays);
  tcase_add_test(tcase, cancel);
  tcase_add_test(tcase, matrix_may_go);
  tcase_add_test(tcase, two_engines);
  tcase_add_test(tcase, same_pivots);
  tcase_add_test(tcase, log_names_backend_once);
  tcase_add_test(tcase, log_may_longjmp);
  tcase_add_test(tcase, dense_basis_is_told);
  return tcase;
}

// These are separate, because the child loses the thread's work by design.
TCase* engine_fork_cases() {
  TCase* tcase = tcase_create("engine fork");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, forked_child);
  return tcase;
}
