// inverse_dual.cu (dual simplex iterations in inverse form)
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
class Dual {
 public:
  __device__ Dual(const InverseView& v, const TableauTolerances& tol,
                  char* memory, Selection* s, InverseShared* x)
      : b_(v, tol, memory, s, x) {}

  __device__ void run(int limit) {
    __syncthreads();  // the slices are there
    measure_sketches(b_.rows, [this](int i) { mark_row(i); });
    int stop = kStopBudget;
    for (int done = 0;; done++) {
      b_.price(b_.rows, b_.v.t.rows);
      if (done >= limit) break;
      if (b_.s->first.index < 0) stop = kStopOptimal;
      if (stop != kStopBudget || b_.k >= b_.v.t.capacity) break;
      stop = iterate();
      if (stop != kStopBudget) break;
    }
    __syncthreads();
    b_.finish(stop, 0, degenerate_);
  }

 private:
  __device__ int iterate() {
    const int p = b_.s->first.index;
    LineReader reader = b_.start_row(p);
    b_.load_first_factors();
    const Record& out = b_.s->first_record;
    const ColumnRatio ratio{out.value < out.lower, b_.tol.pivot, b_.tol.cost};
    b_.load_line_of_columns(reader, {0, 0});
    for (int j = threadIdx.x; j < b_.columns.count; j += kTableauThreads) {
      ratio.mark(b_.columns, j);
    }
    b_.ratio_test(b_.columns, b_.v.t.columns, ratio);
    const Choice& column = b_.s->second;
    if (column.index < 0) return kStopNoPivot;
    if (b_.poor_pivot()) return kStopPoorPivot;
    if (!pivot(p, column.index, ratio.below)) return kStopPoorPivot;
    return kStopBudget;
  }

  // False if the pivot is not the same in its row and its column: nothing
  // has changed then.
  __device__ bool pivot(int p, int q, bool below) {
    const Choice& column = b_.s->second;
    const double r = rules::dual_rate(column.element, below);
    const double cost = r > 0.0 ? column.gap : -column.gap;
    const double theta = column.gap > 0.0 ? cost / column.element : 0.0;
    b_.load_sketch();
    const Range range = b_.load_choice(column, &b_.s->second_record);
    b_.load_line_of_rows(range, p, [](int) {});
    __syncthreads();
    if (!rules::same_pivot(b_.x->check, column.element, b_.tol.pivot)) {
      return false;
    }
    if (theta == 0.0) degenerate_++;
    update_columns(q, theta, below);
    update_rows(p, below);
    b_.k++;
    return true;
  }

  // Column q becomes that of the leaving variable, at the bound to which
  // it went.
  __device__ void update_columns(int q, double theta, bool below) {
    const Record& out = b_.s->first_record;
    const InverseSlice& c = b_.columns;
    for (int j = threadIdx.x; j < c.count; j += kTableauThreads) {
      if (c.first + j == q) {
        b_.leave(j, out, -theta, below ? rules::kAtLower : rules::kAtUpper);
      } else {
        c.value(j) -= theta * c.line(j);
      }
    }
  }

  // The leaving variable goes to its bound `target`, x_q changes by `move`.
  __device__ void update_rows(int p, bool below) {
    const double pivot = b_.s->second.element;
    const Record& out = b_.s->first_record;
    const Record& in = b_.s->second_record;
    const InverseSlice& r = b_.rows;
    const double target = below ? out.lower : out.upper;
    const double move = (out.value - target) / pivot;
    const int groups = kTableauThreads / r.lanes;
    const int lane = threadIdx.x % r.lanes;
    for (int base = 0; base < r.count; base += groups) {
      const int i = base + threadIdx.x / r.lanes;
      const bool mine = i < r.count, own = r.first + i == p;
      const double alpha = mine && !own ? r.line(i) : pivot;
      const float share =
          static_cast<float>(own ? 1.0 : alpha) / static_cast<float>(pivot);
      const float weight =
          update_sketch(r, i, lane, mine, own, share, b_.s->first_sketch);
      if (lane != 0 || !mine) continue;
      r.weight(i) = weight;
      b_.update_row_factor(i, alpha, p, pivot);
      if (own) {
        b_.enter(i, in, entering_value(in) + move);
      } else {
        r.value(i) -= alpha * move;
      }
      mark_row(i);
    }
  }

  __device__ void mark_row(int i) {
    const InverseSlice& r = b_.rows;
    r.mark(i) = rules::dual_score(r.value(i), r.weight(i), r.lower(i),
                                  r.upper(i), b_.tol.bound);
  }

  InverseBlock<Priced::kRows, kSharedRows, kSharedColumns> b_;
  int degenerate_ = 0;
};

template <bool kSharedRows, bool kSharedColumns>
__global__ void __launch_bounds__(kTableauThreads, 1)
    dual_kernel(const __grid_constant__ InverseView v,
                const __grid_constant__ TableauTolerances tol, int limit) {
  extern __shared__ double memory[];
  __shared__ Selection selection;
  __shared__ InverseShared shared;
  Dual<kSharedRows, kSharedColumns>(v, tol, reinterpret_cast<char*>(memory),
                                    &selection, &shared)
      .run(limit);
}

}  // namespace

cudaError_t prepare_inverse_dual(int device, std::size_t* bytes) {
  return prepare_kernels<InverseView>(
      {dual_kernel<true, true>, dual_kernel<true, false>,
       dual_kernel<false, false>},
      device, bytes);
}

cudaError_t launch_inverse_dual(const Launch& launch, const InverseView& view,
                                const TableauPlan& plan,
                                const TableauTolerances& tol, int limit) {
  const TableauKernel<InverseView> kernel =
      !plan.shared          ? dual_kernel<false, false>
      : plan.columns_shared ? dual_kernel<true, true>
                            : dual_kernel<true, false>;
  return launch_kernel(kernel, launch, view, plan, tol, limit);
}

}  // namespace gpuinv::kernels
