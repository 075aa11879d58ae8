// bench_interior.cpp (interior point method on a device, phase by phase)
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: bench_interior [WORD|PROBLEM]...
// A problem is one of interior_family.hpp by name ("lp6x7", or "trade60000" for
// another number of rows) or a sphere ("sphere1024").  The words before it
// choose how it is solved: full, packed or sparse; double or mixed; by one
// device or, with "cards", by all devices of the host together; "all" means in
// full and packed storage, in double and mixed precision.  Without a problem, a
// selection of both families is solved in all forms.  Exit status 77 without a
// device.
//
// Problems by name are solved from end to end, twice: the time is that of a run
// without clocks, the phases are those of another run.  A sphere is already a
// bounded form, as the method takes it, and is sent to the device once for all
// ways.  Its set-up is that of the normal equations; its time is that of the
// run with clocks, without the cost of the clocks.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/device_normal.hpp"
#include "libgpuinv/device/device_normal_dense.hpp"
#include "libgpuinv/interior/interior_point.hpp"
#include "tests/bench/entry.hpp"
#include "tests/bench/interior_family.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;

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

// Passes everything on and measures the time; waits for the device before and
// after.
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
    // a dense S is assembled a second time, only for its time
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
  NormalKind form = NormalKind::kDense;
  Precision precision = Precision::kDouble;
  bool cards = false;  // all devices of the host compute the factor

  DeviceNormal normal() const { return {form, precision, false}; }
};

// The cards of a way; those of the others are made once.
device::Cards cards_of(const std::shared_ptr<Context>& context,
                       const Way& way) {
  static device::Cards others;
  device::Cards cards = {context};
  if (!way.cards) return cards;
  int devices = 0;
  GPUINV_CUDA(cudaGetDeviceCount(&devices));
  for (int d = static_cast<int>(others.size()) + 1; d < devices; d++)
    others.push_back(std::make_shared<Context>(d));
  cards.insert(cards.end(), others.begin(), others.end());
  return cards;
}

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
    auto normal = device::create_device_normal(
        cards_of(context, way), form.matrix(), matrix, way.normal());
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

double norm_of(const std::vector<double>& v) {
  double sum = 0.0;
  for (const double x : v) sum += x * x;
  return 1.0 + std::sqrt(sum);
}

// A form on the device; only the device needs its matrix.
struct Sphere {
  BoundedForm form;
  std::shared_ptr<const device::DeviceMatrix> matrix;
  Norms norms;
};

Sphere make_sphere(const std::shared_ptr<Context>& context, int m) {
  auto begin = Clock::now();
  Sphere s{sphere_form(sphere_lp(m, 1)), nullptr, {}};
  const double made = since(begin);
  begin = Clock::now();
  s.matrix =
      std::make_shared<const device::DeviceMatrix>(*context, s.form.matrix());
  context->synchronize();
  s.norms = {norm_of(s.form.b), norm_of(s.form.c)};
  std::printf("sphere%d: made in %.2f s, sent in %.2f s\n", m, made,
              since(begin));
  std::fflush(stdout);
  return s;
}

double gap_of(const Progress& p) {
  return std::fabs(p.primal_objective - p.dual_objective) /
         (1.0 + std::fabs(p.primal_objective));
}

Outcome solve_sphere(const std::shared_ptr<Context>& context, const Sphere& s,
                     const Way& way) {
  constexpr double kTolerance = 1e-8;
  constexpr int kMost = 100;
  Outcome out;
  Phases& phases = out.phases;
  const auto begin = Clock::now();
  auto normal = device::create_device_normal(
      cards_of(context, way), s.form.matrix(), s.matrix, way.normal());
  out.form = normal->name();
  const auto method = device::create_device_interior(
      context, s.form, s.matrix,
      std::make_unique<TimedNormal>(context, std::move(normal), phases),
      s.norms, 3);
  phases.setup = since(begin);
  bool going = method->start(false);
  InteriorIteration& it = out.iteration;
  out.status = InteriorStatus::kIterationLimit;
  while (going && it.count < kMost) {
    const Progress& p = method->progress();
    it.primal_residual = p.primal_residual;
    it.dual_residual = p.dual_residual;
    it.gap = gap_of(p);
    if (std::max({it.primal_residual, it.dual_residual, it.gap}) <=
        kTolerance) {
      out.status = InteriorStatus::kOptimal;
      break;
    }
    going = method->iterate(
        {0.01 * kTolerance * (1.0 + std::fabs(p.primal_objective)), 0.0, 0.0});
    it.count++;
  }
  phases.all += since(begin);
  return out;
}

void print_head() {
  std::printf("%-10s %-28s %-6s %4s %8s %8s %8s %8s %8s %8s %6s %8s  %s\n",
              "problem", "form", "factor", "it", "time s", "setup s", "assem s",
              "potrf s", "solve s", "rest s", "solves", "MB",
              "status; residuals, gap");
}

// time: of the run that counts; the phases may be those of another.
void print(const std::string& name, const Way& way, const Outcome& plain,
           const Phases& p) {
  const InteriorIteration& it = plain.iteration;
  std::printf(
      "%-10s %-28s %-6s %4d %8.3f %8.3f %8.3f %8.3f %8.3f %8.3f %6d %8.1f  "
      "%s; %.1e %.1e %.1e\n",
      name.c_str(), plain.form.c_str(),
      way.precision == Precision::kMixed ? "mixed" : "double", it.count,
      plain.phases.all, plain.phases.setup, p.assembly, p.factor - p.assembly,
      p.solve, p.all - p.setup - p.factor - p.solve, p.solves, 1e-6 * p.bytes,
      plain.status == InteriorStatus::kOptimal ? "optimal" : "NOT OPTIMAL",
      it.primal_residual, it.dual_residual, it.gap);
  std::fflush(stdout);
}

void bench(const std::shared_ptr<Context>& context, const std::string& name,
           const InteriorLp& lp, const Way& way) {
  const Outcome plain = solve(context, lp, way, false);
  print(name, way, plain, solve(context, lp, way, true).phases);
}

void bench(const std::shared_ptr<Context>& context, const std::string& name,
           const Sphere& sphere, const Way& way) {
  const Outcome out = solve_sphere(context, sphere, way);
  print(name, way, out, out.phases);
}

std::vector<Way> all_ways() {
  return {{NormalKind::kDense, Precision::kDouble},
          {NormalKind::kDense, Precision::kMixed},
          {NormalKind::kPacked, Precision::kDouble},
          {NormalKind::kPacked, Precision::kMixed}};
}

void bench_trade(const std::shared_ptr<Context>& context,
                 const std::string& word, const TradeSize& size,
                 const std::vector<Way>& ways) {
  const InteriorLp lp = trade_lp(size, 1);
  for (const Way& way : ways) bench(context, word, lp, way);
}

// Returns false if there is no such problem.
bool bench_word(const std::shared_ptr<Context>& context,
                const std::string& word, const std::vector<Way>& ways) {
  for (const TradeSize& size : kTrades) {
    if (word != size.name) continue;
    bench_trade(context, word, size, ways);
    return true;
  }
  int m = 0;
  if (std::sscanf(word.c_str(), "trade%d", &m) == 1 && m >= 1000) {
    // as the largest of the thesis: some 90 entries per column
    bench_trade(context, word, {"", m, m + m / 10, 90.0 / m, 0.12}, ways);
    return true;
  }
  if (std::sscanf(word.c_str(), "sphere%d", &m) != 1 || m < 1) return false;
  const Sphere sphere = make_sphere(context, m);
  for (const Way& way : ways) bench(context, word, sphere, way);
  return true;
}

bool read_way(const char* word, Way* way) {
  const bool cards = std::strcmp(word, "cards") == 0;
  if (cards || std::strcmp(word, "one") == 0) return way->cards = cards, true;
  const std::pair<const char*, NormalKind> forms[] = {
      {"full", NormalKind::kDense},
      {"packed", NormalKind::kPacked},
      {"sparse", NormalKind::kSparse}};
  for (const auto& [name, form] : forms) {
    if (std::strcmp(word, name) == 0) return way->form = form, true;
  }
  const bool mixed = std::strcmp(word, "mixed") == 0;
  if (!mixed && std::strcmp(word, "double") != 0) return false;
  way->precision = mixed ? Precision::kMixed : Precision::kDouble;
  return true;
}

void bench_choice(const std::shared_ptr<Context>& context) {
  for (const char* name :
       {"lp6x7", "lp13x19", "lp31x39", "sphere256", "sphere512", "sphere1024",
        "sphere2048", "sphere4096", "sphere8192"}) {
    bench_word(context, name, all_ways());
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
  bool all = false, any = false;
  for (int i = 0; i < count; i++) {
    if (read_way(words[i], &way)) {
      all = false;
    } else if (std::strcmp(words[i], "all") == 0) {
      all = true;
    } else if (bench_word(context, words[i],
                          all ? all_ways() : std::vector<Way>{way})) {
      any = true;
    } else {
      std::fprintf(stderr, "no such problem: %s\n", words[i]);
      return 1;
    }
  }
  if (!any) bench_choice(context);
  return 0;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  return gpuinv::bench::status_of(
      "bench_interior", [&] { return gpuinv::bench::run(argc - 1, argv + 1); });
}
