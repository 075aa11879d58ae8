// host_interior.cpp (interior point method in host memory)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <memory>
#include <utility>

#include "libgpuinv/interior/host_space.hpp"
#include "libgpuinv/interior/interior_point.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/interior/space_method.hpp"

namespace gpuinv {

std::unique_ptr<InteriorMethod> create_host_method(
    const BoundedForm& form, const Norms& norms,
    std::unique_ptr<NormalEquations> normal) {
  const int correctors = corrector_count(normal->cost());
  return std::make_unique<SpaceMethod<HostSpace>>(
      HostSpace(), form, std::move(normal), norms, correctors);
}

std::unique_ptr<InteriorSolver> create_host_interior(
    InteriorLp lp, const InteriorControl& control,
    const NormalFactory& normal) {
  const MethodFactory factory = [normal](const BoundedForm& form,
                                         const Norms& norms) {
    return create_host_method(form, norms, normal(form.matrix()));
  };
  return create_interior(std::move(lp), control, factory);
}

}  // namespace gpuinv
