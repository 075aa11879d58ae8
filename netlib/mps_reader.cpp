// mps_reader.cpp (reader of fixed MPS format)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "error.hpp"
#include "mps.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

// The six fields of a data line; numbers are text until somebody needs them.
struct Fields {
  std::string type, name, name1, number1, name2, number2;
};

class MpsReader {
 public:
  MpsReader(std::string_view text, const std::string& source)
      : lines_(split_lines(text)), source_(source) {}

  std::vector<MpsProblem> read_all() {
    std::vector<MpsProblem> problems;
    while (find_name()) problems.push_back(read_problem());
    if (problems.empty()) throw Error(source_ + ": no NAME line");
    return problems;
  }

 private:
  using Index = std::unordered_map<std::string, int>;

  [[noreturn]] void reject(const std::string& cause) const {
    throw Error(source_ + ":" + std::to_string(next_) + ": " + cause);
  }

  // The next line that is neither empty nor a comment, without CR and blanks
  // at its end.
  bool next_line() {
    while (next_ < lines_.size()) {
      line_ = lines_[next_++];
      const size_t end = line_.find_last_not_of(" \r");
      line_ = line_.substr(0, end == std::string_view::npos ? 0 : end + 1);
      if (!line_.empty() && line_[0] != '*') return true;
    }
    return false;
  }

  bool find_name() {
    while (next_line())
      if (starts_with(line_, "NAME")) return true;
    return false;
  }

  // Moves to the next line of a section; false if a new section begins.
  bool next_data_line() {
    if (!next_line()) reject("unexpected end of file, no ENDATA");
    return line_[0] == ' ';
  }

  MpsProblem read_problem();
  void read_rows();
  void read_columns();
  void read_vectors(std::vector<std::string>& sets,
                    std::vector<MpsEntry>& entries);
  void read_bounds();

  Fields split_fields() const;
  std::string_view blank_checked(size_t begin, size_t end, size_t next) const;
  double number(const std::string& text) const;
  int find(const Index& index, const std::string& name, const char* kind) const;
  int set_number(std::vector<std::string>& sets, const std::string& name);
  void add_entry(const std::string& row, const std::string& value, int set,
                 std::unordered_set<int>& seen, std::vector<MpsEntry>& entries);

  std::vector<std::string_view> lines_;
  std::string source_;
  size_t next_ = 0;  // lines taken so far = 1-based number of line_
  std::string_view line_;
  MpsProblem problem_;
  Index rows_, columns_;
};

// Columns begin..end-1 (0-based) of the line; up to next they must be blank.
std::string_view MpsReader::blank_checked(size_t begin, size_t end,
                                          size_t next) const {
  if (line_.size() <= begin) return {};
  if (line_.size() > end &&
      line_.substr(end, next - end).find_first_not_of(' ') !=
          std::string_view::npos)
    reject("columns " + std::to_string(end + 1) + "-" + std::to_string(next) +
           " must be blank");
  const std::string_view field = line_.substr(begin, end - begin);
  return field.substr(0, field.find_last_not_of(' ') + 1);
}

Fields MpsReader::split_fields() const {
  if (line_.find('\t') != std::string_view::npos)
    reject("a tab has no place in fixed MPS format");
  Fields f;
  f.type = trim(blank_checked(1, 3, 4));
  f.name = blank_checked(4, 12, 14);
  f.name1 = blank_checked(14, 22, 24);
  if (!f.name1.empty() && f.name1[0] == '$') {
    f.name1.clear();  // the rest of the line is a comment
    return f;
  }
  // The first number is a run of non-blanks; it may be longer than its field
  // if nothing follows.
  const size_t begin = line_.find_first_not_of(' ', 24);
  if (line_.size() <= 24 || begin == std::string_view::npos) return f;
  const size_t end = std::min(line_.find(' ', begin), line_.size());
  if (begin < 36) f.number1 = line_.substr(begin, end - begin);
  const size_t second = line_.find_first_not_of(' ', begin < 36 ? end : begin);
  if (second == std::string_view::npos) return f;
  if (second < 39) reject("columns 37-39 must be blank");
  f.name2 = blank_checked(39, 47, 49);
  if (!f.name2.empty() && f.name2[0] == '$') {
    f.name2.clear();
    return f;
  }
  if (line_.size() > 49) f.number2 = trim(line_.substr(49, 23));
  return f;
}

double MpsReader::number(const std::string& text) const {
  const std::optional<double> value = parse_double(text);
  if (!value) reject(text.empty() ? "number missing" : "bad number: " + text);
  return *value;
}

int MpsReader::find(const Index& index, const std::string& name,
                    const char* kind) const {
  const auto found = index.find(name);
  if (found == index.end())
    reject(std::string("unknown ") + kind + ": " + name);
  return found->second;
}

int MpsReader::set_number(std::vector<std::string>& sets,
                          const std::string& name) {
  if (sets.empty() || sets.back() != name) sets.push_back(name);
  return sets.size() - 1;
}

void MpsReader::add_entry(const std::string& row, const std::string& value,
                          int set, std::unordered_set<int>& seen,
                          std::vector<MpsEntry>& entries) {
  const int i = find(rows_, row, "row");
  if (!seen.insert(i).second) reject("second value for row: " + row);
  entries.push_back({set, i, number(value)});
}

void MpsReader::read_rows() {
  while (next_data_line()) {
    const Fields f = split_fields();
    if (f.type.size() != 1 || !std::strchr("NLGE", f.type[0]))
      reject("bad row type: '" + f.type + "'");
    if (f.name.empty()) reject("row name missing");
    if (!rows_.emplace(f.name, problem_.rows.size()).second)
      reject("second row of the name: " + f.name);
    problem_.rows.push_back({f.type[0], f.name});
  }
}

void MpsReader::read_columns() {
  std::unordered_set<int> seen;
  while (next_data_line()) {
    Fields f = split_fields();
    if (f.name1 == "'MARKER'") reject("integer markers are not supported");
    if (f.name.empty() && !problem_.columns.empty())
      f.name = problem_.columns.back().name;  // as GLPK reads it
    if (f.name.empty()) reject("column name missing");
    if (problem_.columns.empty() || problem_.columns.back().name != f.name) {
      if (!columns_.emplace(f.name, problem_.columns.size()).second)
        reject("column not in one piece: " + f.name);
      problem_.columns.push_back({f.name, {}});
      seen.clear();
    }
    std::vector<MpsEntry>& entries = problem_.columns.back().entries;
    add_entry(f.name1, f.number1, 0, seen, entries);
    if (!f.name2.empty()) add_entry(f.name2, f.number2, 0, seen, entries);
  }
}

void MpsReader::read_vectors(std::vector<std::string>& sets,
                             std::vector<MpsEntry>& entries) {
  std::unordered_set<int> seen;
  while (next_data_line()) {
    const Fields f = split_fields();
    const size_t before = sets.size();
    const int set = set_number(sets, f.name);
    if (sets.size() > before) seen.clear();
    add_entry(f.name1, f.number1, set, seen, entries);
    if (!f.name2.empty()) add_entry(f.name2, f.number2, set, seen, entries);
  }
}

void MpsReader::read_bounds() {
  static const std::unordered_map<std::string, BoundType> kTypes = {
      {"UP", BoundType::kUp}, {"LO", BoundType::kLo}, {"FX", BoundType::kFx},
      {"FR", BoundType::kFr}, {"MI", BoundType::kMi}, {"PL", BoundType::kPl}};
  while (next_data_line()) {
    const Fields f = split_fields();
    const auto type = kTypes.find(f.type);
    if (type == kTypes.end()) reject("bad bound type: '" + f.type + "'");
    const int set = set_number(problem_.bound_sets, f.name);
    const int column = find(columns_, f.name1, "column");
    const bool valued = bound_has_value(type->second);
    problem_.bounds.push_back(
        {set, type->second, column, valued ? number(f.number1) : 0.0});
  }
}

MpsProblem MpsReader::read_problem() {
  problem_ = MpsProblem();
  rows_.clear();
  columns_.clear();
  problem_.name = trim(line_.substr(4));
  if (!next_line()) reject("unexpected end of file after NAME");
  int step = 0;  // sections may be left out but keep their order
  while (line_ != "ENDATA") {
    if (step < 1 && line_ == "ROWS") {
      step = 1, read_rows();
    } else if (step == 1 && line_ == "COLUMNS") {
      step = 2, read_columns();
    } else if (step == 2 && line_ == "RHS") {
      step = 3, read_vectors(problem_.rhs_sets, problem_.rhs);
    } else if (step >= 2 && step < 4 && line_ == "RANGES") {
      step = 4, read_vectors(problem_.range_sets, problem_.ranges);
    } else if (step >= 2 && step < 5 && line_ == "BOUNDS") {
      step = 5, read_bounds();
    } else {
      reject("section not known or out of order: " + std::string(line_));
    }
  }
  if (step < 2) reject("no COLUMNS section");
  return std::move(problem_);
}

}  // namespace

std::vector<MpsProblem> parse_mps(std::string_view text,
                                  const std::string& source) {
  return MpsReader(text, source).read_all();
}

}  // namespace gpuinv::netlib
