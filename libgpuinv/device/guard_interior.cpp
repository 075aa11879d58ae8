// guard_interior.cpp (an interior point method that guards the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <utility>

#include "libgpuinv/device/device_interior.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#include "libgpuinv/device/translated.hpp"

namespace gpuinv::device {
namespace {

class GuardedInterior final : public InteriorMethod {
 public:
  GuardedInterior(std::shared_ptr<Context> context,
                  std::unique_ptr<InteriorMethod> method)
      : context_(std::move(context)), method_(std::move(method)) {}
  ~GuardedInterior() override {
    if (!context_->owned_by_this_process()) {
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

  bool start() override {
    return call([this] { return method_->start(); });
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
      context_->require_owner();
      const ScopedDevice here(context_->device());
      return body();
    });
  }

  const std::shared_ptr<Context> context_;
  std::unique_ptr<InteriorMethod> method_;
};

}  // namespace

std::unique_ptr<InteriorMethod> guard_interior(
    std::shared_ptr<Context> context, std::unique_ptr<InteriorMethod> method) {
  return std::make_unique<GuardedInterior>(std::move(context),
                                           std::move(method));
}

}  // namespace gpuinv::device
