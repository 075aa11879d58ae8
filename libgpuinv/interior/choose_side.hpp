// choose_side.hpp (which of a form and its dual is solved)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "libgpuinv/interior/bounded_form.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/dual_form.hpp"
#include "libgpuinv/interior/interior_method.hpp"

namespace gpuinv {

// The form that a method works on, the denominators of its residuals, and the
// analysis of its matrix.
struct Side {
  std::shared_ptr<const DualForm> dual;  // null: the given form
  const BoundedForm* form;
  Norms norms;
  NormalAnalysis analysis;

  // Returns a copy in which nothing was analyzed yet.
  Side unordered() const {
    Side side = {dual, form, norms, NormalAnalysis(form->matrix())};
    side.analysis.shape.dual = dual != nullptr;
    return side;
  }
  // Returns a method for the given form, from one that works on this form.
  std::unique_ptr<InteriorMethod> for_given(
      std::unique_ptr<InteriorMethod> method) const {
    return dual ? as_given(dual, std::move(method)) : std::move(method);
  }
};

// Returns a lower bound on the elements of the dual's S, whatever columns are
// kept apart: the number of elements of its diagonal, or of the clique of the
// longest row of A that is certainly not kept apart.
double least_dual_elements(const BoundedForm& given);

// Returns the dual of the given form if the machine needs far less time for it,
// by the symbolic costs of the factors, and if finding that out takes little of
// the time saved; else, or if a kind of normal equations is wanted, the given
// form.  The other arguments are the arguments of NormalAnalysis::analyze.  The
// given form must outlive the result.
Side choose_side(const BoundedForm& given, const Norms& norms,
                 const NormalMachine& machine, std::optional<NormalKind> wanted,
                 Ordering ordering = Ordering::kBest,
                 const Elsewhere& elsewhere = {});

}  // namespace gpuinv
