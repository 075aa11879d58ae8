// faulty_parts.cpp (parts of a method that fail on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/faults/faulty_parts.hpp"

#include <utility>

#include "libgpuinv/base/fault.hpp"

namespace gpuinv {
namespace {

int size(const std::vector<double>& v) { return static_cast<int>(v.size()); }

class FaultyTableau final : public Tableau {
 public:
  explicit FaultyTableau(std::shared_ptr<Tableau> inner)
      : inner_(std::move(inner)) {}

  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override {
    return inner_->bytes_needed(m, nn, nnz);
  }
  int most_pending(int m, int nn) override {
    return inner_->most_pending(m, nn);
  }
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override {
    pass(Site::kBuild);
    return inner_->build(lp, basis);
  }
  bool reads_matrix() const override { return inner_->reads_matrix(); }
  double longest_batch() const override { return inner_->longest_batch(); }
  void push(const SimplexState& state) override {
    rows_ = size(state.beta);
    columns_ = size(state.d);
    inner_->push(state);
  }
  void pull(SimplexState& state) override {
    inner_->pull(state);
    pass(Site::kState, size(state.beta), state.beta.data());
    pass(Site::kState, size(state.d), state.d.data());
  }
  Batch primal(int budget, const Tolerances& tol) override {
    pass(Site::kSearch);
    return inner_->primal(budget, tol);
  }
  Batch dual(int budget, const Tolerances& tol, Steps steps) override {
    pass(Site::kSearch);
    return inner_->dual(budget, tol, steps);
  }
  void watch(SimplexWatch* watch) override { inner_->watch(watch); }
  void multiply(const double* z, double* y, const double* w,
                double* v) override {
    inner_->multiply(z, y, w, v);
    if (y != nullptr) pass(Site::kProduct, rows_, y);
    if (v != nullptr) pass(Site::kProduct, columns_, v);
  }

 private:
  std::shared_ptr<Tableau> inner_;
  int rows_ = 0, columns_ = 0;
};

class FaultyNormal final : public NormalEquations {
 public:
  FaultyNormal(std::unique_ptr<NormalEquations> inner, int rows)
      : inner_(std::move(inner)), rows_(rows) {}

  const char* name() const override { return inner_->name(); }
  const Cost& cost() const override { return inner_->cost(); }
  bool factorize(const double* d, const double* r) override {
    pass(Site::kFactor);
    return inner_->factorize(d, r);
  }
  void solve(double* x) override {
    inner_->solve(x);
    pass(Site::kNormal, rows_, x);
  }
  bool single() const override { return inner_->single(); }
  void leave_single() override { inner_->leave_single(); }

 private:
  std::unique_ptr<NormalEquations> inner_;
  int rows_;
};

}  // namespace

std::shared_ptr<Tableau> with_faults(std::shared_ptr<Tableau> tableau) {
  if (!faults_are_armed()) return tableau;
  return std::make_shared<FaultyTableau>(std::move(tableau));
}

std::unique_ptr<NormalEquations> with_faults(
    std::unique_ptr<NormalEquations> normal, int rows) {
  if (!faults_are_armed()) return normal;
  return std::make_unique<FaultyNormal>(std::move(normal), rows);
}

}  // namespace gpuinv
