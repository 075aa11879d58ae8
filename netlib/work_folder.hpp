// work_folder.hpp (a folder for files of a run)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_WORK_FOLDER_HPP
#define GPUINV_NETLIB_WORK_FOLDER_HPP

#include <string>

namespace gpuinv::netlib {

// The folder of the given path, made if need be, or if the path is empty a
// new one under $TMPDIR (else /tmp) that is removed in the end.
class WorkFolder {
 public:
  explicit WorkFolder(const std::string& path);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool is_temporary_;
};

}  // namespace gpuinv::netlib

#endif
