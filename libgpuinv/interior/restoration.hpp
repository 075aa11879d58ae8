// restoration.hpp (return to A*x = b after directions have left it)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/interior/program.hpp"
#include "libgpuinv/interior/tuning.hpp"

namespace gpuinv {

// Near an optimum D = x/z is x^2/mu.  If fewer variables are large than there
// are rows, the part of the others in S = A*D*A' is lost in rounding errors,
// and directions leave A*dx = p by as much as the small variables are.  The
// weights x themselves range over half as many decades.  With them, dx = D*A'e
// is the smallest change relative to what each variable may lose.  So it brings
// x back to A*x = b and leaves products x*z of the same size.

// d := 1/(size/x + size/s).  If size is the square root of mu, these are the
// square roots of D, and proximal terms stay as small beside them.  Free
// variables move as easily as at the start.
template <class Space>
void restoring_diagonal(const Space& space, const ProgramView& p,
                        const PointView& v, double size, double* d) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    double e = p.bounds[j] == kFree ? kStartFree : 0.0;
    if (p.bounds[j] >= kLower) e += size / v.x[j];
    if (p.bounds[j] == kBoxed) e += size / v.s[j];
    d[j] = 1.0 / e;
  });
}

// x := x + dx, s := s - dx, but neither falls below a share of its old value.
// Each variable is stopped by itself: with a common step length the smallest
// variables, which matter least to any row, would hold back all others.
template <class Space>
void move_inside(const Space& space, const ProgramView& p, const PointView& v,
                 const double* dx) {
  space.for_each(p.n, [=] GPUINV_HD(int j) {
    double change = dx[j];
    if (p.bounds[j] >= kLower && change < -kMostLost * v.x[j])
      change = -kMostLost * v.x[j];
    if (p.bounds[j] == kBoxed && change > kMostLost * v.s[j])
      change = kMostLost * v.s[j];
    v.x[j] += change;
    if (p.bounds[j] == kBoxed) v.s[j] -= change;
  });
}

}  // namespace gpuinv
