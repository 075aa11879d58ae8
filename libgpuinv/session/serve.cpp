// serve.cpp (the work of a process that is not rank 0)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/serve.hpp"

#include <chrono>
#include <cmath>
#include <memory>

#include "libgpuinv/base/detached.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/steady_time.hpp"
#include "libgpuinv/ranks/member.hpp"
#include "libgpuinv/session/gpu.hpp"

namespace gpuinv {
namespace {

constexpr std::chrono::milliseconds kTurn(50);
constexpr double kGrace = 20.0;  // seconds for a device to end its work

Launch launch_of_rank() {
  const std::optional<Launch> launch = launch_here();
  if (!launch)
    throw Error(GPUINV_INVALID, "GPUINV_ROOT does not tell where rank 0 is");
  if (launch->rank == 0)
    throw Error(GPUINV_INVALID, "this is rank 0, which the solver shall be");
  return *launch;
}

// Rank 0 must not wait for a process that cannot work.
int device_for(const Options& options, const Launch& launch, Gpu& gpu,
               Member& member) {
  try {
    const int count = gpu.count();
    const int device =
        options.device >= 0 ? options.device : launch.local % count;
    gpu.devices_with(device);
    return device;
  } catch (const Error& e) {
    member.give_up(e.what());
    throw;
  }
}

// Waits for the work on its thread, which a device that hangs may keep.
void await(std::future<void> done, const Member& member) {
  double end = HUGE_VAL;
  while (done.wait_for(kTurn) != std::future_status::ready) {
    const double now = steady_seconds();
    if (end == HUGE_VAL && !member.loss().empty()) end = now + kGrace;
    if (now > end)
      throw Error(GPUINV_DEVICE, "the device does not end its work");
  }
  done.get();
}

}  // namespace

void serve_rank(const Options& options, double seconds,
                const std::function<void(const std::string& text)>& say) {
  if (!(seconds >= 0.0))
    throw Error(GPUINV_INVALID, "the time to wait is not a number >= 0");
  const Launch launch = launch_of_rank();
  const auto member = std::make_shared<Member>(launch, kBuild, seconds);
  const auto gpu = std::make_shared<Gpu>();
  const int device = device_for(options, launch, *gpu, *member);
  say("rank " + std::to_string(launch.rank) + " of " +
      std::to_string(launch.size) + " on cuda device " +
      std::to_string(device) + " (" + gpu->info(device, false).name + ")");
  await(start_detached([=] { gpu->devices().serve(device, *member); }),
        *member);
  say(member->loss());
}

}  // namespace gpuinv
