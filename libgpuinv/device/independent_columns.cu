// independent_columns.cu (independent columns by a dense LU on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>

#include <string>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/dense_lu.hpp"
#include "libgpuinv/device/independent_columns.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/sparse/pivot_columns.hpp"

namespace gpuinv::device {
namespace {

// Writes column j of A as row j of A', column by column with `columns` rows.
struct Spread {
  const int *start, *row;
  const double* value;
  int columns;
  double* dense;
  __device__ void operator()(int j) const {
    for (int t = start[j]; t < start[j + 1]; t++)
      dense[static_cast<std::size_t>(row[t]) * columns + j] = value[t];
  }
};

// Elements of a dense matrix, with what they are made of.
struct Sources {
  DeviceBuffer<int> start, row;
  DeviceBuffer<double> value, dense;
};

// Queues the dense form of A', which it stores in s.dense.
void spread(Context& context, const ColumnMatrix& a, Sources* s) {
  const std::size_t elements = static_cast<std::size_t>(a.rows) * a.columns;
  const std::size_t nnz = a.start[a.columns];
  s->dense.grow(elements);
  s->start.grow(a.columns + 1);
  s->row.grow(nnz);
  s->value.grow(nnz);
  GPUINV_CUDA(cudaMemsetAsync(s->dense.data(), 0, elements * sizeof(double),
                              context.stream()));
  send(context, a.start, a.columns + 1, s->start.data());
  send(context, a.row, nnz, s->row.data());
  send(context, a.value, nnz, s->value.data());
  const thrust::counting_iterator<int> first(0);
  try {
    thrust::for_each(thrust::cuda::par(context.scratch()).on(context.stream()),
                     first, first + a.columns,
                     Spread{s->start.data(), s->row.data(), s->value.data(),
                            a.columns, s->dense.data()});
  } catch (const thrust::system_error& error) {
    cudaGetLastError();
    throw DeviceError(GPUINV_DEVICE,
                      std::string("a dense matrix: ") + error.what());
  }
}

// The diagonal of U, of the factors in `dense`.  Queued.
void fetch_diagonal(Context& context, const double* dense, std::size_t ld,
                    std::vector<double>* pivot) {
  constexpr std::size_t kOne = sizeof(double);
  GPUINV_CUDA(cudaMemcpy2DAsync(pivot->data(), kOne, dense, (ld + 1) * kOne,
                                kOne, pivot->size(), cudaMemcpyDeviceToHost,
                                context.stream()));
}

std::vector<int> by_dense_lu(Context& context, const ColumnMatrix& a,
                             Sources* s, DenseLu* lu) {
  spread(context, a, s);
  lu->grow(a.columns, a.rows, a.columns);
  lu->factorize(a.columns, a.rows, a.columns, s->dense.data());
  std::vector<double> pivot(a.rows);
  fetch_diagonal(context, s->dense.data(), a.columns, &pivot);
  return pivot_columns(a, lu->exchanges(a.rows), pivot);  // waits
}

}  // namespace

// The buffers are freed when nothing uses them any more, after an error, too.
std::vector<int> independent_columns(Context& context, const ColumnMatrix& a) {
  Sources sources;
  DenseLu lu(context);
  try {
    return by_dense_lu(context, a, &sources, &lu);
  } catch (const DeviceError& error) {
    context.drain();
    if (error.status() != GPUINV_CANNOT) throw;
    return {};  // too little memory
  }
}

}  // namespace gpuinv::device
