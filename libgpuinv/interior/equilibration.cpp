// equilibration.cpp (scaling of a linear program to comparable units)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/equilibration.hpp"

#include <cmath>
#include <utility>

#include "libgpuinv/interior/scaling.hpp"

namespace gpuinv {
namespace {

// A matrix whose elements spread less is not scaled.
constexpr double kSpread = 1e9;

// v := factor*v; returns false if that rounds.
bool multiply(double factor, double* v) {
  const double product = *v * factor;
  if (product / factor != *v) return false;
  *v = product;
  return true;
}

bool multiply(const std::vector<double>& factor, bool inverse,
              std::vector<double>* v) {
  for (std::size_t k = 0; k < v->size(); k++)
    if (!multiply(inverse ? 1.0 / factor[k] : factor[k], &(*v)[k]))
      return false;
  return true;
}

void multiply(const std::vector<double>& factor, std::vector<double>* v) {
  for (std::size_t k = 0; k < factor.size(); k++) (*v)[k] *= factor[k];
}

void divide(const std::vector<double>& factor, std::vector<double>* v) {
  for (std::size_t k = 0; k < factor.size(); k++) (*v)[k] /= factor[k];
}

}  // namespace

Equilibration::Equilibration(InteriorLp* lp) {
  if (spread(*lp) <= kSpread) return;
  Scaling s = scale(*lp);
  row_ = std::move(s.row);
  column_ = std::move(s.column);
  InteriorLp scaled = *lp;
  if (apply(&scaled)) {
    *lp = std::move(scaled);
  } else {
    row_.clear();
    column_.clear();
  }
}

bool Equilibration::apply(InteriorLp* lp) const {
  for (int j = 0; j < lp->n; j++)
    for (int t = lp->start[j]; t < lp->start[j + 1]; t++)
      if (!multiply(row_[lp->row[t]] * column_[j], &lp->value[t])) return false;
  return multiply(row_, false, &lp->row_lower) &&
         multiply(row_, false, &lp->row_upper) &&
         multiply(column_, false, &lp->c) &&
         multiply(column_, true, &lp->lower) &&
         multiply(column_, true, &lp->upper);
}

void Equilibration::restore(InteriorLp* lp) const {
  if (row_.empty()) return;
  for (int j = 0; j < lp->n; j++)
    for (int t = lp->start[j]; t < lp->start[j + 1]; t++)
      lp->value[t] /= row_[lp->row[t]] * column_[j];
  divide(row_, &lp->row_lower);
  divide(row_, &lp->row_upper);
  divide(column_, &lp->c);
  multiply(column_, &lp->lower);
  multiply(column_, &lp->upper);
}

void Equilibration::restore(std::vector<double>* row_value,
                            std::vector<double>* row_dual,
                            std::vector<double>* column_value,
                            std::vector<double>* column_dual) const {
  divide(row_, row_value);
  multiply(row_, row_dual);
  multiply(column_, column_value);
  divide(column_, column_dual);
}

}  // namespace gpuinv
