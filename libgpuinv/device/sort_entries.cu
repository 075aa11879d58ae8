// sort_entries.cu (entries of a device matrix in other orders)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <thrust/copy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>

#include <algorithm>
#include <new>
#include <string>

#include "libgpuinv/device/sort_entries.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

using Counter = thrust::counting_iterator<std::size_t>;

// Returns the first place of sorted[begin..end) with a number not below x.
template <class T>
__host__ __device__ std::size_t not_below(const T* sorted, std::size_t begin,
                                          std::size_t end, std::size_t x) {
  while (begin < end) {
    const std::size_t middle = (begin + end) / 2;
    if (static_cast<std::size_t>(sorted[middle]) < x) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

// Returns the column of entry t.
struct ColumnOf {
  const std::size_t* start;
  int n;
  __host__ __device__ int operator()(std::size_t t) const {
    return static_cast<int>(not_below(start, 0, n + 1, t + 1)) - 1;
  }
};

// Sets the sort key of each entry, and its index.
struct Key {
  const int* row;
  int divisor;
  const int* chosen;  // null: all
  int *key, *entry;
  __device__ void operator()(std::size_t q) const {
    const int t = chosen != nullptr ? chosen[q] : static_cast<int>(q);
    key[q] = row[t] / divisor;
    entry[q] = t;
  }
};

struct Take {
  kernels::SparseRows a;
  int n, divisor;
  const int* entry;
  int* column;
  unsigned short* row;  // may be null
  double* value;
  __device__ void operator()(std::size_t q) const {
    const int t = entry[q];
    column[q] = ColumnOf{a.start, n}(t);
    if (row != nullptr) {
      row[q] = static_cast<unsigned short>(a.index[t] % divisor);
    }
    value[q] = a.value[t];
  }
};

template <class To>
struct Begin {
  const int* key;
  std::size_t count;
  To* start;
  __device__ void operator()(std::size_t i) const {
    start[i] = static_cast<To>(not_below(key, 0, count, i));
  }
};

struct IsKept {
  ColumnOf column;
  const int* place;
  int kept;
  __host__ __device__ bool operator()(int t) const {
    return place[column(t)] == kept;
  }
};

struct BeginOfColumn {
  const int *start, *column;
  int n;
  int* table;
  __device__ void operator()(std::size_t at) const {
    const std::size_t g = at / (n + 1), j = at % (n + 1);
    table[at] = static_cast<int>(not_below(column, start[g], start[g + 1], j));
  }
};

// Returns whether a column of a tile begins at entry q.  The last column of a
// tile may also be the first one of the next tile.
struct IsFirst {
  const int *column, *start;
  int tiles;
  __host__ __device__ bool operator()(int q) const {
    if (q == 0 || column[q] != column[q - 1]) return true;
    const std::size_t x = static_cast<std::size_t>(q);
    return static_cast<std::size_t>(start[not_below(start, 0, tiles, x)]) == x;
  }
};

struct ColumnAt {
  const int *first, *from;
  int* column;
  __device__ void operator()(std::size_t h) const {
    column[h] = from[first[h]];
  }
};

struct BeginOfTile {
  const int *tile, *first;
  std::size_t count;
  int* start;
  __device__ void operator()(std::size_t g) const {
    start[g] = static_cast<int>(not_below(first, 0, count, tile[g]));
  }
};

struct Fill {
  kernels::SparseRows a;
  int n;
  const int* place;
  std::size_t ld;
  double* to;
  __device__ void operator()(std::size_t t) const {
    const int c = place[ColumnOf{a.start, n}(t)];
    if (c >= 0) to[c * ld + a.index[t]] = a.value[t];
  }
};

auto policy(Context& context) {
  return thrust::cuda::par_nosync.on(context.stream());
}

// body() reads arrays of the device alone.  Thrust waits for the device in it.
template <class Body>
void guarded(const char* what, Body body) {
  try {
    wait_without_matrix([&] {
      body();
      return true;
    });
  } catch (const thrust::system_error& error) {
    cudaGetLastError();
    throw DeviceError(GPUINV_DEVICE, std::string(what) + ": " + error.what());
  } catch (const std::bad_alloc&) {
    cudaGetLastError();
    throw DeviceError(GPUINV_CANNOT,
                      std::string(what) + ": no device memory to sort entries");
  }
}

template <class F>
void for_all(Context& context, std::size_t count, F f) {
  thrust::for_each_n(policy(context), Counter(0), count, f);
}

// Sorts chosen entries by row/divisor; the sort is stable.
void sort_entries(Context& context, std::size_t count, const int* row,
                  int divisor, const int* chosen, DeviceBuffer<int>* key,
                  DeviceBuffer<int>* entry) {
  const std::size_t size = std::max<std::size_t>(count, 1);
  key->grow(size);
  entry->grow(size);
  for_all(context, count,
          Key{row, divisor, chosen, key->data(), entry->data()});
  thrust::stable_sort_by_key(policy(context), key->data(), key->data() + count,
                             entry->data());
}

}  // namespace

EntriesByRows sort_by_rows(Context& context, int m, int n, std::size_t nnz,
                           const kernels::SparseRows& columns) {
  EntriesByRows rows;
  guarded("matrix by rows", [&] {
    DeviceBuffer<int> key, entry;
    sort_entries(context, nnz, columns.index, 1, nullptr, &key, &entry);
    const std::size_t size = std::max<std::size_t>(nnz, 1);
    rows.column.grow(size);
    rows.value.grow(size);
    for_all(context, nnz,
            Take{columns, n, 1, entry.data(), rows.column.data(), nullptr,
                 rows.value.data()});
    DeviceBuffer<std::size_t> start(m + 1);
    for_all(context, m + 1, Begin<std::size_t>{key.data(), nnz, start.data()});
    rows.start.resize(m + 1);
    receive(context, start.data(), start.size(), rows.start.data());
  });
  return rows;
}

EntriesByTiles sort_by_tiles(Context& context, int m, int n, std::size_t nnz,
                             const kernels::SparseRows& columns,
                             const int* place, int kept, int tile_rows) {
  EntriesByTiles tiles;
  guarded("matrix by tiles", [&] {
    DeviceBuffer<int> chosen(std::max<std::size_t>(nnz, 1)), key, entry;
    const thrust::counting_iterator<int> first(0);
    const int* end =
        thrust::copy_if(policy(context), first, first + static_cast<int>(nnz),
                        chosen.data(), IsKept{{columns.start, n}, place, kept});
    const std::size_t count = end - chosen.data();
    sort_entries(context, count, columns.index, tile_rows, chosen.data(), &key,
                 &entry);
    tiles.tiles = static_cast<int>(kernels::ceil_div(m, tile_rows));
    tiles.count = count;
    const std::size_t size = std::max<std::size_t>(count, 1);
    tiles.start.grow(tiles.tiles + 1);
    tiles.column.grow(size);
    tiles.row.grow(size);
    tiles.value.grow(size);
    for_all(context, count,
            Take{columns, n, tile_rows, entry.data(), tiles.column.data(),
                 tiles.row.data(), tiles.value.data()});
    for_all(context, tiles.tiles + 1,
            Begin<int>{key.data(), count, tiles.start.data()});
    context.synchronize();
  });
  return tiles;
}

void begin_of_columns(Context& context, const EntriesByTiles& tiles, int n,
                      int* table) {
  guarded("matrix by tiles", [&] {
    for_all(context, static_cast<std::size_t>(tiles.tiles) * (n + 1),
            BeginOfColumn{tiles.start.data(), tiles.column.data(), n, table});
  });
}

TileColumns columns_of_tiles(Context& context, const EntriesByTiles& tiles) {
  TileColumns list;
  guarded("matrix by tiles", [&] {
    const thrust::counting_iterator<int> zero(0);
    const int count = static_cast<int>(tiles.count);
    DeviceBuffer<int> first(tiles.count + 1);
    const int* end = thrust::copy_if(
        policy(context), zero, zero + count, first.data(),
        IsFirst{tiles.column.data(), tiles.start.data(), tiles.tiles});
    const std::size_t found = end - first.data();
    list.first.grow(found + 1);
    list.column.grow(found + 1);
    list.start.grow(tiles.tiles + 1);
    GPUINV_CUDA(cudaMemcpyAsync(list.first.data(), first.data(),
                                found * sizeof(int), cudaMemcpyDeviceToDevice,
                                context.stream()));
    GPUINV_CUDA(cudaMemcpyAsync(list.first.data() + found, &count, sizeof count,
                                cudaMemcpyHostToDevice, context.stream()));
    for_all(
        context, found,
        ColumnAt{list.first.data(), tiles.column.data(), list.column.data()});
    for_all(context, tiles.tiles + 1,
            BeginOfTile{tiles.start.data(), list.first.data(), found,
                        list.start.data()});
    context.synchronize();
  });
  return list;
}

void fill_columns(Context& context, int n, std::size_t nnz,
                  const kernels::SparseRows& columns, const int* place,
                  std::size_t count, std::size_t ld, double* to) {
  GPUINV_CUDA(
      cudaMemsetAsync(to, 0, count * ld * sizeof(double), context.stream()));
  guarded("dense columns", [&] {
    for_all(context, nnz, Fill{columns, n, place, ld, to});
  });
}

}  // namespace gpuinv::device
