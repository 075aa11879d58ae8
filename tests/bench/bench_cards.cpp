// bench_cards.cpp (the simplex engine on one card and on several)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_cards [--form tableau|inverse] [--family P,L] [--m N,...]
//                    [--cards 0,1,...] [--pivots N] [--one yes|no]
//                    [--capacity K]
// There are two rows per family and size, for one card and for all of them. The
// problem is made on the cards; in inverse form it is cycle_problem.  `fold`:
// its share of a pivot, and the ratio of a fold to that of one card; `wait`:
// time per pivot that a card waits for the others; `other`: the rest of a pivot
// without the fold; `weights`: milliseconds until a call begins to iterate.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tests/bench/cards_problem.hpp"
#include "tests/bench/device_entry.hpp"

namespace gpuinv::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Tolerances kTolerances{1e-7, 1e-7, 1e-9};
constexpr int kManyPivots = 10000000;

struct Options {
  Form form = Form::kTableau;
  std::string families = "P";
  std::vector<int> m = {1000, 4000, 8000, 15000, 27000, 40000};
  std::vector<int> cards = {0, 1};
  int pivots = kManyPivots, capacity = 0;
  bool one = true;
};

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

const char* memory_of(const kernels::SimplexPlan& plan) {
  return plan.shared ? "sm" : plan.vectors ? "ve" : "gl";
}

struct Run {
  Batch result{};
  double weights = 0.0;  // seconds until a call begins to iterate
  double iterate = 0.0;  // seconds of all iterations but the first
  int made = 0;          // pivots in that time
  double fold = 0.0;     // seconds of a fold
  double wait = 0.0;     // seconds of all iterations, for other cards
  int k = 0, blocks = 0;
  const char* memory = "";  // sm: factors are shared, ve: vectors, gl: none
  SimplexState end;
};

// Does one iteration, computes weights, then does the rest; `fold(k)` queues a
// fold.
template <class Fold, class Wait>
void iterate(const CardsProblem& problem, Tableau& t, const Options& o,
             Run* run, Fold fold, Wait wait_for_all) {
  run->end = problem.start();
  t.push(run->end);
  const Batch warm = t.primal(1, kTolerances);
  wait_for_all();
  auto begin = Clock::now();
  t.primal(0, kTolerances);
  wait_for_all();
  run->weights = since(begin);
  begin = Clock::now();
  run->result = t.primal(o.pivots, kTolerances);
  wait_for_all();
  run->iterate = since(begin) - run->weights;
  run->made = std::max(run->result.pivots, 1);
  run->result.pivots += warm.pivots;
  t.pull(run->end);
  fold(run->k);
  wait_for_all();
  constexpr int kFolds = 5;
  begin = Clock::now();
  for (int f = 0; f < kFolds; f++) fold(run->k);
  wait_for_all();
  run->fold = since(begin) / kFolds;
}

Run run_one(const CardsProblem& problem, const Options& o) {
  const auto context = std::make_shared<device::Context>(o.cards[0]);
  const auto t = problem.on_one_card(context, {o.capacity, 0});
  const device::ScopedDevice here(context->device());
  GPUINV_CUDA(
      problem.fill(0, t->rows(), t->stride(), t->matrix(), context->stream()));
  context->synchronize();
  Run run;
  run.k = t->plan().capacity;
  run.blocks = t->plan().blocks;
  run.memory = memory_of(t->plan());
  iterate(
      problem, *t, o, &run, [&](int k) { t->fold(k); },
      [&] { context->synchronize(); });
  return run;
}

Run run_all(const CardsProblem& problem, const Options& o) {
  std::vector<std::shared_ptr<device::Context>> contexts;
  for (const int c : o.cards)
    contexts.push_back(std::make_shared<device::Context>(c));
  device::SpreadTableau t(contexts, {o.capacity, 0}, problem.form());
  problem.lay_out(t);
  const auto wait_for_all = [&] {
    for (const auto& c : contexts) {
      const device::ScopedDevice here(c->device());
      c->synchronize();
    }
  };
  for (int c = 0; c < t.rows().parts(); c++) {
    device::SpreadPart& p = t.part(c);
    const device::ScopedDevice here(p.context().device());
    GPUINV_CUDA(problem.fill(p.first(), p.count(), p.stride(), p.matrix(),
                             p.context().stream()));
  }
  wait_for_all();
  Run run;
  run.k = t.part(0).plan().capacity;
  run.blocks = t.part(0).plan().blocks;
  run.memory = memory_of(t.part(0).plan());
  iterate(
      problem, t, o, &run, [&](int k) { t.fold(k); }, wait_for_all);
  int khz = 0;
  GPUINV_CUDA(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, o.cards[0]));
  run.wait = static_cast<double>(t.waited()) / (1e3 * khz);
  return run;
}

bool same(const SimplexState& a, const SimplexState& b) {
  const auto equal = [](const std::vector<double>& x,
                        const std::vector<double>& y) {
    return x.size() == y.size() &&
           std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
  };
  return a.basic == b.basic && a.nonbasic == b.nonbasic &&
         equal(a.beta, b.beta) && equal(a.d, b.d);
}

void print_head() {
  std::printf(
      "%-3s %7s %5s %4s %6s %3s %8s %9s %9s %6s %9s %9s %9s %10s %6s %5s "
      "%s\n",
      "LP", "m = n", "cards", "K", "blocks", "mem", "pivots", "us/pivot",
      "fold", "ratio", "wait", "other", "weights", "solve s", "ratio", "same",
      "stop, objective");
}

void print(const CardsProblem& problem, std::size_t cards, const Run& r,
           const Run* one) {
  static const char* const kStops[] = {"budget", "optimal", "no pivot",
                                       "poor pivot"};
  const double each = 1e6 * r.iterate / r.made;
  const double fold = 1e6 * r.fold / r.k;
  const double wait = 1e6 * r.wait / r.made;
  const double ratio = one == nullptr ? 1.0 : one->iterate / r.iterate;
  std::printf(
      "%-3c %7zu %5zu %4d %6d %3s %8d %9.2f %9.2f %6.3f %9.2f %9.2f %9.2f "
      "%10.4f %6.3f %5s %s, %.12g\n",
      problem.name(), r.end.basic.size(), cards, r.k, r.blocks, r.memory,
      r.result.pivots, each, fold, one == nullptr ? 1.0 : one->fold / r.fold,
      wait, each - fold - wait, 1e3 * r.weights, r.iterate, ratio,
      one == nullptr          ? "-"
      : same(r.end, one->end) ? "yes"
                              : "NO",
      kStops[static_cast<int>(r.result.stop)], problem.objective(r.end));
  std::fflush(stdout);
}

std::vector<int> numbers(const char* text) {
  std::vector<int> list;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, ',');)
    list.push_back(std::atoi(item.c_str()));
  return list;
}

bool parse(int argc, char** argv, Options* o) {
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) return false;
    const char* value = argv[i + 1];
    if (name == "--form") {
      o->form =
          std::strcmp(value, "inverse") == 0 ? Form::kInverse : Form::kTableau;
    } else if (name == "--family") {
      o->families = value;
    } else if (name == "--m") {
      o->m = numbers(value);
    } else if (name == "--cards") {
      o->cards = numbers(value);
    } else if (name == "--pivots") {
      o->pivots = std::atoi(value);
    } else if (name == "--capacity") {
      o->capacity = std::atoi(value);
    } else if (name == "--one") {
      o->one = std::strcmp(value, "no") != 0;
    } else {
      return false;
    }
  }
  return !o->cards.empty();
}

void run_sizes(const Options& o) {
  print_head();
  const std::string families = o.form == Form::kInverse ? "C" : o.families;
  for (const char family : families) {
    if (family == ',') continue;
    for (const int m : o.m) {
      const auto problem =
          family == 'C' ? cycle_problem(m) : dense_problem(family == 'L', m);
      Run one;
      if (o.one) {
        one = run_one(*problem, o);
        print(*problem, 1, one, nullptr);
      }
      print(*problem, o.cards.size(), run_all(*problem, o),
            o.one ? &one : nullptr);
    }
  }
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  gpuinv::bench::Options options;
  if (!gpuinv::bench::parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: %s [--form tableau|inverse] [--family P,L] "
                 "[--m N,...] [--cards 0,1,...] [--pivots N] [--one yes|no] "
                 "[--capacity K]\n",
                 argv[0]);
    return EXIT_FAILURE;
  }
  int need = 1;
  for (const int card : options.cards) need = std::max(need, card + 1);
  return gpuinv::bench::status_on_device(
      "bench_cards",
      [&] {
        gpuinv::bench::run_sizes(options);
        return EXIT_SUCCESS;
      },
      need);
}
