// bench_ipt.cpp (whole glp_interior calls in one process)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_ipt [--backend cuda|host|any] [--calls N] [CASE ...]
//
// A case is an MPS file, compressed or not, a folder of such files, a dense LP
// of dense_family.hpp by letter and size ("M2000"), or a problem of
// interior_family.hpp by name ("lp6x7", "sphere1024").  Each is solved by
// glp_interior with mode "only", N times (2).  The very first call starts CUDA;
// the best of the calls after the first one counts.  Seconds, wall clock:
//
//   first, call    the first call, and the one that counts: of that
//   copy           GLPK's matrix into arrays, solution back
//   setup          checks, presolve, scaling, choice, upload
//   factor         factorizations, assembly included; count of them
//   rest           solves and vectors
//   host, device   what the library expected of either, if it had the choice
//
// Without a case: M2000.

#include <glpk.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/dense_call.hpp"
#include "tests/bench/dense_family.hpp"
#include "tests/bench/entry.hpp"
#include "tests/bench/interior_family.hpp"
#include "tests/bench/model_files.hpp"

namespace gpuinv::bench {
namespace {

struct Options {
  int backend = GLP_GPU_ANY;
  int calls = 2;
  std::vector<std::string> cases;
};

struct Result {
  double seconds = NAN, setup = NAN, factor = NAN, rest = NAN;
  double host = NAN, device = NAN;
  int factorizations = 0, iterations = 0, code = 0, status = 0;
  double objective = NAN;
  std::string where, normal;
};

using Problem = std::unique_ptr<glp_prob, void (*)(glp_prob*)>;

// GLPK's terminal hook.
int read_log(void* info, const char* text) {
  Result& r = *static_cast<Result*>(info);
  std::sscanf(text,
              "GPU: interior: set-up %lf s, %d factorizations %lf s, solves "
              "and vectors %lf s",
              &r.setup, &r.factorizations, &r.factor, &r.rest);
  int count = 0;
  char rest[8] = "";
  if (std::sscanf(text, "%d: obj %1s", &count, rest) == 2) r.iterations = count;
  char word[2][16] = {"", ""};
  if (std::sscanf(text, "GPU: normal equations: %15s on the %15[a-z]", word[0],
                  word[1]) == 2)
    r.normal = std::string(word[1]) + " " + word[0];
  std::sscanf(text, "GPU: by estimate %lf s on the host, %lf s on a device",
              &r.host, &r.device);
  if (std::strncmp(text, "GPU: interior point on ", 23) == 0)
    r.where.assign(text + 23, std::strcspn(text + 23, " \n"));
  return 1;
}

Result call(glp_prob* lp, int backend) {
  glp_bfcp bfcp;
  glp_get_bfcp(lp, &bfcp);
  bfcp.gpu = GLP_GPU_ONLY;
  bfcp.gpu_backend = backend;
  glp_set_bfcp(lp, &bfcp);
  glp_iptcp parm;
  glp_init_iptcp(&parm);
  parm.msg_lev = GLP_MSG_ALL;
  parm.tm_lim = 100000;
  Result r;
  glp_term_hook(read_log, &r);
  const double begin = now();
  r.code = glp_interior(lp, &parm);
  r.seconds = now() - begin;
  glp_term_hook(nullptr, nullptr);
  r.status = glp_ipt_status(lp);
  r.objective = glp_ipt_obj_val(lp);
  return r;
}

const char* verdict(const Result& r) {
  if (r.code != 0) return "no solution";
  if (r.status == GLP_OPT) return "optimal";
  return r.status == GLP_NOFEAS ? "infeasible" : "undefined";
}

void print_head() {
  std::printf(
      "%-10s %6s %6s %8s %8s %8s %8s %8s %8s %4s %8s %4s %8s %8s  %-14s %s\n",
      "case", "m", "n", "nnz", "first", "call", "copy", "setup", "factor", "n",
      "rest", "it", "host", "device", "normal", "verdict, objective");
}

void bench(const std::string& name, glp_prob* lp, const Options& o) {
  const Result first = call(lp, o.backend);
  Result best = first;
  for (int k = 1; k < o.calls; k++) {
    const Result next = call(lp, o.backend);
    if (k == 1 || next.seconds < best.seconds) best = next;
  }
  std::printf(
      "%-10s %6d %6d %8d %8.4f %8.4f %8.4f %8.4f %8.4f %4d %8.4f %4d %8.4f "
      "%8.4f  %-14s %s, %.10g\n",
      name.c_str(), glp_get_num_rows(lp), glp_get_num_cols(lp),
      glp_get_num_nz(lp), first.seconds, best.seconds,
      best.seconds - best.setup - best.factor - best.rest, best.setup,
      best.factor, best.factorizations, best.rest, best.iterations, best.host,
      best.device,
      best.normal.empty() ? best.where.c_str() : best.normal.c_str(),
      verdict(best), best.objective);
  std::fflush(stdout);
}

void set_range(glp_prob* lp, void (*set)(glp_prob*, int, int, double, double),
               int k, double lower, double upper) {
  const bool below = std::isfinite(lower), above = std::isfinite(upper);
  const int type = below && above ? (lower == upper ? GLP_FX : GLP_DB)
                   : below        ? GLP_LO
                   : above        ? GLP_UP
                                  : GLP_FR;
  set(lp, k, type, below ? lower : 0.0, above ? upper : 0.0);
}

Problem build(const InteriorLp& a) {
  Problem lp(glp_create_prob(), glp_delete_prob);
  glp_add_rows(lp.get(), a.m);
  glp_add_cols(lp.get(), a.n);
  for (int i = 0; i < a.m; i++)
    set_range(lp.get(), glp_set_row_bnds, i + 1, a.row_lower[i],
              a.row_upper[i]);
  std::vector<int> row;
  for (int j = 0; j < a.n; j++) {
    const int begin = a.start[j], count = a.start[j + 1] - begin;
    row.assign(a.row.begin() + begin, a.row.begin() + begin + count);
    for (int& i : row) i++;
    glp_set_mat_col(lp.get(), j + 1, count, row.data() - 1,
                    a.value.data() + begin - 1);
    glp_set_obj_coef(lp.get(), j + 1, a.c[j]);
    set_range(lp.get(), glp_set_col_bnds, j + 1, a.lower[j], a.upper[j]);
  }
  return lp;
}

// Returns a null pointer if the word names no problem.
Problem problem_of(const std::string& word) {
  int m = 0;
  char letter = 0;
  for (const TradeSize& size : kTrades)
    if (word == size.name) return build(trade_lp(size, 1));
  if (std::sscanf(word.c_str(), "sphere%d", &m) == 1 && m > 0)
    return build(sphere_lp(m, 1));
  if (std::sscanf(word.c_str(), "%c%d", &letter, &m) == 2 && m > 0 &&
      std::strchr(kFamilies, letter) != nullptr)
    return {build_problem(letter, m), glp_delete_prob};
  Problem lp(glp_create_prob(), glp_delete_prob);
  glp_term_out(GLP_OFF);
  const int bad =
      glp_read_mps(lp.get(), GLP_MPS_DECK, nullptr, word.c_str()) != 0 &&
      glp_read_mps(lp.get(), GLP_MPS_FILE, nullptr, word.c_str()) != 0;
  glp_term_out(GLP_ON);
  if (bad) lp.reset();
  return lp;
}

void bench_case(const std::string& word, const Options& o) {
  const Problem lp = problem_of(word);
  std::string name = std::filesystem::path(word).filename().string();
  name = name.substr(0, name.find(".mps"));
  if (lp)
    bench(name, lp.get(), o);
  else
    std::printf("%-10s cannot be read\n", name.c_str());
}

int backend_of(const char* word) {
  return std::strcmp(word, "cuda") == 0   ? GLP_GPU_CUDA
         : std::strcmp(word, "host") == 0 ? GLP_GPU_HOST
                                          : GLP_GPU_ANY;
}

Options parse(int argc, char** argv) {
  Options o;
  for (int k = 1; k < argc; k++) {
    const bool more = k + 1 < argc;
    if (std::strcmp(argv[k], "--backend") == 0 && more)
      o.backend = backend_of(argv[++k]);
    else if (std::strcmp(argv[k], "--calls") == 0 && more)
      o.calls = std::max(1, std::atoi(argv[++k]));
    else
      add_models(argv[k], &o.cases);
  }
  if (o.cases.empty()) o.cases = {"M2000"};
  return o;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  return gpuinv::bench::status_of("bench_ipt", [&] {
    const auto options = gpuinv::bench::parse(argc, argv);
    gpuinv::bench::print_head();
    for (const std::string& word : options.cases)
      gpuinv::bench::bench_case(word, options);
    return 0;
  });
}
