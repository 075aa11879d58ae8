// inverse_primal.cu (primal simplex iterations in inverse form)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <cuda_runtime.h>

#include "kernels/inverse_block.cuh"
#include "kernels/inverse_iterate.hpp"
#include "kernels/tableau_launch.cuh"

namespace gpuinv::kernels {
namespace {

template <bool kSharedRows, bool kSharedColumns>
class Primal {
 public:
  __device__ Primal(const InverseView& v, const TableauTolerances& tol,
                    char* memory, Selection* s, InverseShared* x)
      : b_(v, tol, memory, s, x) {}

  __device__ void run(int limit) {
    __syncthreads();  // the slices are there
    measure_sketches(b_.columns, [this](int j) { mark_column(j); });
    int stop = kStopBudget;
    for (int done = 0;; done++) {
      b_.price(b_.columns, b_.v.t.columns);
      if (done >= limit) break;
      if (b_.s->first.index < 0) stop = kStopOptimal;
      if (stop != kStopBudget || b_.k >= b_.v.t.capacity) break;
      stop = iterate();
      if (stop != kStopBudget) break;
    }
    __syncthreads();
    b_.finish(stop, flips_, degenerate_);
  }

 private:
  __device__ int iterate() {
    const Range range = b_.load_choice(b_.s->first, &b_.s->first_record);
    const Record& in = b_.s->first_record;
    const double sign = in.value < 0.0 ? 1.0 : -1.0;
    const RowRatio ratio{sign, b_.tol.pivot, b_.tol.bound};
    b_.load_line_of_rows(range, -1, [&](int i) { ratio.mark(b_.rows, i); });
    b_.ratio_test(b_.rows, b_.v.t.rows, ratio);
    return step(range, sign);
  }

  __device__ int step(const Range& range, double sign) {
    const int q = b_.s->first.index;
    const Choice& row = b_.s->second;
    const Record& in = b_.s->first_record;
    const double width = in.upper - in.lower;
    const bool any = row.index >= 0;
    const double exact =
        any ? fmax(0.0, row.gap / fabs(row.element)) : rules::kInfinity;
    if (!any && width == rules::kInfinity) return kStopNoPivot;
    if (width <= exact) {
      flip(q, sign * width);
      return kStopBudget;
    }
    if (b_.poor_pivot()) return kStopPoorPivot;
    if (!pivot(range, row.index, q, sign * exact)) return kStopPoorPivot;
    if (exact == 0.0) degenerate_++;
    return kStopBudget;
  }

  // x_q goes by `move` to its other bound.
  __device__ void flip(int q, double move) {
    for (int i = threadIdx.x; i < b_.rows.count; i += kTableauThreads) {
      b_.rows.value(i) -= move * b_.rows.line(i);
    }
    const int j = q - b_.columns.first;
    if (threadIdx.x == 0 && j >= 0 && j < b_.columns.count) {
      int& at = b_.columns.at(j);
      at = at == rules::kAtLower ? rules::kAtUpper : rules::kAtLower;
      mark_column(j);
    }
    flips_++;
  }

  // False if the pivot is not the same in its row and its column: nothing
  // has changed then.
  __device__ bool pivot(const Range& range, int p, int q, double move) {
    LineReader reader = b_.start_row(p);
    b_.load_second_factors();
    b_.load_line_of_columns(reader, range);
    if (!rules::same_pivot(b_.s->second.element, b_.x->check, b_.tol.pivot)) {
      return false;
    }
    update_rows(p, move);
    update_columns(q);
    b_.k++;
    return true;
  }

  __device__ void update_rows(int p, double move) {
    const Record& in = b_.s->first_record;
    const InverseSlice& r = b_.rows;
    for (int i = threadIdx.x; i < r.count; i += kTableauThreads) {
      const double alpha = r.line(i);
      b_.update_row_factor(i, alpha, p, b_.s->second.element);
      if (r.first + i == p) {
        b_.enter(i, in, entering_value(in) + move);
      } else {
        r.value(i) -= move * alpha;
      }
    }
  }

  __device__ void update_columns(int q) {
    const Record& in = b_.s->first_record;
    const double alpha = b_.s->second.element;
    const InverseSlice& c = b_.columns;
    const int groups = kTableauThreads / c.lanes;
    const int lane = threadIdx.x % c.lanes;
    for (int base = 0; base < c.count; base += groups) {
      const int j = base + threadIdx.x / c.lanes;
      const bool mine = j < c.count, own = c.first + j == q;
      const double rho = mine && !own ? c.line(j) : -1.0;
      const float ratio = static_cast<float>(rho) / static_cast<float>(alpha);
      const float weight =
          update_sketch(c, j, lane, mine, own, ratio, b_.s->first_sketch);
      if (lane != 0 || !mine) continue;
      c.weight(j) = weight;
      if (own) {
        replace_column(j, alpha);
      } else {
        c.value(j) -= in.value * (rho / alpha);
      }
      mark_column(j);
    }
  }

  // Column q becomes that of the leaving variable, at the bound to which
  // it went; if Harris' test let it pass that bound, its bound follows.
  __device__ void replace_column(int j, double alpha) {
    const Record& in = b_.s->first_record;
    const Record& out = b_.s->second_record;
    const InverseSlice& c = b_.columns;
    const bool decreases = (in.value < 0.0) == (alpha > 0.0);
    const bool passed = b_.s->second.gap < 0.0;
    const bool fixed = out.lower == out.upper;
    b_.leave(j, out, -in.value / alpha,
             decreases ? rules::kAtLower : rules::kAtUpper);
    if (passed && (decreases || fixed)) c.lower(j) = out.value;
    if (passed && (!decreases || fixed)) c.upper(j) = out.value;
  }

  __device__ void mark_column(int j) {
    const InverseSlice& c = b_.columns;
    c.mark(j) = rules::primal_score(c.value(j), c.weight(j), c.at(j),
                                    c.lower(j), c.upper(j), b_.tol.cost);
  }

  InverseBlock<Priced::kColumns, kSharedRows, kSharedColumns> b_;
  int flips_ = 0, degenerate_ = 0;
};

template <bool kSharedRows, bool kSharedColumns>
__global__ void __launch_bounds__(kTableauThreads, 1)
    primal_kernel(const __grid_constant__ InverseView v,
                  const __grid_constant__ TableauTolerances tol, int limit) {
  extern __shared__ double memory[];
  __shared__ Selection selection;
  __shared__ InverseShared shared;
  Primal<kSharedRows, kSharedColumns>(v, tol, reinterpret_cast<char*>(memory),
                                      &selection, &shared)
      .run(limit);
}

}  // namespace

cudaError_t prepare_inverse_primal(int device, std::size_t* bytes) {
  return prepare_kernels<InverseView>(
      {primal_kernel<true, true>, primal_kernel<true, false>,
       primal_kernel<false, false>},
      device, bytes);
}

cudaError_t launch_inverse_primal(const Launch& launch, const InverseView& view,
                                  const TableauPlan& plan,
                                  const TableauTolerances& tol, int limit) {
  const TableauKernel<InverseView> kernel =
      !plan.shared          ? primal_kernel<false, false>
      : plan.columns_shared ? primal_kernel<true, true>
                            : primal_kernel<true, false>;
  return launch_kernel(kernel, launch, view, plan, tol, limit);
}

}  // namespace gpuinv::kernels
