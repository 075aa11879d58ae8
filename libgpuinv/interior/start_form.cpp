// start_form.cpp (what the starting point is found from)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/start_form.hpp"

#include <algorithm>
#include <cmath>

#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {
namespace {

// Values of the rows' slacks at x = 0; a row without a slack demands b_i.
struct Slacks {
  std::vector<int> column;    // m, -1 if there is none
  std::vector<double> value;  // m

  explicit Slacks(const BoundedForm& form) : column(form.m, -1), value(form.m) {
    for (int k = form.structural(); k < form.n; k++) {
      const int t = form.start[k], i = form.row[t];
      column[i] = k;
      value[i] = form.b[i] * form.value[t];
    }
  }
  bool demands(int i) const { return column[i] < 0 || value[i] < 0.0; }
};

double largest_demand(const BoundedForm& form, const Slacks& slacks) {
  double demand = 0.0;
  for (int i = 0; i < form.m; i++)
    if (slacks.demands(i)) demand = std::max(demand, std::fabs(form.b[i]));
  return demand;
}

}  // namespace

StartForm start_form(const BoundedForm& form) {
  const Slacks slacks(form);
  const double demand = largest_demand(form, slacks);
  const double far = kStartFar * demand;
  StartForm start;
  if (demand == 0.0) return start;
  start.b = form.b;
  start.origin.resize(form.n);
  start.bounds = form.bounds;
  for (int j = 0; j < form.n; j++)
    if (form.bounds[j] == kBoxed && form.u[j] > far) start.bounds[j] = kLower;
  for (int i = 0; i < form.m; i++)
    if (!slacks.demands(i) && slacks.value[i] > far) {
      start.b[i] = 0.0;
      start.origin[slacks.column[i]] = slacks.value[i];
      start.bounds[slacks.column[i]] = kFree;
    }
  start.differs = start.bounds != form.bounds;
  return start.differs ? start : StartForm();
}

}  // namespace gpuinv
