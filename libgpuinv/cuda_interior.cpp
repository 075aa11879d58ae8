// cuda_interior.cpp (interior point method on a device, by the plugin)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "cuda_interior.hpp"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "error.hpp"
#include "interior/choose_normal.hpp"
#include "interior/interior_method.hpp"
#include "interior/interior_solver.hpp"

namespace gpuinv {
namespace {

constexpr int kCorrectors = 3;

void check(int status, const gpuinv_error_text& err) {
  if (status != GPUINV_OK)
    throw Error(static_cast<gpuinv_status>(status), err.text);
}

// In the rough: computing devices do half as many operations in double
// precision as in single.  Measured on an H200: POTRF takes 0.9 ms for 2000
// rows, 22 for 12669 and 651 for 46458; the assembly adds up 2.9e11 products
// a second; what else an iteration does takes 1.7 ms, mostly to start it.
NormalMachine machine_of(int multiprocessors, bool computing, double memory,
                         bool sparse) {
  const double rate = multiprocessors * (computing ? 3.9e11 : 4e9);
  return {"device",   rate,
          0.1 * rate,  // sparse
          5e11,        // sums
          1e9,         // entries
          3e12,        // bandwidth
          2e-3,        // latency
          4e-7,        // of a row
          1.7e-3,      // of an iteration
          2e-10,       // of an entry of A
          5e-10,       // of a column
          memory,     sparse, true};
}

int number_of(NormalKind kind) {
  switch (kind) {
    case NormalKind::kDense:
      return 0;
    case NormalKind::kSparse:
      return 1;
    default:
      return 2;
  }
}

// The plugin's sparse form takes no columns apart: where some should be, it
// does not serve.  cuDSS makes an order of its own; minimum degrees tell in
// little time what it is worth at least.
NormalChoice choose(CudaBackend& backend, const CudaInteriorOptions& options,
                    NormalAnalysis analysis) {
  const std::optional<NormalKind> wanted = options.normal;
  NormalMachine machine = cuda_machine(backend, options.device);
  if (options.memory > 0)
    machine.memory =
        std::min(machine.memory, static_cast<double>(options.memory));
  analysis.analyze(machine, wanted, Ordering::kMinimumDegree);
  if (!wanted && !analysis.apart.empty()) machine.sparse = false;
  return choose_normal(analysis.shape, machine, wanted);
}

class CudaInterior final : public InteriorMethod {
 public:
  CudaInterior(CudaBackend& backend, const CudaInteriorOptions& options,
               const BoundedForm& form, const Norms& norms, NormalKind normal)
      : times_(options.times),
        backend_(backend),
        plugin_(backend.plugin()),
        owner_(getpid()),
        m_(form.m),
        n_(form.n) {
    const gpuinv_interior_form arrays = {form.m,
                                         form.n,
                                         form.start.data(),
                                         form.row.data(),
                                         form.value.data(),
                                         form.b.data(),
                                         form.c.data(),
                                         form.u.data(),
                                         form.bounds.data(),
                                         form.row_unit.data(),
                                         form.cost_unit.data(),
                                         form.value_unit.data(),
                                         form.objective_unit,
                                         norms.bounds,
                                         norms.costs,
                                         kCorrectors,
                                         number_of(normal),
                                         options.precision};
    gpuinv_error_text err = {};
    check(plugin_.interior_create(backend.context(options.device), &arrays,
                                  &interior_, &err),
          err);
  }
  ~CudaInterior() override {
    if (owner_ == getpid()) plugin_.interior_destroy(interior_);
  }
  CudaInterior(const CudaInterior&) = delete;
  CudaInterior& operator=(const CudaInterior&) = delete;

  bool start() override { return step(true, {}); }
  bool iterate(const Aim& aim) override { return step(false, aim); }
  const Progress& progress() const override { return progress_; }
  void keep() override {
    backend_.require_owner();
    gpuinv_error_text err = {};
    check(plugin_.interior_keep(interior_, &err), err);
  }
  void download(bool kept, std::vector<double>* x,
                std::vector<double>* y) const override {
    backend_.require_owner();
    x->resize(n_);
    y->resize(m_);
    gpuinv_error_text err = {};
    check(plugin_.interior_point(interior_, kept, x->data(), y->data(), &err),
          err);
  }

 private:
  bool step(bool first, const Aim& aim) {
    backend_.require_owner();
    gpuinv_error_text err = {};
    gpuinv_interior_progress p = {};
    const int status = plugin_.interior_step(interior_, first, &aim, &p, &err);
    if (status == GPUINV_SINGULAR) return false;
    check(status, err);
    progress_ = p.method;
    if (times_) {
      times_->factorizations += p.factorizations - factorizations_;
      times_->factor += p.factor_seconds - factor_seconds_;
    }
    factorizations_ = p.factorizations;
    factor_seconds_ = p.factor_seconds;
    return true;
  }

  std::shared_ptr<PhaseTimes> times_;
  int factorizations_ = 0;
  double factor_seconds_ = 0.0;
  CudaBackend& backend_;
  const gpuinv_plugin& plugin_;
  const pid_t owner_;
  const int m_, n_;
  void* interior_ = nullptr;
  Progress progress_ = {};
};

}  // namespace

NormalMachine cuda_machine(CudaBackend& backend, int device) {
  const gpuinv_device_info info = backend.device_info(device, true);
  const bool computing = info.minor == 0 && info.major >= 8 && info.major <= 10;
  return machine_of(info.multiprocessors, computing,
                    static_cast<double>(info.free_bytes),
                    backend.plugin().interior_sparse() != 0);
}

NormalMachine usual_cuda_machine() {
  return machine_of(132, true, 8e10, false);
}

std::unique_ptr<InteriorMethod> create_cuda_method(
    CudaBackend& backend, const CudaInteriorOptions& options,
    const BoundedForm& form, const Norms& norms, NormalAnalysis analysis) {
  backend.require_device(options.device);
  const NormalChoice choice = choose(backend, options, std::move(analysis));
  if (options.line) *options.line = choice.line;
  auto method = std::make_unique<CudaInterior>(backend, options, form, norms,
                                               choice.kind);
  if (options.times) options.times->end_setup();
  return method;
}

std::unique_ptr<InteriorSolver> create_cuda_interior(
    CudaBackend& backend, const CudaInteriorOptions& options, InteriorLp lp,
    const InteriorControl& control) {
  backend.require_device(options.device);
  const MethodFactory factory = [options, &backend](const BoundedForm& form,
                                                    const Norms& norms) {
    return create_cuda_method(backend, options, form, norms,
                              NormalAnalysis(form.matrix()));
  };
  return std::make_unique<InteriorPoint>(
      checked(std::move(lp)), control, factory, InteriorPoint::Purpose::kSolve);
}

}  // namespace gpuinv
