// plugin_interior.cpp (entries of the C table for the interior point method)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/device/plugin_interior.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/device_normal.hpp"
#include "libgpuinv/device/plugin_border.hpp"
#include "libgpuinv/interior/phase_times.hpp"

namespace gpuinv::device {
namespace {

// What interior_create hands out.
struct InteriorHandle {
  std::shared_ptr<Context> context;
  std::shared_ptr<PhaseTimes> times = std::make_shared<PhaseTimes>();
  std::unique_ptr<InteriorMethod> method;
};

InteriorHandle& interior_of(void* handle) {
  require(handle != nullptr, "interior is a null pointer");
  InteriorHandle& interior = *static_cast<InteriorHandle*>(handle);
  interior.context->require_owner();
  return interior;
}

void check_form(const gpuinv_interior_form* f) {
  require(f != nullptr && f->m >= 1 && f->n >= 1, "form is empty");
  require(f->start != nullptr && f->row != nullptr && f->value != nullptr,
          "matrix of the form is a null pointer");
  require(f->b != nullptr && f->c != nullptr && f->u != nullptr &&
              f->bounds != nullptr && f->row_unit != nullptr &&
              f->cost_unit != nullptr && f->value_unit != nullptr,
          "vector of the form is a null pointer");
  require(f->normal >= 0 && f->normal <= 2, "no such normal equations");
  require(f->precision >= 0 && f->precision <= 2, "no such precision");
}

// All but the matrix.
BoundedForm copy_form(const gpuinv_interior_form& f) {
  BoundedForm form;
  const int m = f.m, n = f.n;
  form.m = m;
  form.n = n;
  form.b.assign(f.b, f.b + m);
  form.c.assign(f.c, f.c + n);
  form.u.assign(f.u, f.u + n);
  form.bounds.assign(f.bounds, f.bounds + n);
  form.row_unit.assign(f.row_unit, f.row_unit + m);
  form.cost_unit.assign(f.cost_unit, f.cost_unit + n);
  form.value_unit.assign(f.value_unit, f.value_unit + n);
  form.objective_unit = f.objective_unit;
  return form;
}

}  // namespace

int interior_sparse() { return offers_sparse() ? 1 : 0; }

int interior_create(void* context, const gpuinv_interior_form* form,
                    void** interior, gpuinv_error_text* err) {
  return guarded(err, [&] {
    require(interior != nullptr, "interior is a null pointer");
    *interior = nullptr;
    require(context != nullptr, "context is a null pointer");
    check_form(form);
    auto handle = std::make_unique<InteriorHandle>();
    handle->context = static_cast<ContextHandle*>(context)->context;
    handle->context->require_owner();
    const ScopedDevice here(handle->context->device());
    const ColumnMatrix a = {form->m, form->n, form->start, form->row,
                            form->value};
    const auto matrix =
        std::make_shared<const DeviceMatrix>(*handle->context, a);
    std::unique_ptr<NormalEquations> equations = create_device_normal(
        handle->context, a, matrix, static_cast<DeviceForm>(form->normal),
        static_cast<DevicePrecision>(form->precision));
    equations =
        std::make_unique<TimedNormal>(std::move(equations), handle->times);
    handle->method = create_device_interior(
        handle->context, copy_form(*form), matrix, std::move(equations),
        {form->norm_bounds, form->norm_costs}, form->correctors);
    *interior = handle.release();
    return GPUINV_OK;
  });
}

void interior_destroy(void* interior) {
  InteriorHandle* handle = static_cast<InteriorHandle*>(interior);
  if (handle == nullptr || !handle->context->owned_by_this_process()) return;
  guarded(nullptr, [&] {
    const ScopedDevice here(handle->context->device());
    delete handle;
    return GPUINV_OK;
  });
}

int interior_step(void* interior, int first, const gpuinv_aim* aim,
                  gpuinv_interior_progress* progress, gpuinv_error_text* err) {
  return guarded(err, [&] {
    InteriorHandle& handle = interior_of(interior);
    require(aim != nullptr && progress != nullptr,
            "aim or progress is a null pointer");
    const ScopedDevice here(handle.context->device());
    const bool done =
        first != 0 ? handle.method->start() : handle.method->iterate(*aim);
    if (!done) {
      set_text(err, "the normal equations cannot be solved");
      return GPUINV_SINGULAR;
    }
    *progress = {handle.method->progress(), handle.times->factorizations,
                 handle.times->factor};
    return GPUINV_OK;
  });
}

int interior_keep(void* interior, gpuinv_error_text* err) {
  return guarded(err, [&] {
    InteriorHandle& handle = interior_of(interior);
    const ScopedDevice here(handle.context->device());
    handle.method->keep();
    return GPUINV_OK;
  });
}

int interior_point(void* interior, int kept, double* x, double* y,
                   gpuinv_error_text* err) {
  return guarded(err, [&] {
    InteriorHandle& handle = interior_of(interior);
    require(x != nullptr && y != nullptr, "point is a null pointer");
    const ScopedDevice here(handle.context->device());
    std::vector<double> values, multipliers;
    handle.method->download(kept != 0, &values, &multipliers);
    std::copy(values.begin(), values.end(), x);
    std::copy(multipliers.begin(), multipliers.end(), y);
    return GPUINV_OK;
  });
}

}  // namespace gpuinv::device
