// cuda_tableau.cpp (simplex tableau on a device, through the plugin)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "cuda_tableau.hpp"

#include <unistd.h>

#include "device/state_arrays.hpp"
#include "error.hpp"

namespace gpuinv {
namespace {

void check(int status, const gpuinv_error_text& err) {
  if (status != GPUINV_OK)
    throw Error(static_cast<gpuinv_status>(status), err.text);
}

}  // namespace

CudaTableau::CudaTableau(CudaBackend& backend, int device, Form form)
    : backend_(backend),
      plugin_(backend.plugin()),
      owner_(getpid()),
      device_(device),
      form_(form),
      tableau_(backend.take_tableau(device, form)) {}

CudaTableau::~CudaTableau() {
  if (owner_ == getpid()) backend_.give_tableau_back(device_, form_, tableau_);
}

std::size_t CudaTableau::bytes_needed(int m, int nn, std::size_t nnz) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  std::size_t needed = 0;
  check(plugin_.tableau_needs(tableau_, m, nn, nnz, &needed, nullptr, &err),
        err);
  return needed;
}

int CudaTableau::most_pending(int m, int nn) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  int pending = 0;
  check(plugin_.tableau_needs(tableau_, m, nn, 0, nullptr, &pending, &err),
        err);
  return pending;
}

bool CudaTableau::build(const WorkingLp& lp, const SimplexBasis& basis) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  const gpuinv_tableau_matrix matrix = {lp.m,
                                        lp.n,
                                        lp.ind.base(),
                                        lp.ptr.data(),
                                        lp.ind.data(),
                                        lp.val.data(),
                                        lp.b.data(),
                                        basis.basic.data(),
                                        basis.nonbasic.data(),
                                        lp.val.data() == values_};
  values_ = nullptr;
  const int status = plugin_.tableau_build(tableau_, &matrix, &err);
  if (status == GPUINV_SINGULAR) return false;
  check(status, err);
  m_ = lp.m;
  nn_ = lp.n - lp.m;
  values_ = lp.val.data();
  return true;
}

void CudaTableau::check_lengths(const TableauState& s) const {
  const bool rows = s.basic.size() == m_ && s.beta.size() == m_ &&
                    s.basic_lower.size() == m_ && s.basic_upper.size() == m_ &&
                    s.row_scale.size() == m_;
  const bool columns = s.nonbasic.size() == nn_ && s.at.size() == nn_ &&
                       s.lower.size() == nn_ && s.upper.size() == nn_ &&
                       s.d.size() == nn_ && s.col_scale.size() == nn_;
  if (!rows || !columns)
    throw Error(GPUINV_INTERNAL, "state of another shape than the tableau");
}

void CudaTableau::push(const TableauState& state) {
  backend_.require_owner();
  check_lengths(state);
  gpuinv_error_text err = {};
  const gpuinv_tableau_state arrays =
      arrays_of(const_cast<TableauState&>(state));
  check(plugin_.tableau_push(tableau_, &arrays, &err), err);
}

void CudaTableau::pull(TableauState& s) {
  backend_.require_owner();
  for (auto* v : {&s.beta, &s.basic_lower, &s.basic_upper}) v->resize(m_);
  for (auto* v : {&s.lower, &s.upper, &s.d}) v->resize(nn_);
  s.basic.resize(m_);
  s.row_scale.resize(m_);
  s.nonbasic.resize(nn_);
  s.at.resize(nn_);
  s.col_scale.resize(nn_);
  gpuinv_error_text err = {};
  const gpuinv_tableau_state arrays = arrays_of(s);
  check(plugin_.tableau_pull(tableau_, &arrays, &err), err);
}

Batch CudaTableau::iterate(bool dual, int budget, const Tolerances& tol) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  gpuinv_tableau_batch batch = {};
  check(plugin_.tableau_iterate(tableau_, dual, budget, tol.bound, tol.cost,
                                tol.pivot, &batch, &err),
        err);
  return {static_cast<Stop>(batch.stop), batch.pivots, batch.flips,
          batch.degenerate, batch.refused};
}

Batch CudaTableau::primal(int budget, const Tolerances& tol) {
  return iterate(false, budget, tol);
}

Batch CudaTableau::dual(int budget, const Tolerances& tol) {
  return iterate(true, budget, tol);
}

void CudaTableau::multiply(const double* z, double* y, const double* w,
                           double* v) {
  backend_.require_owner();
  gpuinv_error_text err = {};
  check(plugin_.tableau_multiply(tableau_, z, y, w, v, &err), err);
}

}  // namespace gpuinv
