// row_prices.cpp (what a unit of each row costs)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/row_prices.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {
namespace {

class Sweep {
 public:
  Sweep(const BoundedForm& form, RowPrices* prices)
      : form_(form), prices_(*prices) {}

  void run() {
    fell_ = true;
    for (int k = 0; fell_ && k < kPriceSweeps; k++) {
      fell_ = false;
      for (int j = 0; j < form_.n; j++) {
        use(j, 1.0);
        if (form_.bounds[j] == kFree) use(j, -1.0);
      }
    }
  }

 private:
  // The price of moving row i up or, if change < 0, down.
  double& price(int i, double change) {
    return change > 0.0 ? prices_.up[i] : prices_.down[i];
  }
  // What bringing back the row of element t costs if the column goes by sign.
  double cost(int t, double sign) {
    const double change = sign * form_.value[t];
    return std::fabs(change) * price(form_.row[t], -change);
  }

  // Looks at column j as a way for each of its rows.  If just one of them has
  // no price to bring it back, the column is a way for that row alone.
  void use(int j, double sign) {
    double total = std::max(sign * form_.c[j], 0.0);
    int unknown = 0, last = -1;
    for (int t = form_.start[j]; t < form_.start[j + 1]; t++) {
      const double each = cost(t, sign);
      if (std::isfinite(each))
        total += each;
      else
        unknown++, last = t;
    }
    if (unknown == 1) offer(last, sign, total);
    if (unknown > 0) return;
    for (int t = form_.start[j]; t < form_.start[j + 1]; t++)
      offer(t, sign, std::max(total - cost(t, sign), 0.0));
  }

  void offer(int t, double sign, double total) {
    const double change = sign * form_.value[t];
    const double offered = total / std::fabs(change);
    double& now = price(form_.row[t], change);
    fell_ = fell_ || offered < kPriceFall * now;
    now = std::min(now, offered);
  }

  const BoundedForm& form_;
  RowPrices& prices_;
  bool fell_ = false;
};

// Where a row can be moved in no other way, its slack pays as long as it has
// room.
void use_room(const BoundedForm& form, RowPrices* prices) {
  for (int k = form.structural(); k < form.n; k++) {
    const int t = form.start[k], i = form.row[t];
    if (form.b[i] * form.value[t] <= 0.0) continue;
    double& price = form.value[t] > 0.0 ? prices->down[i] : prices->up[i];
    if (!std::isfinite(price)) price = 0.0;
  }
}

}  // namespace

RowPrices row_prices(const BoundedForm& form) {
  const std::vector<double> unknown(form.m, HUGE_VAL);
  RowPrices prices = {unknown, unknown};
  Sweep sweep(form, &prices);
  sweep.run();
  use_room(form, &prices);
  sweep.run();
  return prices;
}

}  // namespace gpuinv
