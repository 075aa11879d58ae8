// sloppy.cpp (unit tests of BasisInverse with an inaccurate inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sloppy.hpp"

#include <cmath>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/basis/basis_inverse.hpp"

using gpuinv::Op;
using gpuinv::SparseVector;
using Vector = std::vector<double>;

namespace {

// Inverts diagonal matrices; all results are (1 + error) times too large until
// the next factorization, or always.
class Sloppy final : public gpuinv::BasisInverse {
 public:
  Sloppy() : BasisInverse(Limits()) {}
  const char* backend_name() const override { return "sloppy"; }

  double error = 0.0;
  bool heals = true;
  int inversions = 0, btrans = 0;
  bool own = false;  // whether the last update used the result of do_ftran
  double alpha = 0.0;

 private:
  std::size_t do_bytes_needed(int) override { return 0; }
  std::size_t do_bytes_available() override { return 1; }
  gpuinv_status do_factorize(gpuinv::SparseColumns& b, double* norm) override {
    inversions++;
    if (heals) error = 0.0;
    *norm = 1.0;
    inverse_.resize(b.size());
    for (int j = 0; j < b.size(); j++) inverse_[j] = 1.0 / b.values(j)[0];
    return GPUINV_OK;
  }
  void do_ftran(int, const SparseVector& a, double* y) override { solve(a, y); }
  void do_btran(const SparseVector& a, double* y) override {
    btrans++;
    solve(a, y);
  }
  void do_update(int k, int, const double* x, bool is_own) override {
    own = is_own;
    alpha = x[k];
    inverse_[k] /= x[k];
  }
  void solve(const SparseVector& a, double* y) const {
    for (std::size_t i = 0; i < inverse_.size(); i++) y[i] = 0.0;
    for (int t = 0; t < a.nnz(); t++)
      y[a.ind[t]] = a.val[t] * inverse_[a.ind[t]] * (1.0 + error);
  }

  Vector inverse_;
};

// diag(2, 4, 1e-9)
void factorize(Sloppy* b) {
  const int ind[] = {0, 1, 2};
  const double val[] = {2.0, 4.0, 1e-9};
  b->begin(0, 3);
  for (int j = 0; j < 3; j++) b->column(j, 1, ind + j, val + j);
  ck_assert_int_eq(b->factorize(), GPUINV_OK);
}

const Vector kRight = {2.0, -1e-20, 3e5}, kSolution = {1.0, -2.5e-21, 3e14};

bool solved(const Vector& x) {
  for (int i = 0; i < 3; i++)
    if (!(std::fabs(x[i] - kSolution[i]) <= 2e-13 * std::fabs(kSolution[i])))
      return false;
  return true;
}

gpuinv_status solve(Sloppy& b, Op op, Vector* x, const Vector& a = kRight) {
  *x = a;
  return op == Op::kPlain ? b.ftran(x->data()) : b.btran(x->data());
}

const Op ops[] = {Op::kPlain, Op::kTransposed};

}  // namespace

START_TEST(errors_are_refined) {
  for (const Op op : ops)
    for (const double error : {0.0, 1e-12, 1e-6, -1e-3}) {
      Sloppy b;
      Vector x;
      factorize(&b);
      b.error = error;
      ck_assert_int_eq(solve(b, op, &x), GPUINV_OK);
      ck_assert(solved(x));
      ck_assert_int_eq(b.inversions, 1);
    }
}
END_TEST

// A fresh inverse that is so inaccurate is not computed again.
START_TEST(what_stays_wrong_is_refused) {
  for (const Op op : ops)
    for (const double error : {0.5, -1.0, 1.5, 1e200, HUGE_VAL}) {
      Sloppy b;
      Vector x;
      factorize(&b);
      b.error = error;
      if (std::isinf(error)) {
        try {
          solve(b, op, &x);
          ck_abort_msg("infinite result");
        } catch (const gpuinv::Error& e) {
          ck_assert_int_eq(e.status(), GPUINV_NONFINITE);
        }
      } else {
        ck_assert_int_eq(solve(b, op, &x), GPUINV_INACCURATE);
      }
      ck_assert(x == kRight);
      ck_assert_int_eq(b.inversions, 1);
    }
}
END_TEST

// After an update it is, and the caller does not notice.
START_TEST(spoiled_inverse_is_made_anew) {
  const int row = 0;
  const double same = 2.0;
  for (const Op op : ops) {
    Sloppy b;
    Vector x;
    factorize(&b);
    ck_assert_int_eq(b.update(0, 1, &row, &same), GPUINV_OK);
    b.error = 0.5;
    ck_assert_int_eq(solve(b, op, &x), GPUINV_OK);
    ck_assert(solved(x));
    ck_assert_int_eq(b.inversions, 2);
    b.heals = false;
    b.error = 0.5;
    ck_assert_int_eq(solve(b, op, &x, {4.0, 0.0, 1.0}), GPUINV_INACCURATE);
    ck_assert_int_eq(b.inversions, 2);  // no update since then
  }
}
END_TEST

// The multipliers for the same basis and costs are asked for twice; those of
// another basis are not right any more.
START_TEST(last_btran_is_remembered) {
  const int row = 0;
  const double half = 1.0;
  Sloppy b;
  Vector x, y;
  factorize(&b);
  const int before = b.btrans;
  ck_assert_int_eq(solve(b, Op::kTransposed, &x), GPUINV_OK);
  const int once = b.btrans;
  ck_assert_int_gt(once, before);
  ck_assert_int_eq(solve(b, Op::kTransposed, &y), GPUINV_OK);
  ck_assert(solved(x) && y == x);
  ck_assert_int_eq(b.btrans, once);
  ck_assert_int_eq(solve(b, Op::kTransposed, &y, {4.0, 0.0, 1.0}), GPUINV_OK);
  ck_assert_int_gt(b.btrans, once);
  ck_assert_double_eq(y[0], 2.0);
  ck_assert_int_eq(solve(b, Op::kTransposed, &x), GPUINV_OK);
  ck_assert_int_eq(b.update(0, 1, &row, &half), GPUINV_OK);
  ck_assert_int_eq(solve(b, Op::kTransposed, &x), GPUINV_OK);
  ck_assert_double_eq(x[0], 2.0);  // 1*x = 2
  factorize(&b);
  ck_assert_int_eq(solve(b, Op::kTransposed, &x), GPUINV_OK);
  ck_assert(solved(x));
}
END_TEST

// A basis that has become singular also leaves the vector unchanged.
START_TEST(spoiled_inverse_of_singular_basis) {
  const int row = 0;
  const double same = 2.0;
  Sloppy b;
  Vector x;
  factorize(&b);
  ck_assert_int_eq(b.update(0, 1, &row, &same), GPUINV_OK);
  b.heals = false;
  b.error = 0.5;  // inverts() finds it
  ck_assert_int_eq(solve(b, Op::kPlain, &x), GPUINV_INACCURATE);
  ck_assert(x == kRight);
  ck_assert_int_eq(b.inversions, 2);
  ck_assert(b.is_singular());
}
END_TEST

START_TEST(best_of_what_there_is) {
  for (const Op op : ops) {
    Sloppy b;
    factorize(&b);
    b.error = 0.5;
    Vector x = kRight;
    b.approximate(op, x.data());
    ck_assert_double_le(std::fabs(x[2] / kSolution[2] - 1.0), 0.02);  // 1/64
    b.error = 1.5;  // each correction makes it worse
    x = kRight;
    b.approximate(op, x.data());
    ck_assert_double_le(std::fabs(x[2] / kSolution[2] - 1.0), 1.6);
  }
}
END_TEST

// The update takes the refined vector, and distinguishes it from its own.
START_TEST(update_takes_the_refined_vector) {
  const int row = 1;
  const double value = 8.0;
  for (const double error : {0.0, 1e-11}) {
    Sloppy b;
    factorize(&b);
    b.error = error;
    ck_assert_int_eq(b.update(1, 1, &row, &value), GPUINV_OK);
    ck_assert_double_eq(b.alpha, 2.0);
    ck_assert_int_eq(b.own, error == 0.0);
  }
}
END_TEST

START_TEST(update_refuses_what_has_drifted) {
  const int row = 1;
  const double value = 8.0;
  for (const double error : {1e-9, 0.5}) {
    Sloppy b;
    Vector x = {0.0, 8.0, 0.0};
    factorize(&b);
    b.error = error;
    b.heals = false;
    if (error < 0.1) ck_assert_int_eq(b.ftran(x.data()), GPUINV_OK);
    ck_assert_int_eq(b.update(1, 1, &row, &value), GPUINV_INACCURATE);
    ck_assert_double_eq(b.matrix().values(1)[0], 8.0);
  }
}
END_TEST

TCase* sloppy_cases() {
  TCase* tcase = tcase_create("sloppy");
  tcase_add_test(tcase, errors_are_refined);
  tcase_add_test(tcase, what_stays_wrong_is_refused);
  tcase_add_test(tcase, spoiled_inverse_is_made_anew);
  tcase_add_test(tcase, last_btran_is_remembered);
  tcase_add_test(tcase, spoiled_inverse_of_singular_basis);
  tcase_add_test(tcase, best_of_what_there_is);
  tcase_add_test(tcase, update_takes_the_refined_vector);
  tcase_add_test(tcase, update_refuses_what_has_drifted);
  return tcase;
}
