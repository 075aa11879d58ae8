// choose_side.cpp (the dual of a form, and which of both is solved)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/choose_side.hpp"

#include <algorithm>
#include <cmath>
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

// y_i, or what it is the factor of, with what that costs beside -b_i*y_i.
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

// z_j and w_j
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

  bool start() override { return translated(method_->start()); }
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
    progress_ = {-p.dual_objective, -p.primal_objective, p.dual_residual,
                 p.primal_residual, p.recession,         p.farkas,
                 p.step_dual,       p.step_primal};
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

namespace {

// The dual's time must be below this share of the given form's: that the
// method takes as many iterations on both is not certain.
constexpr double kGain = 0.5;
// The same where the given form keeps dense columns apart.  These cost digits,
// and digits cost time: fitting a polynomial, with 10 of 8000 columns of the
// dual apart, took ten times as long as estimated, with the dual a third.
constexpr double kGainApart = 1.0;
// Share of the time that may be saved that finding out may take, and the least
// time that it is worth a thought.
constexpr double kLook = 0.1, kShort = 0.05;
// Where the dual's S has less than this share of the elements of the given
// form's, it is looked at first: the order of the other may take long.
constexpr double kFewer = 0.25;
// What the best order takes, of the time of a quick one.
constexpr double kBestOrder = 4.0;
// Forms of so few rows take no time worth a thought.
constexpr int kFewRows = 500;

double seconds(const NormalAnalysis& analysis, const NormalMachine& machine) {
  const auto all = normal_alternatives(analysis.shape, machine);
  return all.front().bytes <= machine.memory
             ? run_seconds(all.front(), analysis.shape, machine)
             : HUGE_VAL;
}

// Elements of S, and what dense columns apart add to its factor.
double elements(const Side& side) {
  const NormalShape& shape = side.analysis.shape;
  const double apart = static_cast<double>(side.analysis.apart.size());
  return shape.nnz_s + 3.0 * apart * shape.rows;
}

// The dual and what it takes with an order that is found quickly.
class Dual {
 public:
  Dual(const BoundedForm& given, const Norms& norms,
       const NormalMachine& machine)
      : machine_(machine) {
    auto dual = std::make_shared<const DualForm>(given);
    const BoundedForm& form = dual->form();
    side_.reset(new Side{std::move(dual),
                         &form,
                         {norms.costs, norms.bounds},
                         NormalAnalysis(form.matrix())});
    side_->analysis.shape.dual = true;
  }

  double elements() const { return side_->analysis.shape.nnz_s; }
  double seconds_to_find_out() const {
    return machine::kOrderingElement * elements();
  }
  double seconds() {
    side_->analysis.analyze(machine_, NormalKind::kSparse,
                            Ordering::kMinimumDegree);
    return gpuinv::seconds(side_->analysis, machine_);
  }
  Side take(Ordering ordering, const Elsewhere& elsewhere) {
    if (ordering == Ordering::kBest)
      side_->analysis.improve(machine_, elsewhere);
    return std::move(*side_);
  }

 private:
  const NormalMachine& machine_;
  std::unique_ptr<Side> side_;
};

// Whether the dual pays even if nothing of the given S fills up, beside the
// time that the order of so many elements takes.
bool is_clear(Dual* dual, const NormalAnalysis& given,
              const NormalMachine& machine) {
  const double least = least_seconds(given.shape, machine);
  const double order = machine::kOrderingElement * given.shape.nnz_s;
  return least > kShort && dual->elements() < kFewer * given.shape.nnz_s &&
         dual->seconds_to_find_out() < kLook * least &&
         dual->seconds() < kGain * (least + kBestOrder * order);
}

}  // namespace

Side choose_side(const BoundedForm& given, const Norms& norms,
                 const NormalMachine& machine, std::optional<NormalKind> wanted,
                 Ordering ordering, const Elsewhere& elsewhere) {
  Side side = {nullptr, &given, norms, NormalAnalysis(given.matrix())};
  const double other = elsewhere ? elsewhere(side.analysis.shape) : HUGE_VAL;
  const int rows = given.structural();
  const bool more = rows >= given.m;
  if (wanted || !machine.sparse || rows == 0 || given.m < kFewRows ||
      other < kShort ||
      (more && least_seconds(side.analysis.shape, machine) < kShort)) {
    side.analysis.analyze(machine, wanted, ordering, elsewhere);
    return side;
  }
  Dual dual(given, norms, machine);
  // With more rows it may have far fewer elements: a column with elements in
  // rows of all scenarios of a stochastic problem fills the given S.
  const bool sparse = !more || dual.elements() < kFewer * elements(side);
  if (is_clear(&dual, side.analysis, machine))
    return dual.take(ordering, elsewhere);
  const bool best = ordering == Ordering::kBest;
  side.analysis.analyze(machine, wanted,
                        best ? Ordering::kMinimumDegree : ordering, elsewhere);
  // Other places may be faster, too, now that a sparse factor is known.
  const double found =
      std::min(seconds(side.analysis, machine),
               elsewhere ? elsewhere(side.analysis.shape) : HUGE_VAL);
  const double gain = side.analysis.apart.empty() ? kGain : kGainApart;
  if (found > kShort && sparse && dual.seconds_to_find_out() < kLook * found &&
      dual.seconds() < gain * found)
    return dual.take(ordering, elsewhere);
  if (best) side.analysis.improve(machine, elsewhere);
  return side;
}

}  // namespace gpuinv
