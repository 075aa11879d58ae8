// emps_lines.hpp (lines, check characters and tokens of the compressed format)

//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_EMPS_LINES_HPP
#define GPUINV_NETLIB_EMPS_LINES_HPP

#include <string>
#include <string_view>
#include <vector>

namespace gpuinv::netlib {

// The alphabet has 92 characters: ASCII 33..126 without ':' and '\', numbered
// 0..91 in ASCII order. alphabet_value gives kNotInAlphabet for all others.
inline constexpr int kNotInAlphabet = 92;
int alphabet_value(char c);
char alphabet_char(int value);

// Check character of a line: x := rotated x + value over its characters.
char check_char(std::string_view line);

// Takes a text apart into lines and tokens. Between start_checks and
// finish_checks each line taken adds its check character, and the check lines
// (a blank and up to 71 such characters) are verified and dropped, as are the
// extension lines, which start with ':'. All failures are Errors
// "source:line: cause".
class EmpsLines {
 public:
  EmpsLines(std::string_view text, const std::string& source);

  // Outside of problems: moves on to the next line that starts with NAME.
  bool find_name();

  // Takes the next line; an Error at the end of the text.
  std::string_view take_line();

  // Takes the next covered line for its tokens.
  void open_line();

  // The rest of the current line, which is used up by this.
  std::string_view take_rest();

  // Index: a non-negative integer of one or more characters. Opens the next
  // line if the current one is used up.
  long long take_index();

  // Text of a decimal number ("-43E-2"), or a reference to the table, the
  // 1-based index of which is put into *reference (0 if it is a number).
  std::string take_number(long long* reference);

  // The current line must be used up at the end of a section.
  void end_section();

  void start_checks();
  void finish_checks();

  // Bytes that are left, for judging whether a count can be true.
  size_t bytes_left() const;

  [[noreturn]] void reject(const std::string& cause) const;

 private:
  int first_value();
  int next_value();
  long long take_digits(long long x);
  long long finish_index(int first);
  std::string take_mantissa(int size);
  void verify_check_line();
  void cover(std::string_view line);

  std::vector<std::string_view> lines_;
  std::string source_;
  size_t next_ = 0;    // lines taken so far
  size_t number_ = 0;  // 1-based number of the line that errors name
  std::string_view line_;
  size_t position_ = 0;  // next character of line_
  std::string checks_;   // characters of the lines since the last check line
};

}  // namespace gpuinv::netlib

#endif
