// inverse_iterate.hpp (simplex iterations in inverse form in one launch)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// As tableau_iterate.hpp, with three exchanges per pivot: a row of W has to
// be known to all before they multiply it with their columns of A.

#ifndef GPUINV_KERNELS_INVERSE_ITERATE_HPP
#define GPUINV_KERNELS_INVERSE_ITERATE_HPP

#include "kernels/inverse_view.hpp"
#include "kernels/launch.hpp"

namespace gpuinv::kernels {

cudaError_t prepare_inverse_primal(int device, std::size_t* bytes);
cudaError_t prepare_inverse_dual(int device, std::size_t* bytes);

cudaError_t launch_inverse_primal(const Launch& launch, const InverseView& view,
                                  const TableauPlan& plan,
                                  const TableauTolerances& tol, int limit);
cudaError_t launch_inverse_dual(const Launch& launch, const InverseView& view,
                                const TableauPlan& plan,
                                const TableauTolerances& tol, int limit);

}  // namespace gpuinv::kernels

#endif
