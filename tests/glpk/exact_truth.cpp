// exact_truth.cpp (the status of an LP by exact arithmetic)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <string>

#include "exact_judge.hpp"

namespace gpuinv::exact {
namespace {

constexpr int kPivotLimit = 5000;  // far more than are needed

int run_exact(glp_prob* P, int msg_lev) {
  glp_smcp parm;
  glp_init_smcp(&parm);
  parm.msg_lev = msg_lev;
  parm.it_lim = glp_get_it_cnt(P) + kPivotLimit;
  return glp_exact(P, &parm) == 0 ? glp_get_status(P) : GLP_UNDEF;
}

// Returns the status by glp_exact.  It may cycle; then it starts from another
// basis.  Returns GLP_UNDEF if that does not help.
int exact_status(glp_prob* P, int msg_lev) {
  glp_std_basis(P);
  const int status = run_exact(P, msg_lev);
  if (status != GLP_UNDEF) return status;
  glp_adv_basis(P, 0);
  return run_exact(P, msg_lev);
}

int keep(void* info, const char* text) {
  static_cast<std::string*>(info)->append(text);
  return 1;
}

// Returns what is printed while this runs.
template <class Function>
std::string printed(const Function& function) {
  std::string text;
  const int terminal = glp_term_out(GLP_ON);
  glp_term_hook(keep, &text);
  function();
  glp_term_hook(nullptr, nullptr);
  glp_term_out(terminal);
  return text;
}

}  // namespace

bool exact_uses_gmp() {
  const RandomLp lp = random_lp(1);
  const std::string text =
      printed([&lp] { exact_status(lp.problem.get(), GLP_MSG_ALL); });
  return text.find("GNU MP bignum library is being used") != text.npos;
}

std::string mode_says(int backend) {
  const RandomLp lp = random_lp(1);
  glp_bfcp bfcp;
  glp_get_bfcp(lp.problem.get(), &bfcp);
  bfcp.gpu = GLP_GPU_ONLY;
  bfcp.gpu_backend = backend;
  bfcp.gpu_form = GLP_GPU_FORM_TABLEAU;
  glp_set_bfcp(lp.problem.get(), &bfcp);
  const std::string text =
      printed([&lp] { glp_simplex(lp.problem.get(), nullptr); });
  const std::size_t begin = text.find("GPU: ");
  if (begin == text.npos) return "GPU: nothing is said";
  return text.substr(begin, text.find('\n', begin) - begin);
}

// The recession cone shows whether there is a dual solution, whatever the
// primal is.  If both LPs show it, or if the LP was made feasible, they must
// agree.
Truth find_truth(const RandomLp& lp) {
  glp_prob* P = lp.problem.get();
  const int status = exact_status(P, GLP_MSG_OFF);
  const double optimum = glp_get_obj_val(P);
  const Problem cone = recession(P);
  const int ray = exact_status(cone.get(), GLP_MSG_OFF);
  const bool bounded = ray == GLP_OPT, unbounded = ray == GLP_UNBND;
  Truth truth{false, false, false, optimum};
  switch (status) {
    case GLP_OPT:
      truth = {!unbounded && std::isfinite(optimum), true, true, optimum};
      break;
    case GLP_UNBND:
      truth = {!bounded, true, false, 0};
      break;
    case GLP_NOFEAS:
      truth = {bounded || unbounded, false, bounded, 0};
      break;
  }
  if (lp.has_point && !truth.primal) truth.known = false;
  if (lp.has_dual_point && !truth.dual) truth.known = false;
  return truth;
}

}  // namespace gpuinv::exact
