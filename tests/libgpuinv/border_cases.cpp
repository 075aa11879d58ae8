// border_cases.cpp (conformance: log, longjmp, threads, fork, versions)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csetjmp>
#include <cstring>
#include <thread>

#include "conformance.hpp"
#include "testing.hpp"

using testing::Basis;
using testing::Inverse;

// of OpenBLAS; null with any other BLAS

static const Basis kIdentity = {{{0}, {1.0}}, {{1}, {1.0}}};

START_TEST(table) {
  const gpuinv_api* api = gpuinv_get_api(GPUINV_VERSION);
  ck_assert_ptr_nonnull(api);
  ck_assert_uint_eq(api->size, sizeof(gpuinv_api));
  ck_assert_int_eq(api->version, GPUINV_VERSION);
  ck_assert_ptr_null(gpuinv_get_api(GPUINV_VERSION + 1));
  ck_assert_ptr_null(gpuinv_get_api(0));
  for (int s = 0; s < GPUINV_STATUS_COUNT; s++)
    ck_assert_str_ne(api->status_text(s), "unknown status");
  ck_assert_str_eq(api->status_text(GPUINV_STATUS_COUNT), "unknown status");
  ck_assert_str_eq(api->status_text(-1), "unknown status");
}
END_TEST

START_TEST(null_handles) {
  const gpuinv_api* api = gpuinv_get_api(GPUINV_VERSION);
  double x[1] = {1.0};
  ck_assert_int_eq(api->session_create(NULL, NULL, NULL), GPUINV_INVALID);
  ck_assert_int_eq(api->basis_create(NULL, NULL, NULL), GPUINV_INVALID);
  ck_assert_int_eq(api->begin(NULL, 0, 1), GPUINV_INVALID);
  ck_assert_int_eq(api->ftran(NULL, x), GPUINV_INVALID);
  ck_assert_int_eq(api->get_column(NULL, 0, NULL, NULL), -1);
  ck_assert(api->matrix_norm(NULL) == 0.0);
  ck_assert_str_eq(api->last_error(NULL), "");
  api->basis_delete(NULL);
  api->session_delete(NULL);
}
END_TEST

struct Heard {
  int count;
  int level;
  char text[512];
};

static void hear(void* info, int level, const char* text) {
  Heard* heard = static_cast<Heard*>(info);
  heard->count++;
  heard->level = level;
  std::strncpy(heard->text, text, sizeof heard->text - 1);
}

// The back end in use is logged once per session, whatever is created.
static Heard heard_after(int bases) {
  Heard heard = {};
  Inverse inverse(conformance_options(), hear, &heard);
  for (int t = 1; t < bases; t++) {
    gpuinv_basis* more = nullptr;
    inverse.api->basis_create(inverse.session, conformance_options(), &more);
    inverse.api->basis_delete(more);
  }
  return heard;
}

START_TEST(log_names_backend_once) {
  const Heard heard = heard_after(3);
  ck_assert_int_eq(heard.count, 1);
  ck_assert_int_eq(heard.level, GPUINV_LOG_INFO);
  ck_assert_ptr_nonnull(std::strstr(heard.text, "basis inverse on "));
}
END_TEST

// A failure is logged once for each status.  Failures of updates are not,
// because the caller factorizes again anyway.
static Heard heard_failures(int* updates) {
  Heard heard = {};
  Inverse inverse(conformance_options(), hear, &heard);
  heard = {};
  inverse.update(0, kIdentity[0]);
  inverse.update(5, kIdentity[0]);
  *updates = heard.count;
  for (int t = 0; t < 2; t++) {
    std::vector<double> x = {1.0, 2.0};
    inverse.api->begin(inverse.basis, 0, -1 - t);
    inverse.ftran(x);
  }
  return heard;
}

START_TEST(log_says_failures_once) {
  int updates = -1;
  const Heard heard = heard_failures(&updates);
  ck_assert_int_eq(updates, 0);
  ck_assert_int_eq(heard.count, 2);
  ck_assert_int_eq(heard.level, GPUINV_LOG_WARNING);
  ck_assert_str_eq(heard.text,
                   "GPU: ftran needs a factorized basis; using the CPU");
}
END_TEST

static void leave(void* info, int, const char*) {
  std::longjmp(*static_cast<std::jmp_buf*>(info), 1);
}

// A callback leaves by longjmp, as GLPK's terminal hooks do.  Then the session
// still works, and still owns and frees what was created.
static int work_after_longjmp(gpuinv_session** session) {
  const gpuinv_api* api = gpuinv_get_api(GPUINV_VERSION);
  static std::jmp_buf jump;
  gpuinv_basis* basis = nullptr;
  api->session_create(session, leave, &jump);
  if (setjmp(jump) == 0) {
    api->basis_create(*session, conformance_options(), &basis);
    return -1;  // the callback was not called
  }
  const int status = api->basis_create(*session, conformance_options(), &basis);
  return status == GPUINV_OK ? api->begin(basis, 0, 1) : status;
}

START_TEST(log_may_longjmp) {
  gpuinv_session* session = NULL;
  const int status = work_after_longjmp(&session);
  gpuinv_get_api(GPUINV_VERSION)->session_delete(session);
  ck_assert_int_eq(status, GPUINV_OK);
}
END_TEST

// Bases are deleted on another thread while this one creates and works.
static int delete_elsewhere() {
  Inverse inverse(conformance_options());
  int failures = 0;
  for (int t = 0; t < 20; t++) {
    gpuinv_basis* basis = nullptr;
    if (inverse.api->basis_create(inverse.session, conformance_options(),
                                  &basis) != GPUINV_OK)
      return -1;
    std::thread other([&] { inverse.api->basis_delete(basis); });
    failures += inverse.factorize(kIdentity) != GPUINV_OK;
    other.join();
  }
  return failures;
}

static int two_threads() {
  int failures[2] = {0, 0};
  std::thread threads[2];
  for (int id = 0; id < 2; id++)
    threads[id] = std::thread([id, &failures] {
      for (int t = 0; t < 10; t++) {
        Inverse inverse(conformance_options());
        std::vector<double> x = {1.0 + id, 2.0};
        failures[id] += inverse.factorize(kIdentity) != GPUINV_OK ||
                        inverse.ftran(x) != GPUINV_OK || x[0] != 1.0 + id;
      }
    });
  for (std::thread& thread : threads) thread.join();
  return failures[0] + failures[1];
}

START_TEST(threads) {
  ck_assert_int_eq(delete_elsewhere(), 0);
  ck_assert_int_eq(two_threads(), 0);
}
END_TEST

// In a child process the host continues and a device refuses with CANNOT.
// Columns can be read in both cases.
static int child_exit() {
  Inverse inverse(conformance_options());
  if (inverse.factorize(kIdentity) != GPUINV_OK) return -1;
  const bool host =
      std::strcmp(inverse.api->backend_name(inverse.basis), "host") == 0;
  const pid_t child = fork();
  if (child == 0) {
    std::vector<double> x = {3.0, 4.0};
    int ind[2];
    double val[2];
    bool ok = inverse.ftran(x) == (host ? GPUINV_OK : GPUINV_CANNOT);
    ok = ok && x[0] == 3.0;
    ok = ok && inverse.api->get_column(inverse.basis, 1, ind, val) == 1;
    inverse.api->session_delete(inverse.session);
    _exit(ok ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::vector<double> x = {3.0, 4.0};  // the parent is not disturbed
  if (inverse.ftran(x) != GPUINV_OK) return -2;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -3;
}

START_TEST(forked_child) { ck_assert_int_eq(child_exit(), 0); }
END_TEST

// One thread inverts and solves.  BLAS uses threads of its own, which do not
// exist in a forked child: a call that waited for them would never return.
static int fork_meanwhile(int m, int times) {
  setenv("OPENBLAS_NUM_THREADS", "2", 1);  // if it is not loaded yet
  std::mt19937 rng(testing::seed());
  const Basis b = testing::dense_basis(m, rng);
  const std::vector<double> a = testing::random_vector(m, rng);
  std::atomic<bool> stop{false};
  std::atomic<int> solves{0}, failures{0};
  std::thread worker([&] {
    Inverse inverse(conformance_options());
    while (!stop) {
      failures += inverse.factorize(b) != GPUINV_OK;
      for (int t = 0; t < 10 && !stop; t++) {
        std::vector<double> x = a, y = a;
        failures += inverse.ftran(x) != GPUINV_OK;
        failures += inverse.btran(y) != GPUINV_OK;
        solves += 2;
      }
    }
  });
  while (solves == 0) usleep(1000);
  for (int t = 0; t < times; t++) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    int status = 0;
    waitpid(child, &status, 0);
    failures += status != 0;
    usleep(500);
  }
  stop = true;
  worker.join();
  return failures;
}

START_TEST(fork_during_solves) {
  if (std::strstr(conformance_options(), "host") == nullptr) return;
  ck_assert_int_eq(fork_meanwhile(300, 200), 0);
}
END_TEST

static int described(const char* options, const char* text) {
  Inverse inverse(conformance_options());
  char lines[4096] = "", cut[8];
  const int status =
      inverse.api->describe(inverse.session, options, lines, sizeof lines);
  const bool none = std::strstr(lines, "in use: none") != nullptr;
  if (status != (none ? GPUINV_CANNOT : GPUINV_OK)) return -1;
  inverse.api->describe(inverse.session, options, cut, sizeof cut);
  if (std::strncmp(lines, cut, 7) != 0 || cut[7] != '\0') return -2;
  return std::strstr(lines, text) != nullptr;
}

START_TEST(description) {
  ck_assert_int_eq(described("backend=host", "in use: host\n"), 1);
  ck_assert_int_eq(described(NULL, "libgpuinv "), 1);
  ck_assert_int_eq(described("backend=cuda device=4095", "does not exist"), 1);
  ck_assert_int_eq(described("backend=tpu", ""), -1);
}
END_TEST

// Lines that do not fit are left out completely, and the text says so.
START_TEST(long_description) {
  Inverse inverse("backend=host");
  char whole[4096] = "", part[4096];
  inverse.api->describe(inverse.session, "backend=host", whole, sizeof whole);
  const std::size_t all = std::strlen(whole);
  for (std::size_t size = 1; size <= all + 9; size++) {
    inverse.api->describe(inverse.session, "backend=host", part, size);
    const std::size_t got = std::strlen(part);
    ck_assert_uint_lt(got, size);
    if (size <= 80) continue;  // no room for both
    ck_assert_int_eq(part[got - 1], '\n');
    ck_assert(std::strncmp(part, whole, std::strcspn(whole, "\n") + 1) == 0);
    // free memory changes, and so do its digits
    if (size <= all - 4) ck_assert(std::strstr(part, "\n... (") != nullptr);
    if (size > all + 4) ck_assert(std::strstr(part, "\n... (") == nullptr);
  }
}
END_TEST

static void end_thread(void*, int, const char*) { pthread_exit(nullptr); }

static void* create_and_end(void* info) {
  gpuinv_basis* basis = nullptr;
  gpuinv_get_api(GPUINV_VERSION)
      ->basis_create(static_cast<gpuinv_session*>(info), conformance_options(),
                     &basis);
  return info;
}

// The callback may also end its thread.
START_TEST(thread_ends_in_log) {
  const gpuinv_api* api = gpuinv_get_api(GPUINV_VERSION);
  gpuinv_session* session = nullptr;
  api->session_create(&session, end_thread, nullptr);
  pthread_t thread;
  void* end = session;
  ck_assert_int_eq(pthread_create(&thread, nullptr, create_and_end, session),
                   0);
  pthread_join(thread, &end);
  ck_assert_ptr_null(end);
  gpuinv_basis* basis = nullptr;  // the line on its use was logged before
  ck_assert_int_eq(api->basis_create(session, conformance_options(), &basis),
                   GPUINV_OK);
  api->session_delete(session);
}
END_TEST

static void count_part(void* info, int part, int parts) {
  static_cast<int*>(info)[part] += parts;
}

START_TEST(shared_work) {
  int count[9] = {0};
  gpuinv_get_api(GPUINV_VERSION)->share_out(8, count_part, count);
  for (int part = 0; part < 8; part++) ck_assert_int_eq(count[part], 8);
  ck_assert_int_eq(count[8], 0);
}
END_TEST

// These are separate, because to valgrind a child's copy of its parent's
// threads looks like a leak.
TCase* fork_cases() {
  TCase* tcase = tcase_create("forks");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, fork_during_solves);
  return tcase;
}

TCase* border_cases() {
  TCase* tcase = tcase_create("border");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, table);
  tcase_add_test(tcase, null_handles);
  tcase_add_test(tcase, log_names_backend_once);
  tcase_add_test(tcase, log_says_failures_once);
  tcase_add_test(tcase, log_may_longjmp);
  tcase_add_test(tcase, threads);
  tcase_add_test(tcase, forked_child);
  tcase_add_test(tcase, description);
  tcase_add_test(tcase, long_description);
  tcase_add_test(tcase, thread_ends_in_log);
  tcase_add_test(tcase, shared_work);
  return tcase;
}
