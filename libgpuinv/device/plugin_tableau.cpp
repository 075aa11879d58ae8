// plugin_tableau.cpp (entries of the C table for the tableau)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/plugin_tableau.hpp"

#include "libgpuinv/device/device_tableau.hpp"
#include "libgpuinv/device/inverse_simplex.hpp"
#include "libgpuinv/device/plugin_border.hpp"

namespace gpuinv::device {
namespace {

DeviceSimplex& tableau_of(void* handle) {
  require(handle != nullptr, "tableau is a null pointer");
  DeviceSimplex& tableau = *static_cast<DeviceSimplex*>(handle);
  tableau.context().require_owner();
  return tableau;
}

DeviceSimplex& built(void* handle) {
  DeviceSimplex& tableau = tableau_of(handle);
  if (tableau.rows() == 0) {
    throw DeviceError(GPUINV_STATE, "there is no tableau on the device");
  }
  return tableau;
}

DeviceSimplex& with_state(void* handle) {
  DeviceSimplex& tableau = built(handle);
  if (!tableau.has_state()) {
    throw DeviceError(GPUINV_STATE, "the tableau was given no state");
  }
  return tableau;
}

void check_state(const gpuinv_tableau_state* s) {
  require(s != nullptr && s->basic != nullptr && s->beta != nullptr &&
              s->basic_lower != nullptr && s->basic_upper != nullptr,
          "state of the rows is a null pointer");
  require(s->nonbasic != nullptr && s->at != nullptr && s->lower != nullptr &&
              s->upper != nullptr && s->d != nullptr,
          "state of the columns is a null pointer");
  require(s->row_scale != nullptr && s->col_scale != nullptr,
          "scale of rows or columns is a null pointer");
}

}  // namespace

int tableau_create(void* context, int inverse, int pivots, int blocks,
                   void** tableau, gpuinv_error_text* err) {
  return guarded(err, [&] {
    require(tableau != nullptr, "tableau is a null pointer");
    *tableau = nullptr;
    require(context != nullptr, "context is a null pointer");
    require(pivots >= 0 && blocks >= 0, "pivots or blocks are negative");
    const auto& shared = static_cast<ContextHandle*>(context)->context;
    shared->require_owner();
    kernels::TableauWish wish;
    wish.capacity = pivots;
    wish.blocks = blocks;
    std::unique_ptr<DeviceSimplex> made;
    if (inverse != 0) {
      made = std::make_unique<InverseSimplex>(shared, wish);
    } else {
      made = std::make_unique<DeviceTableau>(shared, wish);
    }
    *tableau = made.release();
    return GPUINV_OK;
  });
}

void tableau_destroy(void* tableau) {
  DeviceSimplex* object = static_cast<DeviceSimplex*>(tableau);
  if (object == nullptr || !object->context().owned_by_this_process()) return;
  delete object;
}

int tableau_rest(void* tableau, gpuinv_error_text* err) {
  return guarded(err, [&] {
    tableau_of(tableau).rest();
    return GPUINV_OK;
  });
}

int tableau_needs(void* tableau, int m, int nn, std::size_t nnz,
                  std::size_t* needed, int* pending, gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceSimplex& object = tableau_of(tableau);
    require(m >= 1 && nn >= 1, "shape of the tableau is not positive");
    if (needed != nullptr) *needed = object.bytes_needed(m, nn, nnz);
    if (pending != nullptr) *pending = object.most_pending(m, nn);
    return GPUINV_OK;
  });
}

int tableau_build(void* tableau, const gpuinv_tableau_matrix* matrix,
                  gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceSimplex& object = tableau_of(tableau);
    require(matrix != nullptr, "matrix is a null pointer");
    const gpuinv_tableau_matrix& a = *matrix;
    require(a.m >= 1 && a.n > a.m, "m or n-m is not positive");
    require(a.ptr != nullptr && a.b != nullptr && a.basic != nullptr &&
                a.nonbasic != nullptr,
            "array of the matrix is a null pointer");
    require(a.base == 0 || a.base == 1, "base is neither 0 nor 1");
    require(a.ptr[a.n] == a.base || (a.ind != nullptr && a.val != nullptr),
            "entries are a null pointer");
    if (object.build(a)) return GPUINV_OK;
    set_text(err, "basis of the tableau is singular");
    return GPUINV_SINGULAR;
  });
}

int tableau_push(void* tableau, const gpuinv_tableau_state* state,
                 gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceSimplex& object = built(tableau);
    check_state(state);
    object.push(*state);
    return GPUINV_OK;
  });
}

int tableau_pull(void* tableau, const gpuinv_tableau_state* state,
                 gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceSimplex& object = with_state(tableau);
    check_state(state);
    object.pull(*state);
    return GPUINV_OK;
  });
}

int tableau_iterate(void* tableau, int dual, int budget, double tol_bound,
                    double tol_cost, double tol_pivot,
                    gpuinv_tableau_batch* batch, gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceSimplex& object = with_state(tableau);
    require(batch != nullptr, "batch is a null pointer");
    *batch = gpuinv_tableau_batch();
    const kernels::TableauResult result =
        object.iterate(dual != 0 ? Method::kDual : Method::kPrimal, budget,
                       {tol_bound, tol_cost, tol_pivot});
    *batch = {result.stop, result.pivots, result.flips, result.degenerate,
              result.refused};
    return GPUINV_OK;
  });
}

int tableau_multiply(void* tableau, const double* z, double* y, const double* w,
                     double* v, gpuinv_error_text* err) {
  return guarded(err, [&] {
    DeviceSimplex& object = built(tableau);
    require((z == nullptr) == (y == nullptr) &&
                (w == nullptr) == (v == nullptr) &&
                (z != nullptr || w != nullptr),
            "vector is a null pointer");
    object.multiply(z, y, w, v);
    return GPUINV_OK;
  });
}

}  // namespace gpuinv::device
