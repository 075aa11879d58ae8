// test_misuse.cpp (bad input, exhausted memory, threads, forked children)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "libgpuinv/device/buffer.hpp"
#include "tests/kernels/device_handle.hpp"
#include "tests/kernels/inverse_cases.hpp"
#include "tests/kernels/suites.hpp"

namespace gpuinv::tests {
namespace {

// The outcome of a scenario: statuses in their order, or an exception's text.
struct Outcome {
  int count = 0;
  int status[16] = {};
  char text[512] = "";
  bool holds = true;  // what the scenario itself has checked

  void add(int value) { status[count++] = value; }
};

template <class Body>
Outcome outcome_of(Body body) {
  Outcome outcome;
  try {
    DeviceHandle handle;
    body(handle, &outcome);
    std::snprintf(outcome.text, sizeof outcome.text, "%s", handle.error());
  } catch (const std::exception& error) {
    std::snprintf(outcome.text, sizeof outcome.text, "%s", error.what());
    outcome.holds = false;
  }
  return outcome;
}

void check_statuses(const Outcome& outcome, int want) {
  ck_assert_msg(outcome.holds, "%s", outcome.text);
  ck_assert_int_gt(outcome.count, 0);
  for (int i = 0; i < outcome.count; i++) {
    ck_assert_msg(outcome.status[i] == want, "call %d: status %d, not %d (%s)",
                  i, outcome.status[i], want, outcome.text);
  }
}

// The handle still inverts a small matrix: B = diag(2, 4).
bool still_works(DeviceHandle& handle) {
  Columns b(2);
  b.add({0}, {2.0});
  b.add({1}, {4.0});
  const double norm = handle.factorize(b);
  const std::vector<double> y = handle.ftran({0, 1}, {1.0, 1.0});
  return norm == 0.5 && y[0] == 0.5 && y[1] == 0.25;
}

Outcome calls_before_factorize() {
  return outcome_of([](DeviceHandle& h, Outcome* o) {
    o->add(h.status_of([&] { h.ftran({0}, {1.0}); }));
    o->add(h.status_of([&] { h.btran({0}, {1.0}); }));
    o->add(h.status_of([&] { h.update(0, 0); }));
    o->holds = still_works(h);
  });
}

Outcome update_without_its_ftran() {
  return outcome_of([](DeviceHandle& h, Outcome* o) {
    o->holds = still_works(h);
    o->add(h.status_of([&] { h.update(0, 1); }));  // never filled
    h.update(0, 0);
    o->add(h.status_of([&] { h.update(0, 0); }));  // of the old B
  });
}

// A zero column, a zero row, and the zero matrix.
Outcome singular_bases(unsigned seed, int m) {
  return outcome_of([seed, m](DeviceHandle& h, Outcome* o) {
    Random random(seed);
    double norm;
    const Columns good = sparse_basis(random, m, 4);
    const int hole = random.below(m);
    Columns column(m), row(m), zero(m);
    for (int j = 0; j < m; j++) {
      zero.add({}, {});
      row.add({random.below(std::max(m - 1, 1))}, {m > 1 ? 1.0 : 0.0});
      if (j == hole) {
        column.add({}, {});
      } else {
        column.add({good.ind.begin() + good.ptr[j],
                    good.ind.begin() + good.ptr[j + 1]},
                   {good.val.begin() + good.ptr[j],
                    good.val.begin() + good.ptr[j + 1]});
      }
    }
    for (const Columns* b : {&column, &row, &zero}) {
      o->add(h.try_factorize(*b, &norm));
    }
    o->holds = still_works(h);
  });
}

// Two columns agree up to 1e-13; the norm must show it.
Outcome nearly_singular_basis(unsigned seed, int m) {
  return outcome_of([seed, m](DeviceHandle& h, Outcome* o) {
    Random random(seed);
    Columns b(m);
    std::vector<int> all(m);
    std::iota(all.begin(), all.end(), 0);
    std::vector<double> first = random.vector(m);
    b.add(all, first);
    first[random.below(m)] += 1e-13;
    b.add(all, first);
    for (int j = 2; j < m; j++) b.add(all, random.vector(m));
    double norm = 0.0;
    const int status = h.try_factorize(b, &norm);
    o->holds = status == GPUINV_SINGULAR || norm > 1e10;
    o->add(GPUINV_OK);
  });
}

// Another owner has almost all device memory.
Outcome exhausted_memory() {
  return outcome_of([](DeviceHandle& h, Outcome* o) {
    o->holds = still_works(h);
    Random random(1);
    const int m = 6000;  // 576 MB in all
    const Columns b = permuted_identity(random, m);
    double norm = 0.0;
    {
      std::size_t free = 0, total = 0;
      const device::ScopedDevice here(0);
      GPUINV_CUDA(cudaMemGetInfo(&free, &total));
      const device::DeviceBuffer<char> hog(free - (std::size_t{300} << 20));
      o->add(h.try_factorize(b, &norm));
      o->holds = o->holds && std::strstr(h.error(), "6000 rows") != nullptr;
      o->holds = o->holds && still_works(h);
    }
    o->holds = o->holds && h.try_factorize(b, &norm) == GPUINV_OK;
  });
}

Outcome destroyed_elsewhere(unsigned seed) {
  return outcome_of([seed](DeviceHandle& h, Outcome* o) {
    Random random(seed);
    auto other = h.make(5);
    const Columns b = sparse_basis(random, 500, 5);
    SparseColumns matrix = matrix_of(b);
    double norm;
    o->add(other->do_factorize(matrix, &norm));
    h.factorize(b);
    std::thread finalizer([&] { other.reset(); });
    for (int i = 0; i < 50; i++) h.btran({i}, {1.0});
    finalizer.join();
    o->holds = o->holds && still_works(h);
  });
}

Outcome two_threads(unsigned seed) {
  return outcome_of([seed](DeviceHandle&, Outcome* o) {
    InverseResult results[2];
    std::thread other([&] {
      results[0] = run_updates(Family::kSparse, seed, 257, 0, 100, 1e3);
    });
    results[1] = run_updates(Family::kSparse, seed + 1, 257, 0, 100, 1e3);
    other.join();
    for (const InverseResult& r : results) {
      o->holds = o->holds && r.thrown[0] == '\0' && r.wrong == 0;
    }
    o->add(GPUINV_OK);
  });
}

// The child must get CANNOT, and its clean-up must not touch the device that
// the parent continues to use.
Outcome forked_child() {
  return outcome_of([](DeviceHandle& h, Outcome* o) {
    o->holds = still_works(h);
    const pid_t child = fork();
    if (child == 0) {
      const int status = h.status_of([&] { h.ftran({0}, {1.0}); });
      h.release();
      _exit(status);
    }
    int status = 0;
    waitpid(child, &status, 0);
    o->add(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    o->holds = o->holds && still_works(h);
  });
}

Outcome absent_device() {
  return outcome_of([](DeviceHandle& h, Outcome* o) {
    device::CudaDevices& all = h.devices();
    const int count = all.count();
    for (const int device : {count, -1})
      o->add(h.status_of([&] { all.create_inverse(device, {}); }));
    o->add(h.status_of([&] { all.info(count, false); }));
    o->holds = !all.started(count) && all.started(0);
  });
}

// The Devices object may go first; objects that it made live on.
Outcome devices_go_first() {
  return outcome_of([](DeviceHandle&, Outcome* o) {
    auto devices = std::make_unique<device::CudaDevices>();
    const auto inverse = devices->create_inverse(0, {});
    auto tableau = devices->create_tableau(0, Form::kInverse);
    devices.reset();
    tableau.reset();
    inverse->begin(0, 1);
    const int ind[] = {0};
    const double val[] = {4.0};
    inverse->column(0, 1, ind, val);
    o->add(inverse->factorize());
    o->holds = inverse->inverse_norm() == 0.25;
  });
}

// An inverse made for an earlier basis is used again, but knows nothing of that
// basis.
Outcome past_inverse_serves_again() {
  return outcome_of([](DeviceHandle& h, Outcome* o) {
    device::CudaDevices devices;
    const int ind[] = {0};
    const double val[] = {4.0, 2.0};
    auto inverse = devices.create_inverse(0, {});
    const void* past = inverse.get();
    inverse->begin(0, 1);
    inverse->column(0, 1, ind, val);
    inverse->factorize();
    const auto beside = devices.create_inverse(0, {});
    o->holds = beside.get() != past;
    inverse.reset();
    inverse = devices.create_inverse(0, {});
    double x = 1.0;
    o->holds = o->holds && inverse.get() == past &&
               h.status_of([&] { inverse->ftran(&x); }) == GPUINV_STATE;
    inverse->begin(0, 1);
    inverse->column(0, 1, ind, val + 1);
    o->add(inverse->factorize());
    o->add(inverse->ftran(&x));
    o->holds = o->holds && x == 0.5;
  });
}

START_TEST(order_of_calls) {
  check_statuses(calls_before_factorize(), GPUINV_STATE);
  check_statuses(update_without_its_ftran(), GPUINV_STATE);
}
END_TEST

START_TEST(singular) {
  const int m = kSizes[_i];
  check_statuses(singular_bases(seed() + m, m), GPUINV_SINGULAR);
  if (m > 1) check_statuses(nearly_singular_basis(seed(), m), GPUINV_OK);
}
END_TEST

START_TEST(memory) { check_statuses(exhausted_memory(), GPUINV_CANNOT); }
END_TEST

START_TEST(threads) {
  check_statuses(destroyed_elsewhere(seed()), GPUINV_OK);
  check_statuses(two_threads(seed()), GPUINV_OK);
}
END_TEST

START_TEST(child) { check_statuses(forked_child(), GPUINV_CANNOT); }
END_TEST

START_TEST(handles) {
  check_statuses(absent_device(), GPUINV_CANNOT);
  check_statuses(devices_go_first(), GPUINV_OK);
  check_statuses(past_inverse_serves_again(), GPUINV_OK);
}
END_TEST

}  // namespace

Suite* misuse_suite() {
  Suite* suite = suite_create("misuse");
  TCase* cases = tcase_create("devices");
  tcase_set_timeout(cases, 0);
  tcase_add_test(cases, order_of_calls);
  tcase_add_loop_test(cases, singular, 0, kSizeCount);
  tcase_add_test(cases, memory);
  tcase_add_test(cases, threads);
  tcase_add_test(cases, child);
  tcase_add_test(cases, handles);
  suite_add_tcase(suite, cases);
  return suite;
}

}  // namespace gpuinv::tests
