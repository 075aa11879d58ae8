// sketch.hpp (sketches of the rows or columns of a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

// See simplex/rules.hpp for the mathematics; a sketch has kSketch = 32 numbers.

#pragma once

#include "kernels/launch.hpp"
#include "kernels/row_sums.hpp"

namespace gpuinv::kernels {

// Returns the rows of a factor with 32 columns: `count`, and a row of zeros if
// that is odd.  cuBLAS multiplies a matrix up to eight times as fast if its
// number of columns is even.
constexpr int even_count(int count) { return count + count % 2; }

// g[i][k] := sign k of variable id[i], i < count; even_count(count) rows
cudaError_t launch_sketch_signs(const Launch& launch, const int* id, int count,
                                double* g);

// y[i][k] := scale[i]*(sign k of id[i] + factor*product[i][k]), i < count
cudaError_t launch_sketch_finish(const Launch& launch, const int* id,
                                 const float* scale, const double* product,
                                 double factor, int count, float* y);

// y[i][k] := scale[i]*product[i][k], i < count
cudaError_t launch_sketch_scale(const Launch& launch, const float* scale,
                                const double* product, int count, float* y);

// y[i][k] := sum over row i of A of value_t * sign k of variable index_t,
// without variables >= n, i < count; even_count(count) rows
cudaError_t launch_sketch_rows(const Launch& launch, const SparseRows& a, int n,
                               int count, double* y);

// y[i][k] := sum over row id[i] of A of value_t * x[index_t][k], i < count
cudaError_t launch_sketch_products(const Launch& launch, const SparseRows& a,
                                   const int* id, const double* x, int count,
                                   double* y);

}  // namespace gpuinv::kernels
