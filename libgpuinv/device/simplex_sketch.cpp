// simplex_sketch.cpp (steepest edge weights on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/simplex_sketch.hpp"

#include "kernels/lines.hpp"
#include "kernels/sketch.hpp"
#include "libgpuinv/simplex/rules.hpp"

namespace gpuinv::device {
namespace {

using rules::kSketch;

constexpr double kOne = 1.0, kZero = 0.0;

}  // namespace

std::size_t SimplexSketch::factor_elements(int count) {
  return static_cast<std::size_t>(kernels::even_count(count)) * kSketch;
}

std::size_t SimplexSketch::bytes_needed(int count) {
  return factor_elements(count) * (sizeof(float) + 2 * sizeof(double)) +
         kSketch * sizeof(float);
}

void SimplexSketch::grow(int count) {
  sketch_.grow(factor_elements(count));
  chosen_.grow(kSketch);
  signs_.grow(factor_elements(count));
  product_.grow(factor_elements(count));
}

// product_ := T0*x with x[nn][32]; cuBLAS sees row-major as transposed.  An
// additional column of T0 is padding or b; it is multiplied by zeros.
void SimplexSketch::multiply(Context& context, const Tableau& t,
                             const double* x) {
  GPUINV_CUBLAS(cublasDgemm(context.cublas(), CUBLAS_OP_N, CUBLAS_OP_N, kSketch,
                            t.m, kernels::even_count(t.nn), &kOne, x, kSketch,
                            t.t0, static_cast<int>(t.ld), &kZero,
                            product_.data(), kSketch));
}

// product_ := T0'*g_B for so many columns; one more is padding
void SimplexSketch::share_of_columns(Context& context, const Tableau& t,
                                     const int* basic, int columns) {
  GPUINV_CUDA(kernels::launch_sketch_signs(context.launch(), basic, t.m,
                                           signs_.data()));
  GPUINV_CUBLAS(cublasDgemm(
      context.cublas(), CUBLAS_OP_N, CUBLAS_OP_T, kSketch,
      kernels::even_count(columns), t.m, &kOne, signs_.data(), kSketch, t.t0,
      static_cast<int>(t.ld), &kZero, product_.data(), kSketch));
}

// y_i := scale_i*(g_B + T*g_N)_i
void SimplexSketch::of_rows(Context& context, const Tableau& t,
                            const SimplexVectors& rows, const int* nonbasic) {
  if (kernels::suits_lines(t.m, t.nn)) {
    GPUINV_CUDA(kernels::launch_line_sketches(
        context.launch(), kernels::row_lines(t.t0, t.ld, t.m, t.nn), nonbasic,
        rows.ids(), rows.scales(), 1.0, sketch_.data()));
    return;
  }
  GPUINV_CUDA(kernels::launch_sketch_signs(context.launch(), nonbasic, t.nn,
                                           signs_.data()));
  multiply(context, t, signs_.data());
  GPUINV_CUDA(kernels::launch_sketch_finish(context.launch(), rows.ids(),
                                            rows.scales(), product_.data(), 1.0,
                                            t.m, sketch_.data()));
}

// z_j := scale_j*(g_N - T'*g_B)_j
void SimplexSketch::of_columns(Context& context, const Tableau& t,
                               const SimplexVectors& columns,
                               const int* basic) {
  if (kernels::suits_lines(t.m, t.nn)) {
    GPUINV_CUDA(kernels::launch_line_sketches(
        context.launch(), kernels::column_lines(t.t0, t.ld, t.m, t.nn + 1),
        basic, columns.ids(), columns.scales(), -1.0, sketch_.data()));
    return;
  }
  share_of_columns(context, t, basic, t.nn + 1);
  finish_columns(context, t.nn, columns);
}

void SimplexSketch::finish_columns(Context& context, int nn,
                                   const SimplexVectors& columns) {
  GPUINV_CUDA(kernels::launch_sketch_finish(context.launch(), columns.ids(),
                                            columns.scales(), product_.data(),
                                            -1.0, nn + 1, sketch_.data()));
}

void SimplexSketch::of_product(Context& context, const Tableau& t,
                               const double* x, const SimplexVectors& rows) {
  multiply(context, t, x);
  GPUINV_CUDA(kernels::launch_sketch_scale(
      context.launch(), rows.scales(), product_.data(), t.m, sketch_.data()));
}

void SimplexSketch::finish_sparse_columns(Context& context,
                                          const kernels::SparseRows& a,
                                          const SimplexVectors& columns,
                                          int count) {
  GPUINV_CUDA(kernels::launch_sketch_products(context.launch(), a,
                                              columns.ids(), product_.data(),
                                              count, signs_.data()));
  GPUINV_CUDA(kernels::launch_sketch_finish(context.launch(), columns.ids(),
                                            columns.scales(), signs_.data(),
                                            -1.0, count, sketch_.data()));
}

}  // namespace gpuinv::device
