// mps_writer.cpp (writer of fixed MPS format)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <unordered_set>

#include "error.hpp"
#include "mps.hpp"

namespace gpuinv::netlib {
namespace {

constexpr size_t kNameWidth = 8;
constexpr size_t kNumberWidth = 12;

// The shortest decimal digits D and exponent n with D * 10^n == value > 0
// after conversion; D has no trailing zeros.
struct Decimal {
  std::string digits;
  int exponent;
};

Decimal shortest_decimal(double value) {
  constexpr int kMaxDigits = 17;
  char text[32];
  for (int digits = 1; digits <= kMaxDigits; ++digits) {
    std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  const std::string all(text);
  const size_t e = all.find('e');
  Decimal d{all.substr(0, e), std::atoi(all.c_str() + e + 1)};
  if (d.digits.size() > 1) d.digits.erase(1, 1);  // the point
  d.digits.erase(d.digits.find_last_not_of('0') + 1);
  d.exponent -= static_cast<int>(d.digits.size()) - 1;
  return d;
}

// D * 10^n without an exponent.
std::string plain_text(const Decimal& d) {
  const int point = static_cast<int>(d.digits.size()) + d.exponent;
  if (d.exponent >= 0) return d.digits + std::string(d.exponent, '0') + ".";
  if (point <= 0) return "." + std::string(-point, '0') + d.digits;
  return d.digits.substr(0, point) + "." + d.digits.substr(point);
}

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, text.size()), ' ');
}

std::string right_aligned(const std::string& text) {
  return std::string(kNumberWidth - std::min(kNumberWidth, text.size()), ' ') +
         text;
}

class MpsWriter {
 public:
  explicit MpsWriter(const MpsProblem& problem) : p_(problem) {}

  std::string write() {
    text_ = "NAME          " + p_.name + "\nROWS\n";
    for (const MpsRow& row : p_.rows)
      text_ += std::string(" ") + row.type + "  " + checked(row.name) + "\n";
    text_ += "COLUMNS\n";
    write_columns();
    write_vectors("RHS\n", p_.rhs, p_.rhs_sets);
    if (!p_.ranges.empty()) write_vectors("RANGES\n", p_.ranges, p_.range_sets);
    if (!p_.bounds.empty()) write_bounds();
    return text_ + "ENDATA\n";
  }

 private:
  const std::string& checked(const std::string& name) const {
    if (name.size() > kNameWidth)
      throw Error(p_.name + ": name too long for fixed MPS format: " + name);
    return name;
  }

  void write_columns() {
    std::unordered_set<int> bounded;
    for (const MpsBound& b : p_.bounds) bounded.insert(b.column);
    for (size_t j = 0; j < p_.columns.size(); ++j) {
      const MpsColumn& column = p_.columns[j];
      for (const MpsEntry& e : column.entries) add(column.name, e);
      if (column.entries.empty() && bounded.count(j))
        add(column.name, {0, 0, 0.0});
      finish_line();
    }
  }

  void write_vectors(const char* title, const std::vector<MpsEntry>& entries,
                     const std::vector<std::string>& sets) {
    text_ += title;
    for (const MpsEntry& e : entries) add(sets[e.set], e);
    finish_line();
  }

  void write_bounds() {
    text_ += "BOUNDS\n";
    for (const MpsBound& b : p_.bounds) {
      text_ += std::string(" ") + bound_text(b.type) + " " +
               padded(checked(p_.bound_sets[b.set]), 10) +
               checked(p_.columns[b.column].name);
      if (bound_has_value(b.type)) {
        const size_t fill = kNameWidth + 2 - p_.columns[b.column].name.size();
        text_ += std::string(fill, ' ') + right_aligned(number_text(b.value));
      }
      text_ += "\n";
    }
  }

  // Two entries on a line where both belong to one name and are short.
  void add(const std::string& name, const MpsEntry& e) {
    const std::string number = number_text(e.value);
    const std::string& row = checked(p_.rows[e.row].name);
    const std::string item = padded(row, 10) + right_aligned(number);
    if (line_open_ && name == line_name_ && number.size() <= kNumberWidth) {
      text_ += "   " + item;
      finish_line();
      return;
    }
    finish_line();
    text_ += "    " + padded(checked(name), 10) + item;
    line_open_ = true;
    line_name_ = name;
    if (number.size() > kNumberWidth) finish_line();
  }

  void finish_line() {
    if (line_open_) text_ += "\n";
    line_open_ = false;
  }

  const MpsProblem& p_;
  std::string text_;
  bool line_open_ = false;
  std::string line_name_;
};

}  // namespace

std::string number_text(double value) {
  if (value == 0) return "0.";
  const std::string sign = value < 0 ? "-" : "";
  const Decimal d = shortest_decimal(std::fabs(value));
  const std::string plain = sign + plain_text(d);
  if (plain.size() <= kNumberWidth) return plain;
  // An integer may do without its point.
  if (plain.back() == '.' && plain.size() == kNumberWidth + 1)
    return plain.substr(0, kNumberWidth);
  const std::string scaled = sign + d.digits + "E" + std::to_string(d.exponent);
  return scaled.size() < plain.size() ? scaled : plain;
}

std::string format_mps(const MpsProblem& problem) {
  return MpsWriter(problem).write();
}

}  // namespace gpuinv::netlib
