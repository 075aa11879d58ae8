// send.hpp (sends host vectors to device buffers)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <vector>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"

namespace gpuinv::device {

// to[count] := from[count]; queued, so both arrays must stay.
template <class T>
void send(Context& context, const T* from, std::size_t count, T* to) {
  GPUINV_CUDA(cudaMemcpyAsync(to, from, count * sizeof(T),
                              cudaMemcpyHostToDevice, context.stream()));
}

// *to := from, with room for at least one element, so that data() is not null.
// Waits.
template <class T>
void send(Context& context, const std::vector<T>& from, DeviceBuffer<T>* to) {
  to->grow(std::max<std::size_t>(from.size(), 1));
  if (from.empty()) return;
  send(context, from.data(), from.size(), to->data());
  context.synchronize();
}

}  // namespace gpuinv::device
