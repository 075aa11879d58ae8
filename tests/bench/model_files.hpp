// model_files.hpp (models named on a command line)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace gpuinv::bench {

// Adds a file, or all files of a folder by name.
inline void add_models(const std::string& path,
                       std::vector<std::string>* models) {
  if (!std::filesystem::is_directory(path)) {
    models->push_back(path);
    return;
  }
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  models->insert(models->end(), files.begin(), files.end());
}

}  // namespace gpuinv::bench
