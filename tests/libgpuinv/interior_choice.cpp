// interior_choice.cpp (choice of the interior point's place by cost)
// SPDX-License-Identifier: GPL-3.0-or-later

// The CUDA library is looked for in the folder of the code that needs it, which
// is this program's: no device starts here, whatever the machine has.

#include "interior_choice.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include "interior_problem.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/interior/correctors.hpp"
#include "libgpuinv/session/auto_interior.hpp"
#include "libgpuinv/session/session.hpp"

namespace {

// Returns 20 rows of at least 10 and n columns of three entries, none of which
// is presolved.  A host takes time in proportion to n, a device hardly more.
gpuinv::InteriorLp covering(int n) {
  gpuinv::InteriorLp lp;
  lp.m = 20;
  lp.n = n;
  lp.row_lower.assign(lp.m, 10.0);
  lp.row_upper.assign(lp.m, testing::kInf);
  lp.lower.assign(n, 0.0);
  lp.upper.assign(n, testing::kInf);
  lp.start.push_back(0);
  for (int j = 0; j < n; j++) {
    for (int k : {0, 1, 7}) {
      lp.row.push_back((j + k) % lp.m);
      lp.value.push_back(1.0 + (j * 37 + k) % 101 / 101.0);
    }
    lp.start.push_back(static_cast<int>(lp.row.size()));
    lp.c.push_back(1.0 + j * 17 % 103 / 103.0);
  }
  return lp;
}

struct Choice {
  gpuinv::InteriorPlace place;
  bool made;  // false: the device's parts were not available
  double host = NAN, device = NAN;
};

Choice choose(int n, std::optional<gpuinv::NormalKind> normal,
              const std::shared_ptr<gpuinv::InteriorPlace>& place) {
  gpuinv::Gpu gpu;
  gpuinv::CudaInteriorOptions options({},
                                      std::make_shared<gpuinv::PhaseTimes>());
  options.given.normal = normal;
  Choice choice;
  try {
    choice.made = gpuinv::create_auto_interior(
                      gpu, options, false, gpuinv::Ordering::kBest, covering(n),
                      {}, place) != nullptr;
  } catch (const gpuinv::Error& e) {
    ck_assert_int_eq(e.status(), GPUINV_CANNOT);
    choice.made = false;
  }
  choice.place = *place;
  ck_assert_int_eq(std::sscanf(place->estimate.c_str(),
                               "by estimate %lf s on the host, %lf s on a",
                               &choice.host, &choice.device),
                   2);
  return choice;
}

Choice choose(int n, std::optional<gpuinv::NormalKind> normal) {
  return choose(n, normal, std::make_shared<gpuinv::InteriorPlace>());
}

void listen(void* log, int level, const char* text) {
  *static_cast<std::string*>(log) += std::to_string(level) + text + "\n";
}

bool has(const std::string& log, int level, const std::string& text) {
  return log.find(std::to_string(level) + "GPU: " + text) != log.npos;
}

// Solves in a session that may choose.
gpuinv::InteriorSolution solve(const gpuinv::InteriorLp& lp, const char* words,
                               std::string* log, int iterations = 100) {
  std::vector<double> l(lp.row_lower), u(lp.row_upper);
  l.insert(l.end(), lp.lower.begin(), lp.lower.end());
  u.insert(u.end(), lp.upper.begin(), lp.upper.end());
  const gpuinv_interior_lp view = {0,
                                   lp.m,
                                   lp.n,
                                   0,
                                   lp.start.data(),
                                   lp.row.data(),
                                   lp.value.data(),
                                   lp.c.data(),
                                   0.0,
                                   l.data(),
                                   u.data()};
  gpuinv_session session(listen, log);
  const gpuinv_iptcp parm = {1e-8, iterations, 3600.0, 2};
  gpuinv_interior* interior = session.add_interior(view, parm);
  session.set_up_interior(*interior, words, view, parm);
  while (interior->status() == gpuinv::InteriorStatus::kRunning)
    interior->step();
  session.deliver_messages();
  return interior->solution();
}

}  // namespace

// The middle one takes longer than on a device that has started, but not than
// on one that must start.
START_TEST(least_time_wins) {
  for (int n : {100, 10000, 100000}) {
    const Choice choice = choose(n, std::nullopt);
    ck_assert_int_eq(choice.place.device, n == 100000);
    ck_assert_int_eq(choice.place.device, choice.device < choice.host);
    // the host's is created without opening the back end
    ck_assert_int_eq(choice.made, !choice.place.device);
  }
}
END_TEST

// An auxiliary problem, which may be larger, does not go to a device if the
// given one stayed on the host.
START_TEST(place_is_kept) {
  const auto place = std::make_shared<gpuinv::InteriorPlace>();
  const Choice first = choose(100, std::nullopt, place);
  ck_assert(first.made && !first.place.device);
  const Choice second = choose(100000, std::nullopt, place);
  ck_assert(second.made && !second.place.device);
  ck_assert_str_eq(second.place.estimate.c_str(), first.place.estimate.c_str());
}
END_TEST

// A form that the host does not offer takes infinitely long there.
START_TEST(wanted_form_counts) {
  ck_assert(!choose(100, gpuinv::NormalKind::kDense).place.device);
  const Choice choice = choose(100, gpuinv::NormalKind::kPacked);
  ck_assert(choice.place.device && std::isinf(choice.host));
}
END_TEST

START_TEST(host_where_no_device_starts) {
  const gpuinv::InteriorLp lp = covering(100000);
  std::string log;
  const gpuinv::InteriorSolution s = solve(lp, "backend=auto", &log, 2);
  ck_assert(s.status == gpuinv::InteriorStatus::kIterationLimit);
  ck_assert(has(log, GPUINV_LOG_DEBUG, "no CUDA back end"));
  ck_assert(has(log, GPUINV_LOG_INFO, "interior point on host"));
}
END_TEST

// A device was never considered, so there is no message about it.
START_TEST(host_by_choice) {
  const gpuinv::InteriorLp lp = covering(100);
  std::string log;
  testing::check_proof(lp, solve(lp, "", &log));
  ck_assert(!has(log, GPUINV_LOG_DEBUG, ""));
  ck_assert(has(log, GPUINV_LOG_INFO, "interior point on host"));
  ck_assert(has(log, GPUINV_LOG_ALL, "by estimate"));
}
END_TEST

// A device that was asked for is not replaced, nor is a form that only a device
// has.
START_TEST(nothing_else_is_replaced) {
  for (const char* words : {"backend=cuda", "device=0", "normal=packed"}) {
    std::string log;
    try {
      solve(covering(100), words, &log);
      ck_abort_msg("%s", words);
    } catch (const gpuinv::Error& e) {
      ck_assert_int_eq(e.status(), GPUINV_CANNOT);
    }
  }
}
END_TEST

// Rows, columns, operations of the sum; elements of A, S and L, operations of
// the factorization: an air crew, a data fit and a rail crew have small
// factors, Netlib's 80bau3b and greenbea have larger ones for fewer columns. Of
// large factors, the operations for each element of L count.
START_TEST(correctors_where_a_factor_takes_long) {
  using gpuinv::corrector_count;
  const gpuinv::IterationShape crew = {
      141, 27500, 3.15e6, {268648, 6637, 10011, 9.44e5, 0}};
  ck_assert_int_eq(corrector_count(crew), 0);
  ck_assert_int_eq(
      corrector_count({25, 10500, 1.8e6, {129018, 325, 325, 5525, 0}}), 0);
  ck_assert_int_eq(
      corrector_count({445, 47000, 2.7e6, {309908, 26861, 53147, 9.41e6, 0}}),
      0);
  ck_assert_int_eq(
      corrector_count({1969, 11100, 8.6e4, {21578, 11167, 38410, 2.11e6, 0}}),
      3);
  ck_assert_int_eq(
      corrector_count({1823, 4200, 1.9e5, {23891, 28476, 47782, 1.64e6, 0}}),
      3);
  gpuinv::IterationShape fuller = crew;
  fuller.sums *= 2.0;
  ck_assert_int_eq(corrector_count(fuller), 3);
  gpuinv::IterationShape large = {3000, 9000, 4e5, {4e4, 2e4, 1e6, 2e7, 0}};
  ck_assert_int_eq(corrector_count(large), 1);
  large.cost.flops = 8e7;
  ck_assert_int_eq(corrector_count(large), 2);
  large.cost.flops = 2e8;
  ck_assert_int_eq(corrector_count(large), 3);
}
END_TEST

// Two columns of one and three elements: 1*3 + 3*5 operations.  A sum of few
// rows costs no more than a dense product of them.
START_TEST(shapes_of_iterations) {
  const int start[] = {0, 1, 4}, row[] = {1, 0, 1, 2};
  const double value[] = {2.0, 1.0, 1.0, 1.0};
  const gpuinv::ColumnMatrix a = {3, 2, start, row, value};
  const gpuinv::IterationShape shape =
      gpuinv::iteration_shape(a, {4, 6, 6, 14, 0});
  ck_assert(shape.rows == 3 && shape.columns == 2 && shape.sums == 18);
  ck_assert(shape.cost.nnz_l == 6 && shape.cost.flops == 14);
  gpuinv::IterationShape longer = shape;
  longer.sums *= 1e6;
  ck_assert_double_lt(gpuinv::factor_seconds(longer),
                      2.0 * gpuinv::factor_seconds(shape));
  ck_assert_double_eq(gpuinv::direction_seconds(longer),
                      gpuinv::direction_seconds(shape));
}
END_TEST

TCase* interior_choice_cases() {
  TCase* tests = tcase_create("host or device");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, least_time_wins);
  tcase_add_test(tests, place_is_kept);
  tcase_add_test(tests, wanted_form_counts);
  tcase_add_test(tests, host_where_no_device_starts);
  tcase_add_test(tests, host_by_choice);
  tcase_add_test(tests, nothing_else_is_replaced);
  tcase_add_test(tests, correctors_where_a_factor_takes_long);
  tcase_add_test(tests, shapes_of_iterations);
  return tests;
}
