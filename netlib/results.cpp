// results.cpp (rows of results and their file format)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "results.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "table.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

constexpr const char* kHeader =
    "name\tclass\tmode\tbackend\tstatus\tobjective\tref_objective\t"
    "obj_rel_err\titerations\twall_s\tkkt_pe\tkkt_pb\tkkt_de\tkkt_db\tmessage";
constexpr size_t kFields = 15;

std::string optional_text(const std::optional<double>& value,
                          const char* format) {
  return value ? format_number(*value, format) : "";
}

std::string without_tabs(std::string text) {
  std::replace(text.begin(), text.end(), '\t', ' ');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::optional<double> optional_field(const std::string& field,
                                     const std::string& where) {
  if (field.empty()) return std::nullopt;
  const auto value = parse_double(field);
  if (!value) throw Error(where + ": bad number: " + field);
  return value;
}

Result parse_result(std::string_view line, const std::string& where) {
  const std::vector<std::string> f = split(line, '\t');
  if (f.size() != kFields)
    throw Error(where + ": " + std::to_string(kFields) + " fields expected");
  const auto number = [&](int i) { return optional_field(f[i], where); };
  Result r{f[0],
           f[1],
           f[2],
           f[3],
           f[4],
           number(5),
           number(6),
           number(7),
           std::nullopt,
           number(9).value_or(0),
           {number(10), number(11), number(12), number(13)},
           f[14]};
  if (f[8].empty()) return r;
  r.iterations = parse_count(f[8]);
  if (!r.iterations) throw Error(where + ": bad count: " + f[8]);
  return r;
}

}  // namespace

std::string results_header() { return std::string(kHeader) + "\n"; }

std::string format_result(const Result& r) {
  const std::string iterations =
      r.iterations ? std::to_string(*r.iterations) : "";
  std::string line;
  for (const std::string& field :
       {r.name, r.kind, r.mode, without_tabs(r.backend), r.status,
        optional_text(r.objective, "%.15g"),
        optional_text(r.reference, "%.17g"), optional_text(r.error, "%.2e"),
        iterations, format_number(r.wall_s, "%.3f"),
        optional_text(r.kkt.pe, "%.2e"), optional_text(r.kkt.pb, "%.2e"),
        optional_text(r.kkt.de, "%.2e"), optional_text(r.kkt.db, "%.2e")})
    line += field + "\t";
  return line + without_tabs(r.message) + "\n";
}

std::vector<Result> read_results(const std::string& path) {
  const std::string text = read_file(path);
  const std::vector<std::string_view> lines = split_lines(text);
  if (lines.empty() || lines[0] != kHeader)
    throw Error(path +
                ":1: not a file of results, the header should be: " + kHeader);
  std::vector<Result> results;
  for (size_t i = 1; i < lines.size(); ++i)
    results.push_back(
        parse_result(lines[i], path + ":" + std::to_string(i + 1)));
  return results;
}

double relative_error(double objective, double reference) {
  return std::fabs(objective - reference) / std::max(1.0, std::fabs(reference));
}

}  // namespace gpuinv::netlib
