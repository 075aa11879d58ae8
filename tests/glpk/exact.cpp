// exact.cpp (judges every method on random LPs by glp_exact)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// LP number k of a run has the seed S + k.  A failure names its seed, and
// `GPUINV_SEED=that exact --count 1` repeats it.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "exact_tally.hpp"
#include "tests/libgpuinv/seed.hpp"

namespace gpuinv::exact {
namespace {

constexpr int kSkip = 77;
constexpr int kUsage = 2;
constexpr int kNoLibrary = 3;

const char kHelp[] =
    "usage: exact [OPTION...]\n"
    "  --count N         LPs (2000)\n"
    "  --seed S          of the first one (GPUINV_SEED, or a fresh one)\n"
    "  --methods A,B     those whose names begin so (all)\n"
    "  --scaled-only     only LPs with scaled rows and columns\n"
    "  --backend NAME    host (default), cuda or any\n"
    "  --write DIR       LPs with wrong answers as MPS files\n"
    "  --verbose         every wrong answer and none, stock's too\n";

struct Options {
  int count = 2000;
  unsigned seed = 0;
  bool seed_given = false;
  bool scaled_only = false;
  bool verbose = false;
  int backend = GLP_GPU_HOST;
  std::string methods, folder;
};

int backend_named(const std::string& name) {
  if (name == "host") return GLP_GPU_HOST;
  if (name == "cuda") return GLP_GPU_CUDA;
  if (name == "any") return GLP_GPU_ANY;
  throw std::invalid_argument("no such back end: " + name);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int a = 1; a < argc; a++) {
    const std::string word = argv[a];
    if (word == "--scaled-only") {
      options.scaled_only = true;
    } else if (word == "--verbose") {
      options.verbose = true;
    } else if (a + 1 == argc) {
      throw std::invalid_argument("unknown, or without a value: " + word);
    } else if (word == "--count") {
      options.count = std::stoi(argv[++a]);
    } else if (word == "--seed") {
      options.seed = static_cast<unsigned>(std::stoul(argv[++a]));
      options.seed_given = true;
    } else if (word == "--methods") {
      options.methods = argv[++a];
    } else if (word == "--backend") {
      options.backend = backend_named(argv[++a]);
    } else if (word == "--write") {
      options.folder = argv[++a];
    } else {
      throw std::invalid_argument("unknown option: " + word);
    }
  }
  return options;
}

// Returns whether the name begins with one of the words of the list.
bool is_listed(const std::string& list, const std::string& name) {
  if (list.empty()) return true;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (name.compare(0, end - begin, list, begin, end - begin) == 0)
      return true;
    begin = end + 1;
  }
  return false;
}

// Stock's simplex always runs, because the others are compared with it.
std::vector<bool> chosen(const std::vector<Method>& methods,
                         const std::string& list) {
  std::vector<bool> runs(methods.size(), false);
  bool any = false;
  for (std::size_t k = 0; k < methods.size(); k++)
    if (is_listed(list, methods[k].name)) {
      any = runs[k] = runs[methods[k].stock] = true;
      for (std::size_t s = 0; s < methods.size(); s++)
        if (!methods[k].interior && is_stock(methods, s) &&
            !methods[s].interior)
          runs[s] = true;
    }
  if (!any) throw std::invalid_argument("no such method: " + list);
  return runs;
}

int run(const Options& options) {
  const std::vector<Method> methods = all_methods();
  Tally tally(methods, chosen(methods, options.methods), options.verbose);
  unsigned seed = options.seed;
  for (int done = 0; done < options.count; seed++) {
    if (options.scaled_only && !is_scaled(seed)) continue;
    done++;
    const RandomLp lp = random_lp(seed);
    const Truth truth = find_truth(lp);
    std::vector<Answer> answers(methods.size());
    for (std::size_t k = 0; k < methods.size(); k++)
      if (tally.runs(k) && truth.known)
        answers[k] = solve_and_judge(seed, methods[k], options.backend, truth);
    if (tally.add(seed, lp.scaled, truth, answers) && !options.folder.empty())
      write_mps(lp.problem.get(),
                options.folder + "/" + std::to_string(seed) + ".mps");
  }
  return tally.report() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace gpuinv::exact

int main(int argc, char** argv) {
  using namespace gpuinv::exact;
  Options options;
  try {
    options = parse(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "exact: %s\n%s", error.what(), kHelp);
    return kUsage;
  }
  try {
    if (options.seed_given)
      std::printf("GPUINV_SEED=%u\n", options.seed);
    else
      options.seed = testing::seed();
    glp_term_out(GLP_OFF);
    if (!exact_uses_gmp()) {
      std::printf("GLPK is built without GMP\n");
      return kSkip;
    }
    const std::string line = mode_says(options.backend);
    std::printf("%s\n", line.c_str());
    if (line.find(" on ") == line.npos)
      return options.backend == GLP_GPU_HOST ? kNoLibrary : kSkip;
    return run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "exact: %s\n", error.what());
    return kUsage;
  }
}
