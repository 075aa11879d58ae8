// devices.hpp (what libgpuinv-cuda.so offers to libgpuinv.so)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/basis/basis_inverse.hpp"
#include "libgpuinv/interior/choose_normal.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/interior/phase_times.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv {

struct DeviceInfo {
  std::string name;
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  std::size_t total_bytes = 0;  // device memory
  std::size_t free_bytes = 0;   // of it free now; 0 if not asked for
};

// How normal equations are solved on a device.
struct DeviceNormal {
  NormalKind kind;
  Precision precision;
};

// The devices as one session or engine uses them, one thread at a time.  What
// it makes may outlive it, calls no other method of this class, and leaves the
// device alone when it is deleted in a child process.  A device that does not
// exist is Error(CANNOT); failures of the device are Error(DEVICE), too little
// memory is Error(CANNOT or NOMEM).
class Devices {
 public:
  virtual ~Devices() = default;

  // Versions of CUDA run time, driver, cuBLAS, cuSOLVER as one line.
  virtual std::string versions() = 0;
  // At least 1; Error(CANNOT) if there is none.
  virtual int count() = 0;
  // with_memory also fills free_bytes, which starts CUDA on the device.
  virtual DeviceInfo info(int device, bool with_memory) = 0;
  // Bytes a second that a copy within its memory reads and writes, measured
  // now, in some milliseconds; starts CUDA on the device.
  virtual double bandwidth(int device) = 0;
  // Whether something was made here already, so that CUDA need not start.
  virtual bool started(int device) const = 0;
  // Whether there is a library for sparse factors.
  virtual bool offers_sparse() = 0;
  // Its version and file, or where it was looked for, as one line.
  virtual std::string sparse_library() = 0;

  // A past inverse serves again, too: its memory, pinned memory foremost,
  // takes longer to get than a small matrix to invert.
  virtual std::shared_ptr<BasisInverse> create_inverse(
      int device, const BasisInverse::Limits& limits) = 0;
  // Where a past tableau of the same form was left, it serves again: making
  // one takes longer than the solve of a small LP.
  virtual std::shared_ptr<Tableau> create_tableau(int device, Form form) = 0;
  // The tableau form, its rows dealt to several devices of one kind; these
  // must be able to read each other's memory, else Error(CANNOT).
  virtual std::shared_ptr<Tableau> create_spread_tableau(
      const std::vector<int>& devices) = 0;
  // The form is read while the method is made; times may be null.
  virtual std::unique_ptr<InteriorMethod> create_interior(
      int device, const BoundedForm& form, const Norms& norms,
      const DeviceNormal& normal, std::shared_ptr<PhaseTimes> times) = 0;
};

}  // namespace gpuinv
