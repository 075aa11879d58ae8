// basis_inverse.cpp (checks and verdicts common to all inverses)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "basis_inverse.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>

#include "error.hpp"
#include "screen.hpp"

namespace gpuinv {
namespace {

// An update multiplies the error of inv(B) by up to max|omega|; below
// this ratio of pivot to largest alpha a fresh inverse is better.  It is
// the bound that GLPK sets on the new diagonal in Forrest-Tomlin.
constexpr double kPivotRatio = 1e-5;

// Largest backward error of an FTRAN that an update may build on.
constexpr double kResidual = 1e-10;

// Largest backward error of a fresh inverse.  Explicit inverses of bases
// near the limit of condition come close; what is above is no inverse
// (an overflow inside, which not every library hands through as a NaN).
constexpr double kFreshResidual = 1e-6;

// The residual costs nnz(B) operations, an update m^2: check as often
// as keeps the checks below this share of the updates' work.
constexpr double kCheckShare = 0.125;

std::string element(const char* what, int value) {
  return std::string(what) + " " + std::to_string(value);
}

}  // namespace

void BasisInverse::require(State state, const char* verb) const {
  if (state_ == state) return;
  const char* need = state == State::kReady ? "a factorized basis"
                                            : "begin to be called first";
  throw Error(GPUINV_STATE, std::string(verb) + " needs " + need);
}

void BasisInverse::begin(int base, int m) {
  if (base != 0 && base != 1)
    throw Error(GPUINV_INVALID,
                element("begin: base =", base) + " is neither 0 nor 1");
  if (m < 1) throw Error(GPUINV_INVALID, element("begin: m =", m));
  state_ = State::kEmpty;
  const std::size_t need = do_bytes_needed(m);
  const std::size_t have =
      limits_.memory != 0 ? limits_.memory : do_bytes_available();
  if (need > have)
    throw Error(GPUINV_CANNOT, "inverse of " + std::to_string(m) +
                                   " rows needs " + std::to_string(need >> 20) +
                                   " MiB, " + std::to_string(have >> 20) +
                                   " MiB are free on " + backend_name());
  base_ = base;
  matrix_.reset(m);
  rows_.resize(m);
  dense_.assign(m, 0.0);
  result_.resize(m);
  residual_.resize(m);
  seen_.assign(m, 0);
  seen_stamp_ = 0;
  for (Ftran& f : ftrans_) f.valid = false;
  state_ = State::kEntering;
}

void BasisInverse::check_column(int j, int len, const int* ind,
                                const double* val) {
  const int m = size();
  if (j < base_ || j - base_ >= m)
    throw Error(GPUINV_INVALID, element("column", j) + " is out of range");
  if (len < 0 || len > m)
    throw Error(GPUINV_INVALID, element("column", j) + element(": len =", len));
  if (rows_of(m, base_, len, ind) != Rows::kListed && all_finite(len, val))
    return;
  const int stamp = ++seen_stamp_;
  for (int t = 0; t < len; t++) {
    const unsigned i = static_cast<unsigned>(ind[t]) - base_;
    if (i >= static_cast<unsigned>(m))
      throw Error(
          GPUINV_INVALID,
          element("column", j) + element(": row", ind[t]) + " is out of range");
    if (seen_[i] == stamp)
      throw Error(
          GPUINV_INVALID,
          element("column", j) + element(": row", ind[t]) + " occurs twice");
    seen_[i] = stamp;
    if (!std::isfinite(val[t]))
      throw Error(GPUINV_NONFINITE, element("column", j) +
                                        element(": value in row", ind[t]) +
                                        " is not finite");
  }
}

// Rows of a checked column, counted from 0.
const int* BasisInverse::from_zero(int len, const int* ind) {
  if (base_ == 0) return ind;
  std::transform(ind, ind + len, rows_.begin(),
                 [this](int i) { return i - base_; });
  return rows_.data();
}

void BasisInverse::column(int j, int len, const int* ind, const double* val) {
  require(State::kEntering, "column");
  check_column(j, len, ind, val);
  if (matrix_.entered(j - base_))
    throw Error(GPUINV_INVALID, element("column", j) + " was entered before");
  matrix_.set_column(j - base_, len, from_zero(len, ind), val);
}

gpuinv_status BasisInverse::factorize() {
  require(State::kEntering, "factorize");
  if (matrix_.missing() != 0)
    throw Error(GPUINV_STATE, element("factorize:", matrix_.missing()) +
                                  " columns were not entered");
  state_ = State::kEmpty;
  updates_ = 0;
  work_since_check_ = 0;
  gpuinv_status status = do_factorize(matrix_, &norm_);
  if (status == GPUINV_OK && !std::isfinite(norm_)) status = GPUINV_SINGULAR;
  if (status == GPUINV_OK && norm_ * matrix_.norm1() > 1.0 / DBL_EPSILON)
    status = GPUINV_ILLCOND;
  if (status == GPUINV_OK && !inverts()) status = GPUINV_ILLCOND;
  if (status == GPUINV_OK)
    state_ = State::kReady;
  else
    state_ = State::kSingular;  // rounding can make either of the other
  return status;
}

// Whether inv(B) takes the row sums B*(1,...,1)' back to ones.
bool BasisInverse::inverts() {
  const int m = size();
  const std::vector<double> ones(m, 1.0), zero(m, 0.0);
  std::vector<double> sums(m), x(m);
  matrix_.residual(zero.data(), ones.data(), sums.data());  // -B*ones
  rhs_.gather(m, sums.data());
  do_ftran(next_slot(), rhs_, x.data());
  const double scale =
      matrix_.residual(sums.data(), x.data(), residual_.data());
  for (double v : residual_)
    if (!(std::fabs(v) <= kFreshResidual * scale)) return false;
  return true;
}

int BasisInverse::next_slot() {
  last_slot_ = (last_slot_ + 1) % kSlots;
  ftrans_[last_slot_].valid = false;
  return last_slot_;
}

void BasisInverse::ftran(double* x) {
  require(State::kReady, "ftran");
  const int m = size();
  require_finite(m, x, "ftran: right-hand side");
  const int slot = next_slot();
  Ftran& f = ftrans_[slot];
  f.rhs.gather(m, x);
  f.alpha.resize(m);
  do_ftran(slot, f.rhs, f.alpha.data());
  require_finite(m, f.alpha.data(), "ftran: result");
  std::copy(f.alpha.begin(), f.alpha.end(), x);
  flush_dirt(m, x);
  f.valid = true;
}

void BasisInverse::btran(double* x) {
  require(State::kReady, "btran");
  const int m = size();
  require_finite(m, x, "btran: right-hand side");
  rhs_.gather(m, x);
  do_btran(rhs_, result_.data());
  require_finite(m, result_.data(), "btran: result");
  std::copy(result_.begin(), result_.end(), x);
  flush_dirt(m, x);
}

bool BasisInverse::same_column(const Ftran& f, int len, const int* ind,
                               const double* val) {
  if (!f.valid) return false;
  int nonzeros = 0;
  for (int t = 0; t < len; t++) {
    dense_[ind[t]] = val[t];
    nonzeros += val[t] != 0.0;
  }
  bool same = nonzeros == f.rhs.nnz();
  for (int t = 0; same && t < f.rhs.nnz(); t++)
    same = dense_[f.rhs.ind[t]] == f.rhs.val[t];
  for (int t = 0; t < len; t++) dense_[ind[t]] = 0.0;
  return same;
}

// Slot that holds the FTRAN of this column, computed now if need be.
int BasisInverse::find_or_solve(int len, const int* ind, const double* val) {
  for (int slot = 0; slot < kSlots; slot++)
    if (same_column(ftrans_[slot], len, ind, val)) return slot;
  std::vector<double> x(size(), 0.0);
  for (int t = 0; t < len; t++) x[ind[t]] = val[t];
  ftran(x.data());
  return last_slot_;
}

gpuinv_status BasisInverse::judge_pivot(
    int k, const std::vector<double>& alpha) const {
  double largest = 0.0;
  for (double a : alpha) largest = std::max(largest, std::fabs(a));
  const double pivot = std::fabs(alpha[k]);
  if (pivot == 0.0) return GPUINV_SINGULAR;
  return pivot < kPivotRatio * largest ? GPUINV_ILLCOND : GPUINV_OK;
}

bool BasisInverse::accurate(int len, const int* ind, const double* val,
                            const std::vector<double>& alpha) {
  const std::size_t m = size();
  work_since_check_ += m * m;
  if (kCheckShare * work_since_check_ < matrix_.nnz()) return true;
  work_since_check_ = 0;
  for (int t = 0; t < len; t++) dense_[ind[t]] = val[t];
  const double scale =
      matrix_.residual(dense_.data(), alpha.data(), residual_.data());
  for (int t = 0; t < len; t++) dense_[ind[t]] = 0.0;
  return max_abs(size(), residual_.data()) <= kResidual * scale;
}

gpuinv_status BasisInverse::update(int k, int len, const int* ind,
                                   const double* val) {
  require(State::kReady, "update");
  check_column(k, len, ind, val);
  k -= base_;
  ind = from_zero(len, ind);
  const int slot = find_or_solve(len, ind, val);
  const std::vector<double>& alpha = ftrans_[slot].alpha;
  gpuinv_status verdict = judge_pivot(k, alpha);
  if (verdict == GPUINV_OK && updates_ >= update_limit())
    verdict = GPUINV_LIMIT;
  if (verdict == GPUINV_OK && !accurate(len, ind, val, alpha))
    verdict = GPUINV_INACCURATE;
  matrix_.set_column(k, len, ind, val);
  state_ = State::kEmpty;  // until do_update has not thrown
  if (verdict != GPUINV_OK) return verdict;
  do_update(k, slot, alpha.data());
  for (Ftran& f : ftrans_) f.valid = false;
  updates_++;
  state_ = State::kReady;
  return GPUINV_OK;
}

double BasisInverse::inverse_norm() const {
  require(State::kReady, "inverse_norm");
  return norm_;
}

// A factorization costs 2*m^3 operations at the rate of a matrix
// product, an update m^2 at the rate of memory: the count at which both
// cost the same grows with m.  Accuracy is watched by the residual.
int BasisInverse::update_limit() const {
  if (limits_.updates != 0) return limits_.updates;
  return std::clamp(size() / 10, 100, 1000);
}

}  // namespace gpuinv
