// resolve.cpp (solves one problem object again and again, by any options)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// usage: resolve COUNT SEED
//
// Each of COUNT LPs is solved kTurns times by glp_simplex in one problem
// object.  Each time the method, presolver, pricing, ratio test, the form of
// the working LP, limits of pivots and of the objective, the scaling and the
// start are drawn again.  With the mode on, glp_check_kkt must accept every
// solution that is called optimal, whatever the return code, and no claim may
// be wrong by glp_exact.  This holds for every way to use the library.  Stock
// gets the same options, too: it must fail somewhere if there are many LPs, or
// they are too easy.

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "exact_judge.hpp"

namespace gpuinv::exact {
namespace {

constexpr double kTolerance = 1e-6;
constexpr int kTurns = 4, kSkip = 77, kLuf = GLP_BF_LUF + GLP_BF_FT;

struct Way {
  const char* name;
  int gpu, form, type;
};
constexpr Way kWays[] = {
    {"stock", GLP_GPU_OFF, GLP_GPU_FORM_ANY, kLuf},
    {"tableau", GLP_GPU_ONLY, GLP_GPU_FORM_TABLEAU, kLuf},
    {"inverse", GLP_GPU_ONLY, GLP_GPU_FORM_INVERSE, kLuf},
    {"crossover", GLP_GPU_ONLY, GLP_GPU_FORM_CROSS, kLuf},
    {"basis", GLP_GPU_OFF, GLP_GPU_FORM_ANY, GLP_BF_GPU},
    {"tableau, basis", GLP_GPU_ONLY, GLP_GPU_FORM_TABLEAU, GLP_BF_GPU}};

struct Count {
  int turns = 0, refused = 0, wrong = 0;
};

void use(glp_prob* P, const Way& way) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  parm.gpu = way.gpu;
  parm.gpu_form = way.form;
  parm.gpu_backend = GLP_GPU_HOST;
  parm.type = way.type;
  glp_set_bfcp(P, &parm);
}

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  int operator()(int count) { return static_cast<int>(engine_() % count); }
  int one_of(std::initializer_list<int> list) {
    return list.begin()[(*this)(static_cast<int>(list.size()))];
  }

 private:
  std::mt19937 engine_;
};

glp_smcp draw_options(Draw& draw) {
  glp_smcp parm;
  glp_init_smcp(&parm);
  parm.msg_lev = GLP_MSG_OFF;
  parm.meth = draw.one_of({GLP_PRIMAL, GLP_DUAL, GLP_DUALP});
  parm.presolve = draw.one_of({GLP_ON, GLP_OFF, GLP_OFF});
  parm.pricing = draw.one_of({GLP_PT_STD, GLP_PT_PSE});
  parm.r_test = draw.one_of({GLP_RT_STD, GLP_RT_HAR, GLP_RT_FLIP});
  parm.excl = draw.one_of({GLP_ON, GLP_OFF});
  parm.shift = draw.one_of({GLP_ON, GLP_OFF});
  parm.aorn = draw.one_of({GLP_USE_AT, GLP_USE_NT});
  parm.it_lim = draw(3) == 0 ? draw(9) : 1000;  // no LP takes so many
  const int ll = draw(400), ul = draw(400);
  if (parm.meth == GLP_DUAL && ll < 100) parm.obj_ll = -ll;
  if (parm.meth == GLP_DUAL && ul < 100) parm.obj_ul = ul;
  return parm;
}

void draw_start(Draw& draw, glp_prob* P) {
  switch (draw(5)) {
    case 0:
      return glp_std_basis(P);
    case 1:
      return glp_adv_basis(P, 0);
    case 2:
      return glp_scale_prob(P, GLP_SF_AUTO);
    case 3:
      return glp_unscale_prob(P);
    default:
      return;  // from the last basis
  }
}

// Returns the largest relative error of a basic solution.
double kkt_error(glp_prob* P) {
  double worst = 0, absolute, relative;
  int at, at_relative;
  for (const int condition : {GLP_KKT_PE, GLP_KKT_PB, GLP_KKT_DE, GLP_KKT_DB}) {
    glp_check_kkt(P, GLP_SOL, condition, &absolute, &at, &relative,
                  &at_relative);
    worst = std::max(worst, relative);
  }
  return worst;
}

bool is_wrong(glp_prob* P, int code, const Truth& truth) {
  const bool no_primal =
      code == GLP_ENOPFS || (code == 0 && glp_get_prim_stat(P) == GLP_NOFEAS);
  const bool no_dual =
      code == GLP_ENODFS || (code == 0 && glp_get_dual_stat(P) == GLP_NOFEAS);
  if ((no_primal && truth.primal) || (no_dual && truth.dual)) return true;
  if (glp_get_status(P) != GLP_OPT) return false;
  const double error = std::fabs(glp_get_obj_val(P) - truth.optimum);
  return !truth.primal || !truth.dual ||
         !(error <= kTolerance * (1 + std::fabs(truth.optimum)));
}

std::jmp_buf escape;
void leave(void*) { std::longjmp(escape, 1); }

// No object with a destructor may be alive between setjmp and a longjmp.
bool call_simplex(glp_prob* P, const glp_smcp* parm, int* code) {
  glp_error_hook(leave, nullptr);
  const bool done = setjmp(escape) == 0;
  if (done) *code = glp_simplex(P, parm);
  glp_error_hook(nullptr, nullptr);
  return done;
}

void solve_in_turns(unsigned seed, const Way& way, const Truth& truth,
                    Count* count) {
  Draw draw(seed);
  glp_prob* P = random_lp(seed).problem.release();
  use(P, way);
  for (int turn = 0; turn < kTurns; turn++) {
    draw_start(draw, P);
    const glp_smcp parm = draw_options(draw);
    int code = 0;
    if (!call_simplex(P, &parm, &code)) {
      std::printf("%s: seed %u, %s, turn %d: fatal error\n",
                  &way == kWays ? "stock" : "FAIL", seed, way.name, turn);
      count->wrong++;
      glp_free_env();  // this frees P, too
      glp_term_out(GLP_OFF);
      return;
    }
    const bool refused =
        glp_get_status(P) == GLP_OPT && !(kkt_error(P) <= kTolerance);
    const bool wrong = is_wrong(P, code, truth);
    count->turns++;
    count->refused += refused;
    count->wrong += wrong;
    if ((refused || wrong) && &way != kWays)
      std::printf(
          "FAIL: seed %u, %s, turn %d: returns %#x, status %d, %.9g%s\n", seed,
          way.name, turn, static_cast<unsigned>(code), glp_get_status(P),
          glp_get_obj_val(P), refused ? ", refused" : "");
  }
  glp_delete_prob(P);
}

int run(int count, unsigned seed) {
  constexpr int kCount = sizeof kWays / sizeof *kWays;
  Count counts[kCount];
  for (const unsigned end = seed + count; seed != end; seed++) {
    const Truth truth = find_truth(random_lp(seed));
    if (!truth.known) continue;
    for (int k = 0; k < kCount; k++)
      solve_in_turns(seed, kWays[k], truth, &counts[k]);
  }
  bool good = count == 1 || counts[0].refused > 0;
  for (int k = 0; k < kCount; k++) {
    std::printf("%-15s %d turns, %d refused, %d wrong\n", kWays[k].name,
                counts[k].turns, counts[k].refused, counts[k].wrong);
    good = good && (k == 0 || counts[k].refused + counts[k].wrong == 0);
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace gpuinv::exact

int main(int argc, char** argv) {
  using namespace gpuinv::exact;
  if (argc != 3) {
    std::fprintf(stderr, "usage: resolve COUNT SEED\n");
    return 2;
  }
  glp_term_out(GLP_OFF);
  if (!exact_uses_gmp()) {
    std::printf("GLPK is built without GMP\n");
    return kSkip;
  }
  if (mode_says(GLP_GPU_HOST).find(" on ") == std::string::npos) {
    std::printf("there is no library\n");
    return EXIT_FAILURE;
  }
  return run(std::atoi(argv[1]),
             static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)));
}
