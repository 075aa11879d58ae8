// bytes.hpp (values from the bytes of an input)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace gpuinv::fuzz {

[[noreturn]] inline void fail(const char* cause, const char* more = "") {
  std::fprintf(stderr, "WRONG: %s %s\n", cause, more);
  std::abort();
}

// Returns zeros when all bytes are used.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size)
      : data_(data), left_(size) {}

  bool empty() const { return left_ == 0; }
  int byte() {
    if (left_ == 0) return 0;
    left_--;
    return *data_++;
  }
  // Returns 0..count-1.
  int below(int count) { return byte() % count; }
  bool one_of(int count) { return below(count) == 0; }
  // Returns an index mostly near a range, seldom far away.
  int index(int base, int size) {
    const int draw = byte();
    if (draw == 255) return INT_MIN;
    if (draw == 254) return INT_MAX;
    if (draw == 253) return -1;
    if (draw == 252) return base + size;
    return base + (size > 0 ? draw % size : 0);
  }
  // Returns mostly small integers, seldom infinities, NaN or huge numbers.
  double number() {
    static constexpr double kOdd[] = {NAN,     INFINITY, -INFINITY, DBL_MAX,
                                      DBL_MIN, 5e-324,   1e300,     1e-300,
                                      1e20,    -1e-12,   1e12,      -0.0};
    const int draw = byte();
    if (draw >= 244) return kOdd[draw - 244];
    if (draw >= 200) return (draw - 220) * std::ldexp(1.0, below(64) - 32);
    return draw % 2 == 0 ? 0.0 : (draw - 100) / 4.0;
  }
  double finite() {
    const double x = number();
    return std::isfinite(x) ? x : 1.0;
  }
  std::string text(int most) {
    std::string some;
    for (int length = below(most + 1); length > 0 && !empty(); length--)
      some += static_cast<char>(byte());
    return some;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

}  // namespace gpuinv::fuzz
