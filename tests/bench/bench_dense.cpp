// bench_dense.cpp (whole glp_simplex calls on dense LPs, compared with stock)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_dense [--backend cuda|host] [--stock SECONDS] [--named]
//                    [--host SECONDS] [FAMILY:M ...]
//        bench_dense --write DIR FAMILY:M ...
//
// Families are those of dense_family.hpp.  Each LP is scaled and solved
// from the slack basis: twice by glp_simplex with mode "only", of which
// the second call counts, as the first starts CUDA; by stock GLPK (mode
// off), primal and dual (--named: only as xnamed below), and by our host
// back end, each within the given seconds (0: not at all).  Times are wall
// clock in seconds:
//
//   primal, dual, host   those calls
//   scale                glp_scale_prob, once, before all calls
//   lp ... certify       where our call spent its time (simplex_call.hpp)
//   ours                 the whole call
//   us/pivot             pivots (the time) over pivots (their number)
//   extra                iterations of GLPK after the engine's
//   xnamed, xbest, xhost primal (P, D) or dual (M), the better of both,
//                        and host over ours
//
//   error, objective     |objective - another's| / max(1, |another's|)
//
// --write writes FAMILYM.mps and solves nothing.  m = 15000 takes 13 GB
// for the problem object alone and 22 GB in all.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests/bench/dense_call.hpp"
#include "tests/bench/dense_family.hpp"

namespace gpuinv::bench {
namespace {

struct Options {
  int backend = GLP_GPU_ANY;
  double stock = 30.0, host = 30.0;
  bool named = false;
  const char* folder = nullptr;
  std::vector<std::string> cases;
};

constexpr double kLimit = 600;  // of the engine, seconds

// Returns the better of two methods; if not both ran, one that did not.
const Call& better(const Call& a, const Call& b) {
  if (!a.ran || !b.ran) return a.ran ? b : a;
  if (a.finished != b.finished) return a.finished ? a : b;
  return b.seconds < a.seconds ? b : a;
}

// Returns the method for the ratio to stock.
int named_method(char letter) { return letter == 'M' ? GLP_DUAL : GLP_PRIMAL; }

struct Row {
  char letter;
  int m;
  double scale;
  Call primal, dual, host, ours;

  // Returns the distance to another's objective; NAN if nothing else has solved
  // it.
  double error() const {
    const Call& other = primal.finished ? primal : dual.finished ? dual : host;
    if (!other.finished) return NAN;
    return std::fabs(ours.objective - other.objective) /
           std::max(1.0, std::fabs(other.objective));
  }
  bool passed() const {
    return ours.finished && ours.pivots > 0 && !(error() > 1e-7);
  }
};

void print_head() {
  std::printf(
      "%-6s %6s %8s %8s %8s %8s %8s %8s %8s %8s %8s %9s %8s %8s %6s %7s %7s "
      "%7s %8s %16s verdict\n",
      "family", "m", "primal", "dual", "host", "scale", "lp", "copy", "build",
      "pivots", "certify", "ours", "number", "us/pivot", "extra", "xnamed",
      "xbest", "xhost", "error", "objective");
}

void print(const Row& r, const Options& o) {
  const Call& ours = r.ours;
  const Split& s = ours.split;
  const Call& named = named_method(r.letter) == GLP_DUAL ? r.dual : r.primal;
  const double error = r.error();
  char distance[16] = "-";
  if (!std::isnan(error)) std::snprintf(distance, 16, "%.1e", error);
  std::printf("%-6c %6d %8s %8s %8s %8.3f", r.letter, r.m,
              seconds(r.primal, o.stock).c_str(),
              seconds(r.dual, o.stock).c_str(), seconds(r.host, o.host).c_str(),
              r.scale);
  for (const double part : {s.lp, s.copy, s.build, s.pivots, s.certify})
    std::printf(" %8s", fixed(part, 4).c_str());
  std::printf(" %9.4f %8d %8s %6d", ours.seconds, ours.pivots,
              fixed(1e6 * s.pivots / ours.pivots, 2).c_str(),
              ours.iterations - ours.pivots);
  std::printf(" %7s %7s %7s %8s %16.9e %s\n",
              ratio(named, o.stock, ours).c_str(),
              ratio(better(r.primal, r.dual), o.stock, ours).c_str(),
              ratio(r.host, o.host, ours).c_str(), distance, ours.objective,
              r.passed() ? "ok" : "FAILED");
  std::fflush(stdout);
}

bool run(char letter, int m, const Options& o) {
  glp_prob* lp = build_problem(letter, m);
  Row r{letter, m, scale(lp), {}, {}, {}, {}};
  const How only{GLP_PRIMAL, GLP_GPU_ONLY, o.backend, GLP_GPU_FORM_ANY, kLimit};
  solve(lp, only);
  r.ours = solve(lp, only);
  if (o.host > 0 && o.backend != GLP_GPU_HOST)
    r.host = solve(lp, {GLP_PRIMAL, GLP_GPU_ONLY, GLP_GPU_HOST,
                        GLP_GPU_FORM_TABLEAU, o.host});
  for (const int method : {GLP_PRIMAL, GLP_DUAL})
    if (o.stock > 0 && (!o.named || method == named_method(letter)))
      (method == GLP_DUAL ? r.dual : r.primal) =
          solve(lp, {method, GLP_GPU_OFF, 0, 0, o.stock});
  glp_delete_prob(lp);
  print(r, o);
  return r.passed();
}

// Starts the engine on a small LP; returns "" if it does not run there.
std::string probe(int backend) {
  glp_prob* lp = build_problem('P', 10);
  const Call call = solve(
      lp, {GLP_PRIMAL, GLP_GPU_ONLY, backend, GLP_GPU_FORM_TABLEAU, kLimit});
  glp_delete_prob(lp);
  return call.pivots > 0 ? call.engine : "";
}

std::vector<std::string> cases_of(const std::string& families,
                                  std::initializer_list<int> sizes) {
  std::vector<std::string> list;
  for (const int m : sizes)
    for (const char letter : families)
      list.push_back(std::string(1, letter) + ":" + std::to_string(m));
  return list;
}

// Finds out where to run what; returns false if it cannot run.
bool choose(Options* o) {
  std::string engine =
      probe(o->backend == GLP_GPU_ANY ? +GLP_GPU_CUDA : o->backend);
  if (o->backend == GLP_GPU_ANY) {
    o->backend = engine.empty() ? GLP_GPU_HOST : GLP_GPU_CUDA;
    if (engine.empty()) {
      std::printf(
          "# bench_dense: no CUDA device answers; host back end only\n");
      engine = probe(GLP_GPU_HOST);
    }
  }
  if (engine.empty()) return false;
  std::printf("# %s; limits: stock %g s, host %g s\n", engine.c_str(), o->stock,
              o->host);
  if (!o->cases.empty()) return true;
  if (o->backend == GLP_GPU_HOST) {
    o->cases = cases_of(kFamilies, {300, 500});
  } else {
    o->cases = cases_of(kFamilies, {1000, 2000});
    for (const std::string& c : cases_of("PDML", {4000, 8000}))
      o->cases.push_back(c);
    for (const std::string& c : cases_of("PL", {15000})) o->cases.push_back(c);
  }
  return true;
}

bool parse(int argc, char** argv, Options* o) {
  for (int a = 1; a < argc; a++) {
    const std::string word = argv[a];
    const char* value = a + 1 < argc ? argv[a + 1] : nullptr;
    if (is_case(word))
      o->cases.push_back(word), a--;
    else if (word == "--named")
      o->named = true, a--;
    else if (value == nullptr)
      return false;
    else if (word == "--backend")
      o->backend =
          std::strcmp(value, "host") == 0 ? GLP_GPU_HOST : GLP_GPU_CUDA;
    else if (word == "--stock")
      o->stock = std::atof(value);
    else if (word == "--host")
      o->host = std::atof(value);
    else if (word == "--write")
      o->folder = value;
    else
      return false;
    a++;
  }
  return o->folder == nullptr || !o->cases.empty();
}

int write(const Options& o) {
  for (const std::string& c : o.cases) {
    const std::string path =
        std::string(o.folder) + "/" + c[0] + c.substr(2) + ".mps";
    if (write_mps(c[0], std::atoi(&c[2]), path)) continue;
    std::fprintf(stderr, "bench_dense: cannot write '%s'\n", path.c_str());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

int run_all(Options& o) {
  if (!choose(&o)) {
    std::fprintf(stderr,
                 "bench_dense: the simplex engine does not run; is "
                 "$GPUINV_LIBRARY right, is there a device?\n");
    return EXIT_FAILURE;
  }
  print_head();
  bool ok = true;
  for (const std::string& c : o.cases)
    ok = run(c[0], std::atoi(&c[2]), o) && ok;
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  gpuinv::bench::Options options;
  if (!gpuinv::bench::parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: bench_dense [--backend cuda|host] [--stock SECONDS] "
                 "[--named]\n       [--host SECONDS] [--write DIR] "
                 "[FAMILY:M ...], "
                 "FAMILY of %s\n",
                 gpuinv::bench::kFamilies);
    return 2;
  }
  if (options.folder != nullptr) return gpuinv::bench::write(options);
  return gpuinv::bench::run_all(options);
}
