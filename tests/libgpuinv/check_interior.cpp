// check_interior.cpp (interior point method on the host)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "host/make_host_normal.hpp"
#include "interior/certificates.hpp"
#include "interior_problem.hpp"
#include "interior_suite.hpp"
#include "seed.hpp"

namespace {

template <gpuinv::NormalKind kind>
std::unique_ptr<gpuinv::InteriorSolver> create(
    gpuinv::InteriorLp lp, const gpuinv::InteriorControl& control) {
  return gpuinv::create_host_interior(
      std::move(lp), control, [](const gpuinv::ColumnMatrix& a) {
        std::string line;
        return gpuinv::make_host_normal(a, kind, &line);
      });
}

// x + y >= 4, x + y <= 2
gpuinv::InteriorLp contradiction() {
  return testing::make_lp(
      {{{1, 1}, {4, testing::kInf}}, {{1, 1}, {-testing::kInf, 2}}},
      {{-1, {0, testing::kInf}}, {0, {0, testing::kInf}}});
}

}  // namespace

START_TEST(only_farkas_rays_pass) {
  const gpuinv::InteriorLp lp = contradiction();
  std::vector<double> ray{1, -1}, small{1e-3, -1e-3}, wrong{-1, 1};
  std::vector<double> half{1, -0.5}, none{0, 0}, one{1, 0};
  ck_assert(gpuinv::is_farkas_ray(lp, ray));
  ck_assert(gpuinv::is_farkas_ray(lp, small));
  ck_assert(!gpuinv::is_farkas_ray(lp, wrong));
  ck_assert(!gpuinv::is_farkas_ray(lp, half));
  ck_assert(!gpuinv::is_farkas_ray(lp, none));
  ck_assert(!gpuinv::is_farkas_ray(lp, one));
}
END_TEST

START_TEST(only_primal_rays_pass) {
  gpuinv::InteriorLp lp = contradiction();
  std::vector<double> blocked{1, 0}, up{0, 1}, down{-1, 0}, none{0, 0};
  ck_assert(!gpuinv::is_primal_ray(lp, blocked));
  lp.row_upper[1] = testing::kInf;
  ck_assert(gpuinv::is_primal_ray(lp, blocked));
  ck_assert(!gpuinv::is_primal_ray(lp, up));
  ck_assert(!gpuinv::is_primal_ray(lp, down));
  ck_assert(!gpuinv::is_primal_ray(lp, none));
}
END_TEST

int main() {
  testing::seed();
  const std::vector<InteriorImplementation> list = {
      {"host sparse", create<gpuinv::NormalKind::kSparse>},
      {"host dense", create<gpuinv::NormalKind::kDense>},
  };
  SRunner* runner = srunner_create(interior_suite("interior, host", list));
  Suite* certificates = suite_create("certificates");
  TCase* tests = tcase_create("rays");
  tcase_add_test(tests, only_farkas_rays_pass);
  tcase_add_test(tests, only_primal_rays_pass);
  suite_add_tcase(certificates, tests);
  srunner_add_suite(runner, certificates);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
