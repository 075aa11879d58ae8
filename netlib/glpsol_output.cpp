// glpsol_output.cpp (what glpsol says about a run)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "glpsol_output.hpp"

#include <cstring>
#include <vector>

#include "text.hpp"

namespace gpuinv::netlib {
namespace {

// Lines that say where a problem is solved; where no engine pays, GLPK's own
// method on the host does it.
constexpr std::string_view kBackendLines[] = {
    "GPU: simplex on ", "GPU: crossover on ", "GPU: basis inverse on "};
constexpr std::string_view kNoEngineLine = "GPU: no simplex engine: ";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Progress lines of the simplex method: a mark (blank, '*' or '#'), the
// iteration number, a colon, and further on the sum of infeasibilities.
std::optional<long long> iteration_number(std::string_view line) {
  if (line.empty() || !std::strchr(" *#", line[0]) || !contains(line, " inf ="))
    return std::nullopt;
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return parse_count(trim(line.substr(1, colon - 1)));
}

bool is_verdict(std::string_view line) {
  static constexpr std::string_view kParts[] = {
      "SOLUTION FOUND", "HAS NO ",           "HAS UNBOUNDED ",
      "LIMIT EXCEEDED", "SEARCH TERMINATED", "LIMIT REACHED"};
  for (std::string_view part : kParts)
    if (contains(line, part)) return true;
  return false;
}

std::string basic_status(const std::string& letters) {
  const char primal = letters[0], dual = letters[1];
  if (primal == 'f' && dual == 'f') return "optimal";
  if (primal == 'n') return "infeasible";
  if (dual == 'n') return primal == 'f' ? "unbounded" : "dual-infeasible";
  return primal == 'f' ? "feasible" : "undefined";
}

std::string other_status(char letter) {
  switch (letter) {
    case 'o':
      return "optimal";
    case 'f':
      return "feasible";
    case 'n':
      return "infeasible";
    default:
      return "undefined";
  }
}

std::string verdict_status(const std::string& verdict) {
  if (contains(verdict, "HAS NO PRIMAL FEASIBLE")) return "infeasible";
  if (contains(verdict, "HAS NO FEASIBLE")) return "infeasible";
  if (contains(verdict, "HAS NO DUAL FEASIBLE")) return "dual-infeasible";
  if (contains(verdict, "HAS UNBOUNDED")) return "unbounded";
  return "undefined";
}

}  // namespace

std::optional<RawSolution> parse_raw_solution(std::string_view text) {
  for (std::string_view line : split_lines(text)) {
    const std::vector<std::string_view> words = split_words(line);
    if (words.empty() || words[0] != "s") continue;
    const bool basic = words.size() == 7 && words[1] == "bas";
    const bool other =
        words.size() == 6 && (words[1] == "ipt" || words[1] == "mip");
    if (!basic && !other) return std::nullopt;
    std::string status(words[4]);
    if (basic) status += words[5];
    const auto objective = parse_double(words.back());
    if (status.size() != (basic ? 2 : 1) || !objective) return std::nullopt;
    return RawSolution{std::string(words[1]), status, *objective};
  }
  return std::nullopt;
}

KktErrors parse_kkt(std::string_view text) {
  KktErrors errors;
  std::optional<double>* current = nullptr;
  for (std::string_view line : split_lines(text)) {
    if (starts_with(line, "KKT.PE:")) current = &errors.pe;
    if (starts_with(line, "KKT.PB:")) current = &errors.pb;
    if (starts_with(line, "KKT.DE:")) current = &errors.de;
    if (starts_with(line, "KKT.DB:")) current = &errors.db;
    if (!current || !contains(line, "max.rel.err =")) continue;
    *current = parse_double(split_words(line).at(2));
    current = nullptr;
  }
  return errors;
}

// "" if the line does not say.
std::string backend_of(std::string_view line) {
  for (const std::string_view start : kBackendLines)
    if (starts_with(line, start))
      return std::string(trim(line.substr(start.size())));
  return starts_with(line, kNoEngineLine) ? "host (GLPK)" : "";
}

LogFacts parse_log(std::string_view text) {
  LogFacts facts;
  for (std::string_view line : split_lines(text)) {
    if (const auto number = iteration_number(line)) facts.iterations = number;
    if (facts.backend.empty()) facts.backend = backend_of(line);
    if (facts.fallback.empty() && starts_with(line, "GPU: ") &&
        contains(line, "using the CPU"))
      facts.fallback = trim(line);
    if (is_verdict(line)) facts.verdict = trim(line);
    if (!trim(line).empty()) facts.last_line = trim(line);
  }
  return facts;
}

std::string end_status(const RawSolution& solution, const LogFacts& log) {
  if (contains(log.verdict, "TIME LIMIT EXCEEDED")) return "time-limit";
  const std::string status = solution.kind == "bas"
                                 ? basic_status(solution.status)
                                 : other_status(solution.status[0]);
  return status == "undefined" ? verdict_status(log.verdict) : status;
}

}  // namespace gpuinv::netlib
