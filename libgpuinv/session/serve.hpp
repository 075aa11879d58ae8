// serve.hpp (the work of a process that is not rank 0)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <string>

#include "libgpuinv/lp/options.hpp"

namespace gpuinv {

// Connects to rank 0, which may begin to listen as late as in so many seconds,
// and does what it asks for on a device until it ends.  say() is called by this
// thread at once.  Without a device in the options, processes of one host take
// different ones.  Error(INVALID): the environment does not make this process
// another rank.  Error(CANNOT): no rank 0, no device.  Error(DEVICE): this
// process has given up, or its device does not answer after rank 0 has ended;
// then a thread is left behind.
void serve_rank(const Options& options, double seconds,
                const std::function<void(const std::string& text)>& say);

}  // namespace gpuinv
