// product_form.cpp (rank-one updates of a Cholesky factor)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/product_form.hpp"

#include <cmath>
#include <utility>

namespace gpuinv {

void ProductForm::Factor::forward(double* x) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); i++) {
    const double y = x[i] - p[i] * sum;
    sum += beta[i] * y;
    x[i] = y / g[i];
  }
}

void ProductForm::Factor::backward(double* x) const {
  double sum = 0.0;
  for (std::size_t i = p.size(); i-- > 0;) {
    x[i] = x[i] / g[i] - beta[i] * sum;
    sum += p[i] * x[i];
  }
}

bool ProductForm::append(std::vector<double> p) {
  forward(p.data());
  Factor factor;
  factor.beta.resize(m_);
  factor.g.resize(m_);
  double t = 1.0;
  for (int i = 0; i < m_; i++) {
    const double before = t;
    t += p[i] * p[i];
    factor.beta[i] = p[i] / t;
    factor.g[i] = std::sqrt(t / before);
  }
  if (!std::isfinite(t)) return false;
  factor.p = std::move(p);
  factors_.push_back(std::move(factor));
  return true;
}

void ProductForm::forward(double* x) const {
  for (const Factor& factor : factors_) factor.forward(x);
}

void ProductForm::backward(double* x) const {
  for (auto factor = factors_.rbegin(); factor != factors_.rend(); ++factor)
    factor->backward(x);
}

}  // namespace gpuinv
