// evidence.cpp (commands peers and report: programs in Python)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "commands.hpp"
#include "error.hpp"

namespace gpuinv::netlib {
namespace {

namespace fs = std::filesystem;

// $GPUINV_EVIDENCE, else what is installed, else that of the source tree.
std::string evidence_folder() {
  const char* named = std::getenv("GPUINV_EVIDENCE");
  if (named && *named) return named;
  for (const char* folder : {GPUINV_EVIDENCE, GPUINV_SOURCE_EVIDENCE})
    if (fs::exists(fs::path(folder) / "run.sh")) return folder;
  throw Error(std::string(GPUINV_EVIDENCE) + ": not installed");
}

void set_if_there(const char* variable, const fs::path& path) {
  if (fs::exists(path)) setenv(variable, path.c_str(), 0);
}

// gpuinv-point beside this program: installed, or in a build folder, where
// the libraries that it needs have not been installed either.
void name_programs() {
  std::error_code none;
  const fs::path here = fs::read_symlink("/proc/self/exe", none).parent_path();
  if (here.empty()) return;
  if (!fs::exists(here / ".libs" / "gpuinv-point")) {
    set_if_there("GPUINV_POINT", here / "gpuinv-point");
    return;
  }
  const fs::path build = here.parent_path();
  set_if_there("GPUINV_POINT", here / ".libs" / "gpuinv-point");
  set_if_there("GPUINV_GLPK", build / "glpk/build/src/.libs/libglpk.so.40");
  set_if_there("GPUINV_LIBRARY", build / "libgpuinv/.libs/libgpuinv.so.0");
}

int run(const char* tool, const Arguments& arguments) {
  name_programs();
  std::vector<std::string> words = {"sh", evidence_folder() + "/run.sh", tool};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp("sh", pointers.data());
  throw Error("sh: cannot be started");
}

}  // namespace

int peers_command(const Arguments& arguments) {
  return run("peers", arguments);
}

int report_command(const Arguments& arguments) {
  return run("report", arguments);
}

}  // namespace gpuinv::netlib
