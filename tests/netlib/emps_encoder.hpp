// emps_encoder.hpp (writer of the compressed format, for tests of the decoder)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_NETLIB_EMPS_ENCODER_HPP
#define GPUINV_TESTS_NETLIB_EMPS_ENCODER_HPP

#include <random>
#include <string>
#include <vector>

#include "mps.hpp"

// A problem in compressed form, with legal variety: lines of any length, long
// forms where short ones would do, references to a table or literals, and
// extension lines. Every number must be an integer below 2^31 times a power
// of ten from -9 to 9, given as digits[k] * 10^exponents[k] in the order in
// which the problem states its numbers.
class EmpsEncoder {
 public:
  explicit EmpsEncoder(unsigned seed) : random_(seed) {}

  std::string encode(const gpuinv::netlib::MpsProblem& problem);

  // A decimal form of value = digits * 10^exponent, |digits| < 92^5.
  static std::string decimal(long long digits, int exponent);

  // Index x with at least the given number of characters of the long form;
  // 0 allows the short form.
  static std::string index(long long x, int leading);

 private:
  void cover(const std::string& line);
  void token(const std::string& text);
  void name(const std::string& text);
  void finish_line();
  void number(double value);
  std::string literal(double value);
  void index(long long x);
  bool chance(int percent);
  int pick(int below);

  std::mt19937 random_;
  std::string text_, line_, checks_;
  std::vector<double> table_;
};

#endif
