// check_host.cpp (conformance of the host back end)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdlib>

#include "conformance.hpp"

int main() {
  const bool failed = conformance_failures("host", CK_FORK_GETENV) != 0;
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
