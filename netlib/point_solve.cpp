// point_solve.cpp (one timed solve by libglpk, by stock's interface alone)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <chrono>
#include <climits>
#include <stdexcept>

#include "point.hpp"

namespace gpuinv::netlib {
namespace {

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Size of the LP that starts CUDA; it does not matter otherwise.
constexpr int kWarmSize = 60;

double warm_up() {
  const double begin = now();
  glp_prob* lp = glp_create_prob();
  glp_set_obj_dir(lp, GLP_MAX);
  glp_add_rows(lp, kWarmSize);
  glp_add_cols(lp, kWarmSize);
  std::vector<int> index(kWarmSize + 1);
  std::vector<double> value(kWarmSize + 1);
  for (int j = 1; j <= kWarmSize; j++) {
    for (int i = 1; i <= kWarmSize; i++) {
      index[i] = i;
      value[i] = 1.0 + (i * 7 + j * 13) % 11;
    }
    glp_set_mat_col(lp, j, kWarmSize, index.data(), value.data());
    glp_set_obj_coef(lp, j, 1.0 + j % 5);
    glp_set_col_bnds(lp, j, GLP_LO, 0.0, 0.0);
    glp_set_row_bnds(lp, j, GLP_UP, 0.0, 100.0 + j);
  }
  glp_simplex(lp, nullptr);
  glp_delete_prob(lp);
  return now() - begin;
}

// A longer solve is repeated less often.
constexpr double kLong = 10.0;
constexpr int kLongRepeats = 3;

int milliseconds(double seconds) {
  return seconds > 0.0 && seconds < INT_MAX / 1000.0
             ? static_cast<int>(1000.0 * seconds)
             : INT_MAX;
}

std::string name_of(int status) {
  switch (status) {
    case GLP_OPT:
      return "optimal";
    case GLP_INFEAS:
    case GLP_NOFEAS:
      return "infeasible";
    case GLP_UNBND:
      return "unbounded";
    default:
      return "undefined";
  }
}

std::string status_of(int code, int status) {
  switch (code) {
    case 0:
      // an infeasible point is no verdict, but a proof of infeasibility is
      return status == GLP_INFEAS ? "undefined" : name_of(status);
    case GLP_ENOPFS:
      return "infeasible";
    case GLP_ENODFS:
      return "unbounded";
    case GLP_ETMLIM:
      return "limit";
    default:
      return "undefined";
  }
}

void call_interior(glp_prob* lp, Solved* s) {
  glp_iptcp parm;
  glp_init_iptcp(&parm);
  const double begin = now();
  const int code = glp_interior(lp, &parm);
  s->seconds = now() - begin;
  s->status = status_of(code, glp_ipt_status(lp));
  for (int i = 1; i <= glp_get_num_rows(lp); i++)
    s->point.y.push_back(glp_ipt_row_dual(lp, i));
  for (int j = 1; j <= glp_get_num_cols(lp); j++)
    s->point.x.push_back(glp_ipt_col_prim(lp, j));
}

void call_simplex(glp_prob* lp, const SolveOptions& options, Solved* s) {
  glp_smcp parm;
  glp_init_smcp(&parm);
  parm.meth = options.method == Method::kDual ? GLP_DUALP : GLP_PRIMAL;
  parm.presolve = options.presolve ? GLP_ON : GLP_OFF;
  parm.tm_lim = milliseconds(options.limit_s);
  const double begin = now();
  if (!options.presolve) {  // with it, glp_simplex does this by itself
    glp_scale_prob(lp, GLP_SF_AUTO);
    glp_adv_basis(lp, 0);
  }
  const int code = glp_simplex(lp, &parm);
  s->seconds = now() - begin;
  s->status = status_of(code, glp_get_status(lp));
  s->iterations = glp_get_it_cnt(lp);
  for (int i = 1; i <= glp_get_num_rows(lp); i++)
    s->point.y.push_back(glp_get_row_dual(lp, i));
  for (int j = 1; j <= glp_get_num_cols(lp); j++)
    s->point.x.push_back(glp_get_col_prim(lp, j));
}

void call(glp_prob* lp, const SolveOptions& options, Solved* s) {
  if (options.method == Method::kInterior)
    call_interior(lp, s);
  else
    call_simplex(lp, options, s);
}

}  // namespace

Problem::Problem(const std::string& path, bool free_format)
    : lp_(glp_create_prob()) {
  glp_term_out(GLP_OFF);
  const int format = free_format ? GLP_MPS_FILE : GLP_MPS_DECK;
  if (glp_read_mps(lp_.get(), format, nullptr, path.c_str()) != 0)
    throw std::runtime_error(path + ": not read by GLPK");
}

Solved Problem::solve(const SolveOptions& options) const {
  Solved s{};
  s.version = glp_version();
  const char* gpu = glp_config("GPU");
  s.gpu = gpu ? gpu : "-";
  if (options.warm) s.warm_s = warm_up();
  glp_term_out(GLP_ON);
  call(lp_.get(), options, &s);
  const int most = s.seconds > kLong ? std::min(options.repeats, kLongRepeats)
                                     : options.repeats;
  for (int k = 1; k < most && s.status == "optimal" && s.once.empty(); k++) {
    Solved again{};
    call(lp_.get(), options, &again);
    s.again_s.push_back(again.seconds);
    if (again.status != s.status) s.once = again.status;
  }
  return s;
}

}  // namespace gpuinv::netlib
