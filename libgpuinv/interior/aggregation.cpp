// aggregation.cpp (substitution of columns by equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/aggregation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gpuinv {
namespace {

// Least pivot, relative to the row's largest element.  When the row is added to
// another one, that one grows by at most the reciprocal.
constexpr double kPivot = 0.1;

// Elements and costs below this share of what was added and subtracted are
// rounding errors.
constexpr double kRounding = 1e-12;

// Bounds count as implied if the rows imply them up to this share of the terms.
constexpr double kImplied = 1e-12;

// Most entries visited, as a multiple of all entries: the time stays linear.
constexpr double kWork = 30.0;

double cleaned(double value, double size) {
  return std::fabs(value) <= kRounding * size ? 0.0 : value;
}

// Returns whether some short column is in an equation.
bool has_candidates(const InteriorLp& lp, int longest) {
  for (int j = 0; j < lp.n; j++) {
    const int first = lp.start[j], end = lp.start[j + 1];
    if (end > first + longest) continue;
    for (int t = first; t < end; t++)
      if (lp.row_lower[lp.row[t]] == lp.row_upper[lp.row[t]]) return true;
  }
  return false;
}

}  // namespace

// The rows and columns while they change.
class Aggregation::Reducer {
 public:
  Reducer(const InteriorLp& lp, int longest);

  void run(const Interrupt& interrupt);
  Remainder kept() const { return {row_out_, column_out_}; }
  InteriorLp reduced(const Remainder& kept) const;

  std::vector<Step> steps;
  double objective = 0.0;

 private:
  // Bounds of a row's sum without its infinite terms (which are counted), the
  // size of its terms, and its largest element.
  struct Activity {
    double least = 0.0, greatest = 0.0, size = 0.0, largest = 0.0;
    int least_infinite = 0, greatest_infinite = 0;
    bool known = false;
  };
  struct Interval {
    double lower, upper;
  };

  bool is_equation(int i) const { return row_lower_[i] == row_upper_[i]; }
  int best_equation(int j);
  void take_out(int j, int equation);
  const Activity& activity(int i);
  Interval implied(int i, int j);
  bool implied_free(int j);
  double coefficient(int i, int j) const;
  void move_costs(const Step& step);
  void add_to(const Other& other, const Step& step);
  Row merged(const Other& other, const Step& step);
  void forget(int i, int j);

  const InteriorLp& lp_;
  const std::size_t longest_;
  std::vector<Row> rows_;
  std::vector<std::vector<int>> columns_;  // rows of each column
  std::vector<double> row_lower_, row_upper_, cost_, cost_size_;
  std::vector<Activity> activity_;
  std::vector<char> row_out_, column_out_, queued_;
  std::vector<int> queue_;
  double work_ = 0.0;  // entries visited
};

Aggregation::Aggregation(const InteriorLp& lp, int longest,
                         const Interrupt& interrupt)
    : lp_(lp) {
  if (!has_candidates(lp, longest)) return;
  Reducer reducer(lp, longest);
  reducer.run(interrupt);
  if (reducer.steps.empty()) return;
  kept_ = reducer.kept();
  reduced_ = reducer.reduced(kept_);
  steps_ = std::move(reducer.steps);
  objective_ = reducer.objective;
}

Aggregation::Reducer::Reducer(const InteriorLp& lp, int longest)
    : lp_(lp),
      longest_(longest),
      rows_(lp.m),
      columns_(lp.n),
      row_lower_(lp.row_lower),
      row_upper_(lp.row_upper),
      cost_(lp.c),
      cost_size_(lp.c),
      activity_(lp.m),
      row_out_(lp.m, 0),
      column_out_(lp.n, 0),
      queued_(lp.n, 1) {
  for (double& c : cost_size_) c = std::fabs(c);
  for (int j = 0; j < lp_.n; j++) {
    queue_.push_back(j);
    for (int t = lp_.start[j]; t < lp_.start[j + 1]; t++) {
      rows_[lp_.row[t]].push_back({j, lp_.value[t]});
      columns_[j].push_back(lp_.row[t]);
    }
  }
}

void Aggregation::Reducer::run(const Interrupt& interrupt) {
  Lookout lookout(interrupt);
  const double most = kWork * static_cast<double>(lp_.row.size());
  for (std::size_t next = 0; next < queue_.size() && work_ < most; next++) {
    const int j = queue_[next];
    const double before = work_;
    queued_[j] = 0;
    if (column_out_[j] || columns_[j].size() > longest_) continue;
    const int equation = best_equation(j);
    if (equation >= 0 && implied_free(j)) take_out(j, equation);
    lookout.add(work_ - before);
  }
}

// Returns the equation in which column j's element is largest relative to the
// row's largest element, or -1 if none has a good pivot.  In exact arithmetic,
// any equation would do.
int Aggregation::Reducer::best_equation(int j) {
  int best = -1;
  double most = kPivot;
  for (int i : columns_[j]) {
    if (!is_equation(i)) continue;
    const double pivot = std::fabs(coefficient(i, j)) / activity(i).largest;
    if (pivot < most || (pivot == most && best >= 0)) continue;
    most = pivot;
    best = i;
  }
  return best;
}

void Aggregation::Reducer::take_out(int j, int equation) {
  Step step{
      equation, j, coefficient(equation, j), cost_[j], row_lower_[equation],
      {},       {}};
  for (int i : columns_[j])
    if (i != equation)
      step.others.push_back({i, coefficient(i, j) / step.pivot});
  step.entries.swap(rows_[equation]);
  row_out_[equation] = column_out_[j] = 1;
  columns_[j].clear();
  move_costs(step);
  for (const Entry& e : step.entries) {
    forget(equation, e.column);
    if (queued_[e.column] || column_out_[e.column]) continue;
    queued_[e.column] = 1;
    queue_.push_back(e.column);
  }
  for (const Other& other : step.others) add_to(other, step);
  steps.push_back(std::move(step));
}

const Aggregation::Reducer::Activity& Aggregation::Reducer::activity(int i) {
  Activity& sum = activity_[i];
  if (sum.known) return sum;
  sum = {};
  sum.known = true;
  for (const Entry& e : rows_[i]) {
    sum.largest = std::max(sum.largest, std::fabs(e.value));
    double least = e.value * lp_.lower[e.column];
    double greatest = e.value * lp_.upper[e.column];
    if (e.value < 0.0) std::swap(least, greatest);
    std::isinf(least) ? sum.least_infinite++ : sum.least += least;
    std::isinf(greatest) ? sum.greatest_infinite++ : sum.greatest += greatest;
    for (double term : {least, greatest})
      if (std::isfinite(term)) sum.size += std::fabs(term);
  }
  work_ += static_cast<double>(rows_[i].size());
  return sum;
}

// Returns the interval in which row i and the bounds of the other columns keep
// x_j.
Aggregation::Reducer::Interval Aggregation::Reducer::implied(int i, int j) {
  const Activity& sum = activity(i);
  const double a = coefficient(i, j);
  double least = a * lp_.lower[j], greatest = a * lp_.upper[j];
  if (a < 0.0) std::swap(least, greatest);
  const int below = sum.least_infinite - std::isinf(least);
  const int above = sum.greatest_infinite - std::isinf(greatest);
  const double error = kImplied * sum.size;
  Interval range{-INFINITY, INFINITY};
  if (above == 0)
    range.lower = row_lower_[i] - sum.greatest +
                  (std::isinf(greatest) ? 0.0 : greatest) + error;
  if (below == 0)
    range.upper =
        row_upper_[i] - sum.least + (std::isinf(least) ? 0.0 : least) - error;
  range = {range.lower / a, range.upper / a};
  if (a < 0.0) std::swap(range.lower, range.upper);
  return range;
}

bool Aggregation::Reducer::implied_free(int j) {
  bool lower = std::isinf(lp_.lower[j]), upper = std::isinf(lp_.upper[j]);
  for (int i : columns_[j]) {
    const Interval range = implied(i, j);
    lower = lower || range.lower >= lp_.lower[j];
    upper = upper || range.upper <= lp_.upper[j];
  }
  return lower && upper;
}

double Aggregation::Reducer::coefficient(int i, int j) const {
  return std::lower_bound(
             rows_[i].begin(), rows_[i].end(), j,
             [](const Entry& e, int column) { return e.column < column; })
      ->value;
}

void Aggregation::Reducer::move_costs(const Step& step) {
  const double y = step.cost / step.pivot;
  if (y == 0.0) return;
  objective += y * step.side;
  for (const Entry& e : step.entries) {
    const double term = y * e.value;
    double& size = cost_size_[e.column];
    size = std::max(size, std::fabs(term));
    cost_[e.column] = cleaned(cost_[e.column] - term, size);
  }
}

// other := other - ratio*row
void Aggregation::Reducer::add_to(const Other& other, const Step& step) {
  const int i = other.row;
  rows_[i] = merged(other, step);
  activity_[i].known = false;
  row_lower_[i] -= other.ratio * step.side;
  row_upper_[i] -= other.ratio * step.side;
  work_ += static_cast<double>(rows_[i].size() + step.entries.size());
}

Aggregation::Row Aggregation::Reducer::merged(const Other& other,
                                              const Step& step) {
  const Row &a = rows_[other.row], &b = step.entries;
  Row sum;
  auto p = a.begin();
  for (const Entry& e : b) {
    while (p != a.end() && p->column < e.column) sum.push_back(*p++);
    const double term = other.ratio * e.value;
    const bool both = p != a.end() && p->column == e.column;
    const double old = both ? p++->value : 0.0;
    if (e.column == step.column) continue;
    const double value =
        cleaned(old - term, std::max(std::fabs(old), std::fabs(term)));
    if (value != 0.0) sum.push_back({e.column, value});
    if (!both) columns_[e.column].push_back(other.row);
    if (value == 0.0) forget(other.row, e.column);
  }
  sum.insert(sum.end(), p, a.end());
  return sum;
}

void Aggregation::Reducer::forget(int i, int j) {
  std::vector<int>& rows = columns_[j];
  const auto place = std::find(rows.begin(), rows.end(), i);
  work_ += static_cast<double>(place - rows.begin());
  if (place == rows.end()) return;
  *place = rows.back();
  rows.pop_back();
}

InteriorLp Aggregation::Reducer::reduced(const Remainder& kept) const {
  InteriorLp all;  // with the removed rows and columns empty
  all.m = lp_.m;
  all.n = lp_.n;
  all.start.push_back(0);
  for (const std::vector<int>& rows : columns_)
    all.start.push_back(all.start.back() + static_cast<int>(rows.size()));
  all.row.resize(all.start.back());
  all.value.resize(all.start.back());
  std::vector<int> next(all.start.begin(), all.start.end() - 1);
  for (int i = 0; i < lp_.m; i++)
    for (const Entry& e : rows_[i]) {
      const int place = next[e.column]++;
      all.row[place] = i;
      all.value[place] = e.value;
    }
  return kept.of(all.matrix(), row_lower_, row_upper_, cost_, lp_.lower,
                 lp_.upper);
}

std::vector<double> Aggregation::expand_values(const std::vector<double>& x,
                                               bool ray) const {
  if (steps_.empty()) return x;
  std::vector<double> full(lp_.n, 0.0);
  kept_.put_columns(x, &full);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    double sum = ray ? 0.0 : step->side;
    for (const Entry& e : step->entries)
      if (e.column != step->column) sum -= e.value * full[e.column];
    full[step->column] = sum / step->pivot;
  }
  return full;
}

// The multiplier of each equation makes the reduced cost of its column 0.
std::vector<double> Aggregation::expand_duals(const std::vector<double>& y,
                                              bool ray) const {
  if (steps_.empty()) return y;
  std::vector<double> full(lp_.m, 0.0);
  kept_.put_rows(y, &full);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    full[step->row] = ray ? 0.0 : step->cost / step->pivot;
    for (const Other& other : step->others)
      full[step->row] -= other.ratio * full[other.row];
  }
  return full;
}

}  // namespace gpuinv
