// kept.cpp (unit tests of figures that are measured once)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "kept.hpp"
#undef fail  // a macro of check.h that conflicts with <fstream>

#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "libgpuinv/base/measured.hpp"
#include "libgpuinv/base/thread_time.hpp"
#include "libgpuinv/host/host_rates.hpp"

using gpuinv::cache_folder;
using gpuinv::Figure;
using gpuinv::measured;

namespace {

// A new folder, not created yet, inside one that is removed at the end.
class Folder {
 public:
  Folder() {
    unsetenv("LD_PRELOAD");  // or valgrind's runs would keep nothing
    char pattern[] = "kept.XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(pattern));
    top_ = std::filesystem::absolute(pattern);
  }
  ~Folder() { std::filesystem::remove_all(top_); }
  std::string top() const { return top_.string(); }
  std::string name() const { return (top_ / "cache" / "libgpuinv").string(); }
  std::string file() const { return name() + "/measured-a-card--1-"; }

 private:
  std::filesystem::path top_;
};

const std::vector<Figure> kFigures = {{"rate", 10.0}, {"bandwidth", 1e9}};

// The call with number k measures 10 + k, and 2e9.
std::vector<double> take(const std::string& folder, int* calls,
                         const std::string& subject = "a card (1)") {
  return measured(folder, subject, kFigures, [calls] {
    ++*calls;
    return std::vector<double>{10.0 + *calls, 2e9};
  });
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

START_TEST(measured_once) {
  const Folder folder;
  int calls = 0;
  for (int t = 0; t < 3; t++) {
    const std::vector<double> got = take(folder.name(), &calls);
    ck_assert(got[0] == 11.0 && got[1] == 2e9);
  }
  ck_assert_int_eq(calls, 1);
  ck_assert(take(folder.name(), &calls, "another")[0] == 12.0);
  int files = 0;
  for (const auto& each : std::filesystem::directory_iterator(folder.name())) {
    static_cast<void>(each);
    files++;
  }
  ck_assert_int_eq(files, 2);  // no half-written file is left
}
END_TEST

// Files that are cut anywhere, of another release or subject, or with an
// impossible value.
START_TEST(damaged_files_are_measured_anew) {
  const Folder folder;
  int calls = 0;
  take(folder.name(), &calls);
  const std::string whole = text_of(folder.file());
  ck_assert(whole.rfind("libgpuinv ", 0) == 0);
  ck_assert(whole.find("a card (1)") != whole.npos);
  std::vector<std::string> bad;
  for (std::size_t cut = 0; cut + 1 < whole.size(); cut++)
    bad.push_back(whole.substr(0, cut));
  for (const char* value : {"nan", "inf", "-1", "0", "1e300", "rate"}) {
    std::string text = whole;
    const std::size_t at = text.find("rate ") + 5;
    bad.push_back(text.replace(at, text.find('\n', at) - at, value));
  }
  for (const char* head : {"libgpuinv 9.9.9: a card (1)", "a card (1)"})
    bad.push_back(head + whole.substr(whole.find('\n')));
  for (const std::string& text : bad) {
    std::ofstream(folder.file()) << text;
    const int before = calls;
    ck_assert(take(folder.name(), &calls)[0] == 10.0 + calls);
    ck_assert_msg(calls == before + 1, "believed: '%s'", text.c_str());
  }
}
END_TEST

START_TEST(usual_figures_without_a_folder) {
  const Folder folder;
  int calls = 0;
  const std::string file = folder.top() + "/file";
  std::ofstream(file) << "no folder";
  for (const std::string& none : {std::string(), file, file + "/below"}) {
    const std::vector<double> got = take(none, &calls);
    ck_assert(got[0] == 10.0 && got[1] == 1e9);
  }
  ck_assert_int_eq(calls, 0);
}
END_TEST

START_TEST(nonsense_is_not_believed) {
  const Folder folder;
  const auto got = measured(folder.name(), "a card (1)", kFigures, [] {
    return std::vector<double>{1e9, 3e9};
  });
  ck_assert(got[0] == 10.0 && got[1] == 3e9);
  int calls = 0;  // what was not believed, or failed, is measured again
  ck_assert(take(folder.name(), &calls)[0] == 11.0);
  const auto failed = measured(
      folder.name(), "another", kFigures,
      []() -> std::vector<double> { throw std::runtime_error("no device"); });
  ck_assert(failed[0] == 10.0 && failed[1] == 1e9);
  ck_assert(take(folder.name(), &calls, "another")[0] == 12.0);
}
END_TEST

// Nor are figures read that another run kept: valgrind's runs are for tests,
// and those shall take the same decisions everywhere.
START_TEST(valgrind_keeps_no_figures) {
  const Folder folder;
  int calls = 0;
  setenv("LD_PRELOAD", "/usr/libexec/valgrind/vgpreload_core-amd64-linux.so",
         1);
  const std::vector<double> got = take(folder.name(), &calls);
  ck_assert(got[0] == 10.0 && got[1] == 1e9);
  ck_assert_int_eq(calls, 0);
  ck_assert(!std::filesystem::exists(folder.file()));
  unsetenv("LD_PRELOAD");
  ck_assert(take(folder.name(), &calls)[0] == 11.0);
}
END_TEST

START_TEST(where_figures_are_kept) {
  setenv("GPUINV_CACHE", "/kept/here", 1);
  setenv("XDG_CACHE_HOME", "/cache", 1);
  setenv("HOME", "/home/me", 1);
  ck_assert(cache_folder() == "/kept/here");
  unsetenv("GPUINV_CACHE");
  ck_assert(cache_folder() == "/cache/libgpuinv");
  setenv("XDG_CACHE_HOME", "relative", 1);
  ck_assert(cache_folder() == "/home/me/.cache/libgpuinv");
  unsetenv("HOME");
  ck_assert(cache_folder() == "");
}
END_TEST

// This forks, so that the rates are measured here and not before.
START_TEST(rates_of_this_host) {
  const Folder folder;
  setenv("GPUINV_CACHE", folder.name().c_str(), 1);
  const gpuinv::machine::Rates& here = gpuinv::host_rates();
  ck_assert(here.dense_rate > 1e8 && here.dense_rate < 1e13);
  ck_assert(here.bandwidth > 1e8 && here.bandwidth < 1e13);
  const gpuinv::machine::Rates& usual = gpuinv::machine::kHost;
  ck_assert_double_eq_tol(here.sparse_rate / here.dense_rate,
                          usual.sparse_rate / usual.dense_rate, 1e-12);
  const char* fork = getenv("CK_FORK");
  if (fork == nullptr || std::string(fork) != "no")
    ck_assert(!std::filesystem::is_empty(folder.name()));
}
END_TEST

// A thread that waits, as one does that other programs keep from a processor,
// is not slow by that.
START_TEST(waiting_is_not_measured) {
  volatile double sum = 0.0;
  const auto work = [&sum] {
    for (int k = 0; k < 200000; k++) sum = sum + k;
  };
  const double alone = gpuinv::least_thread_seconds(5, work);
  const double waiting = gpuinv::least_thread_seconds(5, [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    work();
  });
  ck_assert_double_gt(alone, 0.0);
  ck_assert_double_le(waiting, 10.0 * alone + 0.005);
}
END_TEST

TCase* kept_cases() {
  TCase* tcase = tcase_create("figures kept");
  tcase_add_test(tcase, measured_once);
  tcase_add_test(tcase, damaged_files_are_measured_anew);
  tcase_add_test(tcase, usual_figures_without_a_folder);
  tcase_add_test(tcase, nonsense_is_not_believed);
  tcase_add_test(tcase, valgrind_keeps_no_figures);
  tcase_add_test(tcase, where_figures_are_kept);
  tcase_add_test(tcase, rates_of_this_host);
  tcase_add_test(tcase, waiting_is_not_measured);
  return tcase;
}
