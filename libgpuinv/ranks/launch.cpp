// launch.cpp (which of several processes this one is)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/ranks/launch.hpp"

#include <cerrno>
#include <cstdlib>
#include <initializer_list>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {
namespace {

constexpr int kMostRanks = 4096;
constexpr std::size_t kLongest = 200;  // characters of a token or a host

[[noreturn]] void refuse(const std::string& what) {
  throw Error(GPUINV_INVALID, what);
}

// The variables of one launcher.
struct Names {
  const char *rank, *size, *local;
};
constexpr Names kLaunchers[] = {
    {"GPUINV_RANK", "GPUINV_RANKS", "GPUINV_LOCAL_RANK"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
     "OMPI_COMM_WORLD_LOCAL_RANK"},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"},
    {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"},
};

std::string value_of(const Variables& variable, const char* name) {
  const char* value = variable(name);
  return value != nullptr ? value : "";
}

int number(const std::string& name, const std::string& value, int least,
           int most) {
  char* end = nullptr;
  errno = 0;
  const long x = std::strtol(value.c_str(), &end, 10);
  if (value.empty() || *end != '\0' || errno != 0 || x < least || x > most)
    refuse(name + "=" + value + ": not a number from " + std::to_string(least) +
           " to " + std::to_string(most));
  return static_cast<int>(x);
}

void read_place(const std::string& root, Launch* launch) {
  const std::size_t colon = root.rfind(':');
  launch->port = colon == root.npos ? root : root.substr(colon + 1);
  launch->host = colon == root.npos ? "" : root.substr(0, colon);
  if (launch->host.size() > 1 && launch->host.front() == '[' &&
      launch->host.back() == ']')  // an address of IPv6
    launch->host = launch->host.substr(1, launch->host.size() - 2);
  if (launch->host.empty()) launch->host = "127.0.0.1";
  if (launch->host.size() > kLongest) refuse("GPUINV_ROOT: name too long");
  number("port of GPUINV_ROOT", launch->port, 0, 65535);
}

void read_rank(const Variables& variable, Launch* launch) {
  for (const Names& names : kLaunchers) {
    const std::string rank = value_of(variable, names.rank);
    const std::string size = value_of(variable, names.size);
    if (rank.empty() && size.empty()) continue;
    launch->size = number(names.size, size, 1, kMostRanks);
    launch->rank = number(names.rank, rank, 0, launch->size - 1);
    const std::string local = value_of(variable, names.local);
    launch->local = local.empty() ? launch->rank
                                  : number(names.local, local, 0, kMostRanks);
    return;
  }
  refuse(
      "GPUINV_ROOT is set, but neither GPUINV_RANK and GPUINV_RANKS nor a "
      "launcher tell the rank");
}

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" ||
         (host.rfind("127.", 0) == 0 &&
          host.find_first_not_of(".0123456789") == host.npos);
}

void read_token(const Variables& variable, Launch* launch) {
  for (const char* name : {"GPUINV_TOKEN", "PMIX_NAMESPACE",
                           "OMPI_MCA_ess_base_jobid", "SLURM_JOB_ID"}) {
    launch->token = value_of(variable, name);
    if (!launch->token.empty()) break;
  }
  if (launch->token.size() > kLongest) refuse("GPUINV_TOKEN is too long");
  if (launch->token.empty() && !is_loopback(launch->host))
    refuse("GPUINV_ROOT is an address of a network: set GPUINV_TOKEN");
}

// By default about a second's work of a GPU: below, transfers take as long as
// the second GPU saves.
void read_least(const Variables& variable, Launch* launch) {
  constexpr double kLeast = 1e12;
  const std::string text = value_of(variable, "GPUINV_RANKS_GFLOP");
  char* end = nullptr;
  launch->least = text.empty() ? kLeast : 1e9 * std::strtod(text.c_str(), &end);
  if (!text.empty() && (*end != '\0' || !(launch->least >= 0.0)))
    refuse("GPUINV_RANKS_GFLOP=" + text + ": not a number >= 0");
}

}  // namespace

std::optional<Launch> read_launch(const Variables& variable) {
  const std::string root = value_of(variable, "GPUINV_ROOT");
  if (root.empty()) return std::nullopt;
  Launch launch;
  read_place(root, &launch);
  read_rank(variable, &launch);
  read_token(variable, &launch);
  read_least(variable, &launch);
  return launch;
}

std::optional<Launch> launch_here() {
  return read_launch([](const char* name) { return secure_getenv(name); });
}

}  // namespace gpuinv
