// basis_factor.cpp (a basis as sparse LU factors and a product of updates)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/crossover/basis_factor.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

#include "libgpuinv/base/detached.hpp"
#include "libgpuinv/base/fault.hpp"
#include "libgpuinv/base/free_memory.hpp"
#include "libgpuinv/base/lease.hpp"
#include "libgpuinv/crossover/sparse_lu.hpp"

namespace gpuinv {
namespace {

constexpr double kPivotShare = 0.3;     // of the largest element in the column
constexpr double kSingular = 1e-12;     // least pivot; rows are scaled to 1
constexpr std::size_t kChanges = 1000;  // most updates
// A new factorization takes as long as so many visits of an element of an
// update: for each element of the factors and each row, and for each operation.
constexpr double kElementVisits = 8.0, kOperationVisits = 0.1;
constexpr double kElementsPerRow = 4.0;  // as many take the time of a row
constexpr std::size_t kLarge = 1000000;  // elements of some 12 MB

std::vector<int> inverse(const std::vector<int>& permutation) {
  std::vector<int> inverted(permutation.size());
  for (std::size_t k = 0; k < permutation.size(); k++)
    inverted[permutation[k]] = static_cast<int>(k);
  return inverted;
}

// Returns columns of a triangular matrix without its diagonal.
Triangle triangle(bool lower, SparseVectors given,
                  std::vector<double> diagonal) {
  SparseVectors off;
  off.index.reserve(given.index.size());
  off.value.reserve(given.index.size());
  for (int j = 0; j < given.count(); j++) {
    for (int t = given.start[j]; t < given.start[j + 1]; t++)
      if (given.index[t] != j && given.value[t] != 0.0)
        off.append(given.index[t], given.value[t]);
    off.end_vector();
  }
  return {lower, std::move(off), std::move(diagonal)};
}

// Returns the columns `which`, column k of lp or the unit vector of row i as
// ~i.  The rows of lp ascend within each column.
SparseVectors columns(const WorkingLp& lp, const std::vector<int>& which) {
  SparseVectors b;
  for (int k : which) {
    if (k < 0)
      b.append(~k, 1.0);
    else
      for (std::size_t t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
        b.append(lp.ind[t], lp.val[t]);
    b.end_vector();
  }
  return b;
}

// UMFPACK cannot be interrupted.  A factorization that may last is therefore
// left alone to end on a thread of its own, with what it owns.  Until then it
// keeps its memory, and others that need BLAS wait for it.
std::unique_ptr<SparseLu> factors(SparseVectors b, int m, std::size_t memory,
                                  const Interrupt& interrupt) {
  constexpr std::size_t kQuick = 20000;  // elements of some milliseconds
  constexpr std::chrono::milliseconds kLook(2);
  const auto made = std::make_shared<std::unique_ptr<SparseLu>>();
  const auto matrix = std::make_shared<SparseVectors>(std::move(b));
  const auto make = [=] {
    *made = std::make_unique<SparseLu>(matrix->columns(m), kPivotShare, true,
                                       true, memory);
  };
  if (matrix->index.size() <= kQuick) {
    make();
    return std::move(*made);
  }
  std::future<void> done = start_detached(make);
  while (wait_without_matrix([&] { return done.wait_for(kLook); }) !=
         std::future_status::ready)
    interrupt.look();
  done.get();
  return std::move(*made);
}

// A fault on purpose may change elements that were 0 before.
template <int W>
void pass_push(Lanes<W>* x) {
  if (!faults_are_armed()) return;
  pass(Site::kPush, static_cast<int>(x->value.size()), x->value.data());
  x->gather();
}

// Moves `from` to `to`: element i goes to place[i] and is multiplied by scales
// at its old or new place.  `from` becomes empty.
template <int W>
void move(Lanes<W>* from, const int* place, const double* by_old,
          const double* by_new, Lanes<W>* to) {
  for (int i : from->index) {
    if (from->zero(i)) continue;
    const int k = place[i];
    const double by = (by_old != nullptr ? by_old[i] : 1.0) *
                      (by_new != nullptr ? by_new[k] : 1.0);
    to->list(k);
    const double* v = from->at(i);
    double* w = to->at(k);
    for (int l = 0; l < W; l++) w[l] = by * v[l];
  }
  from->clear();
}

template <int W>
void keep(const Lanes<W>& from, Panel* to) {
  to->clear();
  for (int i : from.index) {
    if (from.zero(i)) continue;
    to->list(i);
    std::copy_n(from.at(i), W, to->at(i));
  }
}

}  // namespace

std::vector<BasisFactor::Defect> BasisFactor::factorize(
    const WorkingLp& lp, const std::vector<int>& basic,
    const Interrupt& interrupt) {
  pass(Site::kLu);
  forget();
  m_ = lp.m;
  std::unique_ptr<SparseLu> own;
  try {
    own = factors(columns(lp, basic), m_, memory_, interrupt);
  } catch (const Interrupted&) {
    interrupted_ = true;
    throw;
  }
  SparseLu& lu = *own;
  std::vector<Defect> defects;
  for (int k = 0; k < m_; k++)
    if (!(std::fabs(lu.pivot[k]) > kSingular))
      defects.push_back({lu.column[k], lu.row[k]});
  if (!defects.empty()) return defects;
  // UMFPACK gives L by rows: that is L' by columns, an upper triangle
  l_transposed_ = triangle(false, std::move(lu.l), {});
  l_ = l_transposed_.transposed();
  u_ = triangle(false, std::move(lu.u), lu.pivot);
  u_transposed_ = u_.transposed();
  visits_ = 0.0;
  most_visits_ =
      kElementVisits * (l_.entries() + u_.entries() + kElementsPerRow * m_) +
      kOperationVisits * lu.flops;
  row_ = std::move(lu.row);
  column_ = std::move(lu.column);
  row_place_ = inverse(row_);
  column_place_ = inverse(column_);
  row_scale_ = std::move(lu.row_scale);
  if (work_.size() != m_) {
    work_ = Scattered(m_);
    panel_ = Panel(m_);
    spikes_ = Panel(m_);
    spike_ = Scattered(m_);
  }
  return {};
}

// Frees the old factors and changes, because the new ones take as much memory.
void BasisFactor::forget() {
  interrupted_ = false;
  const std::size_t elements =
      std::size_t{2} * (l_.entries() + u_.entries()) + change_index_.size();
  l_ = l_transposed_ = u_ = u_transposed_ = Triangle();
  changes_.clear();
  change_index_ = LargeVector<int>();
  change_value_ = LargeVector<double>();
  if (elements >= kLarge) return_free_memory();
}

void BasisFactor::require_factors() const {
  if (interrupted_) throw Interrupted();
  if (l_.size() != m_)
    throw Error(GPUINV_INTERNAL, "crossover: the basis has no factors");
}

// x -= p*(q'*x)/pivot with stored p and q; elements of p may be new in x.
template <int W>
void BasisFactor::add_product(std::size_t first, std::size_t last,
                              std::size_t to, std::size_t end, double pivot,
                              Lanes<W>* x) {
  double sum[W] = {};
  visits_ += static_cast<double>(last - first);
  for (std::size_t t = first; t < last; t++) {
    if (!x->listed(change_index_[t])) continue;  // spares a look at far memory
    const double* from = x->at(change_index_[t]);
    const double v = change_value_[t];
    for (int l = 0; l < W; l++) sum[l] += v * from[l];
  }
  if (std::all_of(sum, sum + W, [](double v) { return v == 0.0; })) return;
  for (int l = 0; l < W; l++) sum[l] /= pivot;
  visits_ += static_cast<double>(end - to);
  for (std::size_t t = to; t < end; t++) {
    x->list(change_index_[t]);
    double* at = x->at(change_index_[t]);
    const double v = change_value_[t];
    for (int l = 0; l < W; l++) at[l] -= v * sum[l];
  }
}

template <int W>
void BasisFactor::forward(Lanes<W>* x, Lanes<W>* work, bool enters) {
  require_factors();
  move<W>(x, row_place_.data(), row_scale_.data(), nullptr, work);
  l_.solve(work);
  for (const Change& c : changes_)
    add_product(c.middle, c.last, c.first, c.middle, c.pivot, work);
  if (enters) keep(*work, &spikes_);
  u_.solve(work);
  move<W>(work, column_.data(), nullptr, nullptr, x);
  pass_push(x);
}

template <int W>
void BasisFactor::backward(Lanes<W>* x, Lanes<W>* work) {
  require_factors();
  move<W>(x, column_place_.data(), nullptr, nullptr, work);
  u_transposed_.solve(work);
  for (auto c = changes_.rbegin(); c != changes_.rend(); ++c)
    add_product(c->first, c->middle, c->middle, c->last, c->pivot, work);
  l_transposed_.solve(work);
  move<W>(work, row_.data(), nullptr, row_scale_.data(), x);
  pass_push(x);
}

void BasisFactor::ftran(Scattered* x) { forward(x, &work_, false); }
void BasisFactor::ftran(Panel* x) { forward(x, &panel_, true); }
void BasisFactor::ftran_entering(Scattered* x) { forward(x, &work_, true); }
void BasisFactor::btran(Scattered* x) { backward(x, &work_); }
void BasisFactor::btran(Panel* x) { backward(x, &panel_); }

void BasisFactor::store(const Scattered& x) {
  for (int i : x.index) {
    if (x.value[i] == 0.0) continue;
    change_index_.push_back(i);
    change_value_.push_back(x.value[i]);
  }
}

void BasisFactor::update(int p, int lane) {
  const int place = column_place_[p];
  work_.add(place, 1.0);
  u_transposed_.solve(&work_);
  for (int i : spikes_.index) spike_.add(i, spikes_.at(i)[lane]);
  Change change = {0.0, change_index_.size(), 0, 0};
  for (int i : work_.index) change.pivot += work_.value[i] * spike_.value[i];
  u_.subtract_column(place, &spike_);
  store(spike_);
  change.middle = change_index_.size();
  store(work_);
  change.last = change_index_.size();
  work_.clear();
  spike_.clear();
  changes_.push_back(change);
  add_product(change.middle, change.last, change.first, change.middle,
              change.pivot, &spikes_);
}

// What updates have cost in all grows by the square of their number.  The least
// time in all is that where it equals the time of a factorization.
bool BasisFactor::worn() const {
  return changes_.size() >= kChanges || visits_ > most_visits_;
}

}  // namespace gpuinv
