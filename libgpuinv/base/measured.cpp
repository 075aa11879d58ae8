// measured.cpp (figures of this machine, measured once and kept)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/measured.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>

namespace gpuinv {
namespace {

constexpr double kBelievable = 100.0;

bool believable(double value, const Figure& figure) {
  return value > figure.usual / kBelievable &&
         value < figure.usual * kBelievable;
}

// There, work takes 20 to 100 times as long, each kind another multiple.
bool under_valgrind() {
  const char* preloaded = secure_getenv("LD_PRELOAD");
  return preloaded != nullptr && std::strstr(preloaded, "vgpreload_");
}

std::vector<double> usual(const std::vector<Figure>& figures) {
  std::vector<double> values;
  for (const Figure& f : figures) values.push_back(f.usual);
  return values;
}

std::string title(const std::string& subject) {
  return "libgpuinv " GPUINV_PACKAGE_VERSION ": " + subject;
}

std::string file_of(const std::string& folder, const std::string& subject) {
  std::string name = subject;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '-';
  return folder + "/measured-" + name;
}

// Empty unless the file is whole and of this release and subject.
std::vector<double> read(const std::string& path, const std::string& subject,
                         const std::vector<Figure>& figures) {
  std::ifstream file(path);
  std::string line, name;
  if (!std::getline(file, line) || line != title(subject)) return {};
  std::vector<double> values;
  for (const Figure& f : figures) {
    double value = 0.0;
    if (!(file >> name >> value) || name != f.name || !believable(value, f))
      return {};
    values.push_back(value);
  }
  if (!(file >> name) || name != "end") return {};
  return values;
}

std::string text_of(const std::string& subject,
                    const std::vector<Figure>& figures,
                    const std::vector<double>& values) {
  std::ostringstream text;
  text << title(subject) << '\n';
  for (std::size_t k = 0; k < figures.size(); k++)
    text << figures[k].name << ' ' << values[k] << '\n';
  text << "end\n";
  return text.str();
}

// Makes the folder and the one above, as caches are made.
bool make_folder(const std::string& folder) {
  const std::size_t slash = folder.rfind('/');
  if (slash != folder.npos && slash > 0)
    mkdir(folder.substr(0, slash).c_str(), 0700);
  mkdir(folder.c_str(), 0700);
  return access(folder.c_str(), W_OK | X_OK) == 0;
}

// Readers see the old file or the new one.
void write(const std::string& path, const std::string& text) {
  std::string part = path + ".XXXXXX";
  const int file = mkstemp(part.data());
  if (file < 0) return;
  const ssize_t written = ::write(file, text.data(), text.size());
  const bool whole =
      close(file) == 0 && written == static_cast<ssize_t>(text.size());
  if (!whole || std::rename(part.c_str(), path.c_str()) != 0)
    unlink(part.c_str());
}

}  // namespace

std::string cache_folder() {
  if (const char* own = secure_getenv("GPUINV_CACHE")) return own;
  const char* cache = secure_getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/')
    return std::string(cache) + "/libgpuinv";
  const char* home = secure_getenv("HOME");
  if (home == nullptr || home[0] != '/') return "";
  return std::string(home) + "/.cache/libgpuinv";
}

std::vector<double> measured(
    const std::string& folder, const std::string& subject,
    const std::vector<Figure>& figures,
    const std::function<std::vector<double>()>& measure) {
  if (folder.empty() || under_valgrind() || !make_folder(folder))
    return usual(figures);
  const std::string path = file_of(folder, subject);
  std::vector<double> values = read(path, subject, figures);
  if (!values.empty()) return values;
  try {
    values = measure();
  } catch (const std::exception&) {
    return usual(figures);
  }
  bool keep = true;
  for (std::size_t k = 0; k < figures.size(); k++)
    if (!believable(values[k], figures[k])) {
      values[k] = figures[k].usual;
      keep = false;
    }
  if (keep) write(path, text_of(subject, figures, values));
  return values;
}

}  // namespace gpuinv
