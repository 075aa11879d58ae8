// interior_chain.cpp (who continues after a device has failed)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interior_chain.hpp"

#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host_solver.hpp"
#include "interior_problem.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/session/auto_interior.hpp"
#include "libgpuinv/session/crossover_interior.hpp"
#include "libgpuinv/session/interior_run.hpp"
#include "libgpuinv/session/relay.hpp"
#include "libgpuinv/session/session.hpp"

using gpuinv::Error;
using gpuinv::InteriorControl;
using gpuinv::InteriorLp;
using gpuinv::InteriorSolution;
using gpuinv::InteriorSolver;
using gpuinv::InteriorStatus;

namespace {

std::unique_ptr<InteriorSolver> on_host(InteriorLp lp,
                                        const InteriorControl& control) {
  return testing::host_solver(std::move(lp), control);
}

// A device's solver that does the host's iterations until it fails, by an error
// or by its final status.
class Failing final : public InteriorSolver {
 public:
  Failing(const InteriorLp& lp, int steps, gpuinv_status error,
          InteriorStatus status)
      : inner_(on_host(lp, {})),
        steps_(steps),
        error_(error),
        status_(status) {}

  std::string description() const override { return ""; }
  bool step() override {
    if (steps_-- > 0) return inner_->step();
    if (error_ != GPUINV_OK) throw Error(error_, "injected fault");
    ended_ = true;
    return false;
  }
  const gpuinv::InteriorIteration& iteration() const override {
    return inner_->iteration();
  }
  InteriorSolution solution() override {
    InteriorSolution s = inner_->solution();
    if (ended_) s.status = status_;
    return s;
  }
  InteriorLp take_problem() override { return inner_->take_problem(); }

 private:
  std::unique_ptr<InteriorSolver> inner_;
  int steps_;
  gpuinv_status error_;
  InteriorStatus status_;
  bool ended_ = false;
};

struct Heard {
  std::vector<std::pair<int, std::string>> lines;
  int count(int level, const std::string& text) const {
    int found = 0;
    for (const auto& line : lines)
      found += line.first <= level && line.second.find(text) != text.npos;
    return found;
  }
};

void listen(void* info, int level, const char* text) {
  static_cast<Heard*>(info)->lines.push_back({level, text});
}

// A run on a failing device, and its messages.
struct Chain {
  Chain(const InteriorLp& lp, int steps, gpuinv_status error,
        InteriorStatus status, gpuinv::MakeInterior successor,
        const InteriorControl& control = {})
      : run(&session, session, gpuinv_interior_lp{}, control) {
    run.begin(std::make_unique<Failing>(lp, steps, error, status),
              std::make_shared<gpuinv::PhaseTimes>(), std::move(successor));
  }

  void solve() {
    for (int k = 0; k < 1000 && run.status() == InteriorStatus::kRunning; k++)
      run.step();
    session.deliver_messages();
  }

  Heard heard;
  gpuinv_session session{listen, &heard};
  gpuinv_interior run;
};

const gpuinv_status kErrors[] = {GPUINV_DEVICE, GPUINV_NOMEM, GPUINV_CANNOT,
                                 GPUINV_INTERNAL};

// Elements of very different sizes, so that the problem is passed in units
// other than its own.
testing::KnownLp problem(int seed) {
  std::mt19937 rng(seed);
  testing::KnownLp known = testing::random_lp(20, 30, 20, rng);
  InteriorLp& lp = known.lp;
  for (int t = lp.start[2]; t < lp.start[3]; t++)
    lp.value[t] = std::ldexp(lp.value[t], 40);
  for (double* a : {&lp.lower[2], &lp.upper[2]}) *a = std::ldexp(*a, -40);
  lp.c[2] = std::ldexp(lp.c[2], 40);
  return known;
}

void check_optimal(Chain& chain, const testing::KnownLp& known) {
  chain.solve();
  ck_assert(chain.run.status() == InteriorStatus::kOptimal);
  ck_assert_double_le(std::fabs(chain.run.solution().objective - known.optimum),
                      1e-7 * (1.0 + std::fabs(known.optimum)));
  ck_assert_int_eq(chain.heard.count(GPUINV_LOG_INFO, "going on with the host"),
                   1);
  ck_assert_int_eq(chain.heard.count(GPUINV_LOG_WARNING, ""), 0);
}

}  // namespace

// The device fails at each iteration in turn.
START_TEST(host_takes_over_from_errors) {
  const testing::KnownLp known = problem(_i);
  for (gpuinv_status error : kErrors)
    for (int steps = 0; steps < 4; steps++) {
      Chain chain(known.lp, steps, error, InteriorStatus::kRunning, on_host);
      check_optimal(chain, known);
    }
}
END_TEST

START_TEST(host_takes_over_where_a_device_is_stuck) {
  const testing::KnownLp known = problem(_i);
  for (auto status : {InteriorStatus::kNoProgress, InteriorStatus::kUnstable})
    for (int steps = 0; steps < 4; steps++) {
      Chain chain(known.lp, steps, GPUINV_OK, status, on_host);
      check_optimal(chain, known);
    }
}
END_TEST

namespace {

// Normal equations that meet a number out of range at the n-th factorization.
class OutOfRange final : public gpuinv::NormalWrapper {
 public:
  OutOfRange(std::unique_ptr<gpuinv::NormalEquations> inner, int n)
      : NormalWrapper(std::move(inner)), left_(n) {}
  bool factorize(const double* d, const double* r) override {
    if (left_-- == 0) throw Error(GPUINV_NONFINITE, "a weight is not finite");
    return NormalWrapper::factorize(d, r);
  }

 private:
  int left_;
};

}  // namespace

// The problem is finite: the method ends as one that is unstable.
START_TEST(numbers_out_of_range) {
  const testing::KnownLp known = problem(1);
  InteriorControl control;
  control.certificates = false;
  const auto solver = gpuinv::create_interior(
      known.lp, control,
      [&](const gpuinv::BoundedForm& form, const gpuinv::Norms& norms) {
        std::string line;
        return gpuinv::create_host_method(
            form, norms,
            std::make_unique<OutOfRange>(
                gpuinv::make_host_normal(form.matrix(), std::nullopt, &line),
                _i));
      });
  while (solver->step()) continue;
  ck_assert(solver->solution().status == InteriorStatus::kUnstable);
}
END_TEST

// Certificates and limits are results, not failures.
START_TEST(results_stay) {
  const testing::KnownLp known = problem(1);
  for (auto status :
       {InteriorStatus::kPrimalInfeasible, InteriorStatus::kDualInfeasible,
        InteriorStatus::kIterationLimit, InteriorStatus::kTimeLimit}) {
    Chain chain(known.lp, 2, GPUINV_OK, status, on_host);
    chain.solve();
    ck_assert(chain.run.status() == status);
    ck_assert_int_eq(chain.heard.count(GPUINV_LOG_INFO, "going on"), 0);
  }
}
END_TEST

START_TEST(what_is_left_of_limits) {
  const testing::KnownLp known = problem(1);
  InteriorControl control, seen;
  control.max_iterations = 7;
  control.seconds = 1000.0;
  const auto host = [&](InteriorLp lp, const InteriorControl& left) {
    seen = left;
    return on_host(std::move(lp), left);
  };
  Chain chain(known.lp, 4, GPUINV_DEVICE, InteriorStatus::kRunning, host,
              control);
  chain.solve();
  ck_assert(chain.run.status() == InteriorStatus::kIterationLimit);
  ck_assert_int_eq(seen.max_iterations, 3);
  ck_assert(seen.seconds < 1000.0 && seen.seconds > 900.0);
}
END_TEST

// Without a successor the caller gets the error and the point that the device
// had reached.
START_TEST(nobody_takes_over) {
  const testing::KnownLp known = problem(1);
  const auto none =
      [](InteriorLp,
         const InteriorControl&) -> std::unique_ptr<InteriorSolver> {
    throw Error(GPUINV_NOMEM, "no room on the host");
  };
  for (const auto& successor :
       {gpuinv::MakeInterior(none), gpuinv::MakeInterior()}) {
    Chain failed(known.lp, 2, GPUINV_DEVICE, InteriorStatus::kRunning,
                 successor);
    try {
      failed.solve();
      ck_abort_msg("the fault is lost");
    } catch (const Error& e) {
      ck_assert_int_eq(e.status(), GPUINV_DEVICE);
    }
    Chain stuck(known.lp, 2, GPUINV_OK, InteriorStatus::kNoProgress, successor);
    stuck.solve();
    ck_assert(stuck.run.status() == InteriorStatus::kNoProgress);
    ck_assert_uint_eq(stuck.run.solution().column_value.size(), 30);
    for (double x : stuck.run.solution().column_value)
      ck_assert(std::isfinite(x));
  }
}
END_TEST

// Before a crossover: if a device fails, the host starts again, and the end is
// reported once.  A device that gets stuck also hands over, unless the point
// where it got stuck suffices.
START_TEST(relay_before_crossover) {
  const testing::KnownLp known = problem(3);
  for (const bool fails : {true, false})
    for (const bool serves : {true, false}) {
      std::vector<std::string> told;
      int lost = 0, ends = 0;
      gpuinv::Relay relay(
          std::make_unique<Failing>(known.lp, 2,
                                    fails ? GPUINV_DEVICE : GPUINV_OK,
                                    InteriorStatus::kUnstable),
          {},
          serves ? [](const gpuinv::InteriorIteration&) { return true; }
                 : [](const gpuinv::InteriorIteration&) { return false; },
          on_host,
          [&](const std::string& why, bool failed) {
            told.push_back(why);
            lost += failed;
          },
          [&](bool more) { ends += !more; });
      while (relay.step()) ck_assert_int_eq(ends, 0);
      ck_assert_int_eq(ends, 1);
      ck_assert_int_eq(lost, fails);
      const bool stays = !fails && serves;
      ck_assert_uint_eq(told.size(), stays ? 0 : 1);
      const InteriorSolution s = relay.solution();
      if (stays) {
        ck_assert(s.status == InteriorStatus::kUnstable);
        continue;
      }
      ck_assert(s.status == InteriorStatus::kOptimal);
      ck_assert_double_le(std::fabs(s.objective - known.optimum),
                          1e-7 * (1.0 + std::fabs(known.optimum)));
    }
}
END_TEST

// The successor has no successor.
START_TEST(relay_ends_with_the_second) {
  const testing::KnownLp known = problem(4);
  gpuinv::Relay relay(
      std::make_unique<Failing>(known.lp, 1, GPUINV_DEVICE,
                                InteriorStatus::kRunning),
      {}, [](const gpuinv::InteriorIteration&) { return false; },
      [](InteriorLp lp, const InteriorControl&) {
        return std::make_unique<Failing>(lp, 1, GPUINV_NOMEM,
                                         InteriorStatus::kRunning);
      },
      [](const std::string&, bool) {}, [](bool) {});
  int status = GPUINV_OK;
  try {
    while (relay.step()) continue;
  } catch (const Error& e) {
    status = e.status();
  }
  ck_assert_int_eq(status, GPUINV_NOMEM);
}
END_TEST

// What the log should say at once is not kept until the end.
START_TEST(news_before_crossover) {
  std::vector<std::string> said;
  std::atomic<bool> lost{false};
  const gpuinv::InteriorSite site = {
      nullptr,
      {},
      {},
      [&](int, const std::string& text) { said.push_back(text); },
      std::make_shared<gpuinv::PhaseTimes>(),
      &lost};
  const auto solver =
      gpuinv::create_crossover_interior(site, problem(5).lp, {});
  said.clear();
  site.times->news = "rank 1 is lost";
  ck_assert(solver->step());
  ck_assert(said == std::vector<std::string>{"rank 1 is lost"});
  while (solver->step()) continue;
  ck_assert_uint_eq(said.size(), 2);  // the times are the second line
}
END_TEST

TCase* interior_chain_cases() {
  TCase* tests = tcase_create("chain");
  tcase_add_loop_test(tests, host_takes_over_from_errors, 0, 5);
  tcase_add_loop_test(tests, host_takes_over_where_a_device_is_stuck, 0, 5);
  tcase_add_loop_test(tests, numbers_out_of_range, 0, 4);
  tcase_add_test(tests, results_stay);
  tcase_add_test(tests, what_is_left_of_limits);
  tcase_add_test(tests, nobody_takes_over);
  tcase_add_test(tests, relay_before_crossover);
  tcase_add_test(tests, relay_ends_with_the_second);
  tcase_add_test(tests, news_before_crossover);
  return tests;
}
