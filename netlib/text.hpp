// text.hpp (reading files and taking text apart)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_TEXT_HPP
#define GPUINV_NETLIB_TEXT_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuinv::netlib {

// Whole content of a file; gzip files are expanded. Error if it cannot be read.
std::string read_file(const std::string& path);

// Writes (or replaces) a file. Error with the system's cause if that fails.
void write_file(const std::string& path, std::string_view content);

// Lines without their LF; a last line without LF counts.
std::vector<std::string_view> split_lines(std::string_view text);

// Fields between separators; "a,,b" has three, "" has one empty field.
std::vector<std::string> split(std::string_view text, char separator);

// Words between runs of blanks.
std::vector<std::string_view> split_words(std::string_view text);

// Without blanks (and CR) at the ends.
std::string_view trim(std::string_view text);

bool starts_with(std::string_view text, std::string_view prefix);
bool ends_with(std::string_view text, std::string_view suffix);

// The whole text as a finite decimal number, correctly rounded; nothing for
// empty text, other characters, overflow.
std::optional<double> parse_double(std::string_view text);

// The whole text as a decimal integer >= 0; nothing otherwise.
std::optional<long long> parse_count(std::string_view text);

// "file name without folder and without .mps, .mod, .lp, .emps, .gz".
std::string problem_name(const std::string& path);

}  // namespace gpuinv::netlib

#endif
