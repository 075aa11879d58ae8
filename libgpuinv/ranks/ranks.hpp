// ranks.hpp (the other processes, as those see them that give them work)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <string>

#include "libgpuinv/ranks/order.hpp"

namespace gpuinv {

// One end of the connections between rank 0 and the others.  When a process is
// lost, or gives up, all connections end for good, and every process goes on
// alone or ends.
class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;  // processes, this one included

  // One factor at a time is shared.  Returns false if another one is.
  virtual bool take() = 0;
  virtual void put_back() = 0;

  // Rank 0: sends the order to all others.  Error(DEVICE): they are lost.
  virtual void tell(const Order& order) = 0;
  // Rank 0: waits until all have answered the last kMeet or kEnd.
  // Error(DEVICE): they are lost, or do not answer in time.
  virtual void await() = 0;

  // Others: waits for the next order.  Returns false when rank 0 has ended.
  virtual bool next(Order* order) = 0;
  // Others: answers an order.
  virtual void ready() = 0;

  // Ends all connections and tells the others why.
  virtual void give_up(const std::string& why) = 0;
  // Returns why the connections ended; "" as long as they live.
  virtual std::string loss() const = 0;
  // From now on the function is called, by another thread, when they end; at
  // once if they have.  An empty one takes it back, after a call in progress
  // has returned.
  virtual void on_loss(std::function<void()> call) = 0;
};

}  // namespace gpuinv
