// pending.hpp (kernels of an inverse with pending changes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "kernels/launch.hpp"

namespace gpuinv::kernels {

constexpr int kMostPending = 128;

// inv(B) = B0 + U*transpose(V), where U and V are m by k, row-major.  The k
// numbers of a row are adjacent, as fold needs them.
struct Pending {
  double* u;  // padded_rows(m) rows of `pitch` numbers, a multiple
  double* v;  // of 16; numbers after the first k are not used
  std::size_t pitch;
  int k;
};

// FTRAN of a sparse column:
//   y_i := sum over t of inv(B)[i, ind_t] * val_t,   i = 0..m-1.
// Every element of inv(B) that is read costs a sector of 32 bytes.
// b[matrix_elements(m)]; ind[s] and val[s] are on the device, s >= 1; y[m].
cudaError_t launch_gather_columns(const Launch& launch, int m, const double* b,
                                  int s, const int* ind, const double* val,
                                  double* y);

// Returns the doubles of workspace that suffice for every s.
std::size_t combine_rows_workspace(int m);

// BTRAN of a sparse vector:
//   y_j := sum over t of val_t * inv(B)[ind_t, j],   j = 0..m-1.
// Reads 8 s m bytes, row by row.
// b[matrix_elements(m)]; ind[s] and val[s] are on the device, s >= 1;
// y[leading_dimension(m)] is written completely, with zeros in the padding;
// work[combine_rows_workspace(m)].  The non-zeros are split into parts that
// depend only on m, s and the device, and the parts are added in a fixed order,
// so equal input gives equal bits.
cudaError_t launch_combine_rows(const Launch& launch, int m, const double* b,
                                int s, const int* ind, const double* val,
                                double* y, double* work);

// A vector of m elements on the device: s non-zeros val[s] at ind[s] or, if ind
// is null, val[m] with s = m.
struct DeviceVector {
  int s;
  const int* ind;
  const double* val;
};

// f and g are laid out as u and v of Pending.
struct Factors {
  const double *f, *g;
  std::size_t pitch;
  int k;
};

// Doubles of workspace that suffice for every s.
constexpr int kMostWeighParts = 64;
constexpr std::size_t kAddProductWorkspace =
    static_cast<std::size_t>(kMostWeighParts) * kMostPending;

// The pending changes in FTRAN (F = U, G = V) and BTRAN (F = V, G = U):
//   y := y + F*(transpose(G)*a).
// For s non-zeros this reads 8 k (m + s) bytes.
// 0 < k <= kMostPending; y[m]; work[kAddProductWorkspace].  The non-zeros are
// split into parts that depend only on s and are added in a fixed order, so
// equal input gives equal bits.
cudaError_t launch_add_product(const Launch& launch, int m,
                               const Factors& factors, const DeviceVector& a,
                               double* y, double* work);

// A deferred update: inv(B) = B0 + U*V' loses its row p and gains omega
// times that row, with omega as below.  This is the same update as by eta and
// rank_one, except that fold applies it later:
//   v_jk := b_pj + sum over t < k of u_pt*v_jt,     b_pj := 0,
//   u_jk := omega_j,   u_pt := 0 for t < k,         j = 0..m-1.
// Row p is cleared in both terms.  If omega_p were reduced by one instead, the
// new elements of the row would be differences of large numbers.
// Traffic: 8 m k bytes are read, and 64 m more in sectors of 32.
// alpha[m] with alpha[p] not zero; b[matrix_elements(m)] contains B0.  f.k
// changes are pending, fewer than f.pitch.  *readers must be zero, and is zero
// again afterwards.  If launch.overlap is set, blocks are placed while the
// previous kernel ends.
cudaError_t launch_append_change(const Launch& launch, int m, int p,
                                 const double* alpha, double* b,
                                 const Pending& f, unsigned* readers);

// An update at once: its vectors.  With alpha = inv(B) * a_q, pivot row k and
// theta = alpha_k:
//   omega_i := -alpha_i / theta  (i != k),   omega_k := 1 / theta,
//   bk := row k of inv(B),                   row k of inv(B) := 0.
// Then rank_one finishes the update.  These are three vector operations of the
// element-wise technique of Shah et al. (2020), fused into one kernel.
// alpha[m]; b[matrix_elements(m)], of which only row k changes.
// omega[padded_rows(m)] and bk[leading_dimension(m)] are written completely,
// with zeros in their padding.  The caller makes sure that alpha[k] is not
// zero.
cudaError_t launch_eta(const Launch& launch, int m, int k, const double* alpha,
                       double* b, double* omega, double* bk);

// *can is the value of Launch::overlap for the current device, see overlap.cuh.
// It requires compute capability 9.0 and machine code made for it, since older
// code does not wait.  The code of rank_one stands for that of all kernels.
cudaError_t rank_one_can_overlap(bool* can);

// An update at once: its rank-one change:
//   b_ij := b_ij + omega_i * bk_j   for all i, j, in place, without a branch.
// omega, bk and the zeroed row k come from eta.  Together they update inv(B)
// after one column of B was replaced (Shah et al. 2020).  Traffic: 16 m^2
// bytes. omega[padded_rows(m)], bk[leading_dimension(m)],
// b[matrix_elements(m)]. If launch.overlap is set, blocks are placed while the
// previous kernel ends.
cudaError_t launch_rank_one(const Launch& launch, int m, const double* omega,
                            const double* bk, double* b);

constexpr int kColumnSumParts = 64;

// The 1-norm of b is the largest over j of the sum over p of
//   part[p, j] := sum of |b_ij| over the rows i of part p,   j = 0..m-1.
// b[matrix_elements(m)]; part[kColumnSumParts * leading_dimension(m)],
// row-major with leading_dimension(m) columns, is written completely.
cudaError_t launch_column_abs_sums(const Launch& launch, int m, const double* b,
                                   double* part);

}  // namespace gpuinv::kernels
