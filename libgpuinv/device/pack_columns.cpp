// pack_columns.cpp (packs columns of a matrix for one transfer)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/pack_columns.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv::device {
namespace {

// Bytes for each packing thread.  Columns are scattered in the caller's memory
// and read at a third of the speed of reading in order.
constexpr std::size_t kBytesPerPacker = std::size_t{3} << 19;

// to[t] := ind[t] - base.  Returns false if a row is out of range.
bool copy_rows(const HostColumns& columns, const HostColumn& column, int* to) {
  const unsigned m = columns.m, base = columns.base;
  bool outside = false;
  for (std::size_t t = 0; t < column.nnz; t++) {
    const unsigned row = column.ind[t] - base;
    outside |= row >= m;
    to[t] = static_cast<int>(row);
  }
  return !outside;
}

class Packer {
 public:
  Packer(const HostColumns& columns, const Piece& piece, char* to)
      : columns_(columns),
        piece_(piece),
        layout_(piece.last - piece.first, piece.nnz),
        ptr_(reinterpret_cast<std::size_t*>(to)),
        val_(reinterpret_cast<double*>(to + layout_.val)),
        rows_(reinterpret_cast<Rows*>(to + layout_.rows)),
        ind_(reinterpret_cast<int*>(to + layout_.ind)) {
    ptr_[0] = 0;
    for (int c = 0; c < count(); c++) ptr_[c + 1] = ptr_[c] + column(c).nnz;
  }

  // Packs the columns that begin within this part of the entries.  Returns the
  // first bad column, or count().
  int pack(int part, int parts) {
    const int end = begin(part + 1, parts);
    for (int c = begin(part, parts); c < end; c++)
      if (!pack_column(c)) return c;
    return count();
  }

  std::size_t bytes() const {
    const bool listed =
        std::find(rows_, rows_ + count(), Rows::kListed) != rows_ + count();
    return listed ? layout_.end : layout_.ind;
  }

 private:
  int count() const { return piece_.last - piece_.first; }
  const HostColumn& column(int c) const {
    return columns_.column[piece_.first + c];
  }
  int begin(int part, int parts) const {
    if (part == parts) return count();
    const std::size_t share = piece_.nnz / parts * part;
    return static_cast<int>(std::lower_bound(ptr_, ptr_ + count(), share) -
                            ptr_);
  }
  bool pack_column(int c) {
    const HostColumn& from = column(c);
    rows_[c] = rows_of(columns_.m, columns_.base, from.nnz, from.ind);
    if (from.nnz == 0) return true;
    std::memcpy(val_ + ptr_[c], from.val, from.nnz * sizeof(double));
    if (rows_[c] != Rows::kListed) return true;
    return copy_rows(columns_, from, ind_ + ptr_[c]);
  }

  const HostColumns& columns_;
  const Piece& piece_;
  const PieceLayout layout_;
  std::size_t* ptr_;
  double* val_;
  Rows* rows_;
  int* ind_;
};

}  // namespace

int pack_columns(const HostColumns& columns, const Piece& piece, char* to,
                 std::size_t* bytes) {
  Packer packer(columns, piece, to);
  const int parts =
      parts_for(piece.nnz * (sizeof(double) + sizeof(int)), kBytesPerPacker);
  std::vector<int> bad(parts);
  parallel_for(parts, [&](int part) { bad[part] = packer.pack(part, parts); });
  *bytes = packer.bytes();
  return piece.first + *std::min_element(bad.begin(), bad.end());
}

}  // namespace gpuinv::device
