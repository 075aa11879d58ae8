// test_kernels.cpp (every kernel against a plain host loop)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>

#include "kernels/fold.hpp"
#include "kernels/pending.hpp"
#include "tests/kernels/kernel_cases.hpp"
#include "tests/kernels/suites.hpp"

namespace gpuinv::tests {
namespace {

using device::Context;

// Runs body(context) in a scope that ends before anything asserts; an exception
// becomes text.
template <class Body>
KernelResult in_context(Body body, std::string* thrown) {
  try {
    Context context(0);
    return body(context);
  } catch (const std::exception& error) {
    *thrown = error.what();
    return KernelResult();
  }
}

// A failed call ends the test with its text; otherwise error <= bound.
void check_result(const KernelResult& r, const char* thrown, int m,
                  double bound) {
  ck_assert_msg(thrown[0] == '\0', "m = %d: %s", m, thrown);
  ck_assert_msg(r.unwritten == 0, "m = %d: %ld elements unwritten", m,
                r.unwritten);
  ck_assert_msg(r.outside == 0, "m = %d: %ld elements outside written", m,
                r.outside);
  ck_assert_msg(r.wrong == 0, "m = %d: %ld elements wrong", m, r.wrong);
  ck_assert_msg(r.error <= bound, "m = %d: error %g eps, bound %g", m, r.error,
                bound);
}

// Fixed size, so that no owning object is alive when an assertion jumps.
struct Text {
  char text[512];
};

template <class Body>
KernelResult run(Body body, Text* text) {
  std::string thrown;
  const KernelResult result = in_context(body, &thrown);
  const std::size_t n = std::min(thrown.size(), sizeof text->text - 1);
  std::copy(thrown.begin(), thrown.begin() + n, text->text);
  text->text[n] = '\0';
  return result;
}

template <class Body>
void check_run(int m, double bound, Body body) {
  Text text;
  const KernelResult result = run(body, &text);
  check_result(result, text.text, m, bound);
}

START_TEST(eta) {
  const int m = kSizes[_i];
  check_run(m, 0.0, [m](Context& c) { return run_eta(c, seed() + m, m); });
}
END_TEST

START_TEST(rank_one) {
  const int m = kSizes[_i];
  for (const bool overlap : {false, true}) {
    check_run(m, 0.0, [m, overlap](Context& c) {
      return run_rank_one(c, seed() + m, m, overlap);
    });
  }
}
END_TEST

START_TEST(update) {
  const int m = kSizes[_i];
  check_run(m, 0.0, [m](Context& c) { return run_update(c, seed() + m, m); });
}
END_TEST

// A sum of s terms in any order has at most s roundings of partial sums, plus
// one for each term.
START_TEST(gather_columns) {
  const int m = kSizes[_i];
  for (int s : {1, 2, 5, 16, 33, 200, m}) {
    s = std::min(s, m);
    check_run(m, s + 1.0, [m, s](Context& c) {
      return run_gather_columns(c, seed() + s, m, s);
    });
  }
}
END_TEST

START_TEST(combine_rows) {
  const int m = kSizes[_i];
  for (int s : {1, 2, 5, 16, 33, 200, m}) {
    s = std::min(s, m);
    check_run(m, s + 1.0, [m, s](Context& c) {
      return run_combine_rows(c, seed() + s, m, s);
    });
  }
}
END_TEST

START_TEST(scatter_columns) {
  const int m = kSizes[_i];
  check_run(m, 0.0,
            [m](Context& c) { return run_scatter_columns(c, seed() + m, m); });
}
END_TEST

// Asks the kernel itself.
bool can_fold() {
  int most = 0;
  return kernels::prepare_fold(0, &most) == cudaSuccess && most > 0;
}

// k products are rounded once each here, and k sums here and in the kernel.
START_TEST(fold) {
  const int m = kSizes[_i];
  for (const int k : {1, 7, 16, 33, 96, 127, 128}) {
    for (const int n : {m, 1000 / m + k}) {
      check_run(m, k + 1.0, [m, n, k](Context& c) {
        return run_fold(c, seed() + k, m, n, k);
      });
    }
  }
}
END_TEST

// A sum of k products and one more term, here and in the kernel.
START_TEST(append_change) {
  const int m = kSizes[_i];
  for (const int k : {0, 1, 7, 32, 33, 64, 125}) {
    check_run(m, 2 * k + 6.0, [m, k](Context& c) {
      return run_append_change(c, seed() + k, m, k);
    });
  }
}
END_TEST

// The same for sums of s products.
START_TEST(add_product) {
  const int m = kSizes[_i];
  for (const int k : {1, 7, 32, 33, 127, 128}) {
    for (int s : {1, 2, 16, 200, m}) {
      s = std::min(s, m);
      check_run(m, 2 * (k + s) + 2.0, [m, k, s](Context& c) {
        return run_add_product(c, seed() + s, m, k, s);
      });
    }
  }
}
END_TEST

START_TEST(move_upper) {
  const int m = kSizes[_i];
  for (int first : {0, m / 3, m - 1}) {
    for (int count : {1, (m - first + 1) / 2, m - first}) {
      check_run(m, 0.0, [m, first, count](Context& c) {
        return run_move_upper(c, seed() + count, m, first, count);
      });
    }
  }
}
END_TEST

START_TEST(substitute_rows) {
  const int m = kSizes[_i];
  for (const bool parallel : {false, true}) {
    for (const bool in_place : {false, true}) {
      check_run(m, 0.0, [m, parallel, in_place](Context& c) {
        return run_substitute_rows(c, seed() + m, m, parallel, in_place);
      });
    }
  }
}
END_TEST

START_TEST(kernel_rows) {
  const int m = kSizes[_i];
  for (const int k : {1, (m + 3) / 4, (m + 1) / 2}) {
    for (const int q : {1, (m + 1) / 3, m - k}) {
      if (q < 1 || k + q > m) continue;
      check_run(m, 0.0, [m, k, q](Context& c) {
        return run_nucleus_rows(c, seed() + k, m, k, q);
      });
    }
  }
}
END_TEST

START_TEST(column_abs_sums) {
  const int m = kSizes[_i];
  check_run(m, m + 1.0,
            [m](Context& c) { return run_column_abs_sums(c, seed() + m, m); });
}
END_TEST

START_TEST(line_products) {
  const int m = kSizes[_i];
  check_run(m, m + 1.0,
            [m](Context& c) { return run_line_products(c, seed() + m, m); });
}
END_TEST

START_TEST(line_sketches) {
  const int m = kSizes[_i];
  check_run(m, 0.0,
            [m](Context& c) { return run_line_sketches(c, seed() + m, m); });
}
END_TEST

START_TEST(sketch) {
  const int m = kSizes[_i];
  check_run(m, 0.0, [m](Context& c) { return run_sketch(c, seed() + m, m); });
}
END_TEST

START_TEST(sparse_sketch) {
  const int m = kSizes[_i];
  check_run(m, 0.0,
            [m](Context& c) { return run_sparse_sketch(c, seed() + m, m); });
}
END_TEST

START_TEST(sketch_scale) {
  const int m = kSizes[_i];
  check_run(m, 0.0,
            [m](Context& c) { return run_sketch_scale(c, seed() + m, m); });
}
END_TEST

// A NaN must not get lost in the maximum.
START_TEST(norm_is_not_finite) {
  const int m = kSizes[_i];
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    check_run(m, 0.0, [m, bad](Context& c) {
      KernelResult result;
      result.wrong = !norm_shows(c, seed() + m, m, bad);
      return result;
    });
  }
}
END_TEST

}  // namespace

Suite* kernel_suite() {
  Suite* suite = suite_create("kernels");
  TCase* cases = tcase_create("sizes");
  tcase_set_timeout(cases, 0);
  tcase_add_loop_test(cases, eta, 0, kSizeCount);
  tcase_add_loop_test(cases, rank_one, 0, kSizeCount);
  tcase_add_loop_test(cases, update, 0, kSizeCount);
  tcase_add_loop_test(cases, gather_columns, 0, kSizeCount);
  tcase_add_loop_test(cases, combine_rows, 0, kSizeCount);
  tcase_add_loop_test(cases, scatter_columns, 0, kSizeCount);
  if (can_fold())
    tcase_add_loop_test(cases, fold, 0, kSizeCount);
  else
    std::puts("fold: skipped, no tensor cores for FP64");
  tcase_add_loop_test(cases, append_change, 0, kSizeCount);
  tcase_add_loop_test(cases, add_product, 0, kSizeCount);
  tcase_add_loop_test(cases, move_upper, 0, kSizeCount);
  tcase_add_loop_test(cases, substitute_rows, 0, kSizeCount);
  tcase_add_loop_test(cases, kernel_rows, 0, kSizeCount);
  tcase_add_loop_test(cases, column_abs_sums, 0, kSizeCount);
  tcase_add_loop_test(cases, line_products, 0, kSizeCount);
  tcase_add_loop_test(cases, line_sketches, 0, kSizeCount);
  tcase_add_loop_test(cases, sketch, 0, kSizeCount);
  tcase_add_loop_test(cases, sparse_sketch, 0, kSizeCount);
  tcase_add_loop_test(cases, sketch_scale, 0, kSizeCount);
  tcase_add_loop_test(cases, norm_is_not_finite, 0, kSizeCount);
  suite_add_tcase(suite, cases);
  return suite;
}

}  // namespace gpuinv::tests
