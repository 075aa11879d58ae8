// interior_testing.cpp (a problem and a handle for tests of interior points)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "interior_testing.hpp"

#include <cfloat>
#include <cstring>

#include "conformance.hpp"

namespace testing {

gpuinv_interior_lp InteriorData::view() const {
  return {base,       m,        n,  max,      ptr.data(), ind.data(),
          val.data(), c.data(), c0, l.data(), u.data()};
}

InteriorData two_by_two(int base, int max) {
  const double sign = max ? 1.0 : -1.0;
  const double none = DBL_MAX;
  return {base,
          2,
          2,
          max,
          {base, base + 2, base + 4},
          {base, base + 1, base, base + 1},
          {1.0, 1.0, 1.0, 3.0},
          {sign * 3.0, sign * 2.0},
          100.0,
          {-none, -none, 0.0, 0.0},
          {4.0, 7.0, 3.0, none}};
}

const char* other_form() {
  const bool on_host = std::strstr(conformance_options(), "host") != nullptr;
  return on_host ? " normal=sparse" : " normal=packed";
}

gpuinv_iptcp interior_parameters() { return {1e-8, 100, 3600.0, 2}; }

Interior::Interior(gpuinv_log log, void* info)
    : api(gpuinv_get_api(GPUINV_VERSION)),
      options(conformance_options()),
      log_(log),
      info_(info) {
  api->session_create(&session, listen, this);
}

void Interior::listen(void* interior, int level, const char* text) {
  Interior& heard = *static_cast<Interior*>(interior);
  heard.iterations += std::strstr(text, ": obj = ") != nullptr;
  if (heard.log_ != nullptr) heard.log_(heard.info_, level, text);
}

Interior::~Interior() { api->session_delete(session); }

int Interior::start(const InteriorData& data) {
  const gpuinv_interior_lp lp = data.view();
  prim.assign(4, NAN);
  dual.assign(4, NAN);
  iterations = 0;
  return api->interior_create(session, options.c_str(), &lp, &parm, &handle);
}

int Interior::step() { return api->interior_step(handle, &done); }

int Interior::finish() {
  done = 0;
  while (done == 0) {
    const int status = step();
    if (status != GPUINV_OK) return status;
  }
  return result();
}

int Interior::result() {
  return api->interior_result(handle, &code, &stat, &obj, prim.data(),
                              dual.data());
}

int Interior::solve(const InteriorData& data) {
  drop();
  const int status = start(data);
  return status == GPUINV_OK ? finish() : status;
}

void Interior::drop() {
  api->interior_delete(handle);
  handle = nullptr;
}

}  // namespace testing
