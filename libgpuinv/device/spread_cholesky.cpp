// spread_cholesky.cpp (dense Cholesky factor computed by several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/spread_cholesky.hpp"

#include <algorithm>
#include <utility>

#include "kernels/flags.hpp"
#include "libgpuinv/device/blas.hpp"
#include "libgpuinv/device/scoped_device.hpp"

namespace gpuinv::device {

// What one card has.  Its context's stream has the updates.
struct SpreadCholesky::Card {
  explicit Card(std::shared_ptr<Context> given)
      : context(std::move(given)), urgent(context->device(), true) {}

  std::shared_ptr<Context> context;
  Context urgent;                    // computes and sends block columns
  DeviceBuffer<double> own;          // its block columns; the first has S
  DeviceBuffer<double> received[2];  // block columns of others, in turn
  Event used[2];                     // the updates with them have ended
  Event ready;                       // the next block column is up to date
  Event computed;                    // the latest block column
  std::vector<std::unique_ptr<Event>> sent;  // the same, by receiver
  DeviceBuffer<char> work;                   // of POTRF
  std::vector<char> host_work;
  DeviceBuffer<int> info, flag;
};

SpreadCholesky::SpreadCholesky(Cards cards, int m, int width)
    : columns_(m, width, static_cast<int>(cards.size())) {
  open_memory(cards);
  for (const auto& card : cards) {
    cards_.push_back(std::make_unique<Card>(card));
    for (std::size_t c = 0; c < cards.size(); c++)
      cards_.back()->sent.push_back(std::make_unique<Event>());
  }
}

SpreadCholesky::~SpreadCholesky() {
  for (const auto& card : cards_) {
    card->context->drain();
    card->urgent.drain();
  }
}

void SpreadCholesky::grow() {
  const std::size_t panel = columns_.elements(0);
  for (int c = 0; c < cards(); c++) {
    Card& card = *cards_[c];
    const ScopedDevice here(card.context->device());
    const std::size_t own = columns_.elements_of_card(c);
    if (c > 0) {
      require_memory("shared factor", columns_.rows(0),
                     (own + 2 * panel) * sizeof(double));
      card.own.grow(std::max<std::size_t>(own, 1));
      for (auto& buffer : card.received) buffer.grow(panel);
    }
    card.info.grow(1);
    card.flag.grow(1);
    std::size_t bytes = 0, host_bytes = 0;
    GPUINV_CUSOLVER(cusolverDnXpotrf_bufferSize(
        card.urgent.cusolver(), card.urgent.cusolver_params(),
        CUBLAS_FILL_MODE_LOWER, columns_.columns(0), CUDA_R_64F,
        card.info.data(), columns_.rows(0), CUDA_R_64F, &bytes, &host_bytes));
    card.work.grow(std::max<std::size_t>(bytes, 1));
    card.host_work.resize(host_bytes);
    card.context->cublas();
    card.urgent.cublas();
  }
  const ScopedDevice here(cards_[0]->context->device());
  flags_.grow(cards_.size());
}

SpreadCholesky::Block SpreadCholesky::block(int card, int j) {
  if (card == 0)
    return {s_ + static_cast<std::size_t>(columns_.first(j)) * (ld_ + 1), ld_};
  return {cards_[card]->own.data() + columns_.place(j), columns_.ld(j)};
}

// Returns block column k where a card has it after it was sent.
SpreadCholesky::Block SpreadCholesky::received(int card, int k) {
  if (card == 0 || card == columns_.owner(k)) return block(card, k);
  return {cards_[card]->received[columns_.turn(card, k)].data(),
          columns_.ld(k)};
}

// Deals out the block columns of S.  They replace those of the last time, which
// may still be on their way to others.
void SpreadCholesky::begin() {
  {
    const ScopedDevice here(cards_[0]->context->device());
    filled_.record(cards_[0]->context->stream());
  }
  for (int c = 0; c < cards(); c++) {
    Card& card = *cards_[c];
    const ScopedDevice here(card.context->device());
    const cudaStream_t stream = card.context->stream();
    filled_.hold(stream);
    filled_.hold(card.urgent.stream());
    GPUINV_CUDA(cudaMemsetAsync(card.flag.data(), 0, sizeof(int),
                                card.urgent.stream()));
    if (c == 0) continue;
    for (const auto& sent : card.sent) sent->hold(stream);
    for (int j = c; j < columns_.count(); j += cards()) {
      const Block from = block(0, j), to = block(c, j);
      GPUINV_CUDA(cudaMemcpy2DAsync(
          to.data, to.ld * sizeof(double), from.data, from.ld * sizeof(double),
          columns_.rows(j) * sizeof(double), columns_.columns(j),
          cudaMemcpyDefault, stream));
    }
  }
}

// Computes block column k on its card, once that is up to date.
void SpreadCholesky::compute(int k) {
  Card& card = *cards_[columns_.owner(k)];
  const ScopedDevice here(card.context->device());
  Context& urgent = card.urgent;
  const Block l = block(columns_.owner(k), k);
  const int n = columns_.columns(k), below = columns_.rows(k) - n;
  if (k > 0) card.ready.hold(urgent.stream());
  GPUINV_CUSOLVER(cusolverDnXpotrf(
      urgent.cusolver(), urgent.cusolver_params(), CUBLAS_FILL_MODE_LOWER, n,
      CUDA_R_64F, l.data, l.ld, CUDA_R_64F, card.work.data(), card.work.size(),
      card.host_work.data(), card.host_work.size(), card.info.data()));
  GPUINV_CUDA(kernels::launch_raise_flag(urgent.launch(), card.info.data(),
                                         card.flag.data()));
  if (below > 0)
    solve_right(urgent.cublas(), below, n, l.data, l.ld, l.data + n, l.ld);
  card.computed.record(urgent.stream());
}

// Sends it to the first card, and to those that have more block columns.  All
// of them are waited for before S may change again.
void SpreadCholesky::send(int k) {
  const int owner = columns_.owner(k);
  Card& card = *cards_[owner];
  const ScopedDevice here(card.context->device());
  const cudaStream_t stream = card.urgent.stream();
  const Block from = block(owner, k);
  for (int c = 0; c < cards(); c++) {
    if (c == owner || (c > 0 && !columns_.goes_on(c, k))) continue;
    const Block to = received(c, k);
    if (c > 0) cards_[c]->used[columns_.turn(c, k)].hold(stream);
    GPUINV_CUDA(cudaMemcpy2DAsync(
        to.data, to.ld * sizeof(double), from.data, from.ld * sizeof(double),
        columns_.rows(k) * sizeof(double), columns_.columns(k),
        cudaMemcpyDefault, stream));
    card.sent[c]->record(stream);
  }
}

// Subtracts the product with block column k from block column j of the card.
void SpreadCholesky::update(int c, int k, int j) {
  const Block l = received(c, k), s = block(c, j);
  const double* rows = l.data + (columns_.first(j) - columns_.first(k));
  add_product(cards_[c]->context->cublas(), columns_.rows(j),
              columns_.columns(j), columns_.columns(k), -1.0, rows, l.ld, rows,
              l.ld, s.data, s.ld);
}

// Brings block column k+1 up to date.
void SpreadCholesky::update_next(int k) {
  const int owner = columns_.owner(k), c = columns_.owner(k + 1);
  Card& card = *cards_[c];
  const ScopedDevice here(card.context->device());
  Event& there = c == owner ? cards_[owner]->computed : *cards_[owner]->sent[c];
  there.hold(card.context->stream());
  update(c, k, k + 1);
  card.ready.record(card.context->stream());
}

void SpreadCholesky::update_rest(int c, int k) {
  if (!columns_.goes_on(c, k)) return;
  const int owner = columns_.owner(k);
  Card& card = *cards_[c];
  const ScopedDevice here(card.context->device());
  const cudaStream_t stream = card.context->stream();
  Event& there = c == owner ? cards_[owner]->computed : *cards_[owner]->sent[c];
  there.hold(stream);
  for (int j = k + 2; j < columns_.count(); j++)
    if (columns_.owner(j) == c) update(c, k, j);
  if (c != owner && c > 0) card.used[columns_.turn(c, k)].record(stream);
}

// The first card waits for its own block columns and for those of others.
void SpreadCholesky::end(int* flag) {
  Context& first = *cards_[0]->context;
  const ScopedDevice here(first.device());
  for (int c = 0; c < cards(); c++) {
    Card& card = *cards_[c];
    card.computed.hold(first.stream());
    card.sent[0]->hold(first.stream());
    int* mine = flags_.data() + c;
    GPUINV_CUDA(cudaMemcpyAsync(mine, card.flag.data(), sizeof(int),
                                cudaMemcpyDefault, first.stream()));
    GPUINV_CUDA(kernels::launch_raise_flag(first.launch(), mine, flag));
  }
}

void SpreadCholesky::factorize(double* s, std::size_t ld, int* flag) {
  s_ = s;
  ld_ = ld;
  begin();
  compute(0);
  send(0);
  for (int k = 0; k < columns_.count(); k++) {
    const bool more = k + 1 < columns_.count();
    if (more) {
      update_next(k);
      compute(k + 1);
      send(k + 1);
    }
    for (int c = 0; c < cards(); c++) update_rest(c, k);
  }
  end(flag);
}

}  // namespace gpuinv::device
