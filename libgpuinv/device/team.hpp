// team.hpp (the processes that share one sparse factor)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "libgpuinv/device/fabric.hpp"
#include "libgpuinv/ranks/ranks.hpp"

namespace gpuinv::device {

// This process's part in a factor that several processes share, from the
// meeting of all to the end.  When another one is lost, transfers that this
// one waits for are aborted, and check() throws.
class Team {
 public:
  // What a kind of steps took, on this process.
  struct Tally {
    int count = 0;
    double seconds = 0.0;
    Traffic traffic;
  };

  // Rank 0 calls the others.  Error(CANNOT): there is no NCCL, or the others
  // work on another factor.  Error(DEVICE): one is lost, or they do not meet.
  Team(Ranks& ranks, int device);
  // Another rank follows the order kMeet.
  Team(Ranks& ranks, int device, const Order& meet);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  bool leads() const { return ranks_.rank() == 0; }
  int size() const { return ranks_.size(); }
  const std::shared_ptr<Fabric>& fabric() const { return fabric_; }

  // Rank 0 gives the order; the others were given it.
  void tell(Do what, std::int64_t a = 0, std::int64_t b = 0);
  // Rank 0 tells the others that the factor is not needed any more, before it
  // deletes its own part, which may wait for theirs.
  void end() noexcept;
  // Runs a step on another thread.  Error(DEVICE): the step's, or it has not
  // ended some seconds after a process was lost; then it is left behind, so it
  // must own what it uses.
  void run(std::function<void()> step) const;
  // Error(DEVICE): a process is lost, so what was computed is wrong.
  void check() const;
  // Adds what a step has taken, after all its work has ended.
  void count(Tally* tally, double seconds);

  Tally& analysis() { return analysis_; }
  Tally& factors() { return factors_; }
  Tally& solves() { return solves_; }
  // In one line.
  std::string text() const;

 private:
  void meet(const Order& order);

  Ranks& ranks_;
  const std::shared_ptr<Fabric> fabric_;
  bool ended_ = false;
  Tally analysis_, factors_, solves_;
};

}  // namespace gpuinv::device
