// stand_in.cpp (a library in place of libgpuinv-cuda.so)
// SPDX-License-Identifier: GPL-3.0-or-later

// It has one device that works on the host.  So any machine can test what
// crosses between the two libraries, what the log says of devices, and what
// happens when they fail.  The variable STAND_IN names the part that fails or
// is slow.

#include <execinfo.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/device/devices.hpp"
#include "libgpuinv/host/host_inverse.hpp"
#include "libgpuinv/host/host_inverse_tableau.hpp"
#include "libgpuinv/host/host_tableau.hpp"
#include "libgpuinv/host/make_host_normal.hpp"

namespace gpuinv {
namespace {

// A class that the catching library does not know, like the device's.
class Failure : public Error {
 public:
  explicit Failure(gpuinv_status status)
      : Error(status, "the stand-in fails on purpose") {}
};

bool asked_for(const char* fault) {
  const char* what = std::getenv("STAND_IN");
  return what != nullptr && std::strcmp(what, fault) == 0;
}

void may_fail(const char* where, gpuinv_status status) {
  if (!asked_for(where)) return;
  if (status == GPUINV_NOMEM) throw std::bad_alloc();
  throw Failure(status);
}

// Takes a while, and says so for forked.c: without allocating memory, for which
// a thread would wait while another forks.
void linger() {
  static char opens[] = "STAND_IN_OPENS=0";
  if (!asked_for("late")) return;
  if (std::getenv("STAND_IN_OPENS") == nullptr) putenv(opens);
  char& flag = *std::getenv("STAND_IN_OPENS");
  flag = '1';
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  flag = '0';
}

// Before the library's own fork handlers are registered, which come later in
// this file of code.
[[maybe_unused]] const bool kLingered = (linger(), true);

// The device hangs, and the driver gives it up in the end.
void may_hang() {
  constexpr std::chrono::seconds kHung(4);
  if (!asked_for("hung")) return;
  std::this_thread::sleep_for(kHung);
  throw Failure(GPUINV_DEVICE);
}

// The inverse of the identity, which tells the call depth of its ftran.
class DeepInverse final : public BasisInverse {
 public:
  using BasisInverse::BasisInverse;
  const char* backend_name() const override { return "cuda"; }

 private:
  std::size_t do_bytes_needed(int) override { return 0; }
  std::size_t do_bytes_available() override { return SIZE_MAX; }
  gpuinv_status do_factorize(SparseColumns&, double* norm) override {
    *norm = 1.0;
    return GPUINV_OK;
  }
  void do_ftran(int, const SparseVector& a, double* y) override {
    void* frames[64];
    const int depth = backtrace(frames, 64);
    setenv("STAND_IN_DEPTH", std::to_string(depth).c_str(), 1);
    do_btran(a, y);
  }
  void do_btran(const SparseVector& a, double* y) override {
    std::fill(y, y + size(), 0.0);
    for (int t = 0; t < a.nnz(); t++) y[a.ind[t]] = a.val[t];
  }
  void do_update(int, int, const double*, bool) override {}
};

// An inverse that is late from the fourth question on.
class LateInverse final : public HostInverse {
 public:
  using HostInverse::HostInverse;
  const char* backend_name() const override { return "cuda"; }
  bool is_late() const override { return ++asked_ > 3; }

 private:
  mutable int asked_ = 0;
};

class FailingInterior final : public InteriorMethod {
 public:
  explicit FailingInterior(std::unique_ptr<InteriorMethod> method)
      : method_(std::move(method)) {}
  bool start(bool near) override { return method_->start(near); }
  bool iterate(const Aim& aim) override {
    if (++iterations_ == 3) {
      may_fail("iterate", GPUINV_DEVICE);
      may_hang();
    }
    return method_->iterate(aim);
  }
  const Progress& progress() const override { return method_->progress(); }
  void keep() override { method_->keep(); }
  void download(bool kept, std::vector<double>* x,
                std::vector<double>* y) const override {
    method_->download(kept, x, y);
  }

 private:
  std::unique_ptr<InteriorMethod> method_;
  int iterations_ = 0;
};

// A tableau whose first pivots take long, four seconds in all, or one whose
// device hangs.
class SlowTableau final : public TableauWrapper {
 public:
  using TableauWrapper::TableauWrapper;
  bool reads_matrix() const override { return !asked_for("hung"); }
  Batch primal(int budget, const Tolerances& tol) override {
    return TableauWrapper::primal(fewer(budget), tol);
  }
  Batch dual(int budget, const Tolerances& tol, Steps steps) override {
    return TableauWrapper::dual(fewer(budget), tol, steps);
  }

 private:
  static int fewer(int budget) {
    may_hang();
    constexpr int kMost = 64, kNaps = 20;
    constexpr std::chrono::milliseconds kNap(200);
    static std::atomic<int> naps{0};
    if (naps++ >= kNaps) return budget;
    std::this_thread::sleep_for(kNap);
    return std::min(budget, kMost);
  }
};

// A tableau whose second batch of pivots never ends, as it seems to wait for a
// device.
class HangingTableau final : public TableauWrapper {
 public:
  using TableauWrapper::TableauWrapper;
  bool reads_matrix() const override { return false; }
  double longest_batch() const override { return 0.5; }
  Batch primal(int, const Tolerances& tol) override {
    return batches_++ == 0 ? TableauWrapper::primal(1, tol) : hang();
  }
  Batch dual(int, const Tolerances& tol, Steps steps) override {
    return batches_++ == 0 ? TableauWrapper::dual(1, tol, steps) : hang();
  }

 private:
  static Batch hang() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  int batches_ = 0;
};

// A tableau on several cards, one of which may be lost during the solve.
class LosingTableau final : public TableauWrapper {
 public:
  using TableauWrapper::TableauWrapper;
  Batch primal(int budget, const Tolerances& tol) override {
    may_fail("lost", GPUINV_DEVICE);
    return TableauWrapper::primal(budget, tol);
  }
  Batch dual(int budget, const Tolerances& tol, Steps steps) override {
    may_fail("lost", GPUINV_DEVICE);
    return TableauWrapper::dual(budget, tol, steps);
  }
};

class StandIn final : public Devices {
 public:
  std::string versions() override { return "a stand-in"; }
  int count() override {
    const Opening opening;
    linger();
    may_fail("count", GPUINV_DEVICE);
    const char* cards = std::getenv("STAND_IN_CARDS");
    return cards != nullptr ? std::atoi(cards) : 1;
  }
  DeviceInfo info(int, bool with_memory) override {
    DeviceInfo info;
    info.name = "stand-in";
    info.major = 9;
    info.multiprocessors = 132;
    info.total_bytes = std::size_t{80} << 30;
    const char* bytes = std::getenv("STAND_IN_BYTES");
    if (bytes != nullptr) info.total_bytes = std::strtoull(bytes, nullptr, 10);
    info.free_bytes = with_memory ? info.total_bytes : 0;
    return info;
  }
  double bandwidth(int) override { return 3e12; }
  // The driver hangs for as long as it likes.
  void start(int) override {
    if (asked_for("start"))
      std::this_thread::sleep_for(std::chrono::minutes(5));
  }
  bool started(int) const override { return false; }
  bool offers_sparse() override { return true; }
  std::string sparse_library() override { return "sparse factors of the host"; }
  std::shared_ptr<BasisInverse> create_inverse(
      int, const BasisInverse::Limits& limits) override {
    may_fail("inverse", GPUINV_NOMEM);
    if (asked_for("depth")) return std::make_shared<DeepInverse>(limits);
    if (asked_for("crowd")) return std::make_shared<LateInverse>(limits);
    return std::make_shared<HostInverse>(limits);
  }
  static std::shared_ptr<Tableau> make_tableau(Form form) {
    if (form == Form::kInverse) return std::make_shared<HostInverseTableau>();
    return std::make_shared<HostTableau>();
  }
  std::shared_ptr<Tableau> create_tableau(int, Form form) override {
    may_fail("tableau", GPUINV_DEVICE);
    const std::shared_ptr<Tableau> tableau = make_tableau(form);
    if (asked_for("hang")) return std::make_shared<HangingTableau>(tableau);
    return asked_for("slow") || asked_for("hung")
               ? std::make_shared<SlowTableau>(tableau)
               : tableau;
  }
  std::shared_ptr<Tableau> create_spread_tableau(const std::vector<int>&,
                                                 Form form) override {
    may_fail("cards", GPUINV_CANNOT);
    return std::make_shared<LosingTableau>(make_tableau(form));
  }
  std::unique_ptr<InteriorMethod> create_interior(
      int, const BoundedForm& form, const Norms& norms,
      const DeviceNormal& wanted, std::shared_ptr<PhaseTimes> times) override {
    may_fail("interior", GPUINV_DEVICE);
    if (!wanted.others.empty()) may_fail("cards", GPUINV_CANNOT);
    std::string line;
    auto normal = std::make_unique<TimedNormal>(
        make_host_normal(form.matrix(), std::nullopt, &line), std::move(times));
    if (wanted.ranks != nullptr) order(*wanted.ranks);
    return std::make_unique<FailingInterior>(
        create_host_method(form, norms, std::move(normal)));
  }
  void serve(int, Ranks& ranks) override {
    Order order;
    while (ranks.next(&order)) {
      if (asked_for("rank")) ranks.give_up("the stand-in gives up");
      ranks.ready();
    }
  }

 private:
  // The other processes get orders and answer, although they compute nothing.
  static void order(Ranks& ranks) {
    for (const Do what : {Do::kMeet, Do::kEnd}) {
      Order order;
      order.what = what;
      ranks.tell(order);
      ranks.await();
    }
  }
};

std::unique_ptr<Devices> make_devices(const Shared& shared) {
  Opening::share(shared.opening);
  share_fault_plan(shared.faults);
  return std::make_unique<StandIn>();
}

}  // namespace
}  // namespace gpuinv

const gpuinv::DevicesEntry gpuinv_devices = {gpuinv::kBuild,
                                             gpuinv::make_devices};
