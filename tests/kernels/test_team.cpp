// test_team.cpp (processes that share a factor, without devices)
// SPDX-License-Identifier: GPL-3.0-or-later

// The functions of CUDA and NCCL below stand in for the real ones.

#include <check.h>
#include <cuda_runtime_api.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "libgpuinv/device/team.hpp"
#include "libgpuinv/ranks/member.hpp"
#include "libgpuinv/ranks/root.hpp"
#include "tests/libgpuinv/ranks.hpp"

struct gpuinv::device::NcclCommunicator {
  std::atomic<int> aborts{0};
};

namespace {

using gpuinv::Launch;
using gpuinv::Member;
using gpuinv::Order;
using gpuinv::Root;
using gpuinv::device::Fabric;
using gpuinv::device::NcclComm;
using gpuinv::device::NcclId;
using gpuinv::device::Team;
using testing::refusal;

constexpr double kSoon = 3.0;  // seconds
constexpr std::chrono::milliseconds kTurn(10), kLong(300);

// What NCCL is asked for, and how it behaves.
struct Plan {
  std::mutex lock;
  std::vector<std::unique_ptr<gpuinv::device::NcclCommunicator>> made;
  std::atomic<bool> fails{false};  // rank 0 cannot meet, the others wait for it
  std::atomic<bool> lasts{false};  // an abort does

  NcclComm make() {
    const std::lock_guard<std::mutex> guard(lock);
    made.push_back(std::make_unique<gpuinv::device::NcclCommunicator>());
    return made.back().get();
  }
};

Plan& plan() {
  static auto* const one = new Plan;
  return *one;
}

int init(NcclComm* comm, int, NcclId, int rank) {
  while (plan().fails && rank > 0) std::this_thread::sleep_for(kTurn);
  if (plan().fails) return 1;
  *comm = plan().make();
  return 0;
}

int end(NcclComm comm) {
  comm->aborts++;
  if (plan().lasts) std::this_thread::sleep_for(kLong);
  return 0;
}

Launch launch(int rank, const std::string& port) {
  Launch one;
  one.rank = rank;
  one.size = 2;
  one.host = "127.0.0.1";
  one.port = port;
  return one;
}

}  // namespace

namespace gpuinv::device {

NcclLibrary::NcclLibrary() {
  GetErrorString = [](int) { return "no memory"; };
  GetUniqueId = [](NcclId*) { return 0; };
  CommInitRank = init;
  CommSplit = [](NcclComm, int, int, NcclComm* part, void*) {
    *part = plan().make();
    return 0;
  };
  CommAbort = end;
  CommUserRank = [](NcclComm, int* rank) { return *rank = 0; };
  CommCount = [](NcclComm, int* size) {
    *size = 1;
    return 0;
  };
  GroupStart = GroupEnd = [] { return 0; };
  Send = [](const void*, std::size_t, int, int, NcclComm, cudaStream_t) {
    return 0;
  };
  Recv = [](void*, std::size_t, int, int, NcclComm, cudaStream_t) { return 0; };
}

void NcclLibrary::require(int result, const char* call) const {
  if (result != 0)
    throw DeviceError(GPUINV_DEVICE,
                      std::string(call) + ": " + GetErrorString(result));
}

FaultKind fault_of_call(Site) { return FaultKind::kNone; }

void require(cudaError_t, const char*, const char*, int) {}

}  // namespace gpuinv::device

extern "C" {

cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaMalloc(void** data, std::size_t bytes) {
  *data = ::operator new(bytes);
  return cudaSuccess;
}
cudaError_t cudaFree(void* data) {
  ::operator delete(data);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned) {
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventCreate(cudaEvent_t*) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t) {
  return cudaSuccess;
}

}  // extern "C"

// The other process waits for rank 0, which has met an error.
START_TEST(a_meeting_that_fails_is_told) {
  plan().fails = true;
  Root root(launch(0, "0"), "build");
  Member member(launch(1, root.port()), "build", kSoon);
  root.gather(kSoon);
  std::future<std::string> other = std::async(std::launch::async, [&] {
    Order order;
    if (!member.next(&order)) return std::string("no order");
    return refusal([&] { Team team(member, 0, order); });
  });
  const std::string why = "ncclCommInitRank: no memory";
  ck_assert(refusal([&] { Team team(root, 0); }) == why);
  ck_assert(other.wait_for(std::chrono::duration<double>(kSoon)) ==
            std::future_status::ready);
  ck_assert(other.get() == "rank 0 goes on alone: " + why);
  ck_assert(root.take());
}
END_TEST

// One thread gives a communicator back while another one aborts all.
START_TEST(a_communicator_ends_once) {
  {
    Fabric fabric(0);
    Order order;
    fabric.make_ids(&order);
    fabric.meet(order, 0, 1);
    gpuinv::device::Communicator* part =
        fabric.split(**fabric.on_device(), 0, 0);
    plan().lasts = true;
    std::thread other([&] { fabric.remove(part); });
    std::this_thread::sleep_for(kLong / 3);
    plan().lasts = false;
    fabric.abort();
    other.join();
  }
  ck_assert_uint_eq(plan().made.size(), 3);
  for (const auto& each : plan().made) ck_assert_int_eq(each->aborts, 1);
}
END_TEST

int main() {
  Suite* suite = suite_create("team");
  TCase* tcase = tcase_create("team");
  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 30);
  tcase_add_test(tcase, a_meeting_that_fails_is_told);
  tcase_add_test(tcase, a_communicator_ends_once);
  SRunner* runner = srunner_create(suite);
  srunner_set_fork_status(runner, CK_FORK);  // each has its own plan
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? 0 : 1;
}
