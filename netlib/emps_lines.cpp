// emps_lines.cpp (lines, check characters and tokens of the compressed format)

//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "emps_lines.hpp"

#include "error.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

constexpr size_t kChecksPerLine = 71;

// Ranges of the value v of a first character.
constexpr int kBase = 46;        // base of the long forms, half the alphabet
constexpr int kIndexShort = 23;  // v = 23..45: the index v - 23, complete
constexpr int kNegative = 69;    // v = 69..91: negative numbers

// Classes c of a number: v - 46 or, if it is negative, v - 69.
constexpr int kInteger = 11;       // 11..16: an integer in long form
constexpr int kIntegerShort = 17;  // 17..22: the integer c - 17, complete

constexpr int kExponentBias = 50;
constexpr long long kIntegerMax = 1LL << 52;     // exact as a double
constexpr long long kMantissaSplit = 100000000;  // 9 digits are complete

}  // namespace

int alphabet_value(char c) {
  if (c < '!' || c > '~' || c == ':' || c == '\\') return kNotInAlphabet;
  return c - '!' - (c > ':') - (c > '\\');
}

char alphabet_char(int value) {
  char c = static_cast<char>('!' + value);
  if (c >= ':') ++c;
  if (c >= '\\') ++c;
  return c;
}

char check_char(std::string_view line) {
  constexpr unsigned kTop = 16384;
  unsigned x = 0;
  for (char c : line) x = x / 2 + alphabet_value(c) + (x % 2 ? kTop : 0);
  return alphabet_char(x % kNotInAlphabet);
}

EmpsLines::EmpsLines(std::string_view text, const std::string& source)
    : lines_(split_lines(text)), source_(source) {
  for (std::string_view& line : lines_)
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
}

void EmpsLines::reject(const std::string& cause) const {
  throw Error(source_ + ":" + std::to_string(number_) + ": " + cause);
}

size_t EmpsLines::bytes_left() const {
  if (next_ >= lines_.size()) return 0;
  const std::string_view last = lines_.back();
  return last.data() + last.size() - lines_[next_].data();
}

bool EmpsLines::find_name() {
  position_ = 0;
  while (next_ < lines_.size()) {
    line_ = lines_[next_];
    number_ = ++next_;
    if (starts_with(line_, "NAME")) return true;
  }
  return false;
}

std::string_view EmpsLines::take_line() {
  number_ = next_ + 1;
  if (next_ == lines_.size()) reject("premature end of file");
  return lines_[next_++];
}

void EmpsLines::start_checks() { checks_.clear(); }

void EmpsLines::cover(std::string_view line) {
  checks_ += check_char(line);
  if (checks_.size() < kChecksPerLine) return;
  const size_t number = number_;
  verify_check_line();
  number_ = number;
}

void EmpsLines::verify_check_line() {
  const std::string expected = " " + checks_;
  const size_t first_covered = next_ + 1 - checks_.size();
  const std::string_view found = take_line();
  if (found != expected) {
    size_t p = 0;
    while (p < found.size() && p < expected.size() && found[p] == expected[p])
      ++p;
    const size_t suspect = first_covered + (p > 0 ? p - 1 : 0);
    reject("checksum: character " + std::to_string(p + 1) +
           " of this line differs, which checks line " +
           std::to_string(suspect));
  }
  checks_.clear();
}

void EmpsLines::finish_checks() {
  while (!checks_.empty() && next_ < lines_.size() &&
         starts_with(lines_[next_], ":"))
    cover(take_line());
  if (!checks_.empty()) verify_check_line();
}

void EmpsLines::open_line() {
  position_ = 0;
  do {
    line_ = take_line();
    cover(line_);
  } while (starts_with(line_, ":"));
}

std::string_view EmpsLines::take_rest() {
  const std::string_view rest = line_.substr(position_);
  position_ = line_.size();
  return rest;
}

void EmpsLines::end_section() {
  if (position_ < line_.size()) reject("unused characters at end of section");
}

int EmpsLines::first_value() {
  if (position_ == line_.size()) open_line();
  if (line_.empty()) reject("empty line where data are due");
  return next_value();
}

int EmpsLines::next_value() {
  if (position_ == line_.size()) reject("item cut by end of line");
  const int value = alphabet_value(line_[position_++]);
  if (value == kNotInAlphabet)
    reject("character outside the alphabet at column " +
           std::to_string(position_));
  return value;
}

// Digits of base 46 after x; the last one has kBase added.
long long EmpsLines::take_digits(long long x) {
  for (;;) {
    const int w = next_value();
    x = kBase * x + w % kBase;
    if (x > kIntegerMax) reject("integer out of range");
    if (w >= kBase) return x;
  }
}

long long EmpsLines::finish_index(int first) {
  if (first >= kBase) reject("index expected");
  return first >= kIndexShort ? first - kIndexShort : take_digits(first);
}

long long EmpsLines::take_index() { return finish_index(first_value()); }

// The digits of a decimal's mantissa of 1..11 characters: an integer of base
// 92, or two of them when the first is complete with nine digits; a leading 1
// then keeps the zeros of the second.
std::string EmpsLines::take_mantissa(int size) {
  std::string high;
  long long m = next_value();
  for (int i = 1; i < size; ++i) {
    const int d = next_value();
    if (m < kMantissaSplit) {
      m = kNotInAlphabet * m + d;
    } else {
      if (!high.empty()) reject("mantissa too long");
      high = std::to_string(m);
      m = d;
    }
  }
  const std::string low = std::to_string(m);
  if (high.empty()) return low;
  if (low[0] != '1') reject("malformed second part of a mantissa");
  return high + low.substr(1);
}

std::string EmpsLines::take_number(long long* reference) {
  *reference = 0;
  const int v = first_value();
  if (v < kBase) {
    *reference = finish_index(v);
    if (*reference == 0) reject("table reference 0");
    return "";
  }
  const char* sign = v >= kNegative ? "-" : "";
  const int c = v >= kNegative ? v - kNegative : v - kBase;
  if (c >= kIntegerShort) return sign + std::to_string(c - kIntegerShort);
  if (c >= kInteger) return sign + std::to_string(take_digits(c - kInteger));
  const int exponent = next_value() - kExponentBias;
  return sign + take_mantissa(c + 1) + "E" + std::to_string(exponent);
}

}  // namespace gpuinv::netlib
