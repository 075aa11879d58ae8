// api_engine.cpp (the C border of simplex engines)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "libgpuinv/api/border.hpp"
#include "libgpuinv/api/verbs.hpp"
#include "libgpuinv/base/cores.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/session/session.hpp"
#include "libgpuinv/simplex/progress.hpp"

namespace gpuinv {
namespace {

void put(const SimplexResult& result, int base, int head[], char flag[]) {
  const auto count = [base](int k) { return k + base; };
  const SimplexBasis& basis = result.basis;
  head = std::transform(basis.basic.begin(), basis.basic.end(), head, count);
  std::transform(basis.nonbasic.begin(), basis.nonbasic.end(), head, count);
  std::transform(basis.at.begin(), basis.at.end(), flag,
                 [](At at) { return at == At::kUpper ? 1 : 0; });
}

}  // namespace

int engine_start(gpuinv_session* session, const char* options,
                 const gpuinv_lp* lp, const gpuinv_smcp* parm,
                 gpuinv_engine** engine) {
  if (session == nullptr) return GPUINV_INVALID;
  if (engine == nullptr)
    return missing(session, "engine_start: engine is NULL");
  *engine = nullptr;
  if (lp == nullptr || parm == nullptr)
    return missing(session, "engine_start: lp or parm is NULL");
  return call_aloud(
      session,
      [&]() -> int {
        *engine = session->create_engine(options, *lp, *parm);
        return GPUINV_OK;
      },
      GPUINV_CANNOT);
}

int engine_wait(gpuinv_engine* engine, double seconds) {
  if (engine == nullptr || engine->engine == nullptr ||
      engine->engine->wait(0.0))
    return 1;
  if (!(seconds > 0.0)) return 0;
  const int ended = engine->engine->wait(seconds);
  call(engine->session, [&]() -> int {
    engine->session->collect_messages(*engine);
    return GPUINV_OK;
  });
  return ended;
}

int engine_due(int mode, int later, int /*m*/, int n, int nnz, int pivots,
               double seconds) {
  const double size = static_cast<double>(nnz) + n;
  if (!start_is_due(mode, later, size, pivots, seconds)) return 0;
  return caller_goes_on(mode, later, seconds, free_cores()) ? GPUINV_DUE_RACE
                                                            : GPUINV_DUE_WAIT;
}

int engine_progress(gpuinv_engine* engine, gpuinv_progress* progress) {
  return engine != nullptr && progress != nullptr &&
         engine->engine != nullptr && engine->engine->progress(progress);
}

int engine_result(gpuinv_engine* engine, int* claim, int* pivots, int* dense,
                  int head[], char flag[], double ray[]) {
  if (engine == nullptr) return GPUINV_INVALID;
  const auto body = [&]() -> int {
    if (claim == nullptr || pivots == nullptr || dense == nullptr ||
        head == nullptr || flag == nullptr || ray == nullptr)
      throw Error(GPUINV_INVALID, "engine_result: an argument is NULL");
    if (engine->engine == nullptr)
      throw Error(GPUINV_STATE, "engine_result: the engine was deleted");
    engine->session->collect_messages(*engine);
    const SimplexResult& result = engine->engine->result();
    *claim = result.claim;
    *pivots = result.pivots;
    const int m = static_cast<int>(result.basis.basic.size());
    *dense = !result.dense ? 0 : m >= kLeastOnDevice ? 1 : 2;
    put(result, engine->base, head, flag);
    std::copy(result.ray.begin(), result.ray.end(), ray);
    engine->session->say_result(*engine);
    return GPUINV_OK;
  };
  return call_aloud(engine->session, body, GPUINV_CANNOT);
}

void engine_delete(gpuinv_engine* engine) {
  if (engine == nullptr) return;
  gpuinv_session* session = engine->session;
  settled(session, [&]() -> int {
    session->delete_engine(engine);
    return GPUINV_OK;
  });
}

}  // namespace gpuinv
