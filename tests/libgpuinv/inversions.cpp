// inversions.cpp (whether and where to invert a basis matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "inversions.hpp"

#include <cstddef>

#include "libgpuinv/basis/inversion_pays.hpp"
#include "libgpuinv/basis/late_answers.hpp"
#include "libgpuinv/host/host_inverse.hpp"

namespace {

// An inverse whose products come as late as the test says.
class Noted final : public gpuinv::HostInverse {
 public:
  Noted() : HostInverse(Limits()) {}
  bool is_late() const override { return late().prevail(); }
  void note(int products, double seconds) {
    for (int k = 0; k < products; k++) late().note(seconds);
  }
  // Begins with the matrix (2).
  void begin_again() {
    const int row = 0;
    const double two = 2.0;
    begin(0, 1);
    column(0, 1, &row, &two);
    ck_assert_int_eq(factorize(), GPUINV_OK);
  }
};

}  // namespace

// A product that comes late is no sign that others use the device, and one in
// time no sign that they do not.
START_TEST(late_answers_prevail) {
  gpuinv::LateAnswers answers;
  answers.expect(1e-3);
  for (int k = 0; k < 1000; k++) answers.note(k % 2 == 0 ? 1.0 : 1e-4);
  ck_assert(!answers.prevail());
  for (int k = 0; k < 100; k++) answers.note(k % 4 != 0 ? 2e-3 : 1e-4);
  ck_assert(answers.prevail());
  answers.expect(5e-3);
  ck_assert(!answers.prevail());
  for (int k = 0; k < 100; k++) answers.note(2e-3);
  ck_assert(!answers.prevail());
}
END_TEST

// A late inverse takes no more updates.  Whoever uses it next, or inverts
// again, starts anew.
START_TEST(late_inverses_end) {
  const int row = 0;
  const double three = 3.0;
  Noted inverse;
  inverse.begin_again();
  inverse.note(100, 1e-5);
  ck_assert_int_eq(inverse.update(0, 1, &row, &three), GPUINV_OK);
  inverse.note(100, 1.0);
  ck_assert(inverse.is_late());
  ck_assert_int_eq(inverse.update(0, 1, &row, &three), GPUINV_LIMIT);
  ck_assert(inverse.is_late());
  inverse.restart({});
  ck_assert(!inverse.is_late());
  inverse.begin_again();
  inverse.note(100, 1.0);
  inverse.begin_again();
  ck_assert(!inverse.is_late());
}
END_TEST

// With 600 rows the inverse has 2.9 MB, which the host reads in .36 ms.
START_TEST(product_on_the_host) {
  ck_assert_double_gt(gpuinv::host_product_seconds(600, 100), 3.6e-4);
  ck_assert_double_lt(gpuinv::host_product_seconds(600, 100), 6e-4);
  ck_assert_double_lt(gpuinv::host_product_seconds(600, 1000),
                      gpuinv::host_product_seconds(600, 100));
}
END_TEST

START_TEST(inverse_by_nucleus) {
  const auto device = [](int m, int k, std::size_t nnz) {
    return gpuinv::inverse_suits({m, k, nnz, false}, true);
  };
  const auto host = [](int m, int k, std::size_t nnz) {
    return gpuinv::inverse_suits({m, k, nnz, false}, false);
  };
  ck_assert(device(2030, 1625, 31368));  // pilot87
  ck_assert(!host(2030, 1625, 31368));
  ck_assert(!device(6071, 3097, 8811));   // dfl001
  ck_assert(!device(2171, 1041, 5680));   // d2q06c
  ck_assert(!device(16675, 1695, 4335));  // stocfor3
  ck_assert(!device(60000, 0, 0));
  const auto coupled = [](int m, int k, std::size_t nnz, double share) {
    return gpuinv::inverse_suits({m, k, nnz, false}, true, share);
  };
  ck_assert(!device(6330, 5583, 25195));  // qap15, whose A*A' is not looked at
  ck_assert(coupled(6330, 5583, 25195, 0.5));
  ck_assert(!coupled(6330, 5583, 25195, 0.1));
  ck_assert(coupled(3192, 2757, 12121, 0.5));  // qap12
  ck_assert(!coupled(912, 727, 2974, 0.5));    // qap8
  ck_assert(!coupled(6330, 0, 0, 0.5));
  for (int k : {240, 1000, 8000}) {
    const std::size_t elements = static_cast<std::size_t>(k) * k;
    ck_assert(device(k, k, elements));
    ck_assert(host(k, k, elements));
  }
  ck_assert(!device(60, 60, 3600));
  ck_assert(!host(60, 60, 3600));
  ck_assert(!host(10000, 240, 57600));  // all of B would be inverted
}
END_TEST

TCase* inversion_cases() {
  TCase* cases = tcase_create("inversions");
  tcase_add_test(cases, late_answers_prevail);
  tcase_add_test(cases, late_inverses_end);
  tcase_add_test(cases, product_on_the_host);
  tcase_add_test(cases, inverse_by_nucleus);
  return cases;
}
