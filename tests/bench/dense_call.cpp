// dense_call.cpp (one timed glp_simplex call on a dense LP)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "tests/bench/dense_call.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "tests/bench/dense_family.hpp"

namespace gpuinv::bench {
namespace {

struct Log {
  Call call;
  double engine_end = NAN;
};

// GLPK's terminal hook.  The engine's own line comes when it has ended,
// GLPK's when the basis is factorized.
int read_log(void* info, const char* text) {
  Log* log = static_cast<Log*>(info);
  Split& s = log->call.split;
  if (std::sscanf(text, "GPU: simplex: copy %lf s, build %lf s, pivots %lf s",
                  &s.copy, &s.build, &s.pivots) == 3)
    log->engine_end = now();
  std::sscanf(text, "GPU: %d pivots in", &log->call.pivots);
  if (std::strncmp(text, "GPU: simplex on ", 16) == 0)
    log->call.engine.assign(text + 5, std::strcspn(text + 5, "\n"));
  return 1;
}

void set_bounds(void (*set)(glp_prob*, int, int, double, double), glp_prob* lp,
                int k, const Range& r) {
  const bool lower = r.lower != -HUGE_VAL, upper = r.upper != HUGE_VAL;
  set(lp, k,
      r.lower == r.upper ? GLP_FX
      : lower && upper   ? GLP_DB
      : lower            ? GLP_LO
                         : GLP_UP,
      lower ? r.lower : 0.0, upper ? r.upper : 0.0);
}

void set_mode(glp_prob* lp, const How& how) {
  glp_bfcp bfcp;
  glp_get_bfcp(lp, &bfcp);
  bfcp.gpu = how.mode;
  bfcp.gpu_backend = how.backend;
  bfcp.gpu_form = how.form;
  glp_set_bfcp(lp, &bfcp);
}

}  // namespace

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

Call solve(glp_prob* lp, const How& how) {
  set_mode(lp, how);
  glp_std_basis(lp);
  glp_smcp smcp;
  glp_init_smcp(&smcp);
  smcp.meth = how.method;
  smcp.tm_lim = static_cast<int>(1000 * how.limit);
  smcp.msg_lev = how.mode == GLP_GPU_OFF ? GLP_MSG_ALL : GLP_MSG_DBG;
  Log log;
  glp_term_hook(read_log, &log);
  const int before = glp_get_it_cnt(lp);
  const double begin = now();
  const int code = glp_simplex(lp, &smcp);
  const double end = now();
  glp_term_hook(nullptr, nullptr);
  Call& call = log.call;
  call.ran = true;
  call.seconds = end - begin;
  Split& s = call.split;
  s.lp = log.engine_end - s.copy - s.build - s.pivots - begin;
  s.certify = end - log.engine_end;
  call.iterations = glp_get_it_cnt(lp) - before;
  call.finished = code == 0 && glp_get_status(lp) != GLP_UNDEF;
  call.objective = glp_get_obj_val(lp);
  return call;
}

glp_prob* build_problem(char letter, int m) {
  DenseFamily family(letter, m);
  glp_prob* lp = glp_create_prob();
  glp_set_obj_dir(lp, family.maximize() ? GLP_MAX : GLP_MIN);
  glp_add_rows(lp, m);
  glp_add_cols(lp, m);
  std::vector<int> index(m + 1);
  for (int i = 1; i <= m; i++) index[i] = i;
  for (int j = 1; j <= m; j++) {
    const DenseFamily::Column& c = family.next_column();
    glp_set_mat_col(lp, j, m, index.data(), c.a.data() - 1);  // from 1
    glp_set_obj_coef(lp, j, c.cost);
    set_bounds(glp_set_col_bnds, lp, j, c.range);
  }
  for (int i = 1; i <= m; i++)
    set_bounds(glp_set_row_bnds, lp, i, family.next_row());
  return lp;
}

double scale(glp_prob* lp) {
  const double begin = now();
  glp_term_out(GLP_OFF);
  glp_scale_prob(lp, GLP_SF_AUTO);
  glp_term_out(GLP_ON);
  return now() - begin;
}

}  // namespace gpuinv::bench
