// options.hpp (options in texts)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

enum class Backend { kAuto, kCuda, kHost };

// Form of a simplex engine. kNone: no engine; the caller works with the basis
// inverse. kCrossover: interior point method and crossover. kSparse: sparse LU
// factors, on the host.
enum class Form { kAny, kTableau, kInverse, kNone, kCrossover, kSparse };

// When to invert a basis matrix: always, or only if that is faster than GLPK's
// LU factors.
enum class Use { kAlways, kAuto };

// Precision of an interior point method's factorizations on a device.
enum class Precision { kAuto, kDouble, kMixed };

// Form of its normal equations.
enum class NormalKind {
  kSparse,  // dense columns of A are kept apart, if there are any
  kDense,   // the full square matrix
  kPacked   // half of it, a little slower
};

// The options of gpuinv.h.  Except for NormalKind, enumerators are in the order
// of the words there.
struct Options {
  Backend backend = Backend::kAuto;
  int device = -1;              // -1: not given
  unsigned devices = 0;         // bit mask; 0: not given
  std::vector<int> spread;      // devices that must share; empty: not given
  int updates = 0;              // 0: not given
  int pivots = 0;               // 0: not given
  std::size_t memory = 0;       // 0: not given
  std::size_t host_memory = 0;  // 0: not given
  Form form = Form::kAny;
  Use inverse = Use::kAlways;
  Precision precision = Precision::kAuto;
  std::optional<NormalKind> normal;  // none: the fastest
  bool repeat = false;  // equal input gives equal bits, where that costs time
  bool waits = false;   // the caller makes no pivots while an engine runs
  int made = -1;        // pivots that the caller has made; -1: it makes none

  // Whether a device is asked for, which the host then must not replace.
  bool asks_for_device() const {
    return backend == Backend::kCuda || device >= 0;
  }
  // The device for what is not shared.
  int first_device() const { return device < 0 ? 0 : device; }
  // Number of devices that the options allow or, with `spread`, demand, at
  // least 1.
  int device_count() const;
  // The device numbers: the lowest one allowed, then the others allowed that
  // exist on a machine with `count` devices.
  std::vector<int> device_list(int count) const;

  // Upper limit of bytes on the host or on a device; 0: no limit.
  std::size_t most_bytes(bool on_host) const;
};

// Parses the option text, which may be NULL.  Error(INVALID) names the word and
// what is wrong with it.
Options parse_options(const char* text);

// The same; spread, if the text does not give it, is that of the variable
// GPUINV_SPREAD.  A program with privileges of its own does not look.
Options options_here(const char* text);

}  // namespace gpuinv
