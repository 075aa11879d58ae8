// exact_methods.cpp (GLPK's answers by every method, judged)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>

#include "exact_judge.hpp"

namespace gpuinv::exact {
namespace {

constexpr double kTolerance = 1e-6;
// Limits against endless loops; such an LP takes some ten pivots.
constexpr int kPivotLimit = 1000;
constexpr int kTimeLimit = 10000;  // milliseconds
constexpr int kLuf = GLP_BF_LUF + GLP_BF_FT;

// The claims of a solver, right or wrong.
struct Claims {
  int code = 0;
  int status = GLP_UNDEF;
  bool optimal = false, no_primal = false, no_dual = false, no_pair = false;
  double objective = 0;
};

std::jmp_buf escape;
void leave(void*) { std::longjmp(escape, 1); }

void set_mode(glp_prob* P, const Method& method, int backend) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  parm.type = method.type;
  parm.gpu = method.gpu;
  parm.gpu_backend = backend;
  parm.gpu_form = method.form;
  glp_set_bfcp(P, &parm);
}

Claims by_simplex(glp_prob* P, const Method& method) {
  Claims claims;
  glp_smcp parm;
  glp_init_smcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  parm.meth = method.meth;
  parm.presolve = method.presolve;
  parm.it_lim = kPivotLimit;
  parm.tm_lim = kTimeLimit;
  claims.code = glp_simplex(P, &parm);
  claims.status = glp_get_status(P);
  claims.objective = glp_get_obj_val(P);
  claims.optimal = claims.code == 0 && claims.status == GLP_OPT;
  claims.no_primal = claims.code == GLP_ENOPFS ||
                     (claims.code == 0 && glp_get_prim_stat(P) == GLP_NOFEAS);
  claims.no_dual = claims.code == GLP_ENODFS ||
                   (claims.code == 0 && glp_get_dual_stat(P) == GLP_NOFEAS);
  return claims;
}

// GLP_NOFEAS means here that the primal or the dual has no solution.
Claims by_interior(glp_prob* P) {
  Claims claims;
  glp_iptcp parm;
  glp_init_iptcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  parm.tm_lim = kTimeLimit;
  claims.code = glp_interior(P, &parm);
  claims.status = glp_ipt_status(P);
  claims.objective = glp_ipt_obj_val(P);
  claims.optimal = claims.code == 0 && claims.status == GLP_OPT;
  claims.no_pair = claims.code == 0 && claims.status == GLP_NOFEAS;
  return claims;
}

// Returns false after a fatal error of GLPK.  No object with a destructor may
// be alive between setjmp and a longjmp.
bool call_solver(glp_prob* P, const Method& method, int backend,
                 Claims* claims) {
  glp_error_hook(leave, nullptr);
  const bool done = setjmp(escape) == 0;
  if (done) {
    set_mode(P, method, backend);
    if (method.scale) glp_scale_prob(P, GLP_SF_AUTO);
    *claims = method.interior ? by_interior(P) : by_simplex(P, method);
  }
  glp_error_hook(nullptr, nullptr);
  return done;
}

Verdict judge(const Claims& claims, const Truth& truth) {
  if (claims.optimal) {
    const double error = std::fabs(claims.objective - truth.optimum);
    const bool right = truth.primal && truth.dual &&
                       error <= kTolerance * (1 + std::fabs(truth.optimum));
    return right ? Verdict::kRight : Verdict::kWrong;
  }
  if (!claims.no_primal && !claims.no_dual && !claims.no_pair)
    return Verdict::kNone;
  const bool wrong = (claims.no_primal && truth.primal) ||
                     (claims.no_dual && truth.dual) ||
                     (claims.no_pair && truth.primal && truth.dual) ||
                     (claims.status == GLP_UNBND && !truth.primal);
  return wrong ? Verdict::kWrong : Verdict::kRight;
}

std::string describe(const Claims& claims) {
  static const char* const kStatus[] = {"?",      "UNDEF", "FEAS", "INFEAS",
                                        "NOFEAS", "OPT",   "UNBND"};
  char text[100];
  std::snprintf(text, sizeof text, "returns %#x, %s, %.9g", claims.code,
                kStatus[claims.status], claims.objective);
  return text;
}

// Returns the largest relative error in the conditions of optimality, on the
// problem as given.
double kkt_error(glp_prob* P, bool interior) {
  double worst = 0;
  for (const int condition : {GLP_KKT_PE, GLP_KKT_PB, GLP_KKT_DE, GLP_KKT_DB}) {
    double absolute, relative;
    int at_absolute, at_relative;
    glp_check_kkt(P, interior ? GLP_IPT : GLP_SOL, condition, &absolute,
                  &at_absolute, &relative, &at_relative);
    worst = std::max(worst, relative);
  }
  return worst;
}

void add_simplex_methods(std::vector<Method>& methods, const std::string& name,
                         int type, int gpu, int form) {
  static constexpr struct {
    int meth;
    const char* name;
  } kMeths[] = {
      {GLP_PRIMAL, "primal"}, {GLP_DUAL, "dual"}, {GLP_DUALP, "dualp"}};
  static constexpr struct {
    int presolve;
    bool scale;
    const char* name;
  } kStarts[] = {{GLP_OFF, false, ""},
                 {GLP_OFF, true, "-scale"},
                 {GLP_ON, false, "-presol"}};
  int kind = 0;  // stock's are the first ones
  for (const auto& start : kStarts)
    for (const auto& meth : kMeths)
      methods.push_back({name + "-" + meth.name + start.name, false, meth.meth,
                         start.presolve, start.scale, type, gpu, form, kind++});
}

}  // namespace

std::vector<Method> all_methods() {
  std::vector<Method> methods;
  add_simplex_methods(methods, "stock", kLuf, GLP_GPU_OFF, 0);
  add_simplex_methods(methods, "tableau", kLuf, GLP_GPU_ONLY,
                      GLP_GPU_FORM_TABLEAU);
  add_simplex_methods(methods, "inverse", kLuf, GLP_GPU_ONLY,
                      GLP_GPU_FORM_INVERSE);
  add_simplex_methods(methods, "sparse", kLuf, GLP_GPU_ONLY,
                      GLP_GPU_FORM_SPARSE);
  add_simplex_methods(methods, "any", kLuf, GLP_GPU_ONLY, GLP_GPU_FORM_ANY);
  add_simplex_methods(methods, "auto", kLuf, GLP_GPU_AUTO, GLP_GPU_FORM_ANY);
  add_simplex_methods(methods, "basis", GLP_BF_GPU, GLP_GPU_OFF, 0);
  const int stock = static_cast<int>(methods.size());
  methods.push_back(
      {"stock-interior", true, 0, 0, false, kLuf, GLP_GPU_OFF, 0, stock});
  methods.push_back(
      {"interior", true, 0, 0, false, kLuf, GLP_GPU_ONLY, 0, stock});
  return methods;
}

Answer solve_and_judge(unsigned seed, const Method& method, int backend,
                       const Truth& truth) {
  Claims claims;
  glp_prob* P = random_lp(seed).problem.release();
  if (!call_solver(P, method, backend, &claims)) {
    glp_free_env();  // this frees P, too
    glp_term_out(GLP_OFF);
    return {Verdict::kWrong, false, 0, "fatal error"};
  }
  const double kkt = claims.optimal ? kkt_error(P, method.interior) : 0;
  glp_delete_prob(P);
  return {judge(claims, truth), claims.optimal, kkt, describe(claims)};
}

}  // namespace gpuinv::exact
