// tableau_dual.cu (iterations of the dual simplex method)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <cuda_runtime.h>

#include "kernels/tableau_block.cuh"
#include "kernels/tableau_launch.cuh"
#include "kernels/tableau_ratio.cuh"

namespace gpuinv::kernels {
namespace {

template <bool kShared, int kPerLane>
class Dual {
 public:
  __device__ Dual(const TableauView& v, const TableauTolerances& tol,
                  char* memory, Selection* s)
      : b_(v, tol, memory, s) {}

  __device__ void run(int limit) {
    __syncthreads();  // the slices are there
    measure_sketches(b_.rows, [this](int i) { mark_row(i); });
    int stop = kStopBudget;
    for (int done = 0;; done++) {
      b_.price(b_.rows, b_.v.rows);
      if (done >= limit) break;
      if (b_.s->first.index < 0) stop = kStopOptimal;
      if (stop != kStopBudget || b_.k >= b_.v.capacity) break;
      stop = iterate();
      if (stop != kStopBudget) break;
    }
    __syncthreads();
    b_.finish(stop, 0, degenerate_);
  }

 private:
  __device__ int iterate() {
    const int p = b_.s->first.index;
    LineReader reader;
    reader.load(b_.columns, b_.v.t0 + p * b_.v.ld + b_.columns.first, 1);
    b_.load_first(b_.v.rows, false);
    const Record& out = b_.s->first_record;
    const ColumnRatio ratio{out.value < out.lower, b_.tol.pivot, b_.tol.cost};
    reader.sum(b_.columns, b_.other, b_.k, b_.latest_column - b_.columns.first,
               p == b_.latest_row ? 1.0 : 0.0,
               [&](int j, double x, int lane, bool mine) {
                 if (lane != 0 || !mine) return;
                 b_.columns.line(j) = x;
                 ratio.mark(b_.columns, j);
               });
    b_.ratio_test(b_.columns, b_.v.columns, ratio);
    const Choice& column = b_.s->second;
    if (column.index < 0) return kStopNoPivot;
    if (b_.poor_pivot()) return kStopPoorPivot;
    pivot(p, column.index, ratio.below);
    return kStopBudget;
  }

  __device__ void pivot(int p, int q, bool below) {
    const Choice& column = b_.s->second;
    LineReader reader;
    reader.load(b_.rows, b_.v.t0 + b_.rows.first * b_.v.ld + q, b_.v.ld);
    const double r = rules::dual_rate(column.element, below);
    const double cost = r > 0.0 ? column.gap : -column.gap;
    const double theta = column.gap > 0.0 ? cost / column.element : 0.0;
    if (theta == 0.0) degenerate_++;
    update_columns(q, theta, below);
    b_.load_second(b_.v.columns, q == b_.latest_column);
    update_rows(reader, p, q, below);
    b_.next_pivot(p, q);
  }

  // Column q becomes that of the leaving variable, at the bound to which
  // it went.
  __device__ void update_columns(int q, double theta, bool below) {
    const double alpha = b_.s->second.element;
    const Record& out = b_.s->first_record;
    const Slice& c = b_.columns;
    for (int j = threadIdx.x; j < c.count; j += kTableauThreads) {
      if (c.first + j == q) {
        set_factor<kShared>(b_.v, b_.v.columns, c, j, b_.k, 1.0 / alpha);
        c.value(j) = -theta;
        c.id(j) = out.id;
        c.lower(j) = out.lower;
        c.upper(j) = out.upper;
        c.at(j) = below ? rules::kAtLower : rules::kAtUpper;
      } else {
        const double rho = c.line(j);
        set_factor<kShared>(b_.v, b_.v.columns, c, j, b_.k, rho / alpha);
        c.value(j) -= theta * rho;
      }
    }
  }

  // The leaving variable goes to its bound `target`, x_q changes by `move`.
  __device__ void update_rows(LineReader& reader, int p, int q, bool below) {
    const double pivot = b_.s->second.element;
    const Record& out = b_.s->first_record;
    const Record& in = b_.s->second_record;
    const Slice& r = b_.rows;
    const double target = below ? out.lower : out.upper;
    const double move = (out.value - target) / pivot;
    const double from = entering_value(in);
    const auto update = [&](int i, double x, int lane, bool mine) {
      const bool own = r.first + i == p;
      const float share =
          static_cast<float>(own ? 1.0 : x) / static_cast<float>(pivot);
      const float weight =
          update_sketch(r, i, lane, mine, own, share, b_.s->first_sketch);
      if (lane != 0 || !mine) return;
      r.weight(i) = weight;
      if (own) {
        b_.update_row_factors(i, pivot, p, q);
        r.value(i) = from + move;
        r.lower(i) = in.lower;
        r.upper(i) = in.upper;
        r.id(i) = in.id;
      } else {
        b_.update_row_factors(i, x, p, q);
        r.value(i) -= x * move;
      }
      mark_row(i);
    };
    reader.sum(r, b_.other, b_.k, -1, 0.0, update);
  }

  __device__ void mark_row(int i) {
    const Slice& r = b_.rows;
    r.mark(i) = rules::dual_score(r.value(i), r.weight(i), r.lower(i),
                                  r.upper(i), b_.tol.bound);
  }

  TableauBlock<Priced::kRows, kShared, kPerLane> b_;
  int degenerate_ = 0;
};

template <bool kShared, int kPerLane>
__global__ void __launch_bounds__(kTableauThreads, 1)
    dual_kernel(const __grid_constant__ TableauView v,
                const __grid_constant__ TableauTolerances tol, int limit) {
  extern __shared__ double memory[];
  __shared__ Selection selection;
  Dual<kShared, kPerLane>(v, tol, reinterpret_cast<char*>(memory), &selection)
      .run(limit);
}

}  // namespace

cudaError_t prepare_tableau_dual(int device, std::size_t* bytes) {
  return prepare_kernels<TableauView>(
      {dual_kernel<true, kFewPerLane>, dual_kernel<true, kMostPerLane>,
       dual_kernel<false, kMostPerLane>},
      device, bytes);
}

cudaError_t launch_tableau_dual(const Launch& launch, const TableauView& view,
                                const TableauPlan& plan,
                                const TableauTolerances& tol, int limit) {
  const TableauKernel<TableauView> kernel =
      !plan.shared ? dual_kernel<false, kMostPerLane>
      : plan.blocks <= kFewPerLane * kWarpLanes
          ? dual_kernel<true, kFewPerLane>
          : dual_kernel<true, kMostPerLane>;
  return launch_kernel(kernel, launch, view, plan, tol, limit);
}

}  // namespace gpuinv::kernels
