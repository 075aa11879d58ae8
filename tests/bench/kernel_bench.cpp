// kernel_bench.cpp (device times of the kernels)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/kernel_bench.hpp"

#include <cstdlib>
#include <random>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "tests/bench/table.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceBuffer;

std::vector<double> random_values(std::size_t n, double scale) {
  std::mt19937_64 engine(std::random_device{}());
  std::uniform_real_distribution<double> value(-scale, scale);
  std::vector<double> x(n);
  for (double& e : x) e = value(engine);
  return x;
}

template <class T>
void send(Context& context, T* to, const std::vector<T>& from) {
  GPUINV_CUDA(cudaMemcpyAsync(to, from.data(), from.size() * sizeof(T),
                              cudaMemcpyHostToDevice, context.stream()));
  context.synchronize();
}

std::size_t l2_bytes(Context& context) {
  int bytes = 0;
  GPUINV_CUDA(
      cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, context.device()));
  return static_cast<std::size_t>(bytes);
}

// Everything that the kernels of one m use.
struct Data {
  Data(Context& context, int m)
      : m(m),
        stride(kernels::matrix_elements(m)),
        copies(count_copies(context, stride * sizeof(double))),
        b(stride * copies),
        alpha(m),
        omega(kernels::padded_rows(m)),
        bk(kernels::leading_dimension(m)),
        y(kernels::leading_dimension(m)),
        work(kernels::combine_rows_workspace(m)),
        val(kSparse),
        ind(kSparse) {
    fill(context, b.data(), stride * copies);
    // theta = 1, and other elements are small: the matrix stays bounded however
    // often it is updated
    std::vector<double> a = random_values(m, 1e-3);
    a[pivot()] = 1.0;
    send(context, alpha.data(), a);
    send(context, val.data(), random_values(kSparse, 1.0));
    std::vector<int> positions(kSparse);
    for (int t = 0; t < kSparse; t++) positions[t] = m / kSparse * t;
    send(context, ind.data(), positions);
  }
  // Returns the matrices that are together four times as large as the L2 cache;
  // one if it alone is.
  static std::size_t count_copies(Context& context, std::size_t bytes) {
    return kernels::ceil_div(4 * l2_bytes(context), bytes);
  }
  int pivot() const { return m / 2; }

  int m;
  std::size_t stride, copies;
  DeviceBuffer<double> b, alpha, omega, bk, y, work, val;
  DeviceBuffer<int> ind;
};

void update(Context& context, Data& d, double* b) {
  GPUINV_CUDA(kernels::launch_eta(context.launch(), d.m, d.pivot(),
                                  d.alpha.data(), b, d.omega.data(),
                                  d.bk.data()));
  GPUINV_CUDA(kernels::launch_rank_one(context.launch(), d.m, d.omega.data(),
                                       d.bk.data(), b));
}

void bench_updates(Context& context, Data& d, int batch) {
  const double bytes = 16.0 * d.m * d.m;
  const bool in_l2 = 0.5 * bytes <= static_cast<double>(l2_bytes(context));
  const Times same = device_times(context, batch,
                                  [&](int) { update(context, d, d.b.data()); });
  print_row(d.m, "update", same, bytes,
            in_l2 ? "device; matrix stays in L2" : "device");
  if (d.copies > 1) {
    const Times turn = device_times(context, batch, [&](int i) {
      update(context, d, d.b.data() + i % d.copies * d.stride);
    });
    print_row(d.m, "update, matrices in turn", turn, bytes,
              "device; from memory");
  }
  const Times rank_one = device_times(context, batch, [&](int i) {
    GPUINV_CUDA(kernels::launch_rank_one(context.launch(), d.m, d.omega.data(),
                                         d.bk.data(),
                                         d.b.data() + i % d.copies * d.stride));
  });
  print_row(d.m, "rank_one alone, in turn", rank_one, bytes, "device");
}

void bench_sparse(Context& context, Data& d, int batch) {
  const Times gather = device_times(context, batch, [&](int i) {
    GPUINV_CUDA(kernels::launch_gather_columns(
        context.launch(), d.m, d.b.data() + i % d.copies * d.stride, kSparse,
        d.ind.data(), d.val.data(), d.y.data()));
  });
  print_row(d.m, "gather_columns, 16 nnz", gather, 32.0 * kSparse * d.m,
            "device; sectors of 32 bytes");
  const Times combine = device_times(context, batch, [&](int i) {
    GPUINV_CUDA(kernels::launch_combine_rows(
        context.launch(), d.m, d.b.data() + i % d.copies * d.stride, kSparse,
        d.ind.data(), d.val.data(), d.y.data(), d.work.data()));
  });
  print_row(d.m, "combine_rows, 16 nnz", combine, 8.0 * kSparse * d.m,
            "device");
}

void bench_gemv(Context& context, Data& d, int batch, cublasOperation_t op,
                const char* name) {
  const double one = 1.0, zero = 0.0;
  const int ld = static_cast<int>(kernels::leading_dimension(d.m));
  const cublasHandle_t blas = context.cublas();
  const Times gemv = device_times(context, batch, [&](int i) {
    GPUINV_CUBLAS(cublasDgemv(blas, op, d.m, d.m, &one,
                              d.b.data() + i % d.copies * d.stride, ld,
                              d.alpha.data(), 1, &zero, d.y.data(), 1));
  });
  print_row(d.m, name, gemv, 8.0 * d.m * d.m, "device; cuBLAS");
}

}  // namespace

// Fills with random data, copied from a first piece; never zeros, with which
// kernels can run faster than with real data.
void fill(Context& context, double* to, std::size_t n) {
  std::size_t done = std::min<std::size_t>(n, 1 << 20);
  send(context, to, random_values(done, 1.0));
  while (done < n) {
    const std::size_t piece = std::min(done, n - done);
    GPUINV_CUDA(cudaMemcpyAsync(to + done, to, piece * sizeof(double),
                                cudaMemcpyDeviceToDevice, context.stream()));
    done += piece;
  }
  context.synchronize();
}

void bench_kernels(Context& context, int m) {
  Data data(context, m);
  const int batch = m <= 2000 ? 100 : m <= 8000 ? 30 : 10;
  bench_updates(context, data, batch);
  bench_sparse(context, data, batch);
  bench_gemv(context, data, batch, CUBLAS_OP_T, "GEMV for FTRAN");
  bench_gemv(context, data, batch, CUBLAS_OP_N, "GEMV for BTRAN");
}

}  // namespace gpuinv::bench
