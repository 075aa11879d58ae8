// kkt.cpp (judges answers on MPS files by the conditions of optimality)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A failure is an optimum with a relative error of glp_check_kkt, or a distance
// from the known optimal value, above 1e-6, or a status that differs from the
// known one.  Missing answers are counted separately.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <vector>

#include "kkt_manifest.hpp"
#include "kkt_solve.hpp"

namespace gpuinv::kkt {
namespace {

constexpr double kTolerance = 1e-6;
constexpr int kUsage = 2;

const char kHelp[] =
    "usage: kkt [OPTION...] FILE.mps[.gz]...\n"
    "  --mode NAME       off, auto or only (default)\n"
    "  --method NAME     primal (default), dual, dualp or interior\n"
    "  --nopresol        simplex without presolver, but scaled\n"
    "  --backend NAME    host, cuda or any (default)\n"
    "  --form NAME       tableau, inverse, crossover, sparse, none or\n"
    "                    any (default)\n"
    "  --free            free MPS format\n"
    "  --manifest FILE   known optimal values, statuses and formats\n"
    "  --tmlim SECONDS   for each LP\n"
    "  --time-vs-off     also solve with the mode off, and compare seconds\n"
    "  --log             GLPK's own output, too\n";

struct Options {
  Setting setting;
  std::string mode = "only", method = "primal";
  bool free_format = false, time_vs_off = false, log = false;
  std::map<std::string, Known> manifest;
  std::vector<std::string> files;
};

// Returns the number of this word among those that an option accepts.
int choose(const std::string& word,
           std::initializer_list<std::pair<const char*, int>> choices) {
  for (const auto& [name, value] : choices)
    if (word == name) return value;
  throw std::invalid_argument("no such choice: " + word);
}

void set_method(Options& o, const std::string& word) {
  o.method = word;
  o.setting.interior = word == "interior";
  if (o.setting.interior) return;
  o.setting.meth = choose(
      word, {{"primal", GLP_PRIMAL}, {"dual", GLP_DUAL}, {"dualp", GLP_DUALP}});
}

bool set_flag(Options& o, const std::string& word) {
  if (word == "--nopresol")
    o.setting.presolve = GLP_OFF;
  else if (word == "--free")
    o.free_format = true;
  else if (word == "--time-vs-off")
    o.time_vs_off = true;
  else if (word == "--log")
    o.log = true;
  else
    return false;
  return true;
}

void set_value(Options& o, const std::string& word, const std::string& value) {
  if (word == "--mode") {
    o.mode = value;
    o.setting.gpu = choose(
        value,
        {{"off", GLP_GPU_OFF}, {"auto", GLP_GPU_AUTO}, {"only", GLP_GPU_ONLY}});
  } else if (word == "--backend") {
    o.setting.backend = choose(
        value,
        {{"any", GLP_GPU_ANY}, {"cuda", GLP_GPU_CUDA}, {"host", GLP_GPU_HOST}});
  } else if (word == "--form") {
    o.setting.form = choose(value, {{"any", GLP_GPU_FORM_ANY},
                                    {"tableau", GLP_GPU_FORM_TABLEAU},
                                    {"inverse", GLP_GPU_FORM_INVERSE},
                                    {"none", GLP_GPU_FORM_NONE},
                                    {"crossover", GLP_GPU_FORM_CROSS},
                                    {"sparse", GLP_GPU_FORM_SPARSE}});
  } else if (word == "--method") {
    set_method(o, value);
  } else if (word == "--manifest") {
    o.manifest = read_manifest(value);
  } else if (word == "--tmlim") {
    o.setting.tm_lim = static_cast<int>(1000 * std::stod(value));
  } else {
    throw std::invalid_argument("unknown option: " + word);
  }
}

Options parse(int argc, char** argv) {
  Options o;
  for (int a = 1; a < argc; a++) {
    const std::string word = argv[a];
    if (word.rfind("--", 0) != 0)
      o.files.push_back(word);
    else if (set_flag(o, word))
      continue;
    else if (a + 1 < argc)
      set_value(o, word, argv[++a]);
    else
      throw std::invalid_argument("unknown, or without a value: " + word);
  }
  if (o.files.empty()) throw std::invalid_argument("no files");
  return o;
}

// Returns the relative distance from the known optimal value; NaN if none is
// known.
double distance(const Result& r, const Known& known) {
  if (!known.objective || r.status != std::string("optimal")) return NAN;
  return std::fabs(r.objective - *known.objective) /
         (1 + std::fabs(*known.objective));
}

enum class Outcome { kPassed, kFailed, kNoAnswer };

// An infeasible LP may have no dual solution, either, and one with a known
// optimum has both.  For other LPs every status is believed.
Outcome judge(const Result& r, const Known& known) {
  const std::string status = r.status;
  if (status == "-") return Outcome::kNoAnswer;
  bool good = true;
  if (status == "optimal") {
    const double worst = *std::max_element(r.errors.begin(), r.errors.end());
    good = !known.infeasible && worst <= kTolerance &&
           !(distance(r, known) > kTolerance);
  } else if (known.infeasible) {
    good = status != "unbounded";
  } else if (known.objective) {
    good = false;
  }
  return good ? Outcome::kPassed : Outcome::kFailed;
}

void print_title(const Options& o) {
  std::printf(
      "name\tmode\tmethod\tcode\tstatus\tobjective\toff by\tPE\tPB\tDE\tDB\t"
      "iterations\tseconds%s\tverdict\n",
      o.time_vs_off ? "\toff seconds\tratio" : "");
}

void print_row(const Options& o, const std::string& name, const Result& r,
               const Known& known, double off_seconds, Outcome outcome) {
  static const char* const kVerdicts[] = {"passed", "FAILED", "no answer"};
  const bool presol = !o.setting.interior && o.setting.presolve;
  std::printf("%s\t%s\t%s%s\t%d\t%s\t%.12g\t%.1e", name.c_str(), o.mode.c_str(),
              o.method.c_str(), presol ? "-presol" : "", r.code, r.status,
              r.objective, distance(r, known));
  for (const double error : r.errors) std::printf("\t%.1e", error);
  std::printf("\t%d\t%.4f", r.iterations, r.seconds);
  if (o.time_vs_off)
    std::printf("\t%.4f\t%.2f", off_seconds, r.seconds / off_seconds);
  std::printf("\t%s\n", kVerdicts[static_cast<int>(outcome)]);
  std::fflush(stdout);
}

Outcome run_file(const Options& o, const std::string& path) {
  const std::string name = lp_name(path);
  const auto found = o.manifest.find(name);
  const Known known = found == o.manifest.end() ? Known() : found->second;
  const bool free_format = o.free_format || known.free_format;
  double off_seconds = 0;
  if (o.time_vs_off) {
    Setting off = o.setting;
    off.gpu = GLP_GPU_OFF;
    off_seconds = solve_file(path, free_format, off).seconds;
  }
  const Result r = solve_file(path, free_format, o.setting);
  const Outcome outcome = judge(r, known);
  print_row(o, name, r, known, off_seconds, outcome);
  return outcome;
}

// Keeps the mode's messages about its own failures; GLPK's output arrives one
// line at a time.
int keep_complaints(void* info, const char* text) {
  const std::string line = text;
  if (line.rfind("GPU: ", 0) == 0 &&
      line.find("; using the ") != std::string::npos)
    static_cast<std::set<std::string>*>(info)->insert(line);
  return 1;
}

int run(const Options& o) {
  int counts[3] = {0, 0, 0};
  std::set<std::string> complaints;
  if (!o.log) glp_term_hook(keep_complaints, &complaints);
  print_title(o);
  for (const std::string& path : o.files) {
    try {
      counts[static_cast<int>(run_file(o, path))]++;
    } catch (const std::runtime_error& error) {
      std::printf("%s\n", error.what());
      counts[1]++;
    }
  }
  glp_term_hook(nullptr, nullptr);
  for (const std::string& line : complaints) std::printf("%s", line.c_str());
  if (counts[2] > 0) std::printf("%d without an answer\n", counts[2]);
  std::printf("%d passed, %d failed\n", counts[0], counts[1]);
  return counts[1] == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace gpuinv::kkt

int main(int argc, char** argv) {
  try {
    return gpuinv::kkt::run(gpuinv::kkt::parse(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kkt: %s\n%s", error.what(), gpuinv::kkt::kHelp);
    return gpuinv::kkt::kUsage;
  }
}
