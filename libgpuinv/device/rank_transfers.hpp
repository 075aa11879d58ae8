// rank_transfers.hpp (transfers by NCCL, as cuDSS asks for them)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cudss.h>

#include <cstddef>

#include "libgpuinv/device/fabric.hpp"

#if CUDSS_VERSION >= 10000

namespace gpuinv::device {

// cuDSS gives the address of a pointer.
inline Communicator& communicator(const void* comm) {
  return **static_cast<Communicator* const*>(comm);
}

// A type of NCCL, and how many of its numbers make an element.
struct Element {
  int type;
  std::size_t count, bytes;
};

// Error(CANNOT): a type that NCCL does not know.
Element element_of(cudaDataType_t type);
int op_of(cudssOpType_t op);

// Returns 0 if body() returns true.  Nothing may be thrown through cuDSS.
template <class Body>
int result_of(Body&& body) noexcept {
  try {
    return body() ? 0 : 1;
  } catch (...) {
    return 1;
  }
}

// These queue a transfer, and return whether that has succeeded.
bool send(const void* from, std::size_t bytes, int peer, Communicator& one,
          cudaStream_t stream);
bool receive(void* to, std::size_t bytes, int peer, Communicator& one,
             cudaStream_t stream);
bool broadcast(void* buffer, std::size_t bytes, int root, Communicator& one,
               cudaStream_t stream);
// root: -1 if all processes get the result.
bool reduce(const void* from, void* to, int count, const Element& e, int op,
            int root, Communicator& one, cudaStream_t stream);

// Process p gets counts[p] elements of the root's, which begin at offsets[p].
struct Parts {
  const int *counts, *offsets;
  std::size_t bytes;  // of an element
};

bool scatter(const char* from, const Parts& parts, char* to, std::size_t mine,
             int root, Communicator& one, cudaStream_t stream);

}  // namespace gpuinv::device

#endif
