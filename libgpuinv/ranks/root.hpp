// root.hpp (rank 0's end of the connections between ranks)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/ranks/endpoint.hpp"

namespace gpuinv {

class Root final : public Endpoint {
 public:
  // Listens where the launch says; others must have the same build.
  // Error(CANNOT): not possible.
  Root(const Launch& launch, const std::string& build);
  ~Root() override;

  // Waits until all others are there.  Error(CANNOT): they are not, or were
  // and are lost.
  void gather(double seconds);
  std::string port() const { return port_of(listener_); }

 private:
  std::string receive(Peer& peer, const Message& message) override;
  std::string gone(Peer& peer) override;
  const Socket* listener() const override;
  std::string fault_of(const Message& message, int* rank) const;
  int here() const;

  const std::string build_;
  Socket listener_;
};

}  // namespace gpuinv
