// options.cpp (options in texts)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/lp/options.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {
namespace {

constexpr int kPending = 128;  // the device's fold takes no more
constexpr std::size_t kMostShares = 32;

[[noreturn]] void refuse(const std::string& word, const char* why) {
  throw Error(GPUINV_INVALID, "option '" + word + "': " + why);
}

unsigned long long parse_number(const std::string& word,
                                const std::string& value,
                                unsigned long long least,
                                unsigned long long most) {
  if (value.empty() || value.find_first_not_of("0123456789") != value.npos)
    refuse(word, "not a number");
  errno = 0;
  const unsigned long long number = std::strtoull(value.c_str(), nullptr, 10);
  if (errno != 0 || number < least || number > most)
    refuse(word, "number out of range");
  return number;
}

// Returns the enumerator that the value names, by word or by number.
template <class Enum>
Enum parse_choice(const std::string& word, const std::string& value,
                  std::initializer_list<const char*> names) {
  std::string all;
  int number = 0;
  for (const char* name : names) {
    if (value == name || value == std::to_string(number))
      return static_cast<Enum>(number);
    all += (number++ == 0 ? "not one of " : ", ") + std::string(name);
  }
  refuse(word, all.c_str());
}

int lowest_device(unsigned long long mask) {
  int device = 0;
  while (mask != 0 && (mask >> device & 1) == 0) device++;
  return mask != 0 ? device : -1;
}

// Reads device numbers with commas between them.  The first device does what is
// not shared.
void set_spread(Options& options, const std::string& word,
                const std::string& value) {
  std::vector<int> list;
  std::size_t at = 0, comma = 0;
  do {
    comma = value.find(',', at);
    const std::string number = value.substr(at, comma - at);
    list.push_back(static_cast<int>(parse_number(word, number, 0, INT_MAX)));
    at = comma + 1;
  } while (comma != value.npos);
  if (list.size() > kMostShares) refuse(word, "too many devices");
  options.spread = list;
  options.device = list[0];
  options.devices = 0;
}

// These set the option of this name, or return false if they know none.
bool set_number(Options& options, const std::string& word,
                const std::string& name, const std::string& value) {
  if (name == "device") {
    options.device = static_cast<int>(parse_number(word, value, 0, INT_MAX));
    options.devices = 0;
  } else if (name == "devices") {
    const unsigned long long mask = parse_number(word, value, 0, INT_MAX);
    options.device = lowest_device(mask);
    options.devices = static_cast<unsigned>(mask);
  } else if (name == "updates")
    options.updates = static_cast<int>(parse_number(word, value, 1, INT_MAX));
  else if (name == "pivots")
    options.pivots = static_cast<int>(parse_number(word, value, 1, kPending));
  else if (name == "made")
    options.made = static_cast<int>(parse_number(word, value, 0, INT_MAX));
  else if (name == "spread")
    set_spread(options, word, value);
  else if (name == "memory")
    options.memory = parse_number(word, value, 1, SIZE_MAX);
  else if (name == "hostmemory")
    options.host_memory = parse_number(word, value, 1, SIZE_MAX);
  else
    return false;
  return true;
}

std::optional<NormalKind> parse_normal(const std::string& word,
                                       const std::string& value) {
  constexpr NormalKind kKinds[] = {NormalKind::kDense, NormalKind::kSparse,
                                   NormalKind::kPacked};
  const int kind =
      parse_choice<int>(word, value, {"auto", "dense", "sparse", "packed"});
  if (kind == 0) return std::nullopt;
  return kKinds[kind - 1];
}

bool set_choice(Options& options, const std::string& word,
                const std::string& name, const std::string& value) {
  if (name == "backend")
    options.backend =
        parse_choice<Backend>(word, value, {"auto", "cuda", "host"});
  else if (name == "form")
    options.form = parse_choice<Form>(
        word, value,
        {"any", "tableau", "inverse", "none", "crossover", "sparse"});
  else if (name == "inverse")
    options.inverse = parse_choice<Use>(word, value, {"always", "auto"});
  else if (name == "precision")
    options.precision =
        parse_choice<Precision>(word, value, {"auto", "double", "mixed"});
  else if (name == "normal")
    options.normal = parse_normal(word, value);
  else if (name == "repeat")
    options.repeat = parse_choice<int>(word, value, {"no", "yes"}) != 0;
  else if (name == "waits")
    options.waits = parse_choice<int>(word, value, {"no", "yes"}) != 0;
  else
    return false;
  return true;
}

}  // namespace

int Options::device_count() const {
  if (!spread.empty()) return static_cast<int>(spread.size());
  int count = 0;
  for (unsigned mask = devices; mask != 0; mask &= mask - 1) count++;
  return std::max(count, 1);
}

std::vector<int> Options::device_list(int count) const {
  std::vector<int> list = {first_device()};
  for (int d = list[0] + 1; d < count && d < 31; d++)
    if ((devices >> d & 1) != 0) list.push_back(d);
  return list;
}

std::size_t Options::most_bytes(bool on_host) const {
  if (!on_host || host_memory == 0) return memory;
  return memory == 0 ? host_memory : std::min(memory, host_memory);
}

Options parse_options(const char* text) {
  Options options;
  std::istringstream words(text != nullptr ? text : "");
  std::string word;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    if (equals == word.npos) refuse(word, "not of the form name=value");
    const std::string name = word.substr(0, equals);
    const std::string value = word.substr(equals + 1);
    if (!set_number(options, word, name, value) &&
        !set_choice(options, word, name, value))
      refuse(word, "unknown name");
  }
  return options;
}

Options options_here(const char* text) {
  Options options = parse_options(text);
  const char* list = secure_getenv("GPUINV_SPREAD");
  if (list != nullptr && *list != '\0' && options.spread.empty())
    set_spread(options, std::string("GPUINV_SPREAD=") + list, list);
  return options;
}

}  // namespace gpuinv
