// exact_judge.hpp (methods of GLPK, and the truth about an LP)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

#include "exact_lp.hpp"

namespace gpuinv::exact {

// What glp_exact says about an LP.
struct Truth {
  bool known;      // false: the solver gave up, or its answers disagree
  bool primal;     // it has a primal feasible solution
  bool dual;       // it has a dual feasible solution
  double optimum;  // of the objective, if it has both
};
Truth find_truth(const RandomLp& lp);

// Returns whether glp_exact calculates by GNU MP; its own integers would do,
// but are slow.
bool exact_uses_gmp();

// Returns the first line that the mode prints about itself on this back end.
// Without a library every method would be stock's.
std::string mode_says(int backend);

// A method to solve an LP with glp_simplex or glp_interior.
struct Method {
  std::string name;
  bool interior;
  int meth;      // of glp_smcp
  int presolve;  // of glp_smcp
  bool scale;    // calls glp_scale_prob first, as glpsol does
  int type;      // of glp_bfcp, as the next ones
  int gpu;
  int form;
  int stock;  // index of stock's method of the same kind
};
// Returns all methods; a method that is its own .stock is stock's.
std::vector<Method> all_methods();

enum class Verdict { kRight, kWrong, kNone };

struct Answer {
  Verdict verdict = Verdict::kNone;
  bool optimal = false;  // it claims an optimum
  double kkt = 0;        // greatest relative error of glp_check_kkt, if so
  std::string text;      // return code, status, objective
};
// Solves the LP of this seed again and judges the answer.  Objectives may be
// off by 1e-6 * (1 + |optimum|).  A result without a claim is no answer; a
// fatal error of GLPK is a wrong one.
Answer solve_and_judge(unsigned seed, const Method& method, int backend,
                       const Truth& truth);

}  // namespace gpuinv::exact
