// workers.hpp (unit tests of the thread that stays between jobs)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_LIBGPUINV_WORKERS_HPP
#define GPUINV_TESTS_LIBGPUINV_WORKERS_HPP

#include <check.h>

TCase* worker_cases();

#endif
