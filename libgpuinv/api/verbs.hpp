// verbs.hpp (the verbs of gpuinv_api that have files of their own)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// These are the functions of the same names in gpuinv_api.
int engine_start(gpuinv_session* session, const char* options,
                 const gpuinv_lp* lp, const gpuinv_smcp* parm,
                 gpuinv_engine** engine);
int engine_wait(gpuinv_engine* engine, double seconds);
int engine_due(int mode, int later, int m, int n, int nnz, int pivots,
               double seconds);
int engine_progress(gpuinv_engine* engine, gpuinv_progress* progress);
int engine_result(gpuinv_engine* engine, int* claim, int* pivots, int* dense,
                  int head[], char flag[], double ray[]);
void engine_delete(gpuinv_engine* engine);
int interior_create(gpuinv_session* session, const char* options,
                    const gpuinv_interior_lp* lp, const gpuinv_iptcp* parm,
                    gpuinv_interior** interior);
int interior_step(gpuinv_interior* interior, int* done);
int interior_result(gpuinv_interior* interior, int* code, int* stat,
                    double* obj, double prim[], double dual[]);
void interior_delete(gpuinv_interior* interior);
int kkt(gpuinv_session* session, const gpuinv_interior_lp* lp,
        const gpuinv_scaling* scaling, const double prim[], const double dual[],
        gpuinv_kkt* kkt);
int refine_step(gpuinv_session* session, const gpuinv_interior_lp* lp,
                const int bind[], int step, double prim[], double dual[],
                double w[], int* solve);
int prove_step(gpuinv_session* session, const gpuinv_interior_lp* lp,
               const gpuinv_scaling* scaling, const int bind[], int claim,
               int some, int step, const double x[], double w[], int* solve);
int dual_start(gpuinv_session* session, const gpuinv_interior_lp* lp,
               const gpuinv_scaling* scaling, int* size, int stat[]);
int review(gpuinv_session* session, gpuinv_review* review);

}  // namespace gpuinv
