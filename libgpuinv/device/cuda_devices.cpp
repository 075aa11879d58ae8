// cuda_devices.cpp (the devices of libgpuinv-cuda.so)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/cuda_devices.hpp"

#include <algorithm>
#include <chrono>

#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/device_inverse.hpp"
#include "libgpuinv/device/device_inverse_tableau.hpp"
#include "libgpuinv/device/device_normal.hpp"
#include "libgpuinv/device/device_tableau.hpp"
#include "libgpuinv/device/devices.hpp"
#include "libgpuinv/device/rank_worker.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#include "libgpuinv/device/spread_tableau.hpp"
#include "libgpuinv/gpuinv.h"

namespace gpuinv::device {
namespace {

std::string release_text(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

// Returns, for instance, "13.1.0" from cublasGetProperty or
// cusolverGetProperty.
template <class GetProperty>
std::string property_text(GetProperty get) {
  int major = 0, minor = 0, patch = 0;
  get(MAJOR_VERSION, &major);
  get(MINOR_VERSION, &minor);
  get(PATCH_LEVEL, &patch);
  return std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(patch);
}

std::unique_ptr<DeviceSimplex> make_tableau(
    const std::shared_ptr<Context>& context, Form form) {
  if (form == Form::kInverse)
    return std::make_unique<DeviceInverseTableau>(context,
                                                  kernels::SimplexWish());
  return std::make_unique<DeviceTableau>(context, kernels::SimplexWish());
}

// Returns body().  Exceptions of Thrust and the C++ library become Error, which
// callers catch to go on with the host.
template <class Body>
decltype(auto) translated(Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw DeviceError(GPUINV_NOMEM, "host memory is exhausted");
  } catch (const std::exception& e) {
    throw DeviceError(GPUINV_INTERNAL, e.what());
  }
}

// Wraps the method for a caller that owns the current device.  Every call
// selects the context's device and restores the caller's; errors are
// DeviceError, and in a child process every call is Error(CANNOT).
class GuardedInterior final : public InteriorMethod {
 public:
  GuardedInterior(std::shared_ptr<Context> context,
                  std::unique_ptr<InteriorMethod> method)
      : context_(std::move(context)), method_(std::move(method)) {}
  ~GuardedInterior() override {
    if (!context_->usable()) {
      static_cast<void>(method_.release());
      return;
    }
    try {
      const ScopedDevice here(context_->device());
      method_.reset();
    } catch (const Error&) {
      // the device is gone, and so are its objects
    }
  }
  GuardedInterior(const GuardedInterior&) = delete;
  GuardedInterior& operator=(const GuardedInterior&) = delete;

  bool start(bool near) override {
    return call([&] { return method_->start(near); });
  }
  bool iterate(const Aim& aim) override {
    return call([&] { return method_->iterate(aim); });
  }
  const Progress& progress() const override { return method_->progress(); }
  void keep() override {
    call([this] { method_->keep(); });
  }
  void download(bool kept, std::vector<double>* x,
                std::vector<double>* y) const override {
    call([&] { method_->download(kept, x, y); });
  }

 private:
  template <class Body>
  auto call(Body&& body) const -> decltype(body()) {
    return translated([&] {
      context_->require_usable();
      const ScopedDevice here(context_->device());
      return body();
    });
  }

  const std::shared_ptr<Context> context_;
  std::unique_ptr<InteriorMethod> method_;
};

}  // namespace

std::string CudaDevices::versions() {
  // The run time is a part of this library.  cudaRuntimeGetVersion of CUDA 11
  // fails where there is no device.
  int driver = 0;
  GPUINV_CUDA(cudaDriverGetVersion(&driver));
  return "CUDA run time " + release_text(CUDART_VERSION) + ", driver " +
         (driver == 0 ? "none" : release_text(driver)) + ", cuBLAS " +
         property_text(cublasGetProperty) + ", cuSOLVER " +
         property_text(cusolverGetProperty);
}

int CudaDevices::count() {
  const Opening opening;
  int count = 0;
  GPUINV_CUDA(cudaGetDeviceCount(&count));
  if (count < 1) throw DeviceError(GPUINV_CANNOT, "no CUDA device");
  return count;
}

DeviceInfo CudaDevices::info(int device, bool with_memory) {
  const Opening opening;
  cudaDeviceProp properties;
  GPUINV_CUDA(cudaGetDeviceProperties(&properties, device));
  DeviceInfo info;
  info.name = properties.name;
  info.major = properties.major;
  info.minor = properties.minor;
  info.multiprocessors = properties.multiProcessorCount;
  info.total_bytes = properties.totalGlobalMem;
  if (!with_memory) return info;
  const ScopedDevice here(device);
  std::size_t total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&info.free_bytes, &total));
  return info;
}

void CudaDevices::start(int device) {
  translated([&] { context(device); });
}

double CudaDevices::bandwidth(int device) {
  return translated([&] {
    constexpr std::size_t kBytes = std::size_t{128} << 20;  // no cache has room
    constexpr int kCopies = 8;
    Context& on = *context(device);
    const ScopedDevice here(device);
    DeviceBuffer<char> from(kBytes), to(kBytes);
    const auto copy = [&](int times) {
      for (int t = 0; t < times; t++)
        GPUINV_CUDA(cudaMemcpyAsync(to.data(), from.data(), kBytes,
                                    cudaMemcpyDeviceToDevice, on.stream()));
      on.synchronize();
    };
    copy(1);
    const auto begin = std::chrono::steady_clock::now();
    copy(kCopies);
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - begin;
    return 2.0 * kCopies * kBytes / spent.count();
  });
}

bool CudaDevices::offers_sparse() { return device::offers_sparse(); }

std::string CudaDevices::sparse_library() { return device::sparse_library(); }

const std::shared_ptr<Context>& CudaDevices::context(int device) {
  std::shared_ptr<Context>& context = contexts_[device];
  if (context == nullptr) try {
      context = std::make_shared<Context>(device);
    } catch (...) {
      contexts_.erase(device);
      throw;
    }
  context->require_usable();
  return context;
}

// A device that is named again gets a stream of its own.
Cards CudaDevices::contexts_of(const std::vector<int>& devices) {
  Cards contexts;
  for (auto device = devices.begin(); device != devices.end(); ++device)
    contexts.push_back(std::find(devices.begin(), device, *device) == device
                           ? context(*device)
                           : std::make_shared<Context>(*device));
  return contexts;
}

// The last owner puts the object on the shelf if its place there is free.  An
// object that fails in rest() is not used again.
template <class T, class Place>
std::shared_ptr<T> CudaDevices::share(const std::shared_ptr<Context>& on,
                                      const Place& place,
                                      std::unique_ptr<T> object) {
  const auto give_back = [on, place,
                          shelf = std::weak_ptr<Shelf>(shelf_)](T* used) {
    if (!on->usable()) return;
    std::unique_ptr<T> mine(used);
    const auto there = shelf.lock();
    if (there == nullptr) return;
    try {
      mine->rest();
      const std::lock_guard<std::mutex> guard(there->lock);
      std::unique_ptr<T>& free_place = place(*there);
      if (free_place == nullptr) free_place = std::move(mine);
    } catch (const std::exception&) {
      // an object that is not on the shelf is deleted
    }
  };
  return std::shared_ptr<T>(object.release(), give_back);
}

template <class T, class Place>
std::unique_ptr<T> CudaDevices::take(const Place& place) {
  const std::lock_guard<std::mutex> guard(shelf_->lock);
  return std::move(place(*shelf_));
}

std::shared_ptr<BasisInverse> CudaDevices::create_inverse(
    int device, const BasisInverse::Limits& limits) {
  return translated([&] {
    const auto& on = context(device);
    const ScopedDevice here(device);
    const auto place = [device](Shelf & shelf) -> auto& {
      return shelf.inverses[device];
    };
    auto inverse = take<DeviceInverse>(place);
    if (inverse == nullptr)
      inverse = std::make_unique<DeviceInverse>(on, limits);
    inverse->restart(limits);
    return std::shared_ptr<BasisInverse>(share(on, place, std::move(inverse)));
  });
}

std::shared_ptr<Tableau> CudaDevices::create_tableau(int device, Form form) {
  return translated([&] {
    const auto& on = context(device);
    const auto place = [ device, form ](Shelf & shelf) -> auto& {
      return shelf.tableaux[{device, form}];
    };
    auto tableau = take<DeviceSimplex>(place);
    if (tableau == nullptr) tableau = make_tableau(on, form);
    return std::shared_ptr<Tableau>(share(on, place, std::move(tableau)));
  });
}

std::shared_ptr<Tableau> CudaDevices::create_spread_tableau(
    const std::vector<int>& devices, Form form) {
  return translated([&] {
    const auto cards = contexts_of(devices);
    return std::shared_ptr<Tableau>(
        new SpreadTableau(cards, kernels::SimplexWish(), form),
        LeaveUnusable{cards.front()});
  });
}

std::unique_ptr<InteriorMethod> CudaDevices::create_interior(
    int device, const BoundedForm& form, const Norms& norms,
    const DeviceNormal& normal, std::shared_ptr<PhaseTimes> times) {
  return translated([&] {
    std::vector<int> devices = {device};
    devices.insert(devices.end(), normal.others.begin(), normal.others.end());
    const Cards cards = contexts_of(devices);
    const std::shared_ptr<Context>& on = cards.front();
    const ScopedDevice here(device);
    const ColumnMatrix a = form.matrix();
    const auto matrix = std::make_shared<const DeviceMatrix>(*on, a);
    auto equations = create_device_normal(cards, a, matrix, normal);
    if (times != nullptr)
      equations =
          std::make_unique<TimedNormal>(std::move(equations), std::move(times));
    return std::make_unique<GuardedInterior>(
        on, create_device_interior(on, form, matrix, std::move(equations),
                                   norms, kCorrectors));
  });
}

void CudaDevices::serve(int device, Ranks& ranks) {
  translated([&] {
    const auto& on = context(device);
    const ScopedDevice here(device);
    serve_ranks(on, ranks);
  });
}

namespace {

std::unique_ptr<Devices> make_devices(const Shared& shared) {
  Opening::share(shared.opening);
  Lease::share(shared.lease);
  share_fault_plan(shared.faults);
  return std::make_unique<CudaDevices>();
}

}  // namespace
}  // namespace gpuinv::device

const gpuinv::DevicesEntry gpuinv_devices = {gpuinv::kBuild,
                                             gpuinv::device::make_devices};
