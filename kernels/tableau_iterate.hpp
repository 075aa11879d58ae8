// tableau_iterate.hpp (simplex iterations in one launch)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Up to K pivots of the primal or the dual simplex method in one
// cooperative launch.  Per pivot two exchanges between the blocks and two
// reads of T0; no barrier of the whole grid, no host.
//
// Primal, column q entering, row p leaving: T' = T with column q replaced
// by e_p, minus (alpha - e_p)*rho'/alpha_p.  See simplex/tableau.hpp for
// the mathematics, simplex/rules.hpp for the decisions.

#ifndef GPUINV_KERNELS_TABLEAU_ITERATE_HPP
#define GPUINV_KERNELS_TABLEAU_ITERATE_HPP

#include "kernels/launch.hpp"
#include "kernels/tableau_plan.hpp"
#include "kernels/tableau_view.hpp"

namespace gpuinv::kernels {

// Shared memory that a block can have for itself on the current device, in
// bytes; once per device, before any launch.
cudaError_t prepare_tableau_primal(int device, std::size_t* bytes);
cudaError_t prepare_tableau_dual(int device, std::size_t* bytes);

// At most `limit` iterations >= 1, at most K pivots; no changes pending.
// The result lies in *view.result when the stream is through, the number of
// its pivots in *view.pending for what comes next in the stream.
cudaError_t launch_tableau_primal(const Launch& launch, const TableauView& view,
                                  const TableauPlan& plan,
                                  const TableauTolerances& tol, int limit);
cudaError_t launch_tableau_dual(const Launch& launch, const TableauView& view,
                                const TableauPlan& plan,
                                const TableauTolerances& tol, int limit);

}  // namespace gpuinv::kernels

#endif
