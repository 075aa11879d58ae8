// work_folder.cpp (a folder for files of a run)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "work_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "error.hpp"

namespace gpuinv::netlib {

WorkFolder::WorkFolder(const std::string& path)
    : path_(path), is_temporary_(path.empty()) {
  if (!is_temporary_) {
    std::filesystem::create_directories(path_);
    return;
  }
  path_ = (std::filesystem::temp_directory_path() / "gpuinv-netlib-XXXXXX")
              .string();
  if (!mkdtemp(path_.data()))
    throw Error(path_ + ": cannot be made: " + std::strerror(errno));
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;  // a temporary folder that stays does no harm
  if (is_temporary_) std::filesystem::remove_all(path_, ignored);
}

}  // namespace gpuinv::netlib
