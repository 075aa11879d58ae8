// choose_side.cpp (which of a form and its dual is solved)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/choose_side.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "libgpuinv/interior/dense_columns.hpp"

namespace gpuinv {
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

double least_dual_elements(const BoundedForm& given) {
  const ColumnMatrix& a = given.matrix();
  std::vector<int> length(a.rows, 0);
  for (int t = 0; t < a.start[given.structural()]; t++) length[a.row[t]]++;
  double longest = 0.0;  // of the rows that are not kept apart
  if (a.rows > kMostApart) {
    const auto kept = length.begin() + kMostApart;
    std::nth_element(length.begin(), kept, length.end(), std::greater<int>());
    longest = *kept;
  }
  return std::max(1.0 * given.structural(), longest * (longest + 1.0) / 2.0);
}

Side choose_side(const BoundedForm& given, const Norms& norms,
                 const NormalMachine& machine, std::optional<NormalKind> wanted,
                 Ordering ordering, const Elsewhere& elsewhere) {
  Side side = {nullptr, &given, norms, NormalAnalysis(given.matrix())};
  const double other = elsewhere ? elsewhere(side.analysis.shape) : HUGE_VAL;
  const int rows = given.structural();
  const bool more = rows >= given.m;
  if (wanted || !machine.sparse || rows == 0 || given.m < kFewRows ||
      other < kShort ||
      (more && (least_seconds(side.analysis.shape, machine) < kShort ||
                least_dual_elements(given) > kFewer * elements(side)))) {
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
