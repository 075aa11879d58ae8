// spread_tableau.cpp (a tableau whose rows are on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/spread_tableau.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "libgpuinv/device/inverse_part.hpp"
#include "libgpuinv/device/tableau_part.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

constexpr int kReported = 6;  // most blocks named in a message

// Returns the largest number of parts on a device.
int sharing(const Cards& cards) {
  std::ptrdiff_t most = 0;
  for (const auto& card : cards)
    most = std::max(
        most, std::count_if(cards.begin(), cards.end(), [&](const auto& other) {
          return other->device() == card->device();
        }));
  return static_cast<int>(most);
}

// Returns the rows of a part, and all columns.
SimplexState state_of(const SimplexState& s, int first, int count) {
  SimplexState part = s;
  const auto take = [&](const auto& from, auto* to) {
    to->assign(from.begin() + first, from.begin() + first + count);
  };
  take(s.basic, &part.basic);
  take(s.beta, &part.beta);
  take(s.basic_lower, &part.basic_lower);
  take(s.basic_upper, &part.basic_upper);
  take(s.row_scale, &part.row_scale);
  return part;
}

template <class T>
void append(const std::vector<T>& part, std::vector<T>* all) {
  all->insert(all->end(), part.begin(), part.end());
}

std::unique_ptr<SpreadPart> make_part(const std::shared_ptr<Context>& card,
                                      const kernels::SimplexWish& wish,
                                      int sharing, Form form) {
  if (form == Form::kInverse)
    return std::make_unique<InversePart>(card, wish, sharing);
  return std::make_unique<TableauPart>(card, wish, sharing);
}

const char* name_of(int wait) {
  return wait == kernels::kWaitBlocks  ? "block"
         : wait == kernels::kWaitCards ? "card"
                                       : "column";
}

}  // namespace

SpreadTableau::SpreadTableau(Cards cards, const kernels::SimplexWish& wish,
                             Form form)
    : builder_(*cards.at(0), form) {
  if (cards.size() > kernels::kMostCards) cards.resize(kernels::kMostCards);
  require_same_kind(cards);
  open_memory(cards);
  for (const auto& card : cards)
    parts_.push_back(make_part(card, wish, sharing(cards), form));
  lost_.grow(1);
}

SpreadTableau::~SpreadTableau() { stop_all(); }

void SpreadTableau::require_tableau() const {
  if (m_ == 0)
    throw DeviceError(GPUINV_STATE, "there is no tableau on the devices");
}

void SpreadTableau::divide(int m, int nn) {
  m_ = 0;
  nn_ = nn;
  rows_ = Partition(m, static_cast<int>(parts_.size()));
  for (int c = 0; c < used(); c++) parts_[c]->take(rows_, c, nn + 1);
}

int SpreadTableau::most_pending(int m, int nn) {
  if (rows_.rows() != m || nn_ != nn) divide(m, nn);
  return parts_[0]->most_pending(rows_.count(0), nn);
}

std::size_t SpreadTableau::bytes_needed(int m, int nn, std::size_t nnz) {
  if (rows_.rows() != m || nn_ != nn) divide(m, nn);
  std::size_t most = 0;
  for (int c = 0; c < used(); c++)
    most = std::max(most, parts_[c]->bytes_needed(rows_.count(c), nn, nnz));
  return most + builder_.bytes_needed(m);
}

void SpreadTableau::lay_out(int m, int nn) {
  divide(m, nn);
  for (int c = 0; c < used(); c++) parts_[c]->lay_out(rows_.count(c), nn);
  std::memset(lost_.data(), 0, sizeof *lost_.data());
  partial_.resize(nn + 1);
  waited_ = 0;
  synchronize();
  m_ = m;
}

void SpreadTableau::lay_out(const WorkingLp& lp, const SimplexBasis& basis) {
  require_columns(basis, lp.n);
  lay_out(lp.m, lp.n - lp.m);
  const int m = std::exchange(m_, 0);
  for (int c = 0; c < used(); c++) parts_[c]->load(lp, basis);
  synchronize();
  m_ = m;
}

bool SpreadTableau::build(const WorkingLp& lp, const SimplexBasis& basis) {
  m_ = 0;
  lay_out(lp, basis);
  const int m = std::exchange(m_, 0);
  const bool built = builder_.fill(lp, basis, parts_, used());
  if (built) m_ = m;
  return built;
}

void SpreadTableau::push(const SimplexState& state) {
  require_tableau();
  if (state.basic.size() != static_cast<std::size_t>(m_))
    throw DeviceError(GPUINV_INTERNAL,
                      "state of another shape than the tableau");
  for (int c = 0; c < used(); c++)
    parts_[c]->push(state_of(state, rows_.first(c), rows_.count(c)));
}

void SpreadTableau::pull(SimplexState& s) {
  require_tableau();
  parts_[0]->pull(s);
  for (int c = 1; c < used(); c++) {
    SimplexState part;
    parts_[c]->pull(part);
    append(part.basic, &s.basic);
    append(part.beta, &s.beta);
    append(part.basic_lower, &s.basic_lower);
    append(part.basic_upper, &s.basic_upper);
    append(part.row_scale, &s.row_scale);
  }
}

// Adds up the shares of T'*w in order.
void SpreadTableau::multiply(const double* z, double* y, const double* w,
                             double* v) {
  require_tableau();
  if (w != nullptr) std::fill(v, v + nn_ + 1, 0.0);
  for (int c = 0; c < used(); c++) {
    const int first = rows_.first(c);
    parts_[c]->multiply(z, z != nullptr ? y + first : nullptr,
                        w != nullptr ? w + first : nullptr,
                        w != nullptr ? partial_.data() : nullptr);
    if (w == nullptr) continue;
    for (int j = 0; j <= nn_; j++) v[j] += partial_[j];
  }
}

void SpreadTableau::synchronize() {
  for (int c = 0; c < used(); c++) {
    const ScopedDevice here(parts_[c]->context().device());
    parts_[c]->context().synchronize();
  }
}

void SpreadTableau::sketch(Method method) {
  for (int c = 0; c < used(); c++) {
    if (is_dual(method)) {
      parts_[c]->sketch_rows();
    } else {
      parts_[c]->share_sketch();
    }
  }
  synchronize();
  if (is_dual(method)) return;
  add_up_products();
  for (int c = 0; c < used(); c++) parts_[c]->finish_sketch();
  synchronize();
}

// Adds up on the first card, in order; all cards get the sum.
void SpreadTableau::add_up_products() {
  Context& context = parts_[0]->context();
  const ScopedDevice here(context.device());
  const std::size_t numbers = parts_[0]->sketch_numbers();
  const std::size_t bytes = numbers * sizeof(double);
  double* sum = parts_[0]->sketch_product();
  shares_.grow(numbers);
  const double one = 1.0;
  for (int c = 1; c < used(); c++) {
    GPUINV_CUDA(cudaMemcpyAsync(shares_.data(), parts_[c]->sketch_product(),
                                bytes, cudaMemcpyDefault, context.stream()));
    GPUINV_CUBLAS(cublasDaxpy(context.cublas(), static_cast<int>(numbers), &one,
                              shares_.data(), 1, sum, 1));
  }
  for (int c = 1; c < used(); c++)
    GPUINV_CUDA(cudaMemcpyAsync(parts_[c]->sketch_product(), sum, bytes,
                                cudaMemcpyDefault, context.stream()));
  context.synchronize();
}

kernels::SpreadView SpreadTableau::view_of_all() {
  kernels::SpreadView view{};
  view.cards = used();
  view.lost = lost_.data();
  view.patience = static_cast<unsigned long long>(1e9 * patience_);
  for (int c = 0; c < used(); c++) parts_[c]->show(&view);
  return view;
}

void SpreadTableau::launch_all(Method method, int limit,
                               const kernels::SimplexTolerances& tol) {
  const kernels::SpreadView view = view_of_all();
  if (delay_ != nullptr) {
    Context& last = parts_[used() - 1]->context();
    const ScopedDevice here(last.device());
    GPUINV_CUDA(cudaLaunchHostFunc(last.stream(), delay_, nullptr));
    delay_ = nullptr;
  }
  for (int c = 0; c < used(); c++)
    parts_[c]->launch_part(method, view, limit, tol);
}

// No card folds before all have finished, because they read each other's rows.
kernels::BatchResult SpreadTableau::finish_all() {
  bool folded = true;
  for (int c = 0; c < used(); c++) {
    const ScopedDevice here(parts_[c]->context().device());
    for (int other = 0; other < used(); other++)
      if (other != c) parts_[other]->done.hold(parts_[c]->context().stream());
    folded = parts_[c]->fold_pending() && folded;
  }
  for (int c = 0; c < used(); c++) {
    const ScopedDevice here(parts_[c]->context().device());
    parts_[c]->done.wait();
  }
  check_results();
  waited_ += lost_.data()->waited[0];
  const kernels::BatchResult result = parts_[0]->result();
  if (!folded) fold(result.pivots);
  return result;
}

void SpreadTableau::fold(int k) {
  for (int c = 0; c < used(); c++) {
    const ScopedDevice here(parts_[c]->context().device());
    parts_[c]->fold(k);
  }
}

// Only the first block of a card writes a result.  Any block that gave up has
// raised the flag.
void SpreadTableau::check_results() {
  const kernels::BatchResult& a = parts_[0]->result();
  bool agree = true, lost = lost_.data()->flag != 0;
  for (int c = 0; c < used(); c++) {
    const kernels::BatchResult& b = parts_[c]->result();
    lost = lost || b.stop == kernels::kStopLost;
    agree = agree && std::memcmp(&a, &b, sizeof a) == 0;
  }
  if (lost)
    throw DeviceError(GPUINV_DEVICE,
                      "a card does not answer the others" + where_they_stand());
  if (!agree)
    throw DeviceError(GPUINV_DEVICE, "the cards come to different pivots" +
                                         where_they_stand());
}

std::string SpreadTableau::where_they_stand() {
  std::string text;
  const kernels::Lost& lost = *lost_.data();
  for (int c = 0; c < used(); c++) {
    const kernels::BatchResult& r = parts_[c]->result();
    text += "; card " + std::to_string(c) + ": stop " + std::to_string(r.stop) +
            ", pivots " + std::to_string(r.pivots) + ", flips " +
            std::to_string(r.flips) + ", first choice " +
            std::to_string(r.candidate);
    int told = 0, silent = 0;
    for (int b = 0; b < kernels::kMostBlocks; b++) {
      const kernels::LostBlock& at = lost.block[c][b];
      if (at.epoch == 0) continue;
      if (++told > kReported) silent++;
      if (told > kReported) continue;
      text += ", block " + std::to_string(b) + " in pivot " +
              std::to_string(at.pending) + " waits for " + name_of(at.wait) +
              " " + std::to_string(at.from) + " to come to exchange " +
              std::to_string(at.epoch) + " from " + std::to_string(at.seen);
    }
    if (silent > 0) text += ", and " + std::to_string(silent) + " more blocks";
  }
  return text;
}

// Makes all kernels that wait for others end.
void SpreadTableau::stop_all() noexcept {
  if (lost_.data() != nullptr)
    *static_cast<volatile unsigned*>(&lost_.data()->flag) = 1;
  for (const auto& p : parts_) p->context().drain();
}

// After a failure, the contents of T0 are unknown.
Batch SpreadTableau::iterate(Method method, int budget, const Tolerances& tol) {
  require_tableau();
  const int m = std::exchange(m_, 0);
  kernels::BatchResult total{kernels::kStopBudget, 0, 0, 0, -1};
  try {
    sketch(method);
    while (total.stop == kernels::kStopBudget &&
           total.pivots + total.flips < budget) {
      launch_all(method, budget - total.pivots - total.flips,
                 {tol.bound, tol.cost, tol.pivot});
      add(finish_all(), &total);
    }
  } catch (...) {
    stop_all();
    throw;
  }
  m_ = m;
  if (method == Method::kPrimal && total.candidate >= 0)
    total.candidate = parts_[0]->deal().number(total.candidate);
  return batch_of(total);
}

}  // namespace gpuinv::device
