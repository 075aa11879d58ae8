// gpu.cpp (opens libgpuinv-cuda.so for libgpuinv.so)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/gpu.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <vector>

#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/base/ends_within.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/fault.hpp"
#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/base/measured.hpp"
#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/device/devices.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv {
namespace {

// The process that first used the GPU; 0: nobody.  A child inherits it with all
// that CUDA left in its memory, hence one for all objects.
std::atomic<pid_t> owner{0};

// Whether a device has hung.  Another call would wait for it, too.
std::atomic<bool> hung{false};

// Devices on which CUDA has started in this process, a bit each.  Others after
// the 64th are taken to have to start.
std::atomic<std::uint64_t> at_work{0};

std::uint64_t bit_of(int device) {
  return device < 64 ? std::uint64_t{1} << device : 0;
}

void* open_driver() { return dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL); }

// Returns the devices, or NULL and the reason in *why.  Without NVIDIA's driver
// there are none, and to load the libraries of CUDA would take each process
// 0.07 s and 250 MB.  CUDA and its libraries heed many variables, which name
// libraries to load and files to write; hence no privileged program opens them.
std::unique_ptr<Devices> open_library(std::string* why) {
  if (privileged()) {
    *why = "no CUDA in a set-uid program, as CUDA heeds the user's variables";
    return nullptr;
  }
  void* handle = open_driver();
  if (handle != nullptr)
    handle = dlopen(beside("libgpuinv-cuda.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    *why = std::string("no CUDA back end (") + dlerror() + ")";
    return nullptr;
  }
  const auto* entry =
      static_cast<const DevicesEntry*>(dlsym(handle, "gpuinv_devices"));
  if (entry == nullptr || std::strcmp(entry->build, kBuild) != 0) {
    *why = std::string("libgpuinv-cuda.so is of another build (") +
           (entry != nullptr ? entry->build : "unknown") +
           ") than libgpuinv.so (" + kBuild + ")";
    return nullptr;
  }
  return entry->make({Opening::calls(), Lease::calls(), fault_plan()});
}

}  // namespace

// A child process must not touch the parent's device, and nobody one that
// hangs.
Gpu::~Gpu() {
  if (foreign() || given_up()) static_cast<void>(devices_.release());
}

bool Gpu::foreign() {
  const pid_t first = owner.load();
  return first != 0 && first != getpid();
}

void Gpu::require_owner() {
  if (foreign())
    throw Error(GPUINV_CANNOT, "the GPU belongs to the parent process");
  if (given_up())
    throw Error(GPUINV_CANNOT, "the GPU does not answer any more");
}

void Gpu::give_up() {
  hung.store(true);
  Stay::give_up();
}

bool Gpu::given_up() { return hung.load(); }

bool Gpu::lacks_driver() {
  const Opening here;
  return privileged() || open_driver() == nullptr;
}

void Gpu::claim() {
  require_owner();
  owner.store(getpid());
}

bool Gpu::started(int device) {
  return !foreign() && !given_up() && (at_work.load() & bit_of(device)) != 0;
}

Devices& Gpu::devices() {
  require_owner();
  if (devices_ == nullptr && failure_.empty()) {
    const Opening here;
    devices_ = open_library(&failure_);
    if (devices_ != nullptr) claim();
  }
  if (devices_ == nullptr) throw Error(GPUINV_CANNOT, failure_);
  return *devices_;
}

int Gpu::level_of_absence() {
  return given_up() ? GPUINV_LOG_WARNING : GPUINV_LOG_DEBUG;
}

// A driver may hang while CUDA starts.  Nothing can end such a call, so another
// thread makes it, which is left behind with the devices.
void Gpu::attend(const std::function<void(Devices&)>& call) {
  Devices* const all = devices_.get();
  if (ends_within(machine::kHungStart, [all, call] { call(*all); })) return;
  static_cast<void>(devices_.release());
  give_up();
  throw NoAnswer();
}

int Gpu::count() {
  Devices& all = devices();
  try {
    if (answers_) return all.count();
    const auto count = std::make_shared<int>(0);
    attend([count](Devices& devices) { *count = devices.count(); });
    answers_ = true;
    return *count;
  } catch (const Error& e) {
    failure_ = std::string("no CUDA device: ") + e.what();
    throw Error(GPUINV_CANNOT, failure_);
  }
}

Devices& Gpu::devices_with(int device) {
  const int n = count();
  if (device >= n)
    throw Error(GPUINV_CANNOT, "CUDA device " + std::to_string(device) +
                                   " does not exist, there are " +
                                   std::to_string(n));
  if (!devices_->started(device))
    attend([device](Devices& devices) { devices.start(device); });
  at_work.fetch_or(bit_of(device));
  return *devices_;
}

DeviceInfo Gpu::info(int device, bool with_memory) {
  if (with_memory) return devices().info(device, true);
  const auto known = infos_.find(device);
  if (known != infos_.end()) return known->second;
  return infos_[device] = devices().info(device, false);
}

double Gpu::bandwidth(int device) {
  Devices& devices = devices_with(device);
  const auto known = bandwidths_.find(device);
  if (known != bandwidths_.end()) return known->second;
  const auto measure = [&] { return std::vector{devices.bandwidth(device)}; };
  return bandwidths_[device] =
             measured(cache_folder(), info(device, false).name,
                      {{"bandwidth", machine::kDeviceBandwidth}}, measure)
                 .front();
}

}  // namespace gpuinv
