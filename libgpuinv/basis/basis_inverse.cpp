// basis_inverse.cpp (checks and verdicts common to all inverses)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/basis/basis_inverse.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/fault.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/basis/inversion_pays.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {
namespace {

// An update multiplies the error of inv(B) by up to max|omega|. If |pivot| is
// below this share of the largest |alpha|, a fresh inverse is better.  GLPK
// uses the same bound for the new diagonal in Forrest-Tomlin.
constexpr double kPivotRatio = 1e-5;

// Largest normwise backward error of an FTRAN before its refinement.  Above it,
// updates have spoiled the inverse, and a fresh one is better.
constexpr double kDrift = 1e-10;

// Largest backward error of a fresh inverse.  Explicit inverses near the limit
// of condition come close to it.  Above it, an overflow happened inside, which
// not every library reports by a NaN.
constexpr double kFreshResidual = 1e-6;

// Each correction divides the error by some power of ten.  If five of them
// (LAPACK's limit, too) do not suffice, more are not worth their time.
constexpr int kMostCorrections = 5;

std::string element(const char* what, int value) {
  return std::string(what) + " " + std::to_string(value);
}

}  // namespace

void BasisInverse::forget_solves() {
  for (Ftran& f : ftrans_) f.valid = false;
  btran_.valid = false;
}

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
  const std::size_t room = do_bytes_available();
  const std::size_t have =
      limits_.memory != 0 ? std::min(limits_.memory, room) : room;
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
  correction_.resize(m);
  seen_.assign(m, 0);
  seen_stamp_ = 0;
  forget_solves();
  state_ = State::kEntering;
}

void BasisInverse::check_length(int j, int len) const {
  const int m = size();
  if (j < base_ || j - base_ >= m)
    throw Error(GPUINV_INVALID, element("column", j) + " is out of range");
  if (len < 0 || len > m)
    throw Error(GPUINV_INVALID, element("column", j) + element(": len =", len));
}

void BasisInverse::check_entries(int j, const ColumnShape& shape, int len,
                                 const int* ind, const double* val) {
  if (shape.rows != Rows::kListed && std::isfinite(shape.sum)) return;
  const int m = size(), stamp = ++seen_stamp_;
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

// Returns the rows of a checked column, counted from 0.
const int* BasisInverse::from_zero(int len, const int* ind) {
  if (base_ == 0) return ind;
  std::transform(ind, ind + len, rows_.begin(),
                 [this](int i) { return i - base_; });
  return rows_.data();
}

// Columns whose length is out of range have no shape.
std::vector<ColumnShape> BasisInverse::shapes_of(
    const std::vector<HostColumn>& columns) const {
  const std::size_t m = size(), count = columns.size();
  std::size_t entries = 0;
  for (const HostColumn& a : columns)
    if (a.nnz <= m) entries += a.nnz;
  std::vector<ColumnShape> shapes(count);
  const int parts = parts_for(entries * (sizeof(double) + sizeof(int)));
  parallel_for(parts, [&](int p) {
    for (std::size_t c = p; c < count; c += parts) {
      const HostColumn& a = columns[c];
      if (a.nnz <= m)
        shapes[c] = shape_of_column(size(), base_, static_cast<int>(a.nnz),
                                    a.ind, a.val);
    }
  });
  return shapes;
}

// Enters the columns before the first bad one.
void BasisInverse::columns(int j, const std::vector<HostColumn>& columns) {
  require(State::kEntering, "columns");
  const std::vector<ColumnShape> shapes = shapes_of(columns);
  int good = 0;
  const auto enter = [&] {
    if (good == 0) return;  // j may be anything
    matrix_.enter(j - base_, {size(), good, base_, columns.data()},
                  shapes.data());
  };
  try {
    for (const HostColumn& a : columns) {
      const int at = j + good, len = static_cast<int>(a.nnz);
      check_length(at, len);
      check_entries(at, shapes[good], len, a.ind, a.val);
      if (matrix_.entered(at - base_))
        throw Error(GPUINV_INVALID,
                    element("column", at) + " was entered before");
      good++;
    }
  } catch (const Error&) {
    enter();
    throw;
  }
  enter();
}

void BasisInverse::take_columns(BasisInverse& from) {
  if (from.state_ != State::kEntering) return;
  begin(from.base_, from.size());
  std::swap(matrix_, from.matrix_);
  from.state_ = State::kEmpty;
}

gpuinv_status BasisInverse::factorize() {
  require(State::kEntering, "factorize");
  if (matrix_.missing() != 0)
    throw Error(GPUINV_STATE, element("factorize:", matrix_.missing()) +
                                  " columns were not entered");
  return invert();
}

gpuinv_status BasisInverse::invert() {
  state_ = State::kEmpty;
  updates_ = 0;
  forget_solves();
  late_.expect(std::max(host_product_seconds(size(), update_limit()),
                        machine::kLateProduct));
  pass(Site::kInverse);
  gpuinv_status status = do_factorize(matrix_, &norm_);
  if (status == GPUINV_OK && !std::isfinite(norm_)) status = GPUINV_SINGULAR;
  if (status == GPUINV_OK && norm_ * matrix_.norm1() > 1.0 / DBL_EPSILON)
    status = GPUINV_ILLCOND;
  if (status == GPUINV_OK && !inverts()) status = GPUINV_ILLCOND;
  if (status == GPUINV_OK)
    state_ = State::kReady;
  else
    state_ = State::kSingular;  // rounding decides which of the two is reported
  return status;
}

// Returns whether inv(B) maps the row sums B*(1,...,1)' back to ones.
bool BasisInverse::inverts() {
  const int m = size();
  const std::vector<double> ones(m, 1.0), zero(m, 0.0);
  error_.measure(matrix_, Op::kPlain, zero.data(), ones.data());
  const std::vector<double> sums = error_.r;  // -B*ones
  multiply(Op::kPlain, next_slot(), sums.data(), result_.data());
  error_.measure(matrix_, Op::kPlain, sums.data(), result_.data());
  return error_.normwise() <= kFreshResidual;
}

int BasisInverse::next_slot() {
  last_slot_ = (last_slot_ + 1) % kSlots;
  ftrans_[last_slot_].valid = false;
  return last_slot_;
}

// y := inv(op(B))*a
void BasisInverse::multiply(Op op, int slot, const double* a, double* y) {
  rhs_.gather(size(), a);
  if (op == Op::kPlain)
    do_ftran(slot, rhs_, y);
  else
    do_btran(rhs_, y);
  pass(op == Op::kPlain ? Site::kFtran : Site::kBtran, size(), y);
}

// Corrects result_ once, by the residual of those rows only that need it.  The
// inverse has errors itself.  Its product with the large rounding errors of
// rows with large terms would drown the correction of rows with small terms.
void BasisInverse::correct(Op op, int slot) {
  const int m = size();
  for (int i = 0; i < m; i++)
    if (!error_.exceeds_noise(i)) error_.r[i] = 0.0;
  multiply(op, slot, error_.r.data(), correction_.data());
  corrections_++;
  for (int i = 0; i < m; i++) result_[i] += correction_[i];
}

// Returns whether result_ solves op(B)*x = a, and sets its rounding dirt to
// zero.  At first all elements that may be dirt become zero.  Most vectors need
// a correction anyway; it brings back the elements that were not dirt, and from
// then on they stay.
bool BasisInverse::solves(Op op, const double* a) {
  dirt_.drop(size(), result_.data());
  error_.measure(matrix_, op, a, result_.data());
  if (!error_.exceeds_noise()) return true;
  if (corrections_ == 0 && !error_.within_rounding()) return false;
  dirt_.restore(matrix_, op, a, result_.data(), &error_);
  return error_.within_rounding();
}

// result_ := inv(op(B))*a, refined; returns false if it stays inaccurate.
bool BasisInverse::solve(Op op, int slot, const double* a) {
  corrections_ = 0;
  multiply(op, slot, a, result_.data());
  require_finite(size(), result_.data(),
                 op == Op::kPlain ? "ftran: result" : "btran: result");
  bool solved = solves(op, a);
  first_error_ = error_.normwise();
  while (!solved && corrections_ < kMostCorrections) {
    correct(op, slot);
    solved = solves(op, a);
    if (!std::isfinite(error_.normwise())) return false;
  }
  return solved;
}

// Returns whether the inverse was computed again after an inaccurate result.
bool BasisInverse::renew() { return updates_ > 0 && invert() == GPUINV_OK; }

gpuinv_status BasisInverse::ftran(double* x) {
  require(State::kReady, "ftran");
  const int m = size();
  require_finite(m, x, "ftran: right-hand side");
  const int slot = next_slot();
  if (!solve(Op::kPlain, slot, x) && !(renew() && solve(Op::kPlain, slot, x)))
    return GPUINV_INACCURATE;
  Ftran& f = ftrans_[slot];
  f.rhs.gather(m, x);
  f.alpha = result_;
  f.refined = corrections_ > 0;
  f.error = first_error_;
  f.valid = true;
  std::copy(result_.begin(), result_.end(), x);
  return GPUINV_OK;
}

gpuinv_status BasisInverse::btran(double* x) {
  require(State::kReady, "btran");
  const int m = size();
  require_finite(m, x, "btran: right-hand side");
  if (!btran_.valid || !std::equal(x, x + m, btran_.rhs.begin())) {
    constexpr Op op = Op::kTransposed;
    if (!solve(op, 0, x) && !(renew() && solve(op, 0, x)))
      return GPUINV_INACCURATE;
    btran_.rhs.assign(x, x + m);
    btran_.result = result_;
    btran_.valid = true;
  }
  std::copy(btran_.result.begin(), btran_.result.end(), x);
  return GPUINV_OK;
}

void BasisInverse::approximate(Op op, double* x) {
  require(State::kReady, "approximate");
  require_finite(size(), x, "approximate: right-hand side");
  const int slot = next_slot();
  if (!solve(op, slot, x) && !(error_.normwise() <= first_error_))
    multiply(op, slot, x, result_.data());  // the corrections made it worse:
                                            // take the plain product
  std::copy(result_.begin(), result_.end(), x);
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

// Returns the slot that holds the FTRAN of this column, which is solved now if
// no slot has it; -1 if the result is inaccurate.
int BasisInverse::find_or_solve(int len, const int* ind, const double* val) {
  for (int slot = 0; slot < kSlots; slot++)
    if (same_column(ftrans_[slot], len, ind, val)) return slot;
  std::vector<double> x(size(), 0.0);
  for (int t = 0; t < len; t++) x[ind[t]] = val[t];
  return ftran(x.data()) == GPUINV_OK ? last_slot_ : -1;
}

gpuinv_status BasisInverse::judge_pivot(
    int k, const std::vector<double>& alpha) const {
  double largest = 0.0;
  for (double a : alpha) largest = std::max(largest, std::fabs(a));
  const double pivot = std::fabs(alpha[k]);
  if (pivot == 0.0) return GPUINV_SINGULAR;
  return pivot < kPivotRatio * largest ? GPUINV_ILLCOND : GPUINV_OK;
}

gpuinv_status BasisInverse::judge_update(int k, int slot) const {
  if (slot < 0) return GPUINV_INACCURATE;
  const Ftran& f = ftrans_[slot];
  const gpuinv_status verdict = judge_pivot(k, f.alpha);
  if (verdict != GPUINV_OK) return verdict;
  if (updates_ >= update_limit() || is_late()) return GPUINV_LIMIT;
  return f.error <= kDrift ? GPUINV_OK : GPUINV_INACCURATE;
}

gpuinv_status BasisInverse::update(int k, int len, const int* ind,
                                   const double* val) {
  require(State::kReady, "update");
  check_length(k, len);
  check_entries(k, shape_of_column(size(), base_, len, ind, val), len, ind,
                val);
  k -= base_;
  ind = from_zero(len, ind);
  const int slot = find_or_solve(len, ind, val);
  const gpuinv_status verdict = judge_update(k, slot);
  matrix_.set_column(k, len, ind, val);
  state_ = State::kEmpty;  // do_update may throw
  if (verdict != GPUINV_OK) return verdict;
  const Ftran& f = ftrans_[slot];
  do_update(k, slot, f.alpha.data(), !f.refined);
  forget_solves();
  updates_++;
  state_ = State::kReady;
  return GPUINV_OK;
}

double BasisInverse::inverse_norm() const {
  require(State::kReady, "inverse_norm");
  return norm_;
}

// A factorization costs 2*m^3 operations at the speed of a matrix product, an
// update m^2 at the speed of memory.  The number of updates that cost as much
// as a factorization therefore grows with m.  Residuals, not this limit, guard
// the accuracy.
int BasisInverse::update_limit() const {
  if (limits_.updates != 0) return limits_.updates;
  return std::clamp(size() / 10, 100, 1000);
}

}  // namespace gpuinv
