// auto_warm.cpp (warm starts of small LPs in mode auto and mode off)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <glpk.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>

#include "tests/bench/auto_table.hpp"

namespace gpuinv::bench {
namespace {

constexpr int kMetabolites = 200, kReactions = 300;
constexpr double kFlux = 1000.0;

struct Delete {
  void operator()(glp_prob* lp) const { glp_delete_prob(lp); }
};
using Problem = std::unique_ptr<glp_prob, Delete>;

// A flux balance like those of cobrapy: maximize the flux of the last reaction,
// S v = 0, where S has few entries, small integers.  A reaction runs forwards,
// or both ways; each fifth metabolite is taken up.
class FluxBalance {
 public:
  Problem build() {
    Problem lp(glp_create_prob());
    glp_set_obj_dir(lp.get(), GLP_MAX);
    glp_add_rows(lp.get(), kMetabolites);
    for (int i = 1; i <= kMetabolites; i++)
      glp_set_row_bnds(lp.get(), i, GLP_FX, 0.0, 0.0);
    for (int j = 1; j < kReactions; j++) add_reaction(lp.get());
    for (int i = 1; i <= kMetabolites; i += 5) add_uptake(lp.get(), i);
    add_growth(lp.get());
    return lp;
  }

 private:
  int metabolite() { return 1 + static_cast<int>(rng_() % kMetabolites); }

  void add(glp_prob* lp, double lower, const std::vector<int>& rows,
           const std::vector<double>& values) {
    const int j = glp_add_cols(lp, 1);
    glp_set_col_bnds(lp, j, GLP_DB, lower, kFlux);
    glp_set_mat_col(lp, j, static_cast<int>(rows.size()), rows.data() - 1,
                    values.data() - 1);
  }
  // Adds a reaction of two kinds into two others.
  void add_reaction(glp_prob* lp) {
    std::vector<int> rows;
    while (rows.size() < 4) {
      const int i = metabolite();
      if (std::find(rows.begin(), rows.end(), i) == rows.end())
        rows.push_back(i);
    }
    const double a = 1.0 + rng_() % 2;
    add(lp, rng_() % 2 ? -kFlux : 0.0, rows, {-a, -1.0, 1.0, a});
  }
  void add_uptake(glp_prob* lp, int i) { add(lp, -10.0, {i}, {-1.0}); }
  void add_growth(glp_prob* lp) {
    std::vector<int> rows;
    for (int i = 3; i <= kMetabolites; i += 20) rows.push_back(i);
    add(lp, 0.0, rows, std::vector<double>(rows.size(), -1.0));
    glp_set_obj_coef(lp, glp_get_num_cols(lp), 1.0);
  }

  std::mt19937 rng_{1};
};

// Returns a problem for each mode, solved once.
Problem prepare(glp_prob* model, int mode) {
  Problem lp(glp_create_prob());
  glp_copy_prob(lp.get(), model, GLP_OFF);
  glp_bfcp bfcp;
  glp_get_bfcp(lp.get(), &bfcp);
  bfcp.gpu = mode;
  glp_set_bfcp(lp.get(), &bfcp);
  glp_simplex(lp.get(), nullptr);
  return lp;
}

// Fixes column j at the bound nearest to zero (a deleted gene), solves the LP
// from the last basis, and frees the column again.  Returns the seconds of
// glp_simplex.
double knock_out(glp_prob* lp, int j, double* objective) {
  using Clock = std::chrono::steady_clock;
  const int type = glp_get_col_type(lp, j);
  const double lower = glp_get_col_lb(lp, j), upper = glp_get_col_ub(lp, j);
  const double x = lower > 0.0 ? lower : upper < 0.0 ? upper : 0.0;
  glp_set_col_bnds(lp, j, GLP_FX, x, x);
  const auto begin = Clock::now();
  glp_simplex(lp, nullptr);
  const std::chrono::duration<double> used = Clock::now() - begin;
  *objective = glp_get_status(lp) == GLP_OPT ? glp_get_obj_val(lp) : 0.0;
  glp_set_col_bnds(lp, j, type, lower, upper);
  return used.count();
}

struct Samples {
  std::vector<double> off, automatic;
};

// Does all warm starts once, both modes in turn.  Returns false if answers
// differ.
bool pass(glp_prob* model, std::vector<Samples>* samples) {
  const Problem lps[2] = {prepare(model, GLP_GPU_OFF),
                          prepare(model, GLP_GPU_AUTO)};
  bool same = true;
  int k = 0;
  for (Samples& s : *samples) {
    const int j = 1 + k % glp_get_num_cols(model);
    double used[2], objective[2];
    for (const int mode : {k % 2, 1 - k % 2})
      used[mode] = knock_out(lps[mode].get(), j, &objective[mode]);
    s.off.push_back(used[0]);
    s.automatic.push_back(used[1]);
    same = same && std::fabs(objective[0] - objective[1]) <=
                       1e-7 * std::max(1.0, std::fabs(objective[0]));
    k++;
  }
  return same;
}

}  // namespace

bool compare_warm_starts(const AutoOptions& o) {
  if (o.warm == 0) return true;
  glp_term_out(GLP_OFF);
  const Problem model = FluxBalance().build();
  std::vector<Samples> samples(o.warm);
  bool same = true;
  for (int r = 0; r < o.repeats; r++)
    same = pass(model.get(), &samples) && same;
  Summary summary;
  int k = 0;
  for (const Samples& s : samples)
    summary.add(std::to_string(++k), Pair{median(s.off), median(s.automatic)});
  summary.print("warm starts");
  if (!same) std::printf("warm starts: ANSWERS DIFFER\n");
  return same && !summary.slow();
}

}  // namespace gpuinv::bench
