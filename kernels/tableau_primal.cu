// tableau_primal.cu (iterations of the primal simplex method)
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
class Primal {
 public:
  __device__ Primal(const TableauView& v, const TableauTolerances& tol,
                    char* memory, Selection* s)
      : b_(v, tol, memory, s) {}

  __device__ void run(int limit) {
    __syncthreads();  // the slices are there
    measure_sketches(b_.columns, [this](int j) { mark_column(j); });
    int stop = kStopBudget;
    for (int done = 0;; done++) {
      b_.price(b_.columns, b_.v.columns);
      if (done >= limit) break;
      if (b_.s->first.index < 0) stop = kStopOptimal;
      if (stop != kStopBudget || b_.k >= b_.v.capacity) break;
      stop = iterate();
      if (stop != kStopBudget) break;
    }
    __syncthreads();
    b_.finish(stop, flips_, degenerate_);
  }

 private:
  __device__ int iterate() {
    const int q = b_.s->first.index;
    LineReader reader;
    reader.load(b_.rows, b_.v.t0 + b_.rows.first * b_.v.ld + q, b_.v.ld);
    b_.load_first(b_.v.columns, q == b_.latest_column);
    const Record& in = b_.s->first_record;
    const double sign = in.value < 0.0 ? 1.0 : -1.0;
    const RowRatio ratio{sign, b_.tol.pivot, b_.tol.bound};
    reader.sum(b_.rows, b_.other, b_.k, -1, 0.0,
               [&](int i, double x, int lane, bool mine) {
                 if (lane != 0 || !mine) return;
                 b_.rows.line(i) = x;
                 ratio.mark(b_.rows, i);
               });
    b_.ratio_test(b_.rows, b_.v.rows, ratio);
    return step(q, sign);
  }

  __device__ int step(int q, double sign) {
    const Choice& row = b_.s->second;
    const Record& in = b_.s->first_record;
    const double range = in.upper - in.lower;
    const bool any = row.index >= 0;
    const double exact =
        any ? fmax(0.0, row.gap / fabs(row.element)) : rules::kInfinity;
    if (!any && range == rules::kInfinity) return kStopNoPivot;
    if (range <= exact) {
      flip(q, sign * range);
      return kStopBudget;
    }
    if (b_.poor_pivot()) return kStopPoorPivot;
    pivot(row.index, q, sign * exact);
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

  __device__ void pivot(int p, int q, double move) {
    LineReader reader;
    reader.load(b_.columns, b_.v.t0 + p * b_.v.ld + b_.columns.first, 1);
    update_rows(p, q, move);
    b_.load_second(b_.v.rows, false);
    update_columns(reader, p, q);
    b_.next_pivot(p, q);
  }

  __device__ void update_rows(int p, int q, double move) {
    const Record& in = b_.s->first_record;
    const Slice& r = b_.rows;
    const double from = entering_value(in);
    for (int i = threadIdx.x; i < r.count; i += kTableauThreads) {
      const double alpha = r.line(i);
      b_.update_row_factors(i, alpha, p, q);
      if (r.first + i == p) {
        r.value(i) = from + move;
        r.lower(i) = in.lower;
        r.upper(i) = in.upper;
        r.id(i) = in.id;
      } else {
        r.value(i) -= move * alpha;
      }
    }
  }

  __device__ void update_columns(LineReader& reader, int p, int q) {
    const Record& in = b_.s->first_record;
    const double alpha = b_.s->second.element;
    const Slice& c = b_.columns;
    const auto update = [&](int j, double rho, int lane, bool mine) {
      const bool own = c.first + j == q;
      const float ratio =
          static_cast<float>(own ? -1.0 : rho) / static_cast<float>(alpha);
      const float weight =
          update_sketch(c, j, lane, mine, own, ratio, b_.s->first_sketch);
      if (lane != 0 || !mine) return;
      c.weight(j) = weight;
      if (own) {
        replace_column(j, alpha);
      } else {
        const double share = rho / alpha;
        set_factor<kShared>(b_.v, b_.v.columns, c, j, b_.k, share);
        c.value(j) -= in.value * share;
      }
      mark_column(j);
    };
    reader.sum(c, b_.other, b_.k, -1, 0.0, update);
  }

  // Column q becomes that of the leaving variable, at the bound to which
  // it went; if Harris' test let it pass that bound, its bound follows.
  __device__ void replace_column(int j, double alpha) {
    const Record& in = b_.s->first_record;
    const Record& out = b_.s->second_record;
    const Slice& c = b_.columns;
    set_factor<kShared>(b_.v, b_.v.columns, c, j, b_.k, 1.0 / alpha);
    c.value(j) = -in.value / alpha;
    c.id(j) = out.id;
    const bool decreases = (in.value < 0.0) == (alpha > 0.0);
    const bool passed = b_.s->second.gap < 0.0;
    const bool fixed = out.lower == out.upper;
    c.at(j) = decreases ? rules::kAtLower : rules::kAtUpper;
    c.lower(j) = passed && (decreases || fixed) ? out.value : out.lower;
    c.upper(j) = passed && (!decreases || fixed) ? out.value : out.upper;
  }

  __device__ void mark_column(int j) {
    const Slice& c = b_.columns;
    c.mark(j) = rules::primal_score(c.value(j), c.weight(j), c.at(j),
                                    c.lower(j), c.upper(j), b_.tol.cost);
  }

  TableauBlock<Priced::kColumns, kShared, kPerLane> b_;
  int flips_ = 0, degenerate_ = 0;
};

template <bool kShared, int kPerLane>
__global__ void __launch_bounds__(kTableauThreads, 1)
    primal_kernel(const __grid_constant__ TableauView v,
                  const __grid_constant__ TableauTolerances tol, int limit) {
  extern __shared__ double memory[];
  __shared__ Selection selection;
  Primal<kShared, kPerLane>(v, tol, reinterpret_cast<char*>(memory), &selection)
      .run(limit);
}

}  // namespace

cudaError_t prepare_tableau_primal(int device, std::size_t* bytes) {
  return prepare_kernels<TableauView>(
      {primal_kernel<true, kFewPerLane>, primal_kernel<true, kMostPerLane>,
       primal_kernel<false, kMostPerLane>},
      device, bytes);
}

cudaError_t launch_tableau_primal(const Launch& launch, const TableauView& view,
                                  const TableauPlan& plan,
                                  const TableauTolerances& tol, int limit) {
  const TableauKernel<TableauView> kernel =
      !plan.shared ? primal_kernel<false, kMostPerLane>
      : plan.blocks <= kFewPerLane * kWarpLanes
          ? primal_kernel<true, kFewPerLane>
          : primal_kernel<true, kMostPerLane>;
  return launch_kernel(kernel, launch, view, plan, tol, limit);
}

}  // namespace gpuinv::kernels
