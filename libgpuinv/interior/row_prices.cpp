// row_prices.cpp (what a unit of each row costs)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/row_prices.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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
      if (std::isfinite(each)) {
        total += each;
      } else {
        unknown++;
        last = t;
      }
    }
    if (unknown == 1) offer(j, last, sign, total);
    if (unknown > 0) return;
    for (int t = form_.start[j]; t < form_.start[j + 1]; t++)
      offer(j, t, sign, std::max(total - cost(t, sign), 0.0));
  }

  void offer(int j, int t, double sign, double total) {
    const double change = sign * form_.value[t];
    const double offered = total / std::fabs(change);
    double& now = price(form_.row[t], change);
    if (offered >= now) return;
    fell_ = fell_ || offered < kPriceFall * now;
    now = offered;
    (change > 0.0 ? prices_.up_by : prices_.down_by)[form_.row[t]] = j;
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
  const std::vector<int> none(form.m, -1);
  RowPrices prices = {unknown, unknown, none, none};
  Sweep sweep(form, &prices);
  sweep.run();
  use_room(form, &prices);
  sweep.run();
  return prices;
}

Ways follow(const BoundedForm& form, const RowPrices& prices,
            const std::vector<signed char>& moves) {
  Ways ways = {std::vector<bool>(form.m), std::vector<bool>(form.m)};
  std::vector<std::pair<int, bool>> open;  // row, up
  const auto need = [&](int i, bool up) {
    if ((up ? ways.up : ways.down)[i]) return;
    (up ? ways.up : ways.down)[i] = true;
    open.emplace_back(i, up);
  };
  for (int i = 0; i < form.m; i++)
    if (moves[i] != 0) need(i, moves[i] > 0);
  while (!open.empty()) {
    const auto [row, up] = open.back();
    open.pop_back();
    const int j = (up ? prices.up_by : prices.down_by)[row];
    if (j < 0) continue;
    const auto begin = form.row.begin() + form.start[j];
    const auto here =
        std::find(begin, form.row.begin() + form.start[j + 1], row);
    const bool rises = (form.value[here - form.row.begin()] > 0.0) == up;
    for (int t = form.start[j]; t < form.start[j + 1]; t++)
      if (form.row[t] != row) need(form.row[t], (form.value[t] > 0.0) != rises);
  }
  return ways;
}

}  // namespace gpuinv
