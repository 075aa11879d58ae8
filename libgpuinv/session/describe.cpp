// describe.cpp (versions, devices and memory in words)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <sstream>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/fault.hpp"
#include "libgpuinv/host/host_memory.hpp"
#include "libgpuinv/session/session.hpp"
#include "libgpuinv/vendors/blas_core.hpp"
#include "libgpuinv/vendors/vendors.hpp"

using gpuinv::Backend;
using gpuinv::DeviceInfo;
using gpuinv::Error;
using gpuinv::Gpu;
using gpuinv::Options;

namespace {

// OpenBLAS reports its version and CPU; the reference LAPACK does not.
std::string lapack_name() {
  try {
    const gpuinv::Vendors& v = gpuinv::vendors();
    return v.openblas_get_config ? v.openblas_get_config() : "LAPACK";
  } catch (const Error& e) {
    return e.what();
  }
}

void describe_host(std::ostream& out) {
  const std::string lapack = lapack_name();
  out << "host: " << lapack << ", " << (gpuinv::host_bytes_available() >> 20)
      << " MiB free\n";
  const std::string core = gpuinv::fitting_core();
  if (!core.empty() && lapack.find("Prescott") != std::string::npos)
    out << "host: OpenBLAS takes this processor for one of 2004; it is up to "
           "three times as fast with OPENBLAS_CORETYPE="
        << core << " in the environment\n";
}

// Returns the number of devices; a child process or a machine without a
// device gets a line that says why there is none.
int describe_devices(Gpu& gpu, std::ostream& out) {
  try {
    const std::string versions = gpu.devices().versions();
    out << "cuda: " << versions << "\n";
    out << "cuda: " << gpu.devices().sparse_library() << "\n";
    const int count = gpu.count();
    for (int device = 0; device < count; device++) {
      const DeviceInfo info = gpu.info(device, true);
      out << "cuda device " << device << ": " << info.name
          << ", compute capability " << info.major << "." << info.minor << ", "
          << info.multiprocessors << " multiprocessors, "
          << (info.free_bytes >> 20) << " of " << (info.total_bytes >> 20)
          << " MiB free\n";
    }
    return count;
  } catch (const Error& e) {
    out << "cuda: " << e.what() << "\n";
    return 0;
  }
}

// Returns the highest device number that the user asked for.  "All devices"
// does not ask for a number.
int highest_device(const Options& options) {
  constexpr unsigned kAll = 0x7fffffff;
  int highest = options.first_device();
  for (const int device : options.spread) highest = std::max(highest, device);
  for (int d = highest + 1; d < 31 && options.devices != kAll; d++)
    if ((options.devices >> d & 1) != 0) highest = d;
  return highest;
}

// Returns false if nothing is usable, or not all that the user asked for.
bool describe_choice(const Options& options, int devices, bool host_works,
                     std::ostream& out) {
  const bool wants_cuda = options.asks_for_device();
  const int highest = highest_device(options);
  const bool host =
      options.backend == Backend::kHost || (!wants_cuda && devices == 0);
  out << "in use: ";
  if (host && !host_works)
    out << "none (a library of the host is missing)\n";
  else if (host)
    out << "host\n";
  else if (highest >= devices)
    out << "none (cuda device " << highest << " does not exist)\n";
  else
    out << "cuda device " << options.first_device() << "\n";
  return host ? host_works : highest < devices;
}

}  // namespace

std::string gpuinv_session::describe(const char* text, bool& usable) {
  const Options options = gpuinv::options_here(text);
  std::ostringstream out;
  out << "libgpuinv " << GPUINV_PACKAGE_VERSION << ", interface "
      << GPUINV_VERSION << "\n";
  describe_host(out);
  const int devices = describe_devices(gpu_, out);
  const bool host_works = gpuinv::describe_libraries(out);
  usable = describe_choice(options, devices, host_works, out);
  if (gpuinv::faults_are_armed()) out << gpuinv::faults_report() << "\n";
  return out.str();
}
