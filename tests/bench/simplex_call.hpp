// simplex_call.hpp (one timed glp_simplex call)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <glpk.h>

#include <cmath>
#include <string>

namespace gpuinv::bench {

double now();  // seconds

// The seconds that a call with the engine spent in its parts; together they are
// the whole call.
struct Split {
  double lp = NAN;       // GLPK's presolver and working LP
  double copy = NAN;     // the engine's copy, its thread, the device's start
  double build = NAN;    // first tableau: upload and, if need be, LU
  double pivots = NAN;   // turns: pivots, folds, residuals, rebuilds
  double certify = NAN;  // GLPK's factorization, tests and pivots, exit
};

struct Call {
  bool ran = false, finished = false;
  double seconds = NAN, objective = NAN;
  int status = GLP_UNDEF;
  int iterations = 0, pivots = 0;  // of which the engine's
  Split split;
  std::string engine;  // its message on where it runs, the first time
};

struct How {
  int method;   // GLP_PRIMAL, GLP_DUAL, GLP_DUALP
  int mode;     // GLP_GPU_OFF, GLP_GPU_ONLY
  int backend;  // GLP_GPU_CUDA, GLP_GPU_HOST
  int form;     // GLP_GPU_FORM_ANY, GLP_GPU_FORM_TABLEAU
  double limit;
  int presolve = GLP_OFF;
};

// Solves from the basis that lp has.
Call call_simplex(glp_prob* lp, const How& how);

// Returns GLPK's final status as a word of at most four letters.
const char* status_word(int status);

// Returns "-" if x is NAN.
std::string fixed(double x, int precision);

// Returns the seconds of a call that may have reached its limit, or of none,
// and how many times ours they are.
std::string seconds(const Call& call, double limit);
std::string ratio(const Call& call, double limit, const Call& ours);

}  // namespace gpuinv::bench
