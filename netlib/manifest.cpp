// manifest.cpp (the problems that results are compared with)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "manifest.hpp"

#include <cstdlib>
#include <filesystem>

#include "error.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

constexpr const char* kHeader =
    "name\tclass\trows\tcols\tnonzeros\tstatus\tglpk_ref_obj\ttolerance\t"
    "source\tchecksum";
constexpr size_t kFields = 10;

ManifestEntry parse_entry(std::string_view line, const std::string& where) {
  const std::vector<std::string> f = split(line, '\t');
  if (f.size() != kFields)
    throw Error(where + ": " + std::to_string(kFields) + " fields expected");
  ManifestEntry e{f[0], f[1], 0, 0, 0, f[5], std::nullopt, 0, f[8], f[9]};
  long long* const counts[] = {&e.rows, &e.columns, &e.nonzeros};
  for (int i = 0; i < 3; ++i) {
    const auto count = parse_count(f[2 + i]);
    if (!count) throw Error(where + ": bad count: " + f[2 + i]);
    *counts[i] = *count;
  }
  if (f[6] != "-" && !(e.objective = parse_double(f[6])))
    throw Error(where + ": bad objective: " + f[6]);
  const auto tolerance = parse_double(f[7]);
  if (!tolerance || *tolerance < 0)
    throw Error(where + ": bad tolerance: " + f[7]);
  e.tolerance = *tolerance;
  if (!(e.status == "optimal" && e.objective) && e.status != "infeasible")
    throw Error(where + ": bad status, or no objective: " + e.status);
  return e;
}

}  // namespace

Manifest::Manifest(const std::string& path) : path_(path) {
  const std::string text = read_file(path);
  const std::vector<std::string_view> lines = split_lines(text);
  if (lines.empty() || trim(lines[0]) != kHeader)
    throw Error(path + ":1: not a manifest, the header should be: " + kHeader);
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::string where = path + ":" + std::to_string(i + 1);
    ManifestEntry entry = parse_entry(lines[i], where);
    if (find(entry.name)) throw Error(where + ": second " + entry.name);
    entries_.push_back(std::move(entry));
  }
}

const ManifestEntry* Manifest::find(const std::string& name) const {
  for (const ManifestEntry& entry : entries_)
    if (entry.name == name) return &entry;
  return nullptr;
}

std::string manifest_path() {
  const char* chosen = std::getenv("GPUINV_MANIFEST");
  if (chosen && *chosen) return chosen;
  for (const char* path : {GPUINV_MANIFEST, GPUINV_SOURCE_MANIFEST})
    if (std::filesystem::exists(path)) return path;
  throw Error(std::string("no manifest at ") + GPUINV_MANIFEST + " or " +
              GPUINV_SOURCE_MANIFEST + "; set GPUINV_MANIFEST");
}

}  // namespace gpuinv::netlib
