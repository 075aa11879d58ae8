// host/sparse_cholesky.cpp (CHOLMOD behind two classes)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "sparse_cholesky.hpp"

#include <cmath>
#include <utility>

#include "../error.hpp"
#include "blas_guard.hpp"
#include "cholmod.h"

namespace gpuinv {
namespace {

struct Common : cholmod_common {
  Common() {
    cholmod_l_start(this);
    print = 0;
    supernodal = CHOLMOD_SUPERNODAL;
    nmethods = 1;
    quick_return_if_not_posdef = 1;
    final_ll = 1;
  }
  ~Common() { cholmod_l_finish(this); }
  Common(const Common&) = delete;
  Common& operator=(const Common&) = delete;

  void check() const {
    if (status == CHOLMOD_OUT_OF_MEMORY || status == CHOLMOD_TOO_LARGE)
      throw Error(GPUINV_NOMEM,
                  "the factor of the normal equations does not "
                  "fit into memory");
    if (status < CHOLMOD_OK)
      throw Error(GPUINV_INTERNAL,
                  "CHOLMOD failed: status " + std::to_string(status));
  }
};

// CHOLMOD's view of S
cholmod_sparse view(const NormalPattern& s, const double* value) {
  cholmod_sparse view{};
  view.nrow = view.ncol = s.start.size() - 1;
  view.nzmax = s.row.size();
  view.p = const_cast<std::int64_t*>(s.start.data());
  view.i = const_cast<std::int64_t*>(s.row.data());
  view.x = const_cast<double*>(value);
  view.stype = -1;
  view.itype = CHOLMOD_LONG;
  view.xtype = value ? CHOLMOD_REAL : CHOLMOD_PATTERN;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = view.packed = 1;
  return view;
}

cholmod_dense vector(std::size_t m, double* x) {
  cholmod_dense view{};
  view.nrow = view.d = view.nzmax = m;
  view.ncol = 1;
  view.x = x;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  return view;
}

class Analysis {
 public:
  Analysis(const NormalPattern& s, int method) {
    common_.supernodal = CHOLMOD_SIMPLICIAL;
    common_.method[0].ordering = method;
    cholmod_sparse matrix = view(s, nullptr);
    factor_ = cholmod_l_analyze(&matrix, &common_);
    common_.check();
  }
  ~Analysis() { cholmod_l_free_factor(&factor_, &common_); }
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;
  double nnz() const { return common_.lnz; }
  double flops() const { return common_.fl; }
  void copy(std::vector<int>& row) const {
    const auto* perm = static_cast<const std::int64_t*>(factor_->Perm);
    row.assign(perm, perm + factor_->n);
  }

 private:
  Common common_;
  cholmod_factor* factor_ = nullptr;
};

// METIS takes a few microseconds per non-zero of S: as long as a fraction
// of one factorization that has 500 operations per non-zero of L.
bool may_pay(const Analysis& amd) { return amd.flops() > 100 * amd.nnz(); }

}  // namespace

SparseOrder::SparseOrder(const NormalPattern& s) {
  auto take = [this](const Analysis& analysis) {
    analysis.copy(row);
    nnz_l = analysis.nnz();
    flops = analysis.flops();
  };
  const Analysis amd(s, CHOLMOD_AMD);
  take(amd);
  if (!may_pay(amd)) return;
  const Analysis metis(s, CHOLMOD_METIS);
  if (metis.flops() < flops) take(metis);
}

struct SparseCholesky::Parts {
  ~Parts() { cholmod_l_free_factor(&factor, &common); }
  Common common;
  cholmod_factor* factor = nullptr;
  std::vector<double> work;  // of solve
};

SparseCholesky::SparseCholesky(NormalPattern s)
    : s_(std::move(s)),
      value_(s_.row.size()),
      parts_(std::make_unique<Parts>()) {
  Common& common = parts_->common;
  common.method[0].ordering = CHOLMOD_NATURAL;
  common.postorder = 0;
  cholmod_sparse matrix = view(s_, nullptr);
  parts_->factor = cholmod_l_analyze(&matrix, &common);
  common.check();
  cholmod_l_change_factor(CHOLMOD_REAL, 1, 1, 1, 1, parts_->factor, &common);
  common.check();
  parts_->work.resize(std::max<std::size_t>(parts_->factor->maxesize, 1));
}

SparseCholesky::~SparseCholesky() = default;

bool SparseCholesky::factorize() {
  const BlasGuard guard;
  cholmod_sparse matrix = view(s_, value_.data());
  cholmod_l_factorize(&matrix, parts_->factor, &parts_->common);
  parts_->common.check();
  return parts_->factor->minor == parts_->factor->n && finite_diagonal();
}

// Not every LAPACK sees that a pivot is not a number.
bool SparseCholesky::finite_diagonal() const {
  const cholmod_factor& l = *parts_->factor;
  const auto* first = static_cast<const std::int64_t*>(l.super);
  const auto* rows = static_cast<const std::int64_t*>(l.pi);
  const auto* place = static_cast<const std::int64_t*>(l.px);
  const auto* x = static_cast<const double*>(l.x);
  for (std::size_t s = 0; s < l.nsuper; s++) {
    const std::int64_t height = rows[s + 1] - rows[s];
    for (std::int64_t j = 0; j < first[s + 1] - first[s]; j++)
      if (!std::isfinite(x[place[s] + j * (height + 1)])) return false;
  }
  return true;
}

void SparseCholesky::solve(double* x) {
  const BlasGuard guard;
  cholmod_dense b = vector(parts_->factor->n, x);
  cholmod_dense work = vector(parts_->work.size(), parts_->work.data());
  cholmod_l_super_lsolve(parts_->factor, &b, &work, &parts_->common);
  cholmod_l_super_ltsolve(parts_->factor, &b, &work, &parts_->common);
  parts_->common.check();
}

double SparseCholesky::bytes() const {
  return static_cast<double>(parts_->common.memory_usage) +
         16.0 * s_.row.size() + 8.0 * s_.start.size();
}

}  // namespace gpuinv
