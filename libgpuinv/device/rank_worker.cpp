// rank_worker.cpp (the work of all ranks but the first)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/rank_worker.hpp"

#include <exception>
#include <string>

#include "libgpuinv/gpuinv.h"
#ifdef HAVE_CUDSS
#include "libgpuinv/device/cudss_factor.hpp"
#include "libgpuinv/device/team.hpp"
#endif

namespace gpuinv::device {

#ifdef HAVE_CUDSS

namespace {

// The factor that rank 0 works on, or none.
class Share {
 public:
  Share(const std::shared_ptr<Context>& card, Ranks& ranks)
      : card_(card), ranks_(ranks) {}

  void follow(const Order& order) {
    switch (order.what) {
      case Do::kMeet:
        team_ = std::make_shared<Team>(ranks_, card_->device(), order);
        return;
      case Do::kShape:
        require(team_ != nullptr);
        factor_ = std::make_unique<CudssFactor>(
            card_,
            CudssFactor::Pattern{static_cast<int>(order.a), order.b, nullptr,
                                 nullptr, nullptr},
            nullptr, nullptr, team_);
        return;
      case Do::kPhase:
      case Do::kReset:
        require(factor_ != nullptr);
        factor_->follow(order);
        return;
      case Do::kEnd:
        factor_.reset();
        team_.reset();
        return;
    }
  }

 private:
  static void require(bool good) {
    if (!good) throw DeviceError(GPUINV_INTERNAL, "orders in a wrong order");
  }

  const std::shared_ptr<Context> card_;
  Ranks& ranks_;
  std::shared_ptr<Team> team_;
  std::unique_ptr<CudssFactor> factor_;
};

}  // namespace

void serve_ranks(const std::shared_ptr<Context>& card, Ranks& ranks) {
  Share share(card, ranks);
  Order order;
  try {
    while (ranks.next(&order)) share.follow(order);
  } catch (const std::exception& e) {
    if (!ranks.loss().empty()) return;  // rank 0 has ended meanwhile
    ranks.give_up(e.what());
    throw;
  }
}

#else

void serve_ranks(const std::shared_ptr<Context>&, Ranks& ranks) {
  const char* why = "built without cuDSS";
  ranks.give_up(why);
  throw DeviceError(GPUINV_CANNOT, why);
}

#endif

}  // namespace gpuinv::device
