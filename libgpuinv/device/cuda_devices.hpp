// cuda_devices.hpp (the devices of libgpuinv-cuda.so)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/device_inverse.hpp"
#include "libgpuinv/device/device_simplex.hpp"
#include "libgpuinv/device/devices.hpp"
#include "libgpuinv/device/peers.hpp"

namespace gpuinv::device {

class CudaDevices final : public Devices {
 public:
  std::string versions() override;
  int count() override;
  DeviceInfo info(int device, bool with_memory) override;
  double bandwidth(int device) override;
  void start(int device) override;
  bool started(int device) const override {
    return contexts_.count(device) != 0;
  }
  bool offers_sparse() override;
  std::string sparse_library() override;
  std::shared_ptr<BasisInverse> create_inverse(
      int device, const BasisInverse::Limits& limits) override;
  std::shared_ptr<Tableau> create_tableau(int device, Form form) override;
  std::shared_ptr<Tableau> create_spread_tableau(
      const std::vector<int>& devices, Form form) override;
  std::unique_ptr<InteriorMethod> create_interior(
      int device, const BoundedForm& form, const Norms& norms,
      const DeviceNormal& normal, std::shared_ptr<PhaseTimes> times) override;
  void serve(int device, Ranks& ranks) override;

 private:
  // Objects at rest, by device and form; NULL: in use, or none was made.
  // Inverses may be returned by any thread.
  struct Shelf {
    std::mutex lock;
    std::map<std::pair<int, Form>, std::unique_ptr<DeviceSimplex>> tableaux;
    std::map<int, std::unique_ptr<DeviceInverse>> inverses;
  };

  const std::shared_ptr<Context>& context(int device);
  Cards contexts_of(const std::vector<int>& devices);
  template <class T, class Place>
  std::unique_ptr<T> take(const Place& place);
  template <class T, class Place>
  std::shared_ptr<T> share(const std::shared_ptr<Context>& on,
                           const Place& place, std::unique_ptr<T> object);

  std::map<int, std::shared_ptr<Context>> contexts_;  // by device
  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace gpuinv::device
