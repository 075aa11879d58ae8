// api_interior.cpp (the C border of interior point methods)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/api/api_interior.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "libgpuinv/api/border.hpp"
#include "libgpuinv/api/interior_task.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/screen.hpp"
#include "libgpuinv/interior/copy_lp.hpp"
#include "libgpuinv/session/session.hpp"

namespace gpuinv {
namespace {

// What glp_interior returns and glp_ipt_status says, in GLPK's numbers.
struct Outcome {
  int done;  // GPUINV_IPT_..., 0 while the method runs
  int code, stat;
};

Outcome outcome(InteriorStatus status) {
  constexpr int kInfeas = 3, kNoFeas = 4, kOpt = 5;                 // GLP_...
  constexpr int kItLim = 8, kTmLim = 9, kNoCvg = 16, kInstab = 17;  // GLP_E...
  switch (status) {
    case InteriorStatus::kRunning:
      return {};
    case InteriorStatus::kOptimal:
      return {GPUINV_IPT_OPTIMAL, 0, kOpt};
    case InteriorStatus::kPrimalInfeasible:
      return {GPUINV_IPT_INFEASIBLE, 0, kNoFeas};
    case InteriorStatus::kDualInfeasible:
      return {GPUINV_IPT_UNBOUNDED, 0, kNoFeas};
    case InteriorStatus::kNoProgress:
      return {GPUINV_IPT_STALLED, kNoCvg, kInfeas};
    case InteriorStatus::kIterationLimit:
      return {GPUINV_IPT_ITERATIONS, kItLim, kInfeas};
    case InteriorStatus::kTimeLimit:
    case InteriorStatus::kCancelled:
      return {GPUINV_IPT_TIME, kTmLim, kInfeas};
    case InteriorStatus::kUnstable:
      break;
  }
  return {GPUINV_IPT_UNSTABLE, kInstab, kInfeas};
}

void put(const std::vector<double>& rows, const std::vector<double>& columns,
         double* to) {
  std::copy(columns.begin(), columns.end(),
            std::copy(rows.begin(), rows.end(), to));
}

// Numbers near the largest that there are can lead to a point that is none.
void require_point(const InteriorSolution& solution) {
  const auto check = [](const std::vector<double>& x, const char* what) {
    require_finite(static_cast<int>(x.size()), x.data(), what);
  };
  check({solution.objective}, "interior point: objective");
  check(solution.row_value, "interior point: row value");
  check(solution.column_value, "interior point: column value");
  check(solution.row_dual, "interior point: multiplier");
  check(solution.column_dual, "interior point: reduced cost");
}

}  // namespace

int interior_create(gpuinv_session* session, const char* options,
                    const gpuinv_interior_lp* lp, const gpuinv_iptcp* parm,
                    gpuinv_interior** interior) {
  if (session == nullptr) return GPUINV_INVALID;
  if (interior == nullptr)
    return missing(session, "interior_create: interior is NULL");
  *interior = nullptr;
  if (lp == nullptr || parm == nullptr)
    return missing(session, "interior_create: lp or parm is NULL");
  if (interior_takes_long(*lp))
    return call_apart<CreateInterior>(
        session,
        [&] {
          return std::make_unique<CreateInterior>(session, options, *lp, *parm);
        },
        [&](CreateInterior& task) { *interior = task.interior; },
        GPUINV_NONFINITE);
  return call_aloud(
      session,
      [&]() -> int {
        *interior = create_interior(session, options, *lp, *parm);
        return GPUINV_OK;
      },
      GPUINV_NONFINITE);
}

int interior_step(gpuinv_interior* interior, int* done) {
  if (interior == nullptr) return GPUINV_INVALID;
  gpuinv_session* session = interior->session;
  if (done == nullptr) return missing(session, "interior_step: done is NULL");
  const auto bring = [&] { *done = outcome(interior->status()).done; };
  if (interior->slow)
    return call_apart<StepInterior>(
        session, [&] { return std::make_unique<StepInterior>(interior); },
        [&](StepInterior&) { bring(); });
  return call_aloud(session, [&]() -> int {
    step_interior(*interior);
    bring();
    return GPUINV_OK;
  });
}

int interior_result(gpuinv_interior* interior, int* code, int* stat,
                    double* obj, double prim[], double dual[]) {
  if (interior == nullptr) return GPUINV_INVALID;
  return call_aloud(interior->session, [&]() -> int {
    if (code == nullptr || stat == nullptr || obj == nullptr ||
        prim == nullptr || dual == nullptr)
      throw Error(GPUINV_INVALID, "interior_result: an argument is NULL");
    const InteriorSolution& solution = interior->solution();
    require_point(solution);
    *code = outcome(solution.status).code;
    *stat = outcome(solution.status).stat;
    *obj = solution.objective;
    put(solution.row_value, solution.column_value, prim);
    put(solution.row_dual, solution.column_dual, dual);
    return GPUINV_OK;
  });
}

void interior_delete(gpuinv_interior* interior) {
  if (interior == nullptr) return;
  gpuinv_session* session = interior->session;
  settled(session, [&]() -> int {
    session->delete_interior(interior);
    return GPUINV_OK;
  });
}

}  // namespace gpuinv
