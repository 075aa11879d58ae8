// bench_auto.cpp (is anything slower in mode auto than in mode off?)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_auto [--repeat N] [--budget SECONDS] [--warm N]
//                   [--glpsol FILE] [MODEL|FOLDER ...] [-- OPTION ...]
//
// glpsol solves each model ($GPUINV_NETLIB/feasible if none is named) in fresh
// processes, with --nopresol --tmlim 120 --mps if there are no OPTIONs, with
// GLP_GPU=off and GLP_GPU=auto in turn: one pair to warm up, then N (5), fewer
// if they take longer than the budget (20 s).  The figures are medians of
// glp_simplex, from its first line in the log to the report after it, and of
// the whole process.  Column engine counts the runs that ended by the engine's
// proposal.  Then N (800) warm starts of a small LP follow within one process,
// medians of as many repeats.  SLOW marks what takes more than 1.05 times and
// more than 10 ms longer with auto than with off.

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/bench/auto_table.hpp"
#include "tests/bench/entry.hpp"
#include "tests/bench/model_files.hpp"

namespace gpuinv::bench {

void Summary::Worst::see(const std::string& by, double x) {
  if (name != "-" && x <= value) return;
  name = by;
  value = x;
}

void Summary::add(const std::string& name, const Pair& pair) {
  count_++;
  total_.off += pair.off;
  total_.automatic += pair.automatic;
  ratio_.see(name, pair.ratio());
  excess_.see(name, pair.excess());
  if (pair.slow()) slow_.push_back(name);
}

void Summary::print(const char* what) const {
  std::printf(
      "%s: %d compared; off %.4f s, auto %.4f s, ratio %.4f; worst ratio %.3f "
      "(%s), worst excess %.2f ms (%s); %zu slow",
      what, count_, total_.off, total_.automatic, total_.ratio(), ratio_.value,
      ratio_.name.c_str(), 1e3 * excess_.value, excess_.name.c_str(),
      slow_.size());
  for (const std::string& name : slow_) std::printf(" %s", name.c_str());
  std::printf("\n");
}

namespace {

bool parse(int argc, char** argv, AutoOptions* o) {
  int a = 1;
  for (; a < argc && std::string(argv[a]) != "--"; a++) {
    const std::string word = argv[a];
    if (word[0] != '-') {
      add_models(word, &o->models);
      continue;
    }
    if (++a == argc) return false;
    if (word == "--repeat")
      o->repeats = std::max(1, std::atoi(argv[a]));
    else if (word == "--budget")
      o->budget = std::atof(argv[a]);
    else if (word == "--warm")
      o->warm = std::atoi(argv[a]);
    else if (word == "--glpsol")
      o->glpsol = argv[a];
    else
      return false;
  }
  const char* netlib = std::getenv("GPUINV_NETLIB");
  if (o->models.empty() && netlib != nullptr)
    add_models(std::string(netlib) + "/feasible", &o->models);
  if (a < argc)
    o->arguments.assign(argv + a + 1, argv + argc);
  else
    o->arguments = {"--nopresol", "--tmlim", "120", "--mps"};
  return true;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  gpuinv::bench::AutoOptions options;
  if (const char* glpsol = std::getenv("GLPSOL")) options.glpsol = glpsol;
  if (!gpuinv::bench::parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: bench_auto [--repeat N] [--budget SECONDS] [--warm N] "
                 "[--glpsol FILE]\n       [MODEL|FOLDER ...] [-- OPTION "
                 "...]\n");
    return 2;
  }
  return gpuinv::bench::status_of("bench_auto", [&] {
    const bool runs = gpuinv::bench::compare_runs(options);
    const bool warm = gpuinv::bench::compare_warm_starts(options);
    return runs && warm ? EXIT_SUCCESS : EXIT_FAILURE;
  });
}
