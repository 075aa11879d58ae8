// emps_encoder.cpp (writer of the compressed format, for tests of the decoder)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "emps_encoder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "emps_lines.hpp"

using gpuinv::netlib::alphabet_char;
using gpuinv::netlib::check_char;
using gpuinv::netlib::MpsBound;
using gpuinv::netlib::MpsEntry;
using gpuinv::netlib::MpsProblem;

namespace {

// x in base 46; the last digit is marked as the end.
std::string long_form(long long x) {
  std::string text(1, alphabet_char(46 + x % 46));
  for (x /= 46; x > 0; x /= 46) text.insert(0, 1, alphabet_char(x % 46));
  return text;
}

std::string base_92(long long x) {
  std::string text;
  do text.insert(0, 1, alphabet_char(x % 92));
  while ((x /= 92) > 0);
  return text;
}

// value as digits * 10^exponent with as few digits as it takes.
void take_apart(double value, long long* digits, int* exponent) {
  for (int n = 0; n <= 9; ++n) {
    const double scaled = value * std::pow(10.0, n);
    const long long d = std::llround(scaled);
    if (std::strtod((std::to_string(d) + "E-" + std::to_string(n)).c_str(),
                    nullptr) == value) {
      *digits = d;
      *exponent = -n;
      return;
    }
  }
  std::abort();  // the test's own data break the promise
}

}  // namespace

bool EmpsEncoder::chance(int percent) { return pick(100) < percent; }

int EmpsEncoder::pick(int below) { return static_cast<int>(random_() % below); }

std::string EmpsEncoder::index(long long x, int leading) {
  if (leading == 0 && x <= 22) return std::string(1, alphabet_char(23 + x));
  // The first character must be below 23, and one follows it.
  std::string text = long_form(x);
  const bool fits = text.size() > 1 && text[0] <= alphabet_char(22);
  if (!fits) text.insert(0, 1, alphabet_char(0));
  return std::string(std::max(0, leading - 1), alphabet_char(0)) + text;
}

std::string EmpsEncoder::decimal(long long digits, int exponent) {
  const std::string mantissa = base_92(std::llabs(digits));
  const int first = (digits < 0 ? 69 : 46) + static_cast<int>(mantissa.size());
  return std::string(1, alphabet_char(first - 1)) +
         alphabet_char(50 + exponent) + mantissa;
}

void EmpsEncoder::cover(const std::string& line) {
  text_ += line + "\n";
  checks_ += check_char(line);
  if (checks_.size() < 71) return;
  text_ += " " + checks_ + "\n";
  checks_.clear();
}

void EmpsEncoder::finish_line() {
  if (!line_.empty()) cover(line_);
  line_.clear();
  if (chance(2)) cover(": a remark");
}

void EmpsEncoder::token(const std::string& text) {
  if (line_.size() + text.size() > 70 || (!line_.empty() && chance(5)))
    finish_line();
  line_ += text;
}

void EmpsEncoder::name(const std::string& text) {
  token(index(0, chance(10)) + text);
  finish_line();
}

void EmpsEncoder::index(long long x) { token(index(x, chance(10))); }

std::string EmpsEncoder::literal(double value) {
  long long digits;
  int exponent;
  take_apart(value, &digits, &exponent);
  if (exponent != 0 || chance(50)) return decimal(digits, exponent);
  const int sign = digits < 0 ? 69 : 46;
  const long long size = std::llabs(digits);
  if (size <= 5 && chance(80))
    return std::string(1, alphabet_char(sign + 17 + size));
  // The first character holds a leading digit 0..5.
  std::string text = long_form(size);
  const bool fits = text.size() > 1 && text[0] <= alphabet_char(5);
  if (!fits) text.insert(0, 1, alphabet_char(0));
  const int leading = gpuinv::netlib::alphabet_value(text[0]);
  text[0] = alphabet_char(sign + 11 + leading);
  return text;
}

void EmpsEncoder::number(double value) {
  const auto found = std::find(table_.begin(), table_.end(), value);
  if (found != table_.end())
    token(index(found - table_.begin() + 1, chance(10)));
  else
    token(literal(value));
}

std::string EmpsEncoder::encode(const MpsProblem& p) {
  text_ = "\nNAME          " + p.name + "\n";
  checks_.clear();
  size_t entries = 0;
  table_.clear();
  for (const auto& column : p.columns)
    for (const MpsEntry& e : column.entries) {
      ++entries;
      if (chance(20) && !std::count(table_.begin(), table_.end(), e.value))
        table_.push_back(e.value);
    }
  for (size_t n : {p.rows.size(), p.columns.size(), size_t{0}, entries,
                   size_t{1}, p.rhs.size(), size_t{1}, p.ranges.size()})
    text_ += " " + std::to_string(n);
  text_ += "\n 1 " + std::to_string(p.bounds.size()) + " " +
           std::to_string(table_.size()) + "\n";

  for (double value : table_) token(literal(value));
  finish_line();
  for (const auto& row : p.rows) cover(std::string(1, row.type) + row.name);
  for (const auto& column : p.columns) {
    name(column.name);
    for (const MpsEntry& e : column.entries) index(e.row + 1), number(e.value);
  }
  finish_line();
  const auto vectors = [&](const std::vector<MpsEntry>& items,
                           const std::vector<std::string>& sets) {
    int set = -1;
    for (const MpsEntry& e : items) {
      while (set < e.set) name(sets[++set]);
      index(e.row + 1), number(e.value);
    }
    finish_line();
  };
  vectors(p.rhs, p.rhs_sets);
  vectors(p.ranges, p.range_sets);
  int set = -1;
  for (const MpsBound& b : p.bounds) {
    while (set < b.set) name(p.bound_sets[++set]);
    index(static_cast<int>(b.type)), index(b.column + 1);
    if (bound_has_value(b.type)) number(b.value);
  }
  finish_line();
  if (!checks_.empty()) text_ += " " + checks_ + "\n";
  return text_;
}
