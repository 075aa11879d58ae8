// mps.cpp (operations on a linear program in MPS terms)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "mps.hpp"

#include <algorithm>
#include <iterator>

#include "error.hpp"

namespace gpuinv::netlib {
namespace {

constexpr const char* kBoundTexts[] = {"", "UP", "LO", "FX", "FR", "MI", "PL"};

template <class Items>
void keep_first_set(Items& items, std::vector<std::string>& sets) {
  const auto later = [](const auto& item) { return item.set > 0; };
  items.erase(std::remove_if(items.begin(), items.end(), later), items.end());
  if (sets.size() > 1) sets.resize(1);
}

// What a problem states, piece by piece: two problems are equal if they state
// the same facts in the same order.
struct Fact {
  std::string text;
  double value;
};

void add_entries(const char* section, const std::vector<MpsEntry>& entries,
                 const std::vector<std::string>& sets, const MpsProblem& p,
                 std::vector<Fact>& facts) {
  for (const MpsEntry& e : entries)
    facts.push_back({std::string(section) + " '" + sets[e.set] + "' row '" +
                         p.rows[e.row].name + "'",
                     e.value});
}

std::vector<Fact> facts_of(const MpsProblem& p) {
  std::vector<Fact> facts{{"name '" + p.name + "'", 0}};
  for (const MpsRow& row : p.rows)
    facts.push_back(
        {std::string("row ") + row.type + " '" + row.name + "'", 0});
  for (const MpsColumn& column : p.columns)
    add_entries("column", column.entries, {column.name}, p, facts);
  add_entries("right-hand side", p.rhs, p.rhs_sets, p, facts);
  add_entries("range", p.ranges, p.range_sets, p, facts);
  for (const MpsBound& b : p.bounds)
    facts.push_back({std::string("bound ") + bound_text(b.type) + " '" +
                         p.bound_sets[b.set] + "' column '" +
                         p.columns[b.column].name + "'",
                     b.value});
  facts.push_back({"end of problem", 0});
  return facts;
}

}  // namespace

const char* bound_text(BoundType type) {
  return kBoundTexts[static_cast<int>(type)];
}

bool bound_has_value(BoundType type) { return type <= BoundType::kFx; }

MpsSizes sizes_of(const MpsProblem& problem) {
  const auto is_free = [](const MpsRow& row) { return row.type == 'N'; };
  MpsSizes sizes{};
  sizes.rows = problem.rows.size() -
               std::count_if(problem.rows.begin(), problem.rows.end(), is_free);
  sizes.columns = problem.columns.size();
  for (const MpsColumn& column : problem.columns)
    for (const MpsEntry& e : column.entries)
      if (e.value != 0 && !is_free(problem.rows[e.row])) ++sizes.nonzeros;
  return sizes;
}

MpsProblem parse_single_mps(std::string_view text, const std::string& source) {
  std::vector<MpsProblem> problems = parse_mps(text, source);
  if (problems.size() > 1)
    throw Error(source + ": holds more than one problem");
  return std::move(problems.front());
}

MpsProblem first_sets(MpsProblem problem) {
  keep_first_set(problem.rhs, problem.rhs_sets);
  keep_first_set(problem.ranges, problem.range_sets);
  keep_first_set(problem.bounds, problem.bound_sets);
  return problem;
}

std::string first_difference(const MpsProblem& a, const MpsProblem& b) {
  const std::vector<Fact> in_a = facts_of(a), in_b = facts_of(b);
  for (size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
    if (in_a[i].text != in_b[i].text)
      return in_a[i].text + " against " + in_b[i].text;
    if (in_a[i].value != in_b[i].value)
      return in_a[i].text + ": " + std::to_string(in_a[i].value) + " against " +
             std::to_string(in_b[i].value);
  }
  return "";
}

}  // namespace gpuinv::netlib
