// engine_misuse_cases.cpp (conformance: refusals of simplex engines)
// SPDX-License-Identifier: GPL-3.0-or-later

// Every refusal names the fault and its place, starts nothing, and leaves the
// session usable.

#include <sched.h>

#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include "conformance.hpp"
#include "engine_testing.hpp"

using testing::Engine;
using testing::Lp;

static Lp small() { return Lp(2, 2, {{1, 1}, {1, 3}}, {4, 6}, {-3, -2}); }

// Returns the status if the session's message contains `text` and the session
// works afterwards.
static int refusal(const char* text, const gpuinv_lp* lp,
                   const gpuinv_smcp* parm, const char* words = "") {
  Engine engine;
  const std::string options = engine.options + words;
  const int status = engine.api->engine_start(engine.session, options.c_str(),
                                              lp, parm, &engine.handle);
  if (engine.handle != nullptr) return -1;
  const std::string said = engine.api->last_error(engine.session);
  if (said.find(text) == said.npos) return -2;
  const Lp good = small();
  return engine.solve(good) == GPUINV_OK ? status : -3;
}

static int with(const char* text, const std::function<void(Lp&)>& spoil) {
  Lp lp = small();
  lp.base = 1;
  spoil(lp);
  const gpuinv_lp view = lp.view();
  const gpuinv_smcp parm = testing::parameters();
  return refusal(text, &view, &parm);
}

// The same for faults that an Lp cannot express.
static int with_view(const char* text,
                     const std::function<void(gpuinv_lp&)>& spoil) {
  const Lp lp = small();
  gpuinv_lp view = lp.view();
  spoil(view);
  const gpuinv_smcp parm = testing::parameters();
  return refusal(text, &view, &parm);
}

START_TEST(shape) {
  ck_assert_int_eq(with_view("base = 2", [](gpuinv_lp& v) { v.base = 2; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("m = 0", [](gpuinv_lp& v) { v.m = 0; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("m = 4", [](gpuinv_lp& v) { v.m = 4; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("n = -1", [](gpuinv_lp& v) { v.n = -1; }),
                   GPUINV_INVALID);
}
END_TEST

START_TEST(null_arrays) {
  const gpuinv_smcp parm = testing::parameters();
  const Lp lp = small();
  const gpuinv_lp view = lp.view();
  ck_assert_int_eq(refusal("NULL", nullptr, &parm), GPUINV_INVALID);
  ck_assert_int_eq(refusal("NULL", &view, nullptr), GPUINV_INVALID);
  ck_assert_int_eq(with_view("ptr", [](gpuinv_lp& v) { v.ptr = nullptr; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("ind", [](gpuinv_lp& v) { v.ind = nullptr; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("val", [](gpuinv_lp& v) { v.val = nullptr; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("b is", [](gpuinv_lp& v) { v.b = nullptr; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("c is", [](gpuinv_lp& v) { v.c = nullptr; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("l is", [](gpuinv_lp& v) { v.l = nullptr; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("u is", [](gpuinv_lp& v) { v.u = nullptr; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("head", [](gpuinv_lp& v) { v.head = nullptr; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_view("flag", [](gpuinv_lp& v) { v.flag = nullptr; }),
                   GPUINV_INVALID);
}
END_TEST

START_TEST(null_handles) {
  const gpuinv_api* api = gpuinv_get_api(GPUINV_VERSION);
  const gpuinv_smcp parm = testing::parameters();
  const Lp lp = small();
  const gpuinv_lp view = lp.view();
  int number;
  gpuinv_engine* handle;
  Engine engine;
  ck_assert_int_eq(api->engine_start(NULL, NULL, &view, &parm, &handle),
                   GPUINV_INVALID);
  ck_assert_int_eq(api->engine_start(engine.session, NULL, &view, &parm, NULL),
                   GPUINV_INVALID);
  ck_assert_int_eq(api->engine_wait(NULL, 1.0), 1);
  gpuinv_progress progress;
  ck_assert_int_eq(api->engine_progress(NULL, &progress), 0);
  ck_assert_int_eq(
      api->engine_result(NULL, &number, &number, &number, NULL, NULL, NULL),
      GPUINV_INVALID);
  api->engine_delete(NULL);
  ck_assert_int_eq(engine.solve(lp), GPUINV_OK);
  ck_assert_int_eq(api->engine_result(engine.handle, &number, &number, &number,
                                      NULL, NULL, NULL),
                   GPUINV_INVALID);
}
END_TEST

START_TEST(matrix) {
  ck_assert_int_eq(with("begin with base", [](Lp& p) { p.ptr[0] = 1; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with("descends at column 2", [](Lp& p) { p.ptr[2] = 0; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with("row 3 of column 1", [](Lp& p) { p.ind[0] = 2; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with("row 0 of column 1", [](Lp& p) { p.ind[0] = -1; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with("row 2 of column 3 occurs twice",
                        [](Lp& p) { p.ind[2] = p.ind[3]; }),
                   GPUINV_INVALID);
  for (double bad : {NAN, INFINITY, -INFINITY})
    ck_assert_int_eq(
        with("row 2 of column 4", [bad](Lp& p) { p.val.back() = bad; }),
        GPUINV_NONFINITE);
}
END_TEST

START_TEST(vectors) {
  for (double bad : {NAN, INFINITY, -INFINITY}) {
    ck_assert_int_eq(with("right-hand side 2", [bad](Lp& p) { p.b[1] = bad; }),
                     GPUINV_NONFINITE);
    ck_assert_int_eq(with("cost 3", [bad](Lp& p) { p.c[2] = bad; }),
                     GPUINV_NONFINITE);
  }
}
END_TEST

START_TEST(bounds) {
  ck_assert_int_eq(with("lower bound of column 4", [](Lp& p) { p.l[3] = NAN; }),
                   GPUINV_NONFINITE);
  ck_assert_int_eq(with("upper bound of column 4", [](Lp& p) { p.u[3] = NAN; }),
                   GPUINV_NONFINITE);
  ck_assert_int_eq(with("column 1 is above", [](Lp& p) { p.u[0] = -1e-9; }),
                   GPUINV_INVALID);
  for (double big : {DBL_MAX, static_cast<double>(INFINITY)}) {
    ck_assert_int_eq(with("column 2 is plus", [big](Lp& p) { p.l[1] = big; }),
                     GPUINV_INVALID);
    ck_assert_int_eq(with("column 2 is minus", [big](Lp& p) { p.u[1] = -big; }),
                     GPUINV_INVALID);
  }
}
END_TEST

START_TEST(basis) {
  ck_assert_int_eq(with("head 2: column 5", [](Lp& p) { p.head[1] = 4; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with("head 2: column 0", [](Lp& p) { p.head[1] = -1; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with("column 1 is twice", [](Lp& p) { p.head[3] = 0; }),
                   GPUINV_INVALID);
}
END_TEST

// The smallest integer, from which no base can be subtracted.
START_TEST(smallest_indices) {
  const gpuinv_smcp parm = testing::parameters();
  Lp lp = small();
  lp.base = 1;
  gpuinv_lp view = lp.view();
  std::vector<int> head(view.head, view.head + lp.n);
  head[1] = INT_MIN;
  view.head = head.data();
  ck_assert_int_eq(refusal("column -2147483648", &view, &parm), GPUINV_INVALID);
  view = lp.view();
  std::vector<int> ind(view.ind, view.ind + lp.ind.size());
  ind[0] = INT_MIN;
  view.ind = ind.data();
  ck_assert_int_eq(refusal("row -2147483648", &view, &parm), GPUINV_INVALID);
}
END_TEST

static int with_parm(const char* text,
                     const std::function<void(gpuinv_smcp&)>& spoil) {
  const Lp lp = small();
  const gpuinv_lp view = lp.view();
  gpuinv_smcp parm = testing::parameters();
  spoil(parm);
  return refusal(text, &view, &parm);
}

START_TEST(control_parameters) {
  for (double bad : {0.0, -1e-7, 1.0, static_cast<double>(NAN)}) {
    ck_assert_int_eq(
        with_parm("tol_bnd", [bad](gpuinv_smcp& p) { p.tol_bnd = bad; }),
        GPUINV_INVALID);
    ck_assert_int_eq(
        with_parm("tol_dj", [bad](gpuinv_smcp& p) { p.tol_dj = bad; }),
        GPUINV_INVALID);
    ck_assert_int_eq(
        with_parm("tol_piv", [bad](gpuinv_smcp& p) { p.tol_piv = bad; }),
        GPUINV_INVALID);
  }
  ck_assert_int_eq(
      with_parm("it_lim = -1", [](gpuinv_smcp& p) { p.it_lim = -1; }),
      GPUINV_INVALID);
  ck_assert_int_eq(with_parm("tm_lim", [](gpuinv_smcp& p) { p.tm_lim = NAN; }),
                   GPUINV_INVALID);
  ck_assert_int_eq(with_parm("obj_ul", [](gpuinv_smcp& p) { p.obj_ul = NAN; }),
                   GPUINV_INVALID);
}
END_TEST

START_TEST(option_text) {
  const Lp lp = small();
  const gpuinv_lp view = lp.view();
  const gpuinv_smcp parm = testing::parameters();
  ck_assert_int_eq(refusal("colour", &view, &parm, " colour=red"),
                   GPUINV_INVALID);
  ck_assert_int_eq(refusal("form=round", &view, &parm, " form=round"),
                   GPUINV_INVALID);
  ck_assert_int_eq(refusal("no simplex engine", &view, &parm, " form=none"),
                   GPUINV_CANNOT);
}
END_TEST

// Returns min sum x with x_j + x_(j+1) + x_(j+7) >= 1 in a ring of that size.
static Lp ring_lp(int size) {
  Lp lp(1, 1, {{1.0}}, {1.0}, {1.0});
  lp.m = size;
  lp.n = 2 * size;
  lp.ptr = {0};
  lp.ind.clear();
  for (int k = 0; k < lp.n; k++) {
    const int j = k - size;
    if (j < 0)
      lp.ind.push_back(k);
    else
      for (int step : {0, 1, 7}) lp.ind.push_back((j + step) % size);
    lp.ptr.push_back(static_cast<int>(lp.ind.size()));
  }
  lp.val.assign(lp.ind.size(), 1.0);
  std::fill(lp.val.begin(), lp.val.begin() + size, -1.0);
  lp.b.assign(size, 1.0);
  lp.c.assign(lp.n, 1.0);
  std::fill(lp.c.begin(), lp.c.begin() + size, 0.0);
  lp.l.assign(lp.n, 0.0);
  lp.u.assign(lp.n, DBL_MAX);
  lp.head.resize(lp.n);
  std::iota(lp.head.begin(), lp.head.end(), 0);
  lp.flag.assign(size, 0);
  return lp;
}

// Returns the cheapest flow in a network: arcs between random nodes, with
// capacities, and a circle that carries anything.
static Lp network_lp(int nodes) {
  Lp lp = ring_lp(nodes);
  lp.n = 7 * nodes;
  lp.ptr.resize(nodes + 1);
  lp.ind.resize(nodes);
  lp.val.resize(nodes);
  lp.b.assign(nodes, 0.0);
  lp.c.assign(lp.n, 0.0);
  lp.l.assign(lp.n, 0.0);
  lp.u.assign(lp.n, 0.0);
  std::minstd_rand rng(1);
  const auto random = [&](int most) { return static_cast<int>(rng() % most); };
  for (int k = nodes; k < lp.n; k++) {
    const bool circle = k < 2 * nodes;
    const int tail = circle ? k - nodes : random(nodes);
    const int head = (tail + 1 + (circle ? 0 : random(nodes - 1))) % nodes;
    lp.ind.insert(lp.ind.end(), {tail, head});
    lp.val.insert(lp.val.end(), {-1.0, 1.0});
    lp.ptr.push_back(static_cast<int>(lp.ind.size()));
    lp.c[k] = circle ? 50 + random(40) : 1 + random(100);
    lp.u[k] = circle ? DBL_MAX : 5 + random(55);
  }
  for (int pair = 0; pair < nodes / 4; pair++) {
    const double amount = 1 + random(30);
    lp.b[random(nodes)] -= amount;
    lp.b[random(nodes)] += amount;
  }
  lp.head.resize(lp.n);
  std::iota(lp.head.begin(), lp.head.end(), 0);
  lp.flag.assign(lp.n - nodes, 0);
  return lp;
}

// Before a crossover on the host, a caller that waits and can make pivots makes
// some, without a word, or all if nothing seems faster; no other is told to.
START_TEST(patient_callers_begin) {
  const Lp lp = ring_lp(6000), short_one = ring_lp(60);
  int lines = 0;
  Engine engine(
      [](void* info, int, const char*) { ++*static_cast<int*>(info); }, &lines);
  engine.options = "backend=host made=0 waits=yes";
  ck_assert_int_eq(engine.start(lp), GPUINV_LATER);
  ck_assert_int_eq(engine.start(lp), GPUINV_LATER);
  ck_assert_int_eq(lines, 0);
  ck_assert_int_eq(engine.start(short_one), GPUINV_LATER);
  ck_assert_int_eq(engine.start(short_one), GPUINV_LATER);
  ck_assert_int_eq(lines, 1);  // that it is short
  engine.options = "backend=host made=0 waits=yes form=crossover";
  ck_assert_int_eq(engine.start(short_one), GPUINV_OK);
  engine.options = "backend=host";
  ck_assert_int_eq(engine.start(lp), GPUINV_OK);
  ck_assert_int_eq(engine.start(short_one), GPUINV_CANNOT);
}
END_TEST

// A busy machine, or valgrind, may end the turn of a method.
static bool may_end(int status) {
  return status == GPUINV_LATER || status == GPUINV_CANNOT;
}

static void add_line(void* log, int, const char* line) {
  *static_cast<std::string*>(log) += line;
}

// A search whose start has few defects begins with sparse factors, at once, on
// the host, unless a device works in tableau form; what must repeat does not.
START_TEST(few_defects_begin) {
  Lp lp = ring_lp(6000);
  for (int i = 0; i < lp.m; i++) lp.b[i] = i % 300 == 0 ? 1.0 : 0.0;
  for (const char* options :
       {"backend=host made=0", "backend=host", "made=0"}) {
    std::string log;
    Engine engine(add_line, &log);
    engine.options = options;
    const int status = engine.solve(lp);
    ck_assert(status == GPUINV_OK ? engine.claim == GPUINV_CLAIM_OPTIMAL
                                  : may_end(status));
    ck_assert(log.find("cuda device") != log.npos ||
              log.find("sparse form, 6000 by 6000") != log.npos ||
              log.find("simplex on host (UMFPACK) beside") != log.npos);
  }
  Engine engine;
  engine.options = "backend=host made=0 repeat=yes";
  ck_assert_int_eq(engine.start(lp), GPUINV_LATER);
}
END_TEST

// In a network the host compares sparse factors with a crossover, also where a
// caller could begin by itself.  Beside a caller that waits, both begin.
START_TEST(networks_begin) {
  const Lp lp = network_lp(2000);
  for (const bool waits : {false, true}) {
    std::string log;
    const auto says = [&log](const char* text) {
      return log.find(text) != log.npos;
    };
    Engine engine(add_line, &log);
    engine.options =
        waits ? "backend=host made=0 waits=yes" : "backend=host made=0";
    const int status = engine.solve(lp);
    ck_assert(status == GPUINV_OK ? engine.claim == GPUINV_CLAIM_OPTIMAL
                                  : may_end(status));
    const bool beside = says("simplex on host (UMFPACK) beside");
    ck_assert(beside || says("sparse form, 2000 by 12000"));
    ck_assert(beside || says("crossover: the simplex method seems faster"));
    cpu_set_t allowed;
    ck_assert_int_eq(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    if (waits && CPU_COUNT(&allowed) > 1) ck_assert(beside);
  }
}
END_TEST

TCase* engine_misuse_cases() {
  TCase* tcase = tcase_create("engine misuse");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, shape);
  tcase_add_test(tcase, null_arrays);
  tcase_add_test(tcase, null_handles);
  tcase_add_test(tcase, matrix);
  tcase_add_test(tcase, vectors);
  tcase_add_test(tcase, bounds);
  tcase_add_test(tcase, basis);
  tcase_add_test(tcase, smallest_indices);
  tcase_add_test(tcase, control_parameters);
  tcase_add_test(tcase, option_text);
  tcase_add_test(tcase, patient_callers_begin);
  tcase_add_test(tcase, few_defects_begin);
  tcase_add_test(tcase, networks_begin);
  return tcase;
}
