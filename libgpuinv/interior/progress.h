// progress.h (where the iterations of the interior point method stand)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_INTERIOR_PROGRESS_H
#define GPUINV_INTERIOR_PROGRESS_H

// Plain C, as it passes the border of the plugin.  Residuals are relative,
// in units of the given problem; objectives lack the form's shift.
typedef struct gpuinv_progress {
  double primal_objective, dual_objective;
  double primal_residual, dual_residual;
  double farkas;     // ||A'y + z - w||: 0 if y, z, w are a ray
  double recession;  // ||A*x||, ||x + s||: 0 if x is a ray
  double step_primal, step_dual;
} gpuinv_progress;

// What an iteration need not go beyond.
typedef struct gpuinv_aim {
  double gap;   // of the objectives
  double rows;  // norm of what a direction leaves of A*dx = p, relative as
                // the primal residual
  double columns;  // dual residual, relative
} gpuinv_aim;

#endif
