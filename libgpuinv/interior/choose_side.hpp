// choose_side.hpp (the given form's normal equations or its dual's)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/dual_form.hpp"

namespace gpuinv {

// The form that a method works on, and the analysis of its matrix.
struct Side {
  std::shared_ptr<const DualForm> dual;  // null: the given form
  const BoundedForm* form;
  Norms norms;
  NormalAnalysis analysis;

  // The same before anything was analyzed.
  Side unordered() const {
    Side side = {dual, form, norms, NormalAnalysis(form->matrix())};
    side.analysis.shape.dual = dual != nullptr;
    return side;
  }
  // The method, which works on this form, for one who has the given form.
  std::unique_ptr<InteriorMethod> for_given(
      std::unique_ptr<InteriorMethod> method) const {
    return dual ? as_given(dual, std::move(method)) : std::move(method);
  }
};

// The dual where it takes a machine far less time than the given form, by the
// symbolic costs of the factors, and finding that out takes little of what is
// saved; never where a kind of normal equations is wanted.  The other
// arguments are those of NormalAnalysis::analyze; elsewhere may be empty.  The
// given form outlives the result.
Side choose_side(const BoundedForm& given, const Norms& norms,
                 const NormalMachine& machine, std::optional<NormalKind> wanted,
                 Ordering ordering = Ordering::kBest,
                 const Elsewhere& elsewhere = {});

}  // namespace gpuinv
