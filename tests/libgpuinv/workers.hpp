// workers.hpp (unit tests of the thread that stays between jobs)
// SPDX-License-Identifier: GPL-3.0-or-later

#ifndef GPUINV_TESTS_LIBGPUINV_WORKERS_HPP
#define GPUINV_TESTS_LIBGPUINV_WORKERS_HPP

#include <check.h>

TCase* worker_cases();

#endif
