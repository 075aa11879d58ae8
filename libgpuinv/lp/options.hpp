// options.hpp (option text of what a session creates)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <vector>

namespace gpuinv {

enum class Backend { kAuto, kCuda, kHost };

// Of a simplex engine.  kNone: there is none, the caller works with the basis
// inverse.  kCrossover: an interior point method, and a basis from its
// solution.
enum class Form { kAny, kTableau, kInverse, kNone, kCrossover };

// When a basis matrix is inverted: always, or where that takes less time than
// GLPK's LU factors.
enum class Use { kAlways, kAuto };

// Of an interior point method: of its factorizations, and the form of its
// normal equations.
enum class Precision { kAuto, kDouble, kMixed };
enum class NormalForm { kAuto, kDense, kSparse, kPacked };

// The words of gpuinv.h; enumerators in the order of theirs.
struct Options {
  Backend backend = Backend::kAuto;
  int device = -1;              // -1: not given
  unsigned devices = 0;         // bit mask; 0: not given
  int updates = 0;              // 0: not given
  int pivots = 0;               // 0: not given
  std::size_t memory = 0;       // 0: not given
  std::size_t host_memory = 0;  // 0: not given
  Form form = Form::kAny;
  Use inverse = Use::kAlways;
  Precision precision = Precision::kAuto;
  NormalForm normal = NormalForm::kAuto;

  // How many devices may be used.
  int device_count() const;
  // The lowest of them, and the others that exist where there are `count`.
  std::vector<int> device_list(int count) const;

  // Bytes that may be used on the host, or on a device; 0: as many as there
  // are.
  std::size_t most_bytes(bool on_host) const;
};

// Throws Error(INVALID) that names the word and what is wrong with it.
// text may be NULL.
Options parse_options(const char* text);

}  // namespace gpuinv
