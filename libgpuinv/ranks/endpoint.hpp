// endpoint.hpp (one end of the connections between rank 0 and the others)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <poll.h>
#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "libgpuinv/ranks/launch.hpp"
#include "libgpuinv/ranks/message.hpp"
#include "libgpuinv/ranks/ranks.hpp"
#include "libgpuinv/ranks/socket.hpp"

namespace gpuinv {

// The connections, and a thread that reads from them and finds out when one
// ends.  Only the process that made the object uses it: a child of that process
// has no thread, and gets errors.
class Endpoint : public Ranks {
 public:
  ~Endpoint() override;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  int rank() const override { return launch_.rank; }
  int size() const override { return launch_.size; }
  bool take() override { return !taken_.exchange(true); }
  void put_back() override { taken_ = false; }
  void tell(const Order& order) override;
  void await() override;
  bool next(Order* order) override;
  void ready() override;
  void give_up(const std::string& why) override;
  std::string loss() const override;
  void on_loss(std::function<void()> call) override;

 protected:
  // The other end of a connection.
  struct Peer {
    Socket socket;
    MessageReader reader;
    int rank = -1;       // -1: it has not said yet
    double since = 0.0;  // steady_seconds() when it came
  };

  explicit Endpoint(const Launch& launch);
  // Derived classes start the thread when they are complete, and stop it.
  void start();
  void stop();

  // The thread: what to do with a peer's message, or when it has gone.  Called
  // with the lock held; the result, if any, is why all connections end.
  virtual std::string receive(Peer& peer, const Message& message) = 0;
  virtual std::string gone(Peer& peer) = 0;
  // The socket that others connect to, if there is one that still counts.
  virtual const Socket* listener() const { return nullptr; }

  // Returns false if the time, which may be without end, is over before the
  // condition holds or the connections end.
  bool wait(double seconds, const std::function<bool()>& condition);
  void require_owner() const;  // Error(CANNOT): this is a child

  const Launch launch_;
  mutable std::mutex lock_;  // of all that follows
  std::condition_variable changed_;
  std::list<Peer> peers_;
  std::deque<Order> orders_;  // that have arrived
  int answers_ = 0;           // to the last kMeet or kEnd
  std::string loss_;
  std::string deaf_;  // why those who connected last were not let in, or ""

 private:
  // What the thread waits for: polls[i] is the connection of peers[i], or
  // the listener if that is null; the first one wakes the thread.
  struct Round {
    std::vector<pollfd> polls;
    std::vector<Peer*> peers;
  };
  bool mine() const;
  void run();
  Round next_round();
  void serve(const Round& round);
  void read_from(Peer& peer);
  void close_with(const std::string& why);
  void announce();

  const pid_t owner_;
  std::atomic<bool> taken_{false};
  Socket wake_[2];  // the thread waits for a byte from the second one
  bool stopping_ = false;
  double rest_ = 0.0;     // until then nobody is let in, by steady_seconds()
  std::mutex call_lock_;  // held during the call
  std::function<void()> call_;
  std::thread thread_;
};

}  // namespace gpuinv
