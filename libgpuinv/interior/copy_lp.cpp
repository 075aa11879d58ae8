// copy_lp.cpp (problem and parameters of an interior point method, checked)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <string>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/lp/lp_checks.hpp"

namespace gpuinv {
namespace {

std::vector<int> from_zero(const int* first, std::size_t count, int base) {
  std::vector<int> copy(first, first + count);
  for (int& k : copy) k -= base;
  return copy;
}

template <class Value>
[[noreturn]] void refuse(const char* name, Value value, const char* why) {
  throw Error(GPUINV_INVALID, std::string("parm: ") + name + " = " +
                                  std::to_string(value) + why);
}

}  // namespace

void check_vectors(const gpuinv_interior_lp& lp) {
  check_base(lp.base);
  if (lp.m < 1) refuse_lp("m = " + std::to_string(lp.m) + " is not positive");
  if (lp.n < 1) refuse_lp("n = " + std::to_string(lp.n) + " is not positive");
  require_arrays({{lp.c, "c"}, {lp.l, "l"}, {lp.u, "u"}});
}

// Arrays of no elements may be anywhere, also those of an empty std::vector.
void check_shape(const gpuinv_interior_lp& lp) {
  check_vectors(lp);
  require_arrays({{lp.ptr, "ptr"}});
  if (lp.ptr[lp.n] != lp.base)
    require_arrays({{lp.ind, "ind"}, {lp.val, "val"}});
}

InteriorLp copy_lp(const gpuinv_interior_lp& lp) {
  check_shape(lp);
  check_matrix({lp.base, lp.m, lp.n, lp.ptr, lp.ind, lp.val});
  const std::size_t nnz = lp.ptr[lp.n] - lp.base;
  InteriorLp copy;
  copy.m = lp.m;
  copy.n = lp.n;
  copy.start = from_zero(lp.ptr, lp.n + 1, lp.base);
  copy.row = from_zero(lp.ind, nnz, lp.base);
  copy.value.assign(lp.val, lp.val + nnz);
  if (!std::isfinite(lp.c0)) refuse_lp_value("c0");
  copy.c = copy_finite(lp.base, lp.n, lp.c, "cost");
  if (lp.max)
    for (double& v : copy.c) v = -v;
  copy_bounds(lp.base, lp.m, lp.l, lp.u, "row", copy.row_lower, copy.row_upper);
  copy_bounds(lp.base, lp.n, lp.l + lp.m, lp.u + lp.m, "column", copy.lower,
              copy.upper);
  return copy;
}

InteriorControl copy_control(const gpuinv_iptcp& parm) {
  if (!(parm.tol > 0.0 && parm.tol < 1.0))
    refuse("tol", parm.tol, " is not between 0 and 1");
  if (parm.it_lim < 0) refuse("it_lim", parm.it_lim, " is negative");
  if (!(parm.tm_lim >= 0.0)) refuse("tm_lim", parm.tm_lim, " is not a time");
  if (parm.ord_alg < 0 || parm.ord_alg > 3)
    refuse("ord_alg", parm.ord_alg, " is not 0, 1, 2, or 3");
  InteriorControl control;
  control.tolerance = parm.tol;
  control.max_iterations = parm.it_lim;
  control.seconds = parm.tm_lim;
  return control;
}

}  // namespace gpuinv
