// remainder.cpp (rows and columns of a linear program that remain)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/remainder.hpp"

namespace gpuinv {
namespace {

std::vector<int> left(const std::vector<char>& out) {
  std::vector<int> places;
  for (std::size_t k = 0; k < out.size(); k++)
    if (!out[k]) places.push_back(static_cast<int>(k));
  return places;
}

std::vector<double> pick(const std::vector<double>& v,
                         const std::vector<int>& places) {
  std::vector<double> picked;
  picked.reserve(places.size());
  for (int place : places) picked.push_back(v[place]);
  return picked;
}

void put(const std::vector<double>& v, const std::vector<int>& places,
         std::vector<double>* full) {
  for (std::size_t k = 0; k < places.size(); k++) (*full)[places[k]] = v[k];
}

}  // namespace

Remainder::Remainder(const std::vector<char>& row_out,
                     const std::vector<char>& column_out)
    : rows_(left(row_out)), columns_(left(column_out)) {}

InteriorLp Remainder::of(const ColumnMatrix& a,
                         const std::vector<double>& row_lower,
                         const std::vector<double>& row_upper,
                         const std::vector<double>& c,
                         const std::vector<double>& lower,
                         const std::vector<double>& upper) const {
  InteriorLp lp;
  lp.m = static_cast<int>(rows_.size());
  lp.n = static_cast<int>(columns_.size());
  copy_matrix(a, &lp);
  lp.row_lower = pick(row_lower, rows_);
  lp.row_upper = pick(row_upper, rows_);
  lp.c = pick(c, columns_);
  lp.lower = pick(lower, columns_);
  lp.upper = pick(upper, columns_);
  return lp;
}

void Remainder::copy_matrix(const ColumnMatrix& a, InteriorLp* lp) const {
  std::vector<int> number(a.rows, -1);
  for (int k = 0; k < lp->m; k++) number[rows_[k]] = k;
  const std::size_t most = a.start[a.columns] + rows_.size();
  lp->row.reserve(most);
  lp->value.reserve(most);
  lp->start.push_back(0);
  for (int j : columns_) {
    const int begin = a.start[j], end = a.start[j + 1];
    if (lp->m == a.rows) {  // no row was removed
      lp->row.insert(lp->row.end(), a.row + begin, a.row + end);
      lp->value.insert(lp->value.end(), a.value + begin, a.value + end);
    } else {
      for (int t = begin; t < end; t++)
        if (number[a.row[t]] >= 0) {
          lp->row.push_back(number[a.row[t]]);
          lp->value.push_back(a.value[t]);
        }
    }
    lp->start.push_back(static_cast<int>(lp->row.size()));
  }
}

void Remainder::put_rows(const std::vector<double>& y,
                         std::vector<double>* full) const {
  put(y, rows_, full);
}

void Remainder::put_columns(const std::vector<double>& x,
                            std::vector<double>* full) const {
  put(x, columns_, full);
}

}  // namespace gpuinv
