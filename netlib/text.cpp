// text.cpp (reading files and taking text apart)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "text.hpp"

#include <zlib.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "error.hpp"

namespace gpuinv::netlib {
namespace {

constexpr size_t kBlock = 1 << 16;

struct GzClose {
  void operator()(gzFile file) const { gzclose(file); }
};

}  // namespace

std::string read_file(const std::string& path) {
  if (std::filesystem::is_directory(path))
    throw Error(path + ": is a folder, not a file");
  errno = 0;
  std::unique_ptr<gzFile_s, GzClose> file(gzopen(path.c_str(), "rb"));
  if (!file) throw Error(path + ": cannot be opened: " + std::strerror(errno));
  std::string content;
  std::array<char, kBlock> block;
  int got;
  while ((got = gzread(file.get(), block.data(), block.size())) > 0)
    content.append(block.data(), got);
  int code = Z_OK;
  const char* cause = gzerror(file.get(), &code);
  if (got < 0 || code == Z_BUF_ERROR)
    throw Error(path + ": read error: " + cause);
  return content;
}

void write_file(const std::string& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), content.size());
  file.close();
  if (!file) throw Error(path + ": cannot be written: " + std::strerror(errno));
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> fields;
  for (;;) {
    const size_t end = text.find(separator);
    fields.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return fields;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t begin = 0;;) {
    begin = text.find_first_not_of(" \t\r", begin);
    if (begin == std::string_view::npos) return words;
    const size_t end = text.find_first_of(" \t\r", begin);
    words.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return words;
    begin = end;
  }
}

std::string_view trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         text.substr(text.size() - suffix.size()) == suffix;
}

std::optional<double> parse_double(std::string_view text) {
  if (text.empty() ||
      text.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
    return std::nullopt;
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<long long> parse_count(std::string_view text) {
  constexpr size_t kMaxDigits = 18;  // below 2^63
  if (text.empty() || text.size() > kMaxDigits ||
      text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return std::strtoll(std::string(text).c_str(), nullptr, 10);
}

std::string problem_name(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  for (const char* suffix : {".gz", ".mps", ".mod", ".lp", ".emps"})
    if (ends_with(name, suffix) && name.size() > std::strlen(suffix))
      name.resize(name.size() - std::strlen(suffix));
  return name;
}

}  // namespace gpuinv::netlib
