// places.cpp (unit tests of the places where libraries of NVIDIA are)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "places.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "libgpuinv/vendors/nvidia_places.hpp"

using gpuinv::nvidia_places;
using gpuinv::open_first;
using gpuinv::OpenedLibrary;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

}  // namespace

// The order is: next to the plugin, by name, where configure found it, the
// rest.
START_TEST(order_of_places) {
  const std::vector<std::string> all =
      nvidia_places("libcudss.so.1", "/plugin/libcudss.so.1", "/wheel/lib", 13);
  ck_assert_uint_gt(all.size(), 4);
  ck_assert(all[0] == "/plugin/libcudss.so.1");
  ck_assert(all[1] == "libcudss.so.1");
  ck_assert(all[2] == "/wheel/lib/libcudss.so.1");
  const std::string debian =
      "/usr/lib/x86_64-linux-gnu/libcudss/13/libcudss.so.1";
  ck_assert_int_eq(std::count(all.begin(), all.end(), debian), 1);
  for (const std::string& place : all)
    ck_assert(!has(place, "12") && has(place, "libcudss.so.1"));
}
END_TEST

START_TEST(nothing_configured) {
  const auto all = nvidia_places("a.so", "/plugin/a.so", "", 12);
  ck_assert_int_eq(std::count(all.begin(), all.end(), "/a.so"), 0);
  ck_assert_uint_eq(all.size() + 1,
                    nvidia_places("a.so", "/plugin/a.so", "/b", 12).size());
}
END_TEST

START_TEST(first_that_opens) {
  const OpenedLibrary found =
      open_first({"/nowhere/libm.so.6", "libm.so.6", "libdl.so.2"});
  ck_assert_ptr_nonnull(found.handle);
  ck_assert_ptr_nonnull(dlsym(found.handle, "cos"));
  ck_assert(found.text.front() == '/' && has(found.text, "libm"));
  dlclose(found.handle);
}
END_TEST

// The message names all places, and the fault of a file that exists.
START_TEST(none_opens) {
  const OpenedLibrary none =
      open_first({"/nowhere/libx.so", "libgpuinv-none.so.7"});
  ck_assert_ptr_null(none.handle);
  ck_assert(has(none.text, "/nowhere/libx.so, libgpuinv-none.so.7"));
  char name[] = "/tmp/gpuinv-places-XXXXXX";
  const int file = mkstemp(name);
  ck_assert_int_ge(file, 0);
  const OpenedLibrary broken = open_first({name, "/nowhere/libx.so"});
  std::remove(name);
  ck_assert_ptr_null(broken.handle);
  ck_assert(has(broken.text, std::string("; ") + name));
}
END_TEST

TCase* place_cases() {
  TCase* cases = tcase_create("places");
  tcase_add_test(cases, order_of_places);
  tcase_add_test(cases, nothing_configured);
  tcase_add_test(cases, first_that_opens);
  tcase_add_test(cases, none_opens);
  return cases;
}
