// check_normal.cpp (conformance of the normal equations on the host)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdlib>

#include "libgpuinv/host/host_normal.hpp"
#include "normal_suite.hpp"
#include "normal_threads.hpp"
#include "normal_units.hpp"
#include "seed.hpp"

namespace {

template <class Implementation>
std::unique_ptr<gpuinv::NormalEquations> make(const gpuinv::ColumnMatrix& a) {
  return std::make_unique<Implementation>(a);
}

// Keeps long columns apart, unless there are as many as only dense problems
// have.
std::unique_ptr<gpuinv::NormalEquations> make_split(
    const gpuinv::ColumnMatrix& a) {
  std::vector<int> dense;
  for (int j = 0; j < a.columns; j++)
    if (2 * (a.start[j + 1] - a.start[j]) > a.rows) dense.push_back(j);
  if (dense.size() > 1 && 4 * dense.size() > a.rows * 1u) dense.clear();
  const gpuinv::SparseVectors rest =
      gpuinv::some_columns(a, gpuinv::other_columns(a.columns, dense));
  return std::make_unique<gpuinv::HostNormalSplit>(
      a, dense,
      gpuinv::SparseOrder(gpuinv::NormalPattern(rest.columns(a.rows))));
}

}  // namespace

int main() {
  testing::seed();
  const std::vector<NormalImplementation> list = {
      {"host dense", make<gpuinv::HostNormalDense>, 0x1p-53},
      {"host sparse", make<gpuinv::HostNormalSparse>, 0x1p-53},
      {"host split", make_split, 0x1p-53, false},
  };
  SRunner* runner =
      srunner_create(normal_suite("normal equations, host", list));
  Suite* units = normal_units();
  suite_add_tcase(units, normal_threads());
  srunner_add_suite(runner, units);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
