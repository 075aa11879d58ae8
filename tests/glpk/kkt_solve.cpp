// kkt_solve.cpp (one answer of GLPK and its errors)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "kkt_solve.hpp"

#include <limits.h>

#include <memory>
#include <stdexcept>

namespace gpuinv::kkt {
namespace {

struct DeleteProblem {
  void operator()(glp_prob* P) const { glp_delete_prob(P); }
};
using Problem = std::unique_ptr<glp_prob, DeleteProblem>;

Problem read(const std::string& path, bool free_format) {
  Problem problem(glp_create_prob());
  const int format = free_format ? GLP_MPS_FILE : GLP_MPS_DECK;
  if (glp_read_mps(problem.get(), format, nullptr, path.c_str()) != 0)
    throw std::runtime_error(path + ": cannot be read");
  return problem;
}

void set_mode(glp_prob* P, const Setting& setting) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  parm.gpu = setting.gpu;
  parm.gpu_backend = setting.backend;
  parm.gpu_form = setting.form;
  glp_set_bfcp(P, &parm);
}

const char* simplex_status(glp_prob* P, int code) {
  if (code == GLP_ENOPFS) return "infeasible";
  if (code == GLP_ENODFS) return "no dual";
  if (code != 0) return "-";
  switch (glp_get_status(P)) {
    case GLP_OPT:
      return "optimal";
    case GLP_NOFEAS:
      return "infeasible";
    case GLP_UNBND:
      return "unbounded";
  }
  return glp_get_dual_stat(P) == GLP_NOFEAS ? "no dual" : "-";
}

int limit(const Setting& setting) {
  return setting.tm_lim > 0 ? setting.tm_lim : INT_MAX;
}

void call_simplex(glp_prob* P, const Setting& setting, Result& r) {
  glp_smcp parm;
  glp_init_smcp(&parm);
  parm.meth = setting.meth;
  parm.presolve = setting.presolve;
  parm.tm_lim = limit(setting);
  const double start = glp_time();
  r.code = glp_simplex(P, &parm);
  r.seconds = glp_difftime(glp_time(), start);
  r.status = simplex_status(P, r.code);
  r.objective = glp_get_obj_val(P);
  r.iterations = glp_get_it_cnt(P);
}

// GLP_NOFEAS of the interior point leaves open which of the two has no
// solution.
void call_interior(glp_prob* P, const Setting& setting, Result& r) {
  glp_iptcp parm;
  glp_init_iptcp(&parm);
  parm.tm_lim = limit(setting);
  const double start = glp_time();
  r.code = glp_interior(P, &parm);
  r.seconds = glp_difftime(glp_time(), start);
  const int status = glp_ipt_status(P);
  if (r.code == 0 && status == GLP_OPT) r.status = "optimal";
  if (r.code == 0 && status == GLP_NOFEAS) r.status = "infeasible";
  r.objective = glp_ipt_obj_val(P);
}

double relative_error(glp_prob* P, int solution, int condition) {
  double absolute, relative;
  int at_absolute, at_relative;
  glp_check_kkt(P, solution, condition, &absolute, &at_absolute, &relative,
                &at_relative);
  return relative;
}

}  // namespace

Result solve_file(const std::string& path, bool free_format,
                  const Setting& setting) {
  const Problem problem = read(path, free_format);
  glp_prob* P = problem.get();
  set_mode(P, setting);
  if (setting.interior || !setting.presolve) glp_scale_prob(P, GLP_SF_AUTO);
  if (!setting.interior && !setting.presolve) glp_adv_basis(P, 0);
  Result r;
  if (setting.interior)
    call_interior(P, setting, r);
  else
    call_simplex(P, setting, r);
  const int solution = setting.interior ? GLP_IPT : GLP_SOL;
  constexpr int kConditions[] = {GLP_KKT_PE, GLP_KKT_PB, GLP_KKT_DE,
                                 GLP_KKT_DB};
  if (r.status == std::string("optimal"))
    for (int k = 0; k < 4; k++)
      r.errors[k] = relative_error(P, solution, kConditions[k]);
  return r;
}

}  // namespace gpuinv::kkt
