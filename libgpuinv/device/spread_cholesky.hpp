// spread_cholesky.hpp (dense Cholesky factor computed by several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/event.hpp"
#include "libgpuinv/device/peers.hpp"
#include "libgpuinv/sparse/block_columns.hpp"

namespace gpuinv::device {

// S = L*L', right-looking by block columns, which are dealt out to the cards:
//   L_kk*L_kk' = S_kk (POTRF),  L_ik = S_ik*inv(L_kk') (TRSM),  i > k,
//   S_ij := S_ij - L_ik*L_jk' (GEMM),  i >= j > k.
// The owner of block column k computes it and sends it to all others, and each
// card updates its own block columns.  The next block column is updated first
// and computed on a stream that goes before the updates, so that the cards
// seldom wait for it.
//
// The first card has S and gets all of L in its place, so that solves need no
// other card.  (cuSOLVERMg is deprecated since CUDA 13, and its solves take
// turns on the cards.)  Results are the same for any number of cards up to
// rounding errors.
class SpreadCholesky {
 public:
  // Columns of a block column.  A product with 512 is as fast as any, and a
  // block column of 60 000 rows takes 2 ms, where updates take 17.
  static constexpr int kWidth = 512;

  // S has m rows.  The first card is the one of S.
  SpreadCholesky(Cards cards, int m, int width = kWidth);
  ~SpreadCholesky();
  SpreadCholesky(const SpreadCholesky&) = delete;
  SpreadCholesky& operator=(const SpreadCholesky&) = delete;

  // Allocates all memory.  DeviceError(CANNOT) names the memory needed and the
  // free memory of a card that has too little, or says that cards cannot read
  // each other's memory.
  void grow();
  // Replaces the lower triangle of S by L; column-major, on the first card, as
  // is *flag, which is set to 1 if a pivot was not positive and else does not
  // change.  What is above the diagonal is lost.  Queued: later work in the
  // stream of the first card's context comes after it.
  void factorize(double* s, std::size_t ld, int* flag);

  int cards() const { return static_cast<int>(cards_.size()); }

 private:
  struct Card;
  // A block column from its diagonal on, on one card.
  struct Block {
    double* data;
    std::size_t ld;
  };
  Block block(int card, int j);
  Block received(int card, int k);
  void begin();
  void compute(int k);
  void send(int k);
  void update(int card, int k, int j);
  void update_next(int k);
  void update_rest(int card, int k);
  void end(int* flag);

  const BlockColumns columns_;
  std::vector<std::unique_ptr<Card>> cards_;
  double* s_ = nullptr;
  std::size_t ld_ = 0;
  Event filled_;             // S is there
  DeviceBuffer<int> flags_;  // of all cards, on the first one
};

}  // namespace gpuinv::device
