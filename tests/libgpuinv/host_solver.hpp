// host_solver.hpp (an interior point method on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/interior_method.hpp"

namespace testing {

// Makes a method that works in host memory, with this kind of normal equations;
// none: the fastest.
inline std::unique_ptr<gpuinv::InteriorMethod> host_method(
    const gpuinv::BoundedForm& form, const gpuinv::Norms& norms,
    std::optional<gpuinv::NormalKind> kind = std::nullopt) {
  std::string line;
  return gpuinv::create_host_method(
      form, norms, gpuinv::make_host_normal(form.matrix(), kind, &line));
}

// Makes a solver whose method is host_method().
inline std::unique_ptr<gpuinv::InteriorSolver> host_solver(
    gpuinv::InteriorLp lp, const gpuinv::InteriorControl& control,
    std::optional<gpuinv::NormalKind> kind = std::nullopt) {
  return gpuinv::create_interior(
      std::move(lp), control,
      [kind](const gpuinv::BoundedForm& form, const gpuinv::Norms& norms) {
        return host_method(form, norms, kind);
      });
}

}  // namespace testing
