// command.cpp (GPU options of a command line)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/lp/command.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <iterator>
#include <string>

#include "libgpuinv/lp/options.hpp"

namespace gpuinv {

const char* const kHelp =
    "\n"
    "GPU options:\n"
    "   --gpu[=mode]      off    - GLPK alone (default without this option)\n"
    "                     auto   - GPU, too, after a moment (default of --gpu)"
    "\n"
    "                     steady - GPU instead, after a fixed amount of work\n"
    "                     only   - GPU wherever it pays\n"
    "   --gpu-backend b   auto, cuda, or host (default auto: cuda if possible)"
    "\n"
    "   --gpu-device n    CUDA devices n[,n...], or all (default 0)\n"
    "   --gpu-form f      any, tableau, inverse, none, crossover, or sparse\n"
    "                     (default any: as it suits the problem)\n"
    "   --gpu-precision p auto, double, or mixed (default auto; interior only)"
    "\n"
    "   --gpu-info        display what is there and would be used, then exit\n";

namespace {

// An option with a word, whose number is its value.
struct Words {
  const char* name;
  int gpuinv_choice::*value;
  const char* words[7];  // the last one NULL
};

constexpr Words kOptions[] = {
    {"--gpu", &gpuinv_choice::mode, {"off", "auto", "only", "steady"}},
    {"--gpu-backend", &gpuinv_choice::backend, {"auto", "cuda", "host"}},
    {"--gpu-form",
     &gpuinv_choice::form,
     {"any", "tableau", "inverse", "none", "crossover", "sparse"}},
    {"--gpu-precision",
     &gpuinv_choice::precision,
     {"auto", "double", "mixed"}}};

// Returns -1 if there is no such word.
int number_of(const Words& option, const std::string& word) {
  for (int k = 0; option.words[k] != nullptr; k++)
    if (word == option.words[k]) return k;
  return -1;
}

std::string one_of(const Words& option) {
  std::string list;
  for (int k = 0; option.words[k] != nullptr; k++)
    list += (k == 0 ? " " : " or ") + std::string(option.words[k]);
  return list;
}

// Returns the bit mask of devices like 0,2; 0 if the list is wrong.
int mask_of(const std::string& list) {
  constexpr int kMost = 30;
  if (list == "all") return INT_MAX;
  int mask = 0;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const std::string number = list.substr(at, comma - at);
    if (number.empty() || number.size() > 9 ||
        number.find_first_not_of("0123456789") != number.npos ||
        std::stoi(number) > kMost)
      return 0;
    mask |= 1 << std::stoi(number);
    at = comma + 1;
  }
  return mask;
}

// An argument, and the value behind its equals sign or in the next one.
struct Argument {
  Argument(const char* argument, const char* next) : whole(argument) {
    const std::size_t equals = whole.find('=');
    name = whole.substr(0, equals);
    if (equals != whole.npos)
      value = whole.substr(equals + 1);
    else if (next != nullptr) {
      whole = value = next;
      used = 2;
    }
  }
  std::string whole, name, value;
  int used = 1;
};

}  // namespace

int read_argument(const char* argument, const char* next, gpuinv_choice* choice,
                  std::string* text) {
  const Words& modes = kOptions[0];
  const Argument a(argument, next);
  if (std::strcmp(argument, "--gpu") == 0) {
    choice->mode = GPUINV_MODE_AUTO;
    if (next == nullptr || number_of(modes, next) < 0) return 1;
    *text =
        "Invalid option '--gpu " + a.value + "'; use --gpu=" + a.value + "\n";
    return 0;
  }
  const auto option =
      std::find_if(std::begin(kOptions), std::end(kOptions),
                   [&](const Words& o) { return a.name == o.name; });
  if (option != std::end(kOptions)) {
    const int number = number_of(*option, a.value);
    if (number < 0)
      *text = "Invalid " + a.name + " '" + a.value + "'; it must be" +
              one_of(*option) + "\n";
    else
      choice->*option->value = number;
  } else if (a.name == "--gpu-device") {
    choice->devices = mask_of(a.value);
    if (choice->devices == 0)
      *text = "Invalid GPU device in '" + a.whole +
              "'; use --gpu-device n[,n...] or all\n";
  } else {
    *text = "Invalid option '" + std::string(argument) +
            "'; GPU options are --gpu[=mode], --gpu-backend,\n--gpu-device, "
            "--gpu-form, --gpu-precision, --gpu-info\n";
  }
  const bool host = choice->backend == static_cast<int>(Backend::kHost);
  if (text->empty() && host && choice->devices != 0)
    *text =
        "--gpu-device: back end host has no devices; use --gpu-backend "
        "cuda\n";
  return text->empty() ? a.used : 0;
}

}  // namespace gpuinv
