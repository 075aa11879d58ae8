// write_mps.cpp (dense random LPs as MPS files, for other solvers)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <charconv>
#include <cmath>
#include <fstream>

#include "tests/bench/dense_family.hpp"

namespace gpuinv::bench {
namespace {

// A file of fields and lines, with shortest decimals, where std::ofstream would
// round.
class Writer {
 public:
  explicit Writer(const std::string& path) : out_(path) {}
  Writer& operator<<(const char* text) {
    buffer_ += text;
    return *this;
  }
  Writer& operator<<(int k) { return number(k); }
  Writer& operator<<(double x) { return number(x); }
  void end_line() {
    buffer_ += '\n';
    if (buffer_.size() > kPiece) flush();
  }
  bool close() {
    flush();
    out_.close();
    return out_.good();
  }

 private:
  static constexpr std::size_t kPiece = 1 << 20;
  template <class Number>
  Writer& number(Number x) {
    char text[32];
    buffer_.append(text, std::to_chars(text, text + sizeof text, x).ptr);
    return *this;
  }
  void flush() {
    out_ << buffer_;
    buffer_.clear();
  }

  std::ofstream out_;
  std::string buffer_;
};

char row_type(const Range& r) {
  if (r.lower == r.upper) return 'E';
  return r.upper == HUGE_VAL ? 'G' : 'L';
}

// MPS begins with the types of the rows, so they come from an additional run
// through the numbers.
std::vector<Range> rows_of(char letter, int m) {
  DenseFamily family(letter, m);
  for (int j = 0; j < m; j++) family.next_column();
  std::vector<Range> rows;
  for (int i = 0; i < m; i++) rows.push_back(family.next_row());
  return rows;
}

void write_rows(Writer& out, const std::vector<Range>& rows) {
  (out << "ROWS").end_line();
  (out << " N z").end_line();
  int i = 0;
  for (const Range& r : rows) {
    const char type[] = {' ', row_type(r), ' ', 'r', '\0'};
    (out << type << i++).end_line();
  }
}

void write_column(Writer& out, int j, double sign,
                  const DenseFamily::Column& c) {
  (out << " c" << j << " z " << sign * c.cost).end_line();
  for (std::size_t i = 0; i < c.a.size(); i++)
    (out << " c" << j << " r" << static_cast<int>(i) << " " << c.a[i])
        .end_line();
}

void write_sides(Writer& out, const std::vector<Range>& rows) {
  (out << "RHS").end_line();
  int i = 0;
  for (const Range& r : rows)
    (out << " rhs r" << i++ << " " << (row_type(r) == 'L' ? r.upper : r.lower))
        .end_line();
}

}  // namespace

bool write_mps(char letter, int m, const std::string& path) {
  Writer out(path);
  const std::vector<Range> rows = rows_of(letter, m);
  DenseFamily family(letter, m);
  std::vector<double> upper;
  // CLP reads free MPS only if told so
  (out << "NAME dense FREE").end_line();
  write_rows(out, rows);
  (out << "COLUMNS").end_line();
  for (int j = 0; j < m; j++) {
    const DenseFamily::Column& c = family.next_column();
    write_column(out, j, family.maximize() ? -1.0 : 1.0, c);
    upper.push_back(c.range.upper);
  }
  write_sides(out, rows);
  (out << "BOUNDS").end_line();
  for (int j = 0; j < m; j++)
    if (upper[j] != HUGE_VAL)
      (out << " UP bnd c" << j << " " << upper[j]).end_line();
  (out << "ENDATA").end_line();
  return out.close();
}

}  // namespace gpuinv::bench
