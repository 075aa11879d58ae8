// devices.hpp (interface of libgpuinv-cuda.so to libgpuinv.so)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/base/fault.hpp"
#include "libgpuinv/base/lease.hpp"
#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/basis/basis_inverse.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/interior/phase_times.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/ranks/ranks.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv {

struct DeviceInfo {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  std::size_t total_bytes = 0;  // device memory
  std::size_t free_bytes = 0;   // free device memory; 0 if not asked for
};

// The form of the normal equations on a device.
struct DeviceNormal {
  NormalKind kind;
  Precision precision;
  bool repeat;                // equal input gives equal bits
  std::vector<int> others{};  // devices that compute the factor with the first
  Ranks* ranks = nullptr;     // processes that do so, if the form is sparse
};

// The devices as one session or engine sees them; one thread at a time may
// call.  The objects it creates may outlive it, call no other method of this
// class, and do not touch the device when they are deleted in a child process.
// Error(CANNOT): the device does not exist.  Error(DEVICE): the device failed.
// Error(CANNOT or NOMEM): there is too little memory.
class Devices {
 public:
  virtual ~Devices() = default;

  // Returns the versions of CUDA run time, driver, cuBLAS and cuSOLVER in one
  // line.
  virtual std::string versions() = 0;
  // Returns at least 1.  Error(CANNOT): there is no device.
  virtual int count() = 0;
  // with_memory also sets free_bytes, which starts CUDA on the device.
  virtual DeviceInfo info(int device, bool with_memory) = 0;
  // Returns the bytes per second that a copy within the device's memory reads
  // and writes.  Measures it now, in some milliseconds; starts CUDA on the
  // device.
  virtual double bandwidth(int device) = 0;
  // Starts CUDA on the device, if it was not started here before.
  virtual void start(int device) = 0;
  // Returns whether CUDA was started on the device here before.
  virtual bool started(int device) const = 0;
  // Returns whether the library for sparse factors can be loaded.
  virtual bool offers_sparse() = 0;
  // Returns its version and file, or where it was looked for, in one line.
  virtual std::string sparse_library() = 0;

  // An inverse at rest is used again: its memory, especially pinned memory,
  // takes longer to allocate than a small matrix to invert.
  virtual std::shared_ptr<BasisInverse> create_inverse(
      int device, const BasisInverse::Limits& limits) = 0;
  // A tableau of the same form at rest is used again: creating one takes longer
  // than solving a small LP.
  virtual std::shared_ptr<Tableau> create_tableau(int device, Form form) = 0;
  // Creates a tableau whose rows, in inverse form those of inv(B), are divided
  // among several devices of one kind.  Error(CANNOT): the devices cannot read
  // each other's memory.
  virtual std::shared_ptr<Tableau> create_spread_tableau(
      const std::vector<int>& devices, Form form) = 0;
  // The form is read only during this call; times may be null.
  virtual std::unique_ptr<InteriorMethod> create_interior(
      int device, const BoundedForm& form, const Norms& norms,
      const DeviceNormal& normal, std::shared_ptr<PhaseTimes> times) = 0;
  // Another rank than 0: computes its share of what rank 0 asks for, until that
  // ends.  Error: this process has given up, and rank 0 knows.
  virtual void serve(int device, Ranks& ranks) = 0;
};

// Identifies the build of a library.  Classes cross between the two, so they
// work together only if this is the same: release, checksum of the headers,
// compiler.
constexpr const char* kBuild = GPUINV_BUILD " by " __VERSION__;

// Objects of libgpuinv.so that libgpuinv-cuda.so uses in the place of its own.
struct Shared {
  const Opening::Calls& opening;
  const Lease::Calls& lease;
  FaultPlan& faults;  // which counts faults on purpose
};

// Exported by libgpuinv-cuda.so.  build is compared before make is called, and
// stays the first member whatever else may change.
struct DevicesEntry {
  const char* build;
  std::unique_ptr<Devices> (*make)(const Shared& shared);
};

}  // namespace gpuinv

extern "C" __attribute__((visibility("default")))
const gpuinv::DevicesEntry gpuinv_devices;
