// dual_form.cpp (the dual of a bounded form as a bounded form)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/dual_form.hpp"

#include <utility>

#include "libgpuinv/sparse/by_rows.hpp"

namespace gpuinv {

DualForm::DualForm(const BoundedForm& given) : m_(given.m), n_(given.n) {
  form_.m = given.structural();
  form_.b.assign(given.c.begin(), given.c.begin() + form_.m);
  form_.row_unit.assign(given.cost_unit.begin(),
                        given.cost_unit.begin() + form_.m);
  form_.objective_unit = given.objective_unit;
  rows_ = by_rows(
      {m_, form_.m, given.start.data(), given.row.data(), given.value.data()});
  form_.start.push_back(0);
  add_rows(given);
  add_reduced_costs(given);
  form_.n = static_cast<int>(form_.c.size());
  form_.u.assign(form_.n, 0.0);
}

void DualForm::add_rows(const BoundedForm& given) {
  std::vector<int> slack(m_, -1);
  for (int k = given.structural(); k < n_; k++)
    slack[given.row[given.start[k]]] = k;
  for (int i = 0; i < m_; i++) {
    const int k = slack[i];
    if (k < 0) {
      add_row(given, i, 1.0, 0.0, kFree);
      continue;
    }
    const double factor = 1.0 / given.value[given.start[k]];
    add_row(given, i, -factor, 0.0, kLower);
    if (given.bounds[k] == kBoxed)
      add_row(given, i, factor, given.u[k], kLower);
  }
}

// Adds a variable that adds `factor` times its value to y_i.  `cost` is what it
// costs beside its share of -b_i*y_i.
void DualForm::add_row(const BoundedForm& given, int i, double factor,
                       double cost, Bounds bounds) {
  for (int p = rows_.start[i]; p < rows_.start[i + 1]; p++) {
    form_.row.push_back(rows_.index[p]);
    form_.value.push_back(factor * rows_.value[p]);
  }
  form_.start.push_back(static_cast<int>(form_.row.size()));
  form_.c.push_back(cost - factor * given.b[i]);
  form_.bounds.push_back(bounds);
  form_.cost_unit.push_back(given.row_unit[i]);
  form_.value_unit.push_back(given.objective_unit / given.row_unit[i]);
  column_row_.push_back(i);
  column_factor_.push_back(factor);
}

// Adds the variables z_j and w_j.
void DualForm::add_reduced_costs(const BoundedForm& given) {
  const auto add = [&](int j, double sign, double cost) {
    form_.row.push_back(j);
    form_.value.push_back(sign);
    form_.start.push_back(static_cast<int>(form_.row.size()));
    form_.c.push_back(cost);
    form_.bounds.push_back(kLower);
    form_.cost_unit.push_back(given.value_unit[j]);
    form_.value_unit.push_back(given.cost_unit[j]);
  };
  for (int j = 0; j < form_.m; j++) {
    if (given.bounds[j] >= kLower) add(j, 1.0, 0.0);
    if (given.bounds[j] == kBoxed) add(j, -1.0, given.u[j]);
  }
}

// The reduced cost of y_i is -b_i - (A*multipliers)_i: x is the negative of
// the multipliers, and slacks are what the rows then lack.
void DualForm::translate(const std::vector<double>& values,
                         const std::vector<double>& multipliers,
                         std::vector<double>* x, std::vector<double>* y) const {
  x->assign(n_, 0.0);
  for (int j = 0; j < form_.m; j++) (*x)[j] = -multipliers[j];
  y->assign(m_, 0.0);
  for (std::size_t k = 0; k < column_row_.size(); k++)
    (*y)[column_row_[k]] += column_factor_[k] * values[k];
}

namespace {

class DualMethod final : public InteriorMethod {
 public:
  DualMethod(std::shared_ptr<const DualForm> dual,
             std::unique_ptr<InteriorMethod> method)
      : dual_(std::move(dual)), method_(std::move(method)) {}

  // A dual form has no start form (start_form.hpp).
  bool start(bool) override { return translated(method_->start(false)); }
  bool iterate(const Aim& aim) override {
    return translated(
        method_->iterate({aim.gap, aim.rows, aim.columns, aim.start}));
  }
  const Progress& progress() const override { return progress_; }
  void keep() override { method_->keep(); }
  void download(bool kept, std::vector<double>* x,
                std::vector<double>* y) const override {
    std::vector<double> values, multipliers;
    method_->download(kept, &values, &multipliers);
    dual_->translate(values, multipliers, x, y);
  }

 private:
  // A ray of the dual form proves what a Farkas ray of the given one does.
  bool translated(bool done) {
    const Progress& p = method_->progress();
    progress_ = {-p.dual_objective, -p.primal_objective,
                 p.dual_residual,   p.primal_residual,
                 p.recession,       p.farkas,
                 p.step_dual,       p.step_primal,
                 p.solves,          p.near};
    return done;
  }

  std::shared_ptr<const DualForm> dual_;  // outlives the method
  std::unique_ptr<InteriorMethod> method_;
  Progress progress_ = {};
};

}  // namespace

std::unique_ptr<InteriorMethod> as_given(
    std::shared_ptr<const DualForm> dual,
    std::unique_ptr<InteriorMethod> method) {
  return std::make_unique<DualMethod>(std::move(dual), std::move(method));
}

}  // namespace gpuinv
