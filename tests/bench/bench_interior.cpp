// bench_interior.cpp (interior point method on a device, phase by phase)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// Usage: bench_interior [full|packed|sparse|double|mixed|PROBLEM]...
// A problem is one of interior_family.hpp by name ("lp6x7") or a sphere
// ("sphere1024"); the words before it choose how it is solved.  Without a
// problem, a choice of both families in all forms.  Exit status 77 without
// a device.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/device_normal.hpp"
#include "libgpuinv/device/device_normal_dense.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "tests/bench/interior_family.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceForm;
using device::DevicePrecision;

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Seconds of the phases of one solve.
struct Phases {
  double setup = 0.0, assembly = 0.0, factor = 0.0, solve = 0.0, all = 0.0;
  int factorizations = 0, solves = 0;
  double bytes = 0.0;
};

// Hands everything on and looks at the clock; the device is waited for on
// both sides.
class TimedNormal final : public NormalEquations {
 public:
  TimedNormal(std::shared_ptr<Context> context,
              std::unique_ptr<NormalEquations> inner, Phases& phases)
      : context_(std::move(context)),
        inner_(std::move(inner)),
        dense_(dynamic_cast<device::DeviceNormalDense*>(inner_.get())),
        phases_(phases) {
    phases_.bytes = inner_->cost().bytes;
  }
  const char* name() const override { return inner_->name(); }
  const Cost& cost() const override { return inner_->cost(); }
  bool factorize(const double* d, const double* r) override {
    // a dense S is assembled once more, for the time alone
    if (dense_ != nullptr) {
      const double extra = timed([&] { dense_->assemble(d, r); });
      phases_.assembly += extra;
      phases_.all -= extra;
    }
    bool done = false;
    phases_.factor += timed([&] { done = inner_->factorize(d, r); });
    phases_.factorizations++;
    return done;
  }
  bool single() const override { return inner_->single(); }
  void leave_single() override { inner_->leave_single(); }
  void solve(double* x) override {
    phases_.solve += timed([&] { inner_->solve(x); });
    phases_.solves++;
  }

 private:
  template <class Body>
  double timed(Body body) {
    context_->synchronize();
    const auto begin = Clock::now();
    body();
    context_->synchronize();
    return since(begin);
  }

  std::shared_ptr<Context> context_;
  std::unique_ptr<NormalEquations> inner_;
  device::DeviceNormalDense* dense_;
  Phases& phases_;
};

struct Way {
  DeviceForm form = DeviceForm::kDense;
  DevicePrecision precision = DevicePrecision::kDouble;
};

struct Outcome {
  InteriorStatus status;
  InteriorIteration iteration;
  Phases phases;
  std::string form;
};

Outcome solve(const std::shared_ptr<Context>& context, const InteriorLp& lp,
              const Way& way, bool timed) {
  Outcome out;
  Phases& phases = out.phases;
  InteriorLp copy = lp;
  const auto begin = Clock::now();
  const MethodFactory factory = [&](const BoundedForm& form,
                                    const Norms& norms) {
    const auto matrix =
        std::make_shared<const device::DeviceMatrix>(*context, form.matrix());
    auto normal = device::create_device_normal(context, form.matrix(), matrix,
                                               way.form, way.precision);
    out.form = normal->name();
    if (timed) {
      normal =
          std::make_unique<TimedNormal>(context, std::move(normal), phases);
    }
    auto method = device::create_device_interior(context, form, matrix,
                                                 std::move(normal), norms, 3);
    phases.setup = since(begin);
    return method;
  };
  InteriorPoint solver(checked(std::move(copy)), InteriorControl(), factory,
                       InteriorPoint::Purpose::kSolve);
  while (solver.step()) {
  }
  phases.all += since(begin);
  out.status = solver.solution().status;
  out.iteration = solver.iteration();
  return out;
}

void print_head() {
  std::printf("%-10s %-13s %-6s %4s %8s %8s %8s %8s %8s %8s %6s %8s  %s\n",
              "problem", "form", "factor", "it", "time s", "setup s", "assem s",
              "potrf s", "solve s", "rest s", "solves", "MB",
              "status; residuals, gap");
}

// The time is that of a run without clocks; the phases are those of
// another.
void bench(const std::shared_ptr<Context>& context, const char* name,
           const InteriorLp& lp, const Way& way) {
  const Outcome plain = solve(context, lp, way, false);
  const Outcome timed = solve(context, lp, way, true);
  const Phases& p = timed.phases;
  const InteriorIteration& it = plain.iteration;
  std::printf(
      "%-10s %-13s %-6s %4d %8.3f %8.3f %8.3f %8.3f %8.3f %8.3f %6d %8.1f  "
      "%s; %.1e %.1e %.1e\n",
      name, plain.form.c_str(),
      way.precision == DevicePrecision::kMixed ? "mixed" : "double", it.count,
      plain.phases.all, plain.phases.setup, p.assembly, p.factor - p.assembly,
      p.solve, p.all - p.setup - p.factor - p.solve, p.solves, 1e-6 * p.bytes,
      plain.status == InteriorStatus::kOptimal ? "optimal" : "NOT OPTIMAL",
      it.primal_residual, it.dual_residual, it.gap);
  std::fflush(stdout);
}

bool make_problem(const char* word, InteriorLp* lp) {
  for (const TradeSize& size : kTrades) {
    if (std::strcmp(word, size.name) != 0) continue;
    *lp = trade_lp(size, 1);
    return true;
  }
  int m = 0;
  if (std::sscanf(word, "sphere%d", &m) != 1 || m < 1) return false;
  *lp = sphere_lp(m, 1);
  return true;
}

bool read_way(const char* word, Way* way) {
  const std::pair<const char*, DeviceForm> forms[] = {
      {"full", DeviceForm::kDense},
      {"packed", DeviceForm::kPacked},
      {"sparse", DeviceForm::kSparse}};
  for (const auto& [name, form] : forms) {
    if (std::strcmp(word, name) == 0) return way->form = form, true;
  }
  const bool mixed = std::strcmp(word, "mixed") == 0;
  if (!mixed && std::strcmp(word, "double") != 0) return false;
  way->precision = mixed ? DevicePrecision::kMixed : DevicePrecision::kDouble;
  return true;
}

void bench_choice(const std::shared_ptr<Context>& context) {
  for (const char* name : {"lp6x7", "lp13x19", "lp31x39", "sphere256",
                           "sphere1024", "sphere2048", "sphere4096"}) {
    InteriorLp lp;
    make_problem(name, &lp);
    for (const auto form : {DeviceForm::kDense, DeviceForm::kPacked}) {
      for (const auto precision :
           {DevicePrecision::kDouble, DevicePrecision::kMixed}) {
        bench(context, name, lp, {form, precision});
      }
    }
  }
}

int run(int count, const char* const* words) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no device");
    return 77;
  }
  const auto context = std::make_shared<Context>(0);
  context->cublas();
  context->cusolver();
  print_head();
  Way way;
  bool any = false;
  for (int i = 0; i < count; i++) {
    if (read_way(words[i], &way)) continue;
    InteriorLp lp;
    if (!make_problem(words[i], &lp)) {
      std::fprintf(stderr, "no such problem: %s\n", words[i]);
      return 1;
    }
    bench(context, words[i], lp, way);
    any = true;
  }
  if (!any) bench_choice(context);
  return 0;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  try {
    return gpuinv::bench::run(argc - 1, argv + 1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
