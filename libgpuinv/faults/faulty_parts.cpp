// faulty_parts.cpp (parts of a method that fail on purpose)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/faults/faulty_parts.hpp"

#include <utility>

#include "libgpuinv/base/fault.hpp"

namespace gpuinv {
namespace {

int size(const std::vector<double>& v) { return static_cast<int>(v.size()); }

class FaultyTableau final : public TableauWrapper {
 public:
  using TableauWrapper::TableauWrapper;
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override {
    pass(Site::kBuild);
    return TableauWrapper::build(lp, basis);
  }
  void push(const SimplexState& state) override {
    rows_ = size(state.beta);
    columns_ = size(state.d);
    TableauWrapper::push(state);
  }
  void pull(SimplexState& state) override {
    TableauWrapper::pull(state);
    pass(Site::kState, size(state.beta), state.beta.data());
    pass(Site::kState, size(state.d), state.d.data());
  }
  Batch primal(int budget, const Tolerances& tol) override {
    pass(Site::kSearch);
    return TableauWrapper::primal(budget, tol);
  }
  Batch dual(int budget, const Tolerances& tol, Steps steps) override {
    pass(Site::kSearch);
    return TableauWrapper::dual(budget, tol, steps);
  }
  void multiply(const double* z, double* y, const double* w,
                double* v) override {
    TableauWrapper::multiply(z, y, w, v);
    if (y != nullptr) pass(Site::kProduct, rows_, y);
    if (v != nullptr) pass(Site::kProduct, columns_, v);
  }

 private:
  int rows_ = 0, columns_ = 0;
};

class FaultyNormal final : public NormalWrapper {
 public:
  FaultyNormal(std::unique_ptr<NormalEquations> inner, int rows)
      : NormalWrapper(std::move(inner)), rows_(rows) {}
  bool factorize(const double* d, const double* r) override {
    pass(Site::kFactor);
    return NormalWrapper::factorize(d, r);
  }
  void solve(double* x) override {
    NormalWrapper::solve(x);
    pass(Site::kNormal, rows_, x);
  }

 private:
  const int rows_;
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
