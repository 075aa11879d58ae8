// bench_netlib.cpp (whole glp_simplex calls on model files, compared with
// stock)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_netlib [--backend cuda|host] [--form any|tableau|inverse|...]
//                     [--method primal|dual] [--presol] [--freemps]
//                     [--stock SECONDS] [--limit SECONDS] MODEL|FOLDER ...
//
// Each model (MPS, .gz or not) is scaled and given GLPK's advanced basis,
// as glpsol does.  From there it is solved twice by glp_simplex with mode
// "only", of which the second call counts, as the first starts CUDA, and
// once by stock GLPK (mode off) within the given seconds (0: not at all).
// Times are wall clock in seconds, reading and scaling excluded:
//
//   pivots, extra        of the engine; GLPK's own after them
//   lp ... certify       where our call spent its time (simplex_call.hpp)
//   us/piv               pivots (the time) over pivots (their number)
//   ours, stock          the whole calls
//   st_piv               stock's iterations
//   xtime, xpiv          stock's time over ours; our iterations, the
//                        engine's and GLPK's, over stock's
//   differ               |objective - stock's| / max(1, |stock's|)
//   end                  how our call ended; FAILED if stock's ended
//                        otherwise or the objectives are not within 1e-6
//
// Geometric means are at the end: of xtime, where a limit that stock reached
// counts as its time, and of xpiv, if stock finished.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tests/bench/model_files.hpp"
#include "tests/bench/simplex_call.hpp"

namespace gpuinv::bench {
namespace {

struct Options {
  How ours{GLP_PRIMAL, GLP_GPU_ONLY, GLP_GPU_ANY, GLP_GPU_FORM_ANY, 600.0};
  double stock = 60.0;
  int format = GLP_MPS_DECK;
  std::vector<std::string> models;
};

// A basis to start from more than once.
class Basis {
 public:
  explicit Basis(glp_prob* lp) {
    for (int i = 1; i <= glp_get_num_rows(lp); i++)
      rows_.push_back(glp_get_row_stat(lp, i));
    for (int j = 1; j <= glp_get_num_cols(lp); j++)
      cols_.push_back(glp_get_col_stat(lp, j));
  }
  void restore(glp_prob* lp) const {
    for (std::size_t i = 0; i < rows_.size(); i++)
      glp_set_row_stat(lp, static_cast<int>(i) + 1, rows_[i]);
    for (std::size_t j = 0; j < cols_.size(); j++)
      glp_set_col_stat(lp, static_cast<int>(j) + 1, cols_[j]);
  }

 private:
  std::vector<int> rows_, cols_;
};

class Mean {
 public:
  void add(double x) {
    sum_ += std::log(x);
    count_++;
  }
  double value() const { return std::exp(sum_ / count_); }
  int count() const { return count_; }

 private:
  double sum_ = 0.0;
  int count_ = 0;
};

struct Row {
  std::string name;
  int m, n, nnz;
  Call ours, stock;

  double difference() const {
    if (!stock.finished || stock.status != GLP_OPT) return NAN;
    return std::fabs(ours.objective - stock.objective) /
           std::max(1.0, std::fabs(stock.objective));
  }
  double pivot_ratio() const {
    if (!stock.finished) return NAN;
    return static_cast<double>(std::max(ours.iterations, 1)) /
           std::max(stock.iterations, 1);
  }
  bool passed() const {
    if (!ours.finished) return false;
    return !stock.finished ||
           (ours.status == stock.status && !(difference() > 1e-6));
  }
};

std::string name_of(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.find(".mps"));
}

glp_prob* read(const std::string& path, int format) {
  glp_prob* lp = glp_create_prob();
  glp_term_out(GLP_OFF);
  if (glp_read_mps(lp, format, nullptr, path.c_str()) == 0) {
    glp_scale_prob(lp, GLP_SF_AUTO);
    glp_adv_basis(lp, 0);
  } else {
    glp_delete_prob(lp);
    lp = nullptr;
  }
  glp_term_out(GLP_ON);
  return lp;
}

void print_head() {
  std::printf(
      "%-12s %6s %6s %7s %7s %6s %7s %7s %7s %8s %6s %7s %8s %8s %7s %6s %6s "
      "%8s end\n",
      "problem", "rows", "cols", "nnz", "pivots", "extra", "lp", "copy",
      "build", "pivots", "us/piv", "certify", "ours", "stock", "st_piv",
      "xtime", "xpiv", "differ");
}

void print(const Row& r, const Options& o) {
  const Call& ours = r.ours;
  const Split& s = ours.split;
  std::printf("%-12s %6d %6d %7d %7d %6d", r.name.c_str(), r.m, r.n, r.nnz,
              ours.pivots, ours.iterations - ours.pivots);
  std::printf(" %7s %7s %7s %8s %6s %7s %8.4f %8s", fixed(s.lp, 4).c_str(),
              fixed(s.copy, 4).c_str(), fixed(s.build, 4).c_str(),
              fixed(s.pivots, 4).c_str(),
              fixed(1e6 * s.pivots / std::max(ours.pivots, 1), 2).c_str(),
              fixed(s.certify, 4).c_str(), ours.seconds,
              seconds(r.stock, o.stock).c_str());
  char distance[16] = "-";
  if (!std::isnan(r.difference()))
    std::snprintf(distance, sizeof distance, "%.1e", r.difference());
  std::printf(" %7d %6s %6s %8s %s%s\n", r.stock.iterations,
              ratio(r.stock, o.stock, ours).c_str(),
              fixed(r.pivot_ratio(), 2).c_str(), distance,
              status_word(ours.status), r.passed() ? "" : " FAILED");
  std::fflush(stdout);
}

// Returns false if the file cannot be read.
bool run(const std::string& path, const Options& o, Row* r) {
  glp_prob* lp = read(path, o.format);
  if (lp == nullptr) return false;
  *r = {name_of(path),
        glp_get_num_rows(lp),
        glp_get_num_cols(lp),
        glp_get_num_nz(lp),
        {},
        {}};
  const Basis start(lp);
  call_simplex(lp, o.ours);
  start.restore(lp);
  r->ours = call_simplex(lp, o.ours);
  if (o.stock > 0.0) {
    How stock = o.ours;
    stock.mode = GLP_GPU_OFF;
    stock.limit = o.stock;
    start.restore(lp);
    r->stock = call_simplex(lp, stock);
  }
  glp_delete_prob(lp);
  return true;
}

bool run_all(const Options& o) {
  bool ok = true;
  Mean time, pivots;
  print_head();
  for (const std::string& path : o.models) {
    Row r;
    if (!run(path, o, &r)) {
      std::printf("%-12s cannot be read FAILED\n", name_of(path).c_str());
      ok = false;
      continue;
    }
    print(r, o);
    ok = ok && r.passed();
    if (!r.stock.ran) continue;
    time.add((r.stock.finished ? r.stock.seconds : o.stock) / r.ours.seconds);
    if (r.stock.finished) pivots.add(r.pivot_ratio());
  }
  std::printf("geometric means: xtime %s of %d, xpiv %s of %d\n",
              fixed(time.value(), 2).c_str(), time.count(),
              fixed(pivots.value(), 3).c_str(), pivots.count());
  return ok;
}

// Returns the position of the word among the words, or -1.
int position(const char* word, std::initializer_list<const char*> words) {
  int k = 0;
  for (const char* w : words) {
    if (std::strcmp(w, word) == 0) return k;
    k++;
  }
  return -1;
}

// Sets an option that has a value.
bool set_option(const std::string& word, const char* value, Options* o) {
  if (word == "--backend")
    return (o->ours.backend = position(value, {"any", "cuda", "host"})) >= 0;
  if (word == "--form")
    return (o->ours.form = position(value, {"any", "tableau", "inverse", "none",
                                            "crossover", "sparse"})) >= 0;
  if (word == "--method") {
    const int k = position(value, {"primal", "dual"});
    o->ours.method = k == 1 ? GLP_DUAL : GLP_PRIMAL;
    return k >= 0;
  }
  if (word == "--stock")
    o->stock = std::atof(value);
  else if (word == "--limit")
    o->ours.limit = std::atof(value);
  else
    return false;
  return true;
}

bool parse(int argc, char** argv, Options* o) {
  for (int a = 1; a < argc; a++) {
    const std::string word = argv[a];
    if (word[0] != '-')
      add_models(word, &o->models);
    else if (word == "--presol")
      o->ours.presolve = GLP_ON;
    else if (word == "--freemps")
      o->format = GLP_MPS_FILE;
    else if (++a == argc || !set_option(word, argv[a], o))
      return false;
  }
  return true;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  gpuinv::bench::Options options;
  if (!gpuinv::bench::parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: bench_netlib [--backend cuda|host] [--form "
                 "any|tableau|inverse]\n       [--method primal|dual] "
                 "[--presol] [--freemps] [--stock SECONDS]\n       [--limit "
                 "SECONDS] MODEL|FOLDER ...\n");
    return 2;
  }
  const char* netlib = std::getenv("GPUINV_NETLIB");
  if (options.models.empty() && netlib != nullptr)
    gpuinv::bench::add_models(std::string(netlib) + "/feasible",
                              &options.models);
  return gpuinv::bench::run_all(options) ? EXIT_SUCCESS : EXIT_FAILURE;
}
