// api.cpp (the C border: it checks, calls and catches)
// SPDX-License-Identifier: GPL-3.0-or-later

// Every function of the table is a thunk: it checks handles and calls the
// object in run(), the only place that catches.  Then, with no C++ object
// alive, it hands waiting messages to the log callback, which may longjmp.

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "libgpuinv/api/border.hpp"
#include "libgpuinv/api/verbs.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/parallel_for.hpp"
#include "libgpuinv/basis/inversion_pays.hpp"
#include "libgpuinv/host/host_inverse.hpp"
#include "libgpuinv/lp/command.hpp"
#include "libgpuinv/session/ranks_here.hpp"
#include "libgpuinv/session/serve.hpp"
#include "libgpuinv/session/session.hpp"

namespace {

using gpuinv::Apart;
using gpuinv::BasisInverse;
using gpuinv::call;
using gpuinv::call_aloud;
using gpuinv::call_apart;
using gpuinv::missing;
using gpuinv::run;
using gpuinv::settled;

// Returns body().  A device that hangs is left alone from then on.
template <class Body>
auto watched(Body&& body) {
  try {
    return body();
  } catch (const gpuinv::NoAnswer&) {
    gpuinv::Gpu::give_up();
    throw;
  }
}

// Calls a verb of BasisInverse that returns an outcome or nothing.
template <class Verb>
int call_basis(gpuinv_basis* basis, Verb&& verb) {
  if (basis == nullptr) return GPUINV_INVALID;
  return call_aloud(basis->session, [&]() -> int {
    return watched([&]() -> int { return verb(*basis->inverse); });
  });
}

// Returns whether a factorization may take longer than a signal should wait.
bool takes_long(const gpuinv_basis& basis) {
  constexpr int kLong = 1000;  // rows
  return basis.inverse->matrix().size() >= kLong && basis.on_host();
}

const char* status_text(int status) {
#define GPUINV_STATUS_CASE(name, code, text) \
  case code:                                 \
    return text;
  switch (status) { GPUINV_STATUS_LIST(GPUINV_STATUS_CASE) }
#undef GPUINV_STATUS_CASE
  return "unknown status";
}

// The GNU C library gives the end of the heap back to the system as soon as it
// is twice as large as the largest block that was ever freed.  Where programs
// solve a small LP again and again, GLPK takes and frees a few megabytes in
// each call, and a third of its time goes into page faults.  After this call,
// which touches no page of the block, 16 MB may stay.  Larger blocks are mapped
// as ever.
void keep_heap() {
  constexpr std::size_t kBlock = std::size_t{8} << 20;
  void* volatile block = std::malloc(kBlock);  // volatile: or it is left out
  std::free(block);
}

int session_create(gpuinv_session** session, gpuinv_log log, void* info) {
  if (session == nullptr) return GPUINV_INVALID;
  *session = nullptr;
  const gpuinv::Undisturbed undisturbed;
  try {
    gpuinv::listen_for_ranks();
    *session = new gpuinv_session(log, info);
    keep_heap();
    return GPUINV_OK;
  } catch (...) {
    char text[100];
    return gpuinv::catch_all(text, sizeof text);
  }
}

// Signals still end the process while work that cannot be interrupted goes on.
void session_delete(gpuinv_session* session) {
  if (session == nullptr) return;
  session->apart().settle();
  session->await_engines();
  const gpuinv::Undisturbed undisturbed;
  delete session;
}

const char* last_error(gpuinv_session* session) {
  return session != nullptr ? session->last_error() : "";
}

// Copies as many whole lines as there is room for; the last one tells how many
// bytes there are in all.
void put_lines(const std::string& lines, char* text, std::size_t size) {
  std::string shown = lines;
  if (lines.size() >= size) {
    const std::string more =
        "... (" + std::to_string(lines.size() + 1) + " bytes in all)\n";
    const std::size_t room = size > more.size() ? size - more.size() - 1 : 0;
    const std::size_t end = lines.rfind('\n', room > 0 ? room - 1 : 0);
    if (end != lines.npos && end < room)
      shown = lines.substr(0, end + 1) + more;
    else
      shown.resize(size - 1);
  }
  text[shown.copy(text, shown.size())] = '\0';
}

int describe(gpuinv_session* session, const char* options, char* text,
             size_t size) {
  if (session == nullptr) return GPUINV_INVALID;
  if (text == nullptr || size == 0)
    return missing(session, "describe: no room for the text");
  return call(session, [&]() -> int {
    bool usable = true;
    const std::string lines = session->describe(options, usable);
    put_lines(lines, text, size);
    return usable ? GPUINV_OK : GPUINV_CANNOT;
  });
}

int option(const char* argument, const char* next, gpuinv_choice* choice,
           char* text, size_t size) {
  if (text == nullptr || size == 0 || (argument != nullptr && !choice))
    return 0;
  text[0] = '\0';
  const gpuinv::Undisturbed undisturbed;
  try {
    std::string lines = gpuinv::kHelp;
    int used = 1;
    if (argument != nullptr) {
      lines.clear();
      used = gpuinv::read_argument(argument, next, choice, &lines);
    }
    put_lines(lines, text, size);
    return used;
  } catch (...) {
    return 0;
  }
}

int basis_create(gpuinv_session* session, const char* options,
                 gpuinv_basis** basis) {
  if (session == nullptr) return GPUINV_INVALID;
  if (basis == nullptr) return missing(session, "basis_create: basis is NULL");
  *basis = nullptr;
  return call_aloud(session, [&]() -> int {
    *basis = session->create_basis(options);
    return GPUINV_OK;
  });
}

void basis_delete(gpuinv_basis* basis) {
  if (basis == nullptr) return;
  gpuinv_session* session = basis->session;
  settled(session, [&]() -> int {
    session->delete_basis(basis);
    return GPUINV_OK;
  });
}

const char* backend_name(const gpuinv_basis* basis) {
  return basis != nullptr ? basis->inverse->backend_name() : "";
}

int begin(gpuinv_basis* basis, int base, int m) {
  return call_basis(basis, [&](BasisInverse&) {
    if (basis->if_it_pays() && m < gpuinv::kLeastInverted) return GPUINV_LIMIT;
    try {
      basis->session->choose_place(*basis, m);
      basis->inverse->begin(base, m);
    } catch (const gpuinv::Error& e) {
      if (basis->if_it_pays() && e.status() == GPUINV_CANNOT)
        return GPUINV_LIMIT;
      throw;
    }
    return GPUINV_OK;
  });
}

// Returns whether arrays are missing; BasisInverse checks their elements.
template <class Ind, class Val>
bool no_arrays(gpuinv_basis* basis, int len, const Ind* ind, const Val* val) {
  if (basis == nullptr || len <= 0 || (ind != nullptr && val != nullptr))
    return false;
  basis->session->set_error("len, ind or val is NULL");
  return true;
}

int columns(gpuinv_basis* basis, int j, int count, const int len[],
            const int* const ind[], const double* const val[]) {
  if (no_arrays(basis, count, len, len) || no_arrays(basis, count, ind, val))
    return GPUINV_INVALID;
  for (int c = 0; c < count; c++)
    if (no_arrays(basis, len[c], ind[c], val[c])) return GPUINV_INVALID;
  return call_basis(basis, [&](BasisInverse& inverse) {
    if (count < 0)
      throw gpuinv::Error(GPUINV_INVALID,
                          "columns: count = " + std::to_string(count));
    std::vector<gpuinv::HostColumn> all;
    all.reserve(count);
    for (int c = 0; c < count; c++)
      all.push_back({static_cast<std::size_t>(len[c]), ind[c], val[c]});
    inverse.columns(j, all);
    return GPUINV_OK;
  });
}

gpuinv_status factorize_now(gpuinv_basis& basis) {
  const gpuinv_status status =
      watched([&] { return basis.inverse->factorize(); });
  if (status == GPUINV_OK) basis.session->say_in_use(basis);
  return status;
}

struct Factorize : Apart::Task {
  explicit Factorize(gpuinv_basis* handle) : basis(handle) {}
  int work() override {
    return run(basis->session, [this] { return factorize_now(*basis); });
  }
  gpuinv_basis* const basis;
};

int factorize(gpuinv_basis* basis, double* norm) {
  if (basis == nullptr) return GPUINV_INVALID;
  const auto bring = [&] {
    if (norm != nullptr) *norm = basis->inverse->inverse_norm();
  };
  const int status = call_aloud(basis->session, [&]() -> int {
    return basis->session->choose_place(*basis) ? GPUINV_OK : GPUINV_LIMIT;
  });
  if (status != GPUINV_OK) return status;
  if (takes_long(*basis))
    return call_apart<Factorize>(
        basis->session, [&] { return std::make_unique<Factorize>(basis); },
        [&](Factorize&) { bring(); });
  return call_aloud(basis->session, [&]() -> int {
    const gpuinv_status status = factorize_now(*basis);
    if (status == GPUINV_OK) bring();
    return status;
  });
}

void add_base(const BasisInverse& inverse, int count, const int* from,
              int* to) {
  std::transform(from, from + count, to,
                 [&](int k) { return k + inverse.base(); });
}

int ftran(gpuinv_basis* basis, double x[]) {
  return call_basis(basis, [&](BasisInverse& inverse) {
    if (x == nullptr) throw gpuinv::Error(GPUINV_INVALID, "ftran: x is NULL");
    return inverse.ftran(x);
  });
}

int btran(gpuinv_basis* basis, double x[]) {
  return call_basis(basis, [&](BasisInverse& inverse) {
    if (x == nullptr) throw gpuinv::Error(GPUINV_INVALID, "btran: x is NULL");
    return inverse.btran(x);
  });
}

// Approximates by a host inverse of the same matrix, made for this call alone.
int approximate_on_host(const gpuinv::SparseColumns& b, gpuinv::Op op,
                        double x[]) {
  gpuinv::HostInverse host{BasisInverse::Limits()};
  host.begin(0, b.size());
  for (int j = 0; j < b.size(); j++)
    host.column(j, b.length(j), b.indices(j), b.values(j));
  const gpuinv_status status = host.factorize();
  if (status == GPUINV_OK) host.approximate(op, x);
  return status;
}

int approximate(gpuinv_basis* basis, int transposed, double x[]) {
  return call_basis(basis, [&](BasisInverse& inverse) -> int {
    const auto op = transposed ? gpuinv::Op::kTransposed : gpuinv::Op::kPlain;
    const gpuinv::SparseColumns& b = inverse.matrix();
    if (x == nullptr)
      throw gpuinv::Error(GPUINV_INVALID, "approximate: x is NULL");
    try {
      watched([&] { inverse.approximate(op, x); });
      return GPUINV_OK;
    } catch (const gpuinv::Error& e) {
      const bool entered = b.size() > 0 && b.missing() == 0;
      if (e.status() == GPUINV_NONFINITE || !entered) throw;
    }
    return approximate_on_host(b, op, x);
  });
}

int update(gpuinv_basis* basis, int k, int len, const int ind[],
           const double val[]) {
  if (basis == nullptr || no_arrays(basis, len, ind, val))
    return GPUINV_INVALID;
  // whatever happens here, the caller factorizes again
  return call(basis->session, [&]() -> int {
    return basis->inverse->update(k, len, ind, val);
  });
}

int get_column(gpuinv_basis* basis, int j, int ind[], double val[]) {
  if (basis == nullptr) return -1;
  const BasisInverse& inverse = *basis->inverse;
  const gpuinv::SparseColumns& b = inverse.matrix();
  if (j < inverse.base()) return -1;
  j -= inverse.base();
  if (j >= b.size() || !b.entered(j)) return -1;
  add_base(inverse, b.length(j), b.indices(j), ind);
  std::copy_n(b.values(j), b.length(j), val);
  return b.length(j);
}

double matrix_norm(const gpuinv_basis* basis) {
  return basis != nullptr ? basis->inverse->matrix().norm1() : 0.0;
}

void share_out(int parts, void (*work)(void* info, int part, int parts),
               void* info) {
  gpuinv::parallel_for(parts, [=](int part) { work(info, part, parts); });
}

int serve(gpuinv_session* session, const char* options, double seconds) {
  if (session == nullptr) return GPUINV_INVALID;
  return call(session, [&]() -> int {
    gpuinv::serve_rank(gpuinv::parse_options(options), seconds,
                       [session](const std::string& text) {
                         session->deliver(GPUINV_LOG_INFO,
                                          ("GPU: " + text).c_str());
                       });
    return GPUINV_OK;
  });
}

const gpuinv_api kApi = {
    sizeof(gpuinv_api),
    GPUINV_VERSION,
    status_text,
    session_create,
    session_delete,
    last_error,
    describe,
    basis_create,
    basis_delete,
    backend_name,
    begin,
    columns,
    factorize,
    ftran,
    btran,
    update,
    get_column,
    matrix_norm,
    approximate,
    gpuinv::engine_start,
    gpuinv::engine_wait,
    gpuinv::engine_result,
    gpuinv::engine_delete,
    gpuinv::interior_create,
    gpuinv::interior_step,
    gpuinv::interior_result,
    gpuinv::interior_delete,
    share_out,
    gpuinv::kkt,
    gpuinv::refine_step,
    gpuinv::engine_progress,
    gpuinv::prove_step,
    gpuinv::dual_start,
    option,
    gpuinv::engine_due,
    gpuinv::review,
    serve,
};

}  // namespace

const gpuinv_api* gpuinv_get_api(int version) {
  return version == GPUINV_VERSION ? &kApi : nullptr;
}
