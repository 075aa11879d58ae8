// forms.cpp (the list of the Cholesky forms, and their host oracle)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "tests/literature/cholesky/cholesky.hpp"

namespace gpuinv::kernels::cholesky {

template <class T>
const std::vector<Form<T>>& forms() {
  static const std::vector<Form<T>> all = {
      {"inner product", false, launch_inner_product<T>},
      {"outer product, square", true, launch_outer_square<T>},
      {"outer product, triangular", false, launch_outer_triangular<T>},
  };
  return all;
}

template <class T>
void factorize_on_host(int m, T* a) {
  const auto at = [&](int i, int j) -> T& {
    return a[static_cast<std::size_t>(j) * m + i];
  };
  for (int j = 0; j < m; j++) {
    for (int i = j; i < m; i++) {
      T sum = at(i, j);
      for (int t = 0; t < j; t++) sum -= at(i, t) * at(j, t);
      at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
    }
  }
}

template const std::vector<Form<float>>& forms();
template const std::vector<Form<double>>& forms();
template void factorize_on_host(int m, float* a);
template void factorize_on_host(int m, double* a);

}  // namespace gpuinv::kernels::cholesky
