// bench_forms.cpp (the interior point method in four forms)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_forms [--limit SECONDS] [--runs N] [--host-rows M]
//                    [PROBLEM | PROBLEM:FORM ...]
//
// The problems of the KTH thesis (interior_family.hpp) by the interior point
// method, with normal equations in the forms of its chapter 4: "CPU dense",
// "CPU sparse", "GPU dense", "GPU sparse", and "GPU dense infinity", whose bad
// pivots become infinite.  In the others, ours, the diagonal is raised.  One
// row each, with tabs.  The stop criterion is theirs: relative residuals of
// rows and columns and the relative gap, added up.
//
//   status           solved: the criterion came below 1e-4
//   accuracy         the least value that the criterion has reached, where
//                    1e-12 was asked for, within the limit
//   before_failure   the least before the first bad pivot: what the standard
//                    factorization reaches, which ends there
//   failures         factorizations that failed for a bad pivot, or pivots that
//                    became infinite
//   iterations       until 1e-4 was reached; last: until the end
//   seconds          until 1e-4 was reached, set-up included: median, least,
//                    most of the runs
//   factor_s         of the first run, assembly and factorizations, all
//                    factorizations of them; all_s: all of that run
//   memory_MB        the most in use after an iteration, of the process or of
//                    the device, less what was in use before
//
// A run takes at most --limit seconds (60).  A form of the host is left out for
// problems of more than --host-rows rows (13000).  There are up to --runs runs
// (5), 3 if one takes more than 1 s, and 1 if it did not solve the problem.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "tests/bench/entry.hpp"
#include "tests/bench/forms.hpp"
#include "tests/bench/interior_family.hpp"

namespace gpuinv::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSolved = 1e-4, kAsked = 1e-12;
constexpr double kLong = 1.0;  // seconds of a run

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Watched final : public NormalWrapper {
 public:
  Watched(std::unique_ptr<NormalEquations> inner, Watch* watch)
      : NormalWrapper(std::move(inner)), watch_(watch) {}
  bool factorize(const double* d, const double* r) override {
    const auto begin = Clock::now();
    const bool done = NormalWrapper::factorize(d, r);
    watch_->factor_seconds += since(begin);
    watch_->factorizations++;
    watch_->failures += !done;
    return done;
  }

 private:
  Watch* const watch_;
};

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double pages = 0.0, resident = 0.0;
  file >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

Form host_form(const char* name, NormalKind kind) {
  return {name, false,
          [kind](Watch* watch) -> MethodFactory {
            return [kind, watch](const BoundedForm& form, const Norms& norms) {
              std::string line;
              return create_host_method(
                  form, norms,
                  watched(make_host_normal(form.matrix(), kind, &line), watch));
            };
          },
          resident_bytes};
}

struct Options {
  double limit = 60.0;
  int runs = 5, host_rows = 13000;
  std::vector<std::string> cases;
};

struct Run {
  bool solved = false;
  double accuracy = HUGE_VAL, before_failure = HUGE_VAL;
  int iterations = 0, last = 0;
  double seconds = NAN, all = NAN, bytes = 0.0;
  Watch watch;
  InteriorStatus status = InteriorStatus::kRunning;
};

// full: goes on to the greatest accuracy; else ends at 1e-4.
Run solve(const InteriorLp& lp, const Form& form, double limit, bool full) {
  Run run;
  const double before = form.bytes();
  InteriorControl control;
  control.tolerance = kAsked;
  control.certificates = false;
  control.seconds = limit;
  InteriorLp copy = lp;
  const auto begin = Clock::now();
  const auto solver = create_interior(checked(std::move(copy)), control,
                                      form.factory(&run.watch));
  bool going = true;
  while (going && (full || !run.solved)) {
    going = solver->step();
    const InteriorIteration& it = solver->iteration();
    const double stop = it.primal_residual + it.dual_residual + it.gap;
    run.bytes = std::max(run.bytes, form.bytes() - before);
    run.last = it.count;
    run.accuracy = std::min(run.accuracy, stop);
    if (run.watch.failures == 0) run.before_failure = run.accuracy;
    if (run.solved || !(stop <= kSolved)) continue;
    run.solved = true;
    run.iterations = it.count;
    run.seconds = since(begin);
  }
  run.all = since(begin);
  if (!going) run.status = solver->solution().status;
  return run;
}

const char* status_of(const Run& run) {
  if (run.solved) return "solved";
  return run.status == InteriorStatus::kTimeLimit ? "limit" : "not solved";
}

void print_start(const TradeSize& size, const Form& form) {
  std::printf("%s\t%d\t%d\t%s", size.name, size.m, size.n, form.name.c_str());
}

void print_cause(const TradeSize& size, const Form& form, const char* status,
                 const char* cause) {
  print_start(size, form);
  std::printf("\t%s\t\t\t\t\t\t\t\t\t\t\t\t\t\t%s\n", status, cause);
  std::fflush(stdout);
}

int runs_for(const Run& first, int most) {
  if (!first.solved) return 1;
  return first.seconds > kLong ? std::min(most, 3) : most;
}

void bench(const TradeSize& size, const InteriorLp& lp, const Form& form,
           const Options& o) {
  const Run first = solve(lp, form, o.limit, true);
  std::vector<double> seconds{first.seconds};
  for (int k = 1; k < runs_for(first, o.runs); k++)
    seconds.push_back(solve(lp, form, o.limit, false).seconds);
  std::sort(seconds.begin(), seconds.end());
  print_start(size, form);
  std::printf("\t%s\t%.2g\t%.2g\t%d\t", status_of(first), first.accuracy,
              first.before_failure, first.watch.failures);
  if (first.solved)
    std::printf("%d\t%d\t%.4g\t%.4g\t%.4g\t", first.iterations, first.last,
                seconds[seconds.size() / 2], seconds.front(), seconds.back());
  else
    std::printf("\t%d\t\t\t\t", first.last);
  std::printf("%d\t%.4g\t%d\t%.4g\t%.0f\t\n", static_cast<int>(seconds.size()),
              first.watch.factor_seconds, first.watch.factorizations, first.all,
              1e-6 * first.bytes);
  std::fflush(stdout);
}

void bench_or_cause(const TradeSize& size, const InteriorLp& lp,
                    const Form& form, const Options& o) {
  try {
    bench(size, lp, form, o);
  } catch (const std::exception& error) {
    print_cause(size, form, "failed", error.what());
  }
}

// Returns whether a case names this problem and this form.
bool is_asked(const Options& o, const std::string& problem,
              const std::string& form) {
  return o.cases.empty() || std::any_of(o.cases.begin(), o.cases.end(),
                                        [&](const std::string& word) {
                                          return word == problem ||
                                                 word == problem + ":" + form;
                                        });
}

void bench_all(const Options& o) {
  std::vector<Form> forms = {host_form("CPU dense", NormalKind::kDense),
                             host_form("CPU sparse", NormalKind::kSparse)};
  for (Form& form : device_forms()) forms.push_back(std::move(form));
  std::printf("# kind\tinterior_forms\n");
  if (!device_name().empty()) std::printf("# gpu\t%s\n", device_name().c_str());
  std::printf(
      "problem\tm\tn\tform\tstatus\taccuracy\tbefore_failure\tfailures\t"
      "iterations\tlast\tseconds\tmin_s\tmax_s\truns\tfactor_s\t"
      "factorizations\tall_s\tmemory_MB\tmessage\n");
  std::fflush(stdout);
  for (const TradeSize& size : kTrades) {
    InteriorLp lp;
    for (const Form& form : forms) {
      if (!is_asked(o, size.name, form.name)) continue;
      if (!form.on_device && size.m > o.host_rows) {
        print_cause(size, form, "left out", "too many rows: --host-rows");
        continue;
      }
      if (lp.m == 0) lp = trade_lp(size, 1);
      bench_or_cause(size, lp, form, o);
    }
  }
}

bool parse(int argc, char** argv, Options* o) {
  for (int a = 1; a < argc; a++) {
    const std::string word = argv[a];
    if (word[0] != '-') {
      const std::string problem = word.substr(0, word.find(':'));
      const bool known = std::any_of(
          std::begin(kTrades), std::end(kTrades),
          [&](const TradeSize& size) { return problem == size.name; });
      if (!known) return false;
      o->cases.push_back(word);
      continue;
    }
    const double value = ++a < argc ? std::atof(argv[a]) : 0.0;
    if (!(value > 0.0)) return false;
    if (word == "--limit")
      o->limit = value;
    else if (word == "--runs")
      o->runs = static_cast<int>(value);
    else if (word == "--host-rows")
      o->host_rows = static_cast<int>(value);
    else
      return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<NormalEquations> watched(std::unique_ptr<NormalEquations> inner,
                                         Watch* watch) {
  return std::make_unique<Watched>(std::move(inner), watch);
}

}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  gpuinv::bench::Options options;
  if (!gpuinv::bench::parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: bench_forms [--limit SECONDS] [--runs N] "
                 "[--host-rows M]\n                   "
                 "[PROBLEM | PROBLEM:FORM ...]\n");
    return 2;
  }
  return gpuinv::bench::status_of("bench_forms", [&] {
    gpuinv::bench::bench_all(options);
    return 0;
  });
}
