// fuzz_options.cpp (option texts of any bytes)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdlib>
#include <cstring>
#include <string>

#include "gpuinv.h"

namespace {

// A description ends within its buffer and contains no cut line.
void check_text(const char* text, std::size_t size) {
  if (std::strlen(text) >= size) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data,
                                      std::size_t size) {
  const gpuinv_api* api = gpuinv_get_api(GPUINV_VERSION);
  std::string options(reinterpret_cast<const char*>(data), size);
  gpuinv_session* session = nullptr;
  if (api->session_create(&session, nullptr, nullptr) != GPUINV_OK) return 0;
  char text[1000];
  std::memset(text, 'x', sizeof text);
  const std::size_t room = 1 + size % sizeof text;
  const int described = api->describe(session, options.c_str(), text, room);
  if (described == GPUINV_OK) check_text(text, room);
  gpuinv_basis* basis = nullptr;
  const int created = api->basis_create(session, options.c_str(), &basis);
  // invalid options are so everywhere
  if ((described == GPUINV_INVALID) != (created == GPUINV_INVALID))
    std::abort();
  if ((created == GPUINV_OK) != (basis != nullptr)) std::abort();
  if (created == GPUINV_OK) {
    const int len = 1, row = 0;
    const double one = 1.0;
    const int* const rows = &row;
    const double* const values = &one;
    double x = 3.0;
    if (api->begin(basis, 0, 1) == GPUINV_OK) {
      api->columns(basis, 0, 1, &len, &rows, &values);
      if (api->factorize(basis, nullptr) == GPUINV_OK &&
          (api->ftran(basis, &x) != GPUINV_OK || x != 3.0))
        std::abort();
    }
  } else if (*api->last_error(session) == '\0') {
    std::abort();
  }
  api->session_delete(session);
  return 0;
}
