// presolve_duplicates.cpp (rows that are multiples of others)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/interior/presolve.hpp"

namespace gpuinv {
namespace {

// Elements of rows that are multiples differ only by rounding errors.
constexpr double kEqual = 1e-13;

constexpr double kGolden = 0.6180339887498949;

// x - floor(x) of a number that is not negative, without a call.
double fraction(double x) {
  return x - static_cast<double>(static_cast<std::int64_t>(x));
}

}  // namespace

// Hashes the columns of the remaining elements.  Values do not enter, because
// multiples may be rounded differently.
std::uint64_t Presolve::pattern(int i) const {
  std::uint64_t h = 1469598103934665603u;
  for (int p = rows_.start[i]; p < rows_.start[i + 1]; p++)
    if (!column_out_[rows_.index[p]])
      h = (h ^ static_cast<unsigned>(rows_.index[p])) * 1099511628211u;
  return h;
}

// Returns whether row i is ratio times row k; most pairs differ early.
bool Presolve::is_multiple(int i, int k, double* ratio) const {
  if (row_count_[i] != row_count_[k]) return false;
  *ratio = 0.0;
  int p = rows_.start[i], q = rows_.start[k];
  for (int left = row_count_[i]; left > 0; left--, p++, q++) {
    while (column_out_[rows_.index[p]]) p++;
    while (column_out_[rows_.index[q]]) q++;
    if (*ratio == 0.0) *ratio = rows_.value[p] / rows_.value[q];
    if (rows_.index[p] != rows_.index[q] ||
        std::fabs(rows_.value[p] - *ratio * rows_.value[q]) >
            kEqual * std::fabs(rows_.value[p]))
      return false;
  }
  return true;
}

// Divides row i by its first element and projects it on a generic direction.
// Two rows have equal projections, up to rounding, only if they are multiples.
Presolve::Fingerprint Presolve::fingerprint(int i) const {
  Fingerprint f{pattern(i), 0.0, 0.0, i};
  double first = 0.0;
  for (int p = rows_.start[i]; p < rows_.start[i + 1]; p++) {
    if (column_out_[rows_.index[p]]) continue;
    if (first == 0.0) first = rows_.value[p];
    const double term =
        rows_.value[p] / first * (1.0 + fraction(kGolden * rows_.index[p]));
    f.projection += term;
    f.size += std::fabs(term);
  }
  f.size *= kEqual * (2 + row_count_[i]);
  return f;
}

// Sorts the rows of one pattern by their projections: then multiples are
// neighbours, and hardly any other rows are.
void Presolve::merge_duplicates() {
  const int parts = parts_for(rows_.index.size() * sizeof(double));
  const std::vector<int> first =
      split_columns(rows_.start.data(), lp_.m, parts);
  std::vector<Fingerprint> rows(lp_.m);
  parallel_for(parts, [&](int p) {
    for (int i = first[p]; i < first[p + 1]; i++) rows[i] = {0, 0.0, 0.0, i};
    for (int i = first[p]; i < first[p + 1]; i++)
      if (!row_out_[i]) rows[i] = fingerprint(i);
  });
  rows.erase(std::remove_if(
                 rows.begin(), rows.end(),
                 [this](const Fingerprint& f) { return row_out_[f.row] != 0; }),
             rows.end());
  std::sort(rows.begin(), rows.end(),
            [](const Fingerprint& a, const Fingerprint& b) {
              return std::tie(a.pattern, a.projection, a.row) <
                     std::tie(b.pattern, b.projection, b.row);
            });
  std::vector<Fingerprint> kept;
  for (const Fingerprint& f : rows) {
    double ratio = 0.0;
    auto k = kept.rbegin();
    while (k != kept.rend() && k->near(f) &&
           !is_multiple(f.row, k->row, &ratio))
      ++k;
    if (k == kept.rend() || !k->near(f))
      kept.push_back(f);
    else
      merge(k->row, f.row, ratio);
    if (outcome_ != Outcome::kReduced) return;
  }
}

void Presolve::merge(int kept, int other, double ratio) {
  double lower = row_lower_[other] / ratio, upper = row_upper_[other] / ratio;
  if (ratio < 0.0) std::swap(lower, upper);
  Step step{Kind::kDuplicate, other, kept, ratio, false, false, 0.0, 0.0};
  const bool meet =
      tighten(lower, upper, &row_lower_[kept], &row_upper_[kept], &step);
  if (!meet) {
    fail(other, (step.lower ? 1.0 : -1.0) / ratio);
    injected_[kept] = step.lower ? -1.0 : 1.0;
    return;
  }
  if (step.lower || step.upper) steps_.push_back(step);
  drop_row(other);
}

}  // namespace gpuinv
