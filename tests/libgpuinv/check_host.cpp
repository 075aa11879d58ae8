// check_host.cpp (conformance of the host back end)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <cstdlib>

#include "conformance.hpp"

int main() {
  const bool failed = conformance_failures("host", CK_FORK_GETENV) != 0;
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
