// face.cpp (from an interior solution to a basis by the simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/face.hpp"

#include <limits>
#include <utility>
#include <vector>

#include "libgpuinv/crossover/crossing.hpp"
#include "libgpuinv/crossover/start_basis.hpp"

namespace gpuinv {
namespace {

// Most pivots on the face LP, for each row.  From a sample far from a solution
// it would take as long as a solve of the whole problem.
constexpr int kMostPivotsPerRow = 4;

int most_pivots(const WorkingLp& lp, int it_lim) {
  return lp.m > it_lim / kMostPivotsPerRow ? it_lim : kMostPivotsPerRow * lp.m;
}

// Puts variables that the face LP had fixed on their own bounds again.
SimplexBasis unfixed(const WorkingLp& lp, const WorkingLp& face,
                     SimplexBasis basis) {
  for (std::size_t j = 0; j < basis.nonbasic.size(); j++) {
    const int k = basis.nonbasic[j];
    if (face.fixed(k) && !lp.fixed(k)) basis.at[j] = side_of(lp, k, face.l[k]);
  }
  return basis;
}

}  // namespace

// The tableau inverts the start basis, so it is not factorized here.  Some more
// pivots over the face take less time than a better basis.
OptimalFace Crossing::face(Tableau* dense) {
  enter(start_basis(lp_, weight_, start_.basic, SparseLu::Pivots::kAlone,
                    factor_.memory(), dense, interrupt_));
  OptimalFace face{lp_, {}};
  const std::vector<double> given = d_;
  shift_costs();
  for (int k = 0; k < lp_.n; k++) {
    if (!basic(k)) {
      face.lp.c[k] += d_[k] - given[k];
      face.start.nonbasic.push_back(k);
      face.start.at.push_back(side_of(lp_, k, x_[k]));
      continue;
    }
    face.lp.c[k] -= given[k];
    if (d_[k] != 0.0)
      face.lp.l[k] = face.lp.u[k] = nearest_bound(lp_, k, x_[k]);
  }
  face.start.basic = basic_;
  return face;
}

OptimalFace optimal_face(const WorkingLp& lp, const SimplexBasis& start,
                         InteriorSample sample, BasisFactor& factor,
                         const Interrupt& interrupt, Tableau* dense) {
  return Crossing(lp, start, std::move(sample), factor, interrupt,
                  PushWatch(nullptr))
      .face(dense);
}

SimplexResult solve_through_face(Tableau& tableau, const WorkingLp& lp,
                                 const OptimalFace& face,
                                 const SimplexControl& control, int* on_face) {
  SimplexControl first = control;
  first.it_lim = most_pivots(lp, control.it_lim);
  first.progress = nullptr;  // its objective is not that of the problem
  first.perturbs_costs = false;
  first.obj_ul = std::numeric_limits<double>::infinity();
  SimplexResult vertex = solve_simplex(tableau, face.lp, face.start, first);
  *on_face = vertex.pivots;
  SimplexControl second = control;
  second.it_lim -= vertex.pivots;
  second.pivots_before += vertex.pivots;
  SimplexResult result = solve_simplex(
      tableau, lp, unfixed(lp, face.lp, std::move(vertex.basis)), second);
  result.pivots += *on_face;
  return result;
}

}  // namespace gpuinv
