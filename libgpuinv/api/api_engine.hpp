// api_engine.hpp (the C border of simplex engines)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// These are the functions of the same names in gpuinv_api.
int engine_start(gpuinv_session* session, const char* options,
                 const gpuinv_lp* lp, const gpuinv_smcp* parm,
                 gpuinv_engine** engine);
int engine_wait(gpuinv_engine* engine, double seconds);
int engine_progress(gpuinv_engine* engine, gpuinv_progress* progress);
int engine_result(gpuinv_engine* engine, int* claim, int* pivots, int* dense,
                  int head[], char flag[]);
void engine_delete(gpuinv_engine* engine);

}  // namespace gpuinv
