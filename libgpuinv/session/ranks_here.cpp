// ranks_here.cpp (the processes that work with this one)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/ranks_here.hpp"

#include <cstdio>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/device/devices.hpp"
#include "libgpuinv/ranks/root.hpp"

namespace gpuinv {
namespace {

constexpr double kGather = 10.0;  // seconds

struct RanksHere {
  Root* root = nullptr;  // null: this process is alone or not rank 0
  std::string fault;     // why it is alone although others were asked for
  double least = 0.0;    // operations of the smallest factor to share
};

const RanksHere* make_ranks() {
  auto* here = new RanksHere;
  try {
    const std::optional<Launch> launch = launch_here();
    if (!launch || launch->rank != 0) return here;
    here->least = launch->least;
    if (launch->size == 1)
      here->fault = "there are no others";
    else
      here->root = new Root(*launch, kBuild);
  } catch (const std::exception& e) {
    here->fault = e.what();
  }
  return here;
}

// A child that is forked while another thread makes the object would wait for
// it forever; fork() waits for the Opening.
const RanksHere& ranks_here() {
  const Opening no_fork;
  static const RanksHere* const here = make_ranks();
  return *here;
}

}  // namespace

void listen_for_ranks() { ranks_here(); }

RanksChoice choose_ranks(const Options& options, NormalKind kind,
                         double flops) {
  const RanksHere& here = ranks_here();
  const auto alone = [](const std::string& why) {
    return RanksChoice{nullptr, "one process: " + why};
  };
  if (!here.fault.empty()) return alone(here.fault);
  if (here.root == nullptr) return {};
  if (kind != NormalKind::kSparse || options.repeat)
    return alone("such a factor is not shared");
  if (flops < here.least) {
    char text[80];
    std::snprintf(text, sizeof text, "%.3g Gflop are less than %.3g",
                  1e-9 * flops, 1e-9 * here.least);
    return alone(text);
  }
  try {
    here.root->gather(kGather);
  } catch (const Error& e) {
    return alone(e.what());
  }
  return {here.root, std::to_string(here.root->size()) + " processes"};
}

}  // namespace gpuinv
