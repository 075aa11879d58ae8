// kkt_manifest.cpp (known facts about files of LPs)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "kkt_manifest.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace gpuinv::kkt {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

// The columns of a line by their names; missing ones are empty.
class Line {
 public:
  Line(const std::vector<std::string>& names, const std::string& line) {
    const std::vector<std::string> fields = fields_of(line);
    for (std::size_t k = 0; k < names.size() && k < fields.size(); k++)
      fields_[names[k]] = fields[k];
  }
  std::string operator[](const std::string& name) const {
    const auto found = fields_.find(name);
    return found == fields_.end() ? "" : found->second;
  }

 private:
  std::map<std::string, std::string> fields_;
};

Known known(const Line& line) {
  Known k;
  k.infeasible = line["status"] == "infeasible";
  k.free_format = line["mps"] == "free";
  for (const char* name : {"ref_obj", "glpk_ref_obj"}) {
    const std::string text = line[name];
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0') k.objective = value;
  }
  return k;
}

void strip_suffix(std::string& name, const std::string& suffix) {
  const std::size_t length = suffix.size();
  if (name.size() > length &&
      name.compare(name.size() - length, length, suffix) == 0)
    name.erase(name.size() - length);
}

}  // namespace

std::map<std::string, Known> read_manifest(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = fields_of(line);
  std::map<std::string, Known> manifest;
  while (std::getline(in, line)) {
    const Line fields(names, line);
    if (!fields["name"].empty()) manifest[fields["name"]] = known(fields);
  }
  if (manifest.empty()) throw std::runtime_error(path + " names no LPs");
  return manifest;
}

std::string lp_name(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  strip_suffix(name, ".gz");
  strip_suffix(name, ".mps");
  return name;
}

}  // namespace gpuinv::kkt
