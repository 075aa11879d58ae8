// api_point.cpp (the C border of judging points and claims)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "libgpuinv/api/border.hpp"
#include "libgpuinv/api/verbs.hpp"
#include "libgpuinv/interior/claim.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/lp/dual_start.hpp"
#include "libgpuinv/lp/lp_checks.hpp"
#include "libgpuinv/lp/point.hpp"
#include "libgpuinv/lp/review.hpp"

namespace gpuinv {
namespace {

void require_factors(const gpuinv_interior_lp& lp,
                     const gpuinv_scaling& scaling) {
  require_arrays({{scaling.rows, "rows"}, {scaling.cols, "cols"}});
  const auto positive = [](double f) { return f > 0.0 && f < HUGE_VAL; };
  if (!std::all_of(scaling.rows, scaling.rows + lp.m, positive) ||
      !std::all_of(scaling.cols, scaling.cols + lp.n, positive) ||
      scaling.applied < -1 || scaling.applied > 1)
    refuse_lp("the scale factors are none");
}

Judgement judge_by(const gpuinv_interior_lp& lp, const gpuinv_scaling* scaling,
                   const double* prim, const double* dual) {
  if (scaling != nullptr) {
    require_factors(lp, *scaling);
    return judge(lp, {scaling->rows, scaling->cols, scaling->applied}, prim,
                 dual, scaling->good);
  }
  Judgement plain;
  plain.errors = kkt_errors(lp, prim, dual);
  return plain;
}

void require_positions(const gpuinv_interior_lp& lp, const int* bind) {
  const auto exists = [m = lp.m](int k) { return k >= 0 && k <= m; };
  if (!std::all_of(bind, bind + lp.m + lp.n, exists))
    refuse_lp("a position in the basis does not exist");
}

// Returns the claim of the simplex method.
Claim checked_claim(const gpuinv_interior_lp& lp, const gpuinv_scaling* scaling,
                    const int* bind, int claim, int some, const double* x) {
  if (scaling == nullptr) refuse_lp("scale factors are missing");
  require_factors(lp, *scaling);
  require_positions(lp, bind);
  if (some < 0 || some > lp.m + lp.n) refuse_lp("there is no such variable");
  return {claim == GPUINV_CLAIM_UNBOUNDED,
          bind,
          some,
          x,
          {scaling->rows, scaling->cols, scaling->applied}};
}

// What prove() returns of a ray.
int status_of(Proven proven) {
  if (proven == Proven::kNo) return GPUINV_INACCURATE;
  return proven == Proven::kFar ? GPUINV_OK : GPUINV_ILLCOND;
}

// The steps of gpuinv_api::prove: the first one asks for a ray.
int prove(const gpuinv_interior_lp& lp, const Claim& claim, int step, double* w,
          int* solve) {
  if (step != 0) return status_of(proves(lp, claim, w));
  check_matrix({lp.base, lp.m, lp.n, lp.ptr, lp.ind, lp.val});
  const Solve system = ray_system(lp, claim, w);
  *solve = static_cast<int>(system);
  return system != Solve::kNothing ? GPUINV_OK : GPUINV_INACCURATE;
}

}  // namespace

int kkt(gpuinv_session* session, const gpuinv_interior_lp* lp,
        const gpuinv_scaling* scaling, const double prim[], const double dual[],
        gpuinv_kkt* kkt) {
  if (session == nullptr) return GPUINV_INVALID;
  if (lp == nullptr || prim == nullptr || dual == nullptr || kkt == nullptr)
    return missing(session, "kkt: an argument is NULL");
  return call_aloud(session, [&]() -> int {
    check_shape(*lp);
    const Judgement judged = judge_by(*lp, scaling, prim, dual);
    const KktErrors& e = judged.errors;
    const double worst = std::max({e.pe, e.pb, e.de, e.db});
    *kkt = {e.pe,      e.pb,      e.de,  e.db,         e.ds,
            e.min_aij, e.max_aij, worst, judged.share, judged.objective,
            judged.bad};
    return GPUINV_OK;
  });
}

int refine_step(gpuinv_session* session, const gpuinv_interior_lp* lp,
                const int bind[], int step, double prim[], double dual[],
                double w[], int* solve) {
  if (session == nullptr) return GPUINV_INVALID;
  if (lp == nullptr || bind == nullptr || prim == nullptr || dual == nullptr ||
      w == nullptr || solve == nullptr)
    return missing(session, "refine: an argument is NULL");
  return call_aloud(session, [&]() -> int {
    if (step == 0) {  // the later steps are for the same arrays
      check_shape(*lp);
      check_matrix({lp->base, lp->m, lp->n, lp->ptr, lp->ind, lp->val});
      require_positions(*lp, bind);
    }
    *solve = static_cast<int>(refine(*lp, bind, step, prim, dual, w));
    return GPUINV_OK;
  });
}

int prove_step(gpuinv_session* session, const gpuinv_interior_lp* lp,
               const gpuinv_scaling* scaling, const int bind[], int claim,
               int some, int step, const double x[], double w[], int* solve) {
  if (session == nullptr) return GPUINV_INVALID;
  if (lp == nullptr || x == nullptr || solve == nullptr ||
      (bind != nullptr && w == nullptr))
    return missing(session, "prove: an argument is NULL");
  return call_aloud(session, [&]() -> int {
    const bool unbounded = claim == GPUINV_CLAIM_UNBOUNDED;
    check_shape(*lp);
    *solve = 0;
    if (!unbounded && claim != GPUINV_CLAIM_INFEASIBLE)
      refuse_lp("there is no such claim");
    if (bind != nullptr)
      return prove(*lp, checked_claim(*lp, scaling, bind, claim, some, x), step,
                   w, solve);
    const double* ray = unbounded ? x + lp->m : x;
    return is_ray(*lp, unbounded, some != 0, ray) != Proven::kNo
               ? GPUINV_OK
               : GPUINV_INACCURATE;
  });
}

int dual_start(gpuinv_session* session, const gpuinv_interior_lp* lp,
               const gpuinv_scaling* scaling, int* size, int stat[]) {
  if (session == nullptr) return GPUINV_INVALID;
  if (lp == nullptr || scaling == nullptr || size == nullptr || stat == nullptr)
    return missing(session, "dual_start: an argument is NULL");
  return call_aloud(session, [&]() -> int {
    *size = -1;
    check_vectors(*lp);
    require_factors(*lp, *scaling);
    if (lp->ptr != nullptr) {
      check_shape(*lp);
      check_matrix({lp->base, lp->m, lp->n, lp->ptr, lp->ind, lp->val});
    }
    const DualStart start = dual_start(*lp, scaling->rows, scaling->cols);
    *size = start.size;
    std::fill_n(stat, lp->m + lp->n, 0);
    std::copy(start.stat.begin(), start.stat.end(), stat);
    return GPUINV_OK;
  });
}

int review(gpuinv_session* session, gpuinv_review* review) {
  if (session == nullptr) return GPUINV_INVALID;
  if (review == nullptr) return missing(session, "review: an argument is NULL");
  if (is_plain(*review)) {  // signals need not wait for it
    next_step(*review, session->reviewed(), nullptr);
    return GPUINV_OK;
  }
  return call_aloud(session, [&]() -> int {
    next_step(*review, session->reviewed(),
              [&](int level, const std::string& text) {
                session->say_plain(level, text);
              });
    return GPUINV_OK;
  });
}

}  // namespace gpuinv
