// farkas.cpp (proofs that a linear program has no feasible solution)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/farkas.hpp"

#include <cmath>
#include <exception>
#include <utility>
#include <vector>

#include "libgpuinv/crossover/basis_factor.hpp"
#include "libgpuinv/crossover/owned_lp.hpp"

namespace gpuinv {
namespace {

// Sums are zero that are smaller than this beside their terms.
constexpr double kZero = 1e-9;

// Returns whether y'A*x differs from y'b for all x within their bounds.
bool is_farkas(const WorkingLp& lp, const std::vector<double>& y) {
  double side = 0.0, least = 0.0, greatest = 0.0, size = 0.0;
  for (int i = 0; i < lp.m; i++) {
    side += y[i] * lp.b[i];
    size += std::fabs(y[i] * lp.b[i]);
  }
  for (int k = 0; k < lp.n; k++) {
    double d = 0.0, terms = 0.0;
    for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++) {
      const double term = lp.val[t] * y[lp.ind[t]];
      d += term;
      terms += std::fabs(term);
    }
    if (std::fabs(d) <= kZero * terms) continue;
    const double low = d > 0.0 ? d * lp.l[k] : d * lp.u[k];
    const double high = d > 0.0 ? d * lp.u[k] : d * lp.l[k];
    least += low;
    greatest += high;
    if (std::isfinite(low)) size += std::fabs(low);
    if (std::isfinite(high)) size += std::fabs(high);
    if (!std::isfinite(least) && !std::isfinite(greatest)) return false;
  }
  return least - side > kZero * size || side - greatest > kZero * size;
}

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

}  // namespace

void prove_infeasible(const WorkingLp& lp, std::size_t memory,
                      const Interrupt& interrupt, SimplexResult* result) {
  if (result->claim != GPUINV_CLAIM_INFEASIBLE || result->row < 0) return;
  try {
    interrupt.look();
    const OwnedLp owned(lp, interrupt);  // factors want ascending rows
    std::vector<double> y = inverse_row(owned.lp(), *result, memory, interrupt);
    if (y.empty() || !is_farkas(owned.lp(), y)) return;
    result->claim = GPUINV_CLAIM_NO_PRIMAL;
    result->ray = std::move(y);
  } catch (const std::exception&) {  // the caller's own proof takes longer
  } catch (const Interrupted&) {
  }
}

}  // namespace gpuinv
