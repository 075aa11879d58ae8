// sparse_cholesky.cpp (CHOLMOD behind two classes)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/vendors/sparse_cholesky.hpp"

#include <cholmod.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv {
namespace {

struct Common : cholmod_common {
  Common() {
    vendors().cholmod_start(this);
    print = 0;
    nmethods = 1;
    quick_return_if_not_posdef = 1;
    final_ll = 1;
  }
  ~Common() { vendors().cholmod_finish(this); }
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

cholmod_dense view(std::size_t m, double* x) {
  cholmod_dense view{};
  view.nrow = view.d = view.nzmax = m;
  view.ncol = 1;
  view.x = x;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  return view;
}

// While this object lives, CHOLMOD starts no threads of its own.  They zero and
// fill supernodes, and waiting for them doubles the time of all problems but
// the largest.  (The threads of BLAS are not affected.)  Before GCC 11, OpenMP
// has one such number a process, hence one object at a time.  It is made after
// a BlasGuard, so that fork() does not meet its lock.
class NoThreads {
 public:
  NoThreads() : guard_(only_one), levels_(vendors().get_omp_levels()) {
    vendors().set_omp_levels(0);
  }
  ~NoThreads() { vendors().set_omp_levels(levels_); }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  inline static std::mutex only_one;
  const std::lock_guard<std::mutex> guard_;
  const int levels_;
};

class Analysis {
 public:
  Analysis(const NormalPattern& s, int method) {
    common_.supernodal = CHOLMOD_SIMPLICIAL;
    common_.method[0].ordering = method;
    cholmod_sparse matrix = view(s, nullptr);
    factor_ = vendors().cholmod_analyze(&matrix, &common_);
  }
  ~Analysis() { vendors().cholmod_free_factor(&factor_, &common_); }
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;
  void check() const { common_.check(); }
  bool succeeded() const { return factor_ != nullptr; }
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

// Orderings to try if they may pay.  Nested dissection with constrained minimum
// degree takes about a microsecond per non-zero of S and saves up to two thirds
// of the operations of some twenty factorizations.  METIS alone takes half of
// that time and is seldom better.  Not every CHOLMOD has them.
constexpr struct {
  int method;
  double worth;  // least operations per non-zero of S
} kDissections[] = {{CHOLMOD_NESDIS, 2000}, {CHOLMOD_METIS, 20000}};

constexpr double kSimplicial = 64;  // operations per non-zero of L below which
                                    // no supernodes pay
constexpr std::size_t kColumns[] = {8, 32, 64};
constexpr double kZeros[] = {0.8, 0.2, 0.1};
constexpr std::int64_t kWidest = 256;  // columns of a supernode

// The symbolic part of a supernodal factor, as in cholmod_factor.
struct Supernodes {
  explicit Supernodes(const cholmod_factor& l);
  std::vector<std::int64_t> super, pi, px, s;
  std::size_t update = 1;  // elements of the largest block that one supernode
                           // subtracts from another
  std::size_t below = 1;   // most rows below a supernode

 private:
  void measure();
};

// Supernodes of l, the wide ones cut into equal parts.
Supernodes::Supernodes(const cholmod_factor& l) {
  const auto* first = static_cast<const std::int64_t*>(l.super);
  const auto* rows = static_cast<const std::int64_t*>(l.pi);
  const auto* row = static_cast<const std::int64_t*>(l.s);
  px.push_back(0);
  for (std::size_t k = 0; k < l.nsuper; k++) {
    const std::int64_t width = first[k + 1] - first[k];
    const std::int64_t parts = (width + kWidest - 1) / kWidest;
    const std::int64_t step = (width + parts - 1) / parts;
    for (std::int64_t c = 0; c < width; c += step) {
      const std::int64_t height = rows[k + 1] - rows[k] - c;
      super.push_back(first[k] + c);
      pi.push_back(static_cast<std::int64_t>(s.size()));
      px.push_back(px.back() + height * std::min(step, width - c));
      s.insert(s.end(), row + rows[k] + c, row + rows[k + 1]);
    }
  }
  super.push_back(static_cast<std::int64_t>(l.n));
  pi.push_back(static_cast<std::int64_t>(s.size()));
  measure();
}

void Supernodes::measure() {
  std::vector<std::int64_t> last(super.back());  // of each column's supernode
  for (std::size_t k = 0; k + 1 < super.size(); k++)
    std::fill(last.begin() + super[k], last.begin() + super[k + 1],
              super[k + 1]);
  for (std::size_t k = 0; k + 1 < super.size(); k++) {
    const std::int64_t end = pi[k + 1];
    std::int64_t p = pi[k] + super[k + 1] - super[k];
    below = std::max(below, static_cast<std::size_t>(end - p));
    while (p < end) {
      const std::int64_t from = p;
      while (p < end && s[p] < last[s[from]]) p++;
      update =
          std::max(update, static_cast<std::size_t>((p - from) * (end - from)));
    }
  }
}

void replace(const std::vector<std::int64_t>& by, std::size_t count,
             void** array, cholmod_common* common) {
  void* p = vendors().cholmod_realloc(by.size(), sizeof by[0], *array, &count,
                                      common);
  if (p != nullptr) *array = p;
  if (count == by.size())
    std::copy(by.begin(), by.end(), static_cast<std::int64_t*>(*array));
}

// A supernode's rectangle contains its upper triangle, and a block that is
// subtracted from it has up to as many columns.  Parts of wide supernodes
// therefore take far less memory, and BLAS is as fast on them.
void split_wide(cholmod_factor* l, Common* common) {
  const Supernodes parts(*l);
  const std::size_t were = l->nsuper + 1, are = parts.super.size();
  if (were == are) return;
  replace(parts.super, were, &l->super, common);
  replace(parts.pi, were, &l->pi, common);
  replace(parts.px, were, &l->px, common);
  replace(parts.s, l->ssize, &l->s, common);
  l->nsuper = are - 1;
  l->ssize = parts.s.size();
  l->xsize = static_cast<std::size_t>(parts.px.back());
  l->maxcsize = parts.update;
  l->maxesize = parts.below;
  common->check();
}

}  // namespace

SparseOrder::SparseOrder(const NormalPattern& s, Ordering ordering) {
  const bool natural = ordering == Ordering::kNatural;
  const Analysis first(s, natural ? CHOLMOD_NATURAL : CHOLMOD_AMD);
  first.check();
  first.copy(row);
  nnz_l = first.nnz();
  flops = first.flops();
  if (ordering == Ordering::kBest) improve(s);
}

void SparseOrder::improve(const NormalPattern& s) {
  for (const auto& each : kDissections) {
    if (flops < each.worth * static_cast<double>(s.row.size())) return;
    const Analysis analysis(s, each.method);
    if (!analysis.succeeded() || analysis.flops() >= flops) continue;
    analysis.copy(row);
    nnz_l = analysis.nnz();
    flops = analysis.flops();
  }
}

struct SparseCholesky::Parts {
  ~Parts() {
    vendors().cholmod_free_dense(&x, &common);
    vendors().cholmod_free_dense(&y, &common);
    vendors().cholmod_free_dense(&e, &common);
    vendors().cholmod_free_factor(&factor, &common);
  }
  Common common;
  cholmod_factor* factor = nullptr;
  cholmod_dense *x = nullptr, *y = nullptr, *e = nullptr;  // work space of
                                                           // apply
};

// These limits make supernodes a little larger than CHOLMOD's defaults: more
// zeros, fewer calls of BLAS.  With few operations per non-zero of L, the
// simplicial method is faster.
SparseCholesky::SparseCholesky(NormalPattern s, const SparseOrder& order)
    : s_(std::move(s)),
      value_(s_.row.size()),
      flops_(order.flops),
      parts_(std::make_unique<Parts>()) {
  Common& common = parts_->common;
  common.method[0].ordering = CHOLMOD_NATURAL;
  common.postorder = 0;
  common.supernodal = order.flops < kSimplicial * order.nnz_l
                          ? CHOLMOD_SIMPLICIAL
                          : CHOLMOD_SUPERNODAL;
  std::copy_n(kColumns, 3, common.nrelax);
  std::copy_n(kZeros, 3, common.zrelax);
  cholmod_sparse matrix = view(s_, nullptr);
  parts_->factor = vendors().cholmod_analyze(&matrix, &common);
  common.check();
  const int supernodal = parts_->factor->is_super;
  if (supernodal) split_wide(parts_->factor, &common);
  vendors().cholmod_change_factor(CHOLMOD_REAL, 1, supernodal, 1, 1,
                                  parts_->factor, &common);
  common.check();
}

SparseCholesky::~SparseCholesky() = default;

// Supernodes make calls of BLAS small, so that threads wait for each other more
// often than in a dense factorization: radio, 1.5e9 operations, took 4.7 s of
// two busy processors with two threads, and 2.8 s with one.
bool SparseCholesky::factorize() {
  constexpr double kSmaller = 20.0;
  const BlasGuard guard(flops_ / kSmaller);
  const NoThreads no_threads;
  cholmod_sparse matrix = view(s_, value_.data());
  vendors().cholmod_factorize(&matrix, parts_->factor, &parts_->common);
  parts_->common.check();
  return parts_->factor->minor == parts_->factor->n && finite_diagonal();
}

// Not every LAPACK notices a pivot that is not a number.
bool SparseCholesky::finite_diagonal() const {
  const cholmod_factor& l = *parts_->factor;
  const auto* x = static_cast<const double*>(l.x);
  if (!l.is_super) {
    const auto* start = static_cast<const std::int64_t*>(l.p);
    return std::all_of(start, start + l.n,
                       [x](std::int64_t p) { return std::isfinite(x[p]); });
  }
  const auto* first = static_cast<const std::int64_t*>(l.super);
  const auto* rows = static_cast<const std::int64_t*>(l.pi);
  const auto* place = static_cast<const std::int64_t*>(l.px);
  for (std::size_t s = 0; s < l.nsuper; s++) {
    const std::int64_t height = rows[s + 1] - rows[s];
    for (std::int64_t j = 0; j < first[s + 1] - first[s]; j++)
      if (!std::isfinite(x[place[s] + j * (height + 1)])) return false;
  }
  return true;
}

void SparseCholesky::apply(Half half, double* x) {
  const BlasGuard guard(0.0);
  const NoThreads no_threads;
  Parts& parts = *parts_;
  cholmod_dense b = view(parts.factor->n, x);
  constexpr int kSystem[] = {CHOLMOD_L, CHOLMOD_Lt};
  vendors().cholmod_solve2(kSystem[half], parts.factor, &b, nullptr, &parts.x,
                           nullptr, &parts.y, &parts.e, &parts.common);
  parts.common.check();
  std::copy_n(static_cast<const double*>(parts.x->x), parts.factor->n, x);
}

double SparseCholesky::bytes() const {
  return static_cast<double>(parts_->common.memory_usage) +
         16.0 * s_.row.size() + 8.0 * s_.start.size();
}

}  // namespace gpuinv
