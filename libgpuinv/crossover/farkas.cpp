// farkas.cpp (proofs that a linear program has no feasible solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/farkas.hpp"

#include <exception>
#include <utility>
#include <vector>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/interior_form.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"
#include "libgpuinv/interior/certificates.hpp"

namespace gpuinv {
namespace {

// The row of inv(B) at which the method ended, or nothing if B is singular.
std::vector<double> inverse_row(const WorkingLp& lp,
                                const SimplexResult& result, std::size_t memory,
                                const Interrupt& interrupt) {
  BasisFactor factor(memory);
  if (!factor.factorize(lp, result.basis.basic, interrupt).empty()) return {};
  Scattered y(lp.m);
  y.add(result.row, 1.0);
  factor.btran(&y);
  return y.value;
}

// Returns whether y or -y is a Farkas ray, and leaves that one in y.
bool is_proof(const WorkingLp& lp, std::vector<double>* y) {
  InteriorForm form(lp);
  const InteriorLp problem = form.take_problem();
  if (make_farkas_ray(problem, y)) return true;
  for (double& v : *y) v = -v;
  return make_farkas_ray(problem, y);
}

}  // namespace

void prove_infeasible(const WorkingLp& lp, std::size_t memory,
                      const Interrupt& interrupt, SimplexResult* result) {
  if (result->claim != GPUINV_CLAIM_INFEASIBLE || result->row < 0) return;
  try {
    interrupt.look();
    const OwnedLp owned(lp, interrupt);  // factors want ascending rows
    std::vector<double> y = inverse_row(owned.lp(), *result, memory, interrupt);
    if (y.empty() || !is_proof(owned.lp(), &y)) return;
    result->claim = GPUINV_CLAIM_NO_PRIMAL;
    result->ray = std::move(y);
  } catch (const std::exception&) {  // the caller's own proof takes longer
  } catch (const Interrupted&) {
  }
}

}  // namespace gpuinv
