// forms.cpp (the list of the basis updates, and their host oracle)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/literature/update/update.hpp"

namespace gpuinv::kernels::update {
namespace {

std::size_t square(int m) { return static_cast<std::size_t>(m) * m; }

std::size_t none_but_omega(int m) { return m; }
std::size_t omega_and_row(int m) { return 2 * static_cast<std::size_t>(m); }
std::size_t one_matrix(int m) { return square(m); }
std::size_t matrix_and_omega(int m) { return square(m) + m; }
std::size_t two_matrices(int m) { return 2 * square(m); }

}  // namespace

const std::vector<Form>& forms() {
  static const std::vector<int> matrix_block = {512};
  static const std::vector<int> column_blocks = {128, 256, 384, 512, 672, 1024};
  static const std::vector<Form> all = {
      {"PFI", two_matrices, matrix_block, false, launch_pfi},
      {"MPFI", matrix_and_omega, matrix_block, false, launch_mpfi},
      {"column-wise", none_but_omega, column_blocks, true, launch_column_wise},
      {"element-wise, original", one_matrix, matrix_block, false,
       launch_element_original},
      {"element-wise, modified", none_but_omega, matrix_block, false,
       launch_element_modified},
      {"element-wise, proposed", omega_and_row, matrix_block, false,
       launch_element_proposed},
  };
  return all;
}

void update_on_host(int m, int k, const double* alpha, double* b) {
  const std::size_t n = m;
  const std::vector<double> bk(b + k * n, b + (k + 1) * n);
  for (std::size_t i = 0; i < n; i++) {
    const bool is_pivot = i == static_cast<std::size_t>(k);
    for (std::size_t j = 0; j < n; j++) {
      const double row = bk[j] / alpha[k];
      b[i * n + j] = is_pivot ? row : b[i * n + j] - alpha[i] * row;
    }
  }
}

}  // namespace gpuinv::kernels::update
