// emps.cpp (decoder of the compressed format of netlib.org/lp)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "emps.hpp"

#include <cstring>

#include "emps_lines.hpp"
#include "error.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

// The counts on the two lines after NAME that the decoder needs.
struct Counts {
  long long rows, columns, entries, rhs, ranges, bounds, table;
};

class EmpsDecoder {
 public:
  EmpsDecoder(std::string_view text, const std::string& source)
      : lines_(text, source), source_(source) {}

  std::vector<MpsProblem> decode_all() {
    std::vector<MpsProblem> problems;
    while (lines_.find_name()) problems.push_back(decode_problem());
    if (problems.empty()) throw Error(source_ + ": no NAME line");
    return problems;
  }

 private:
  MpsProblem decode_problem();
  void read_counts();
  void read_table();
  void read_rows();
  void read_columns();
  void read_vectors(long long count, std::vector<std::string>& sets,
                    std::vector<MpsEntry>& entries);
  void read_bounds();

  double convert(const std::string& text) const;
  double take_value();
  MpsEntry take_entry(int set, long long row);
  int current_set(std::vector<std::string>& sets) const;

  EmpsLines lines_;
  std::string source_;
  Counts counts_{};
  std::vector<double> table_;
  MpsProblem problem_;
};

MpsProblem EmpsDecoder::decode_problem() {
  constexpr size_t kKeyword = 4;
  problem_ = MpsProblem();
  problem_.name = trim(lines_.take_rest().substr(kKeyword));
  read_counts();
  lines_.start_checks();
  read_table();
  read_rows();
  read_columns();
  read_vectors(counts_.rhs, problem_.rhs_sets, problem_.rhs);
  read_vectors(counts_.ranges, problem_.range_sets, problem_.ranges);
  read_bounds();
  lines_.finish_checks();
  return std::move(problem_);
}

void EmpsDecoder::read_counts() {
  constexpr size_t kCounts[2] = {8, 3};
  std::vector<long long> n;
  for (size_t wanted : kCounts) {
    std::string_view line;
    do line = lines_.take_line();
    while (starts_with(line, ":"));
    const std::vector<std::string_view> words = split_words(line);
    for (size_t i = 0; i < wanted; ++i) {
      const auto count =
          i < words.size() ? parse_count(words[i]) : std::nullopt;
      if (!count)
        lines_.reject("bad statistics: " + std::to_string(wanted) +
                      " non-negative integers expected");
      n.push_back(*count);
    }
  }
  counts_ = {n[0], n[1], n[3], n[5], n[7], n[9], n[10]};
  // Every item takes a character or more: do not believe larger counts.
  const long long left = lines_.bytes_left();
  for (long long count : {n[0], n[1], n[3], n[5], n[7], n[9], n[10]})
    if (count > left)
      lines_.reject("bad statistics: " + std::to_string(count) +
                    " items cannot be in the " + std::to_string(left) +
                    " bytes that follow");
}

double EmpsDecoder::convert(const std::string& text) const {
  const std::optional<double> value = parse_double(text);
  if (!value) lines_.reject("number out of range: " + text);
  return *value;
}

double EmpsDecoder::take_value() {
  long long k = 0;
  const std::string text = lines_.take_number(&k);
  if (k == 0) return convert(text);
  if (k > counts_.table)
    lines_.reject("table reference " + std::to_string(k) + " of " +
                  std::to_string(counts_.table));
  return table_[k - 1];
}

void EmpsDecoder::read_table() {
  table_.clear();
  for (long long i = 0; i < counts_.table; ++i) {
    long long k = 0;
    const std::string text = lines_.take_number(&k);
    if (k != 0) lines_.reject("table reference inside the table");
    table_.push_back(convert(text));
  }
  lines_.end_section();
}

void EmpsDecoder::read_rows() {
  for (long long i = 0; i < counts_.rows; ++i) {
    lines_.open_line();
    const std::string_view line = lines_.take_rest();
    if (line.empty() || !std::strchr("NLGE", line[0]))
      lines_.reject("row type N, L, G or E expected");
    problem_.rows.push_back({line[0], std::string(line.substr(1))});
  }
}

MpsEntry EmpsDecoder::take_entry(int set, long long row) {
  if (row > counts_.rows)
    lines_.reject("row index " + std::to_string(row) + " of " +
                  std::to_string(counts_.rows));
  return {set, static_cast<int>(row - 1), take_value()};
}

void EmpsDecoder::read_columns() {
  for (long long left = counts_.entries; left > 0;) {
    const long long k = lines_.take_index();
    if (k == 0) {
      problem_.columns.push_back({std::string(lines_.take_rest()), {}});
      if (static_cast<long long>(problem_.columns.size()) > counts_.columns)
        lines_.reject("too many columns, expected " +
                      std::to_string(counts_.columns));
      continue;
    }
    if (problem_.columns.empty()) lines_.reject("entry before any column name");
    problem_.columns.back().entries.push_back(take_entry(0, k));
    --left;
  }
  lines_.end_section();
  if (static_cast<long long>(problem_.columns.size()) < counts_.columns)
    lines_.reject("column count " + std::to_string(problem_.columns.size()) +
                  ", expected " + std::to_string(counts_.columns));
}

// Entries before any name record belong to a set without name.
int EmpsDecoder::current_set(std::vector<std::string>& sets) const {
  if (sets.empty()) sets.emplace_back();
  return static_cast<int>(sets.size()) - 1;
}

void EmpsDecoder::read_vectors(long long count, std::vector<std::string>& sets,
                               std::vector<MpsEntry>& entries) {
  while (count > 0) {
    const long long k = lines_.take_index();
    if (k == 0) {
      sets.emplace_back(lines_.take_rest());
      continue;
    }
    entries.push_back(take_entry(current_set(sets), k));
    --count;
  }
  lines_.end_section();
}

void EmpsDecoder::read_bounds() {
  for (long long left = counts_.bounds; left > 0;) {
    const long long t = lines_.take_index();
    if (t == 0) {
      problem_.bound_sets.emplace_back(lines_.take_rest());
      continue;
    }
    if (t > static_cast<int>(BoundType::kPl))
      lines_.reject("bound type " + std::to_string(t));
    const BoundType type = static_cast<BoundType>(t);
    const long long j = lines_.take_index();
    if (j == 0 || j > counts_.columns)
      lines_.reject("column index " + std::to_string(j) + " of " +
                    std::to_string(counts_.columns));
    const double value = bound_has_value(type) ? take_value() : 0.0;
    problem_.bounds.push_back({current_set(problem_.bound_sets), type,
                               static_cast<int>(j - 1), value});
    --left;
  }
  lines_.end_section();
}

}  // namespace

std::vector<MpsProblem> decode_emps(std::string_view text,
                                    const std::string& source) {
  return EmpsDecoder(text, source).decode_all();
}

bool looks_compressed(std::string_view text) {
  bool named = false;
  for (std::string_view line : split_lines(text)) {
    if (!named) {
      named = starts_with(line, "NAME");
    } else if (!starts_with(line, ":")) {
      const std::vector<std::string_view> words = split_words(line);
      return !words.empty() && parse_count(words[0]).has_value();
    }
  }
  return false;
}

std::vector<MpsProblem> parse_any(std::string_view text,
                                  const std::string& source) {
  return looks_compressed(text) ? decode_emps(text, source)
                                : parse_mps(text, source);
}

}  // namespace gpuinv::netlib
