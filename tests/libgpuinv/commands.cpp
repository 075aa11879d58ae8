// commands.cpp (unit tests of options of a command line)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "commands.hpp"

#include <climits>
#include <string>

#include "libgpuinv/lp/command.hpp"

// The next argument, and what read_argument leaves.
struct Read {
  explicit Read(const char* argument, const char* next = "0,2")
      : used(gpuinv::read_argument(argument, next, &choice, &text)) {}
  gpuinv_choice choice{};
  std::string text;
  int used;
};

START_TEST(words_have_numbers) {
  ck_assert_int_eq(Read("--gpu").choice.mode, GPUINV_MODE_AUTO);
  ck_assert_int_eq(Read("--gpu", nullptr).used, 1);
  ck_assert_int_eq(Read("--gpu=steady").choice.mode, GPUINV_MODE_STEADY);
  ck_assert_int_eq(Read("--gpu-backend=host").choice.backend, 2);
  ck_assert_int_eq(Read("--gpu-form", "crossover").choice.form, 4);
  ck_assert_int_eq(Read("--gpu-form", "crossover").used, 2);
  ck_assert_int_eq(Read("--gpu-precision=mixed").choice.precision, 2);
}
END_TEST

START_TEST(devices_are_a_mask) {
  ck_assert_int_eq(Read("--gpu-device").choice.devices, 5);
  ck_assert_int_eq(Read("--gpu-device").used, 2);
  ck_assert_int_eq(Read("--gpu-device=30").choice.devices, 1 << 30);
  ck_assert_int_eq(Read("--gpu-device=all").choice.devices, INT_MAX);
  for (const char* list :
       {"", "x", "-1", "31", "99999999999", "0,", ",0", "0,,1", "1.5", "0,x"}) {
    const Read read("--gpu-device", list);
    const std::string expected = "Invalid GPU device in '" + std::string(list) +
                                 "'; use --gpu-device n[,n...] or all\n";
    ck_assert_int_eq(read.used, 0);
    ck_assert_str_eq(read.text.c_str(), expected.c_str());
  }
}
END_TEST

START_TEST(wrong_options_are_explained) {
  const auto refused = [](const Read& read, const char* text) {
    ck_assert_int_eq(read.used, 0);
    ck_assert_str_eq(read.text.c_str(), text);
  };
  refused(Read("--gpu", "only"),
          "Invalid option '--gpu only'; use --gpu=only\n");
  refused(Read("--gpu-backend", nullptr),
          "Invalid --gpu-backend ''; it must be auto or cuda or host\n");
  refused(Read("--gpux"),
          "Invalid option '--gpux'; GPU options are --gpu[=mode], "
          "--gpu-backend,\n--gpu-device, --gpu-form, --gpu-precision, "
          "--gpu-info\n");
}
END_TEST

// Both orders of the options are refused.
START_TEST(host_has_no_devices) {
  gpuinv_choice choice{};
  std::string text;
  ck_assert_int_eq(
      gpuinv::read_argument("--gpu-device=0", nullptr, &choice, &text), 1);
  ck_assert_int_eq(
      gpuinv::read_argument("--gpu-backend=host", nullptr, &choice, &text), 0);
  ck_assert_uint_ne(text.find("has no devices"), text.npos);
  choice.devices = 0;
  text.clear();
  ck_assert_int_eq(
      gpuinv::read_argument("--gpu-device=0", nullptr, &choice, &text), 0);
}
END_TEST

TCase* command_cases() {
  TCase* tests = tcase_create("commands");
  tcase_add_test(tests, words_have_numbers);
  tcase_add_test(tests, devices_are_a_mask);
  tcase_add_test(tests, wrong_options_are_explained);
  tcase_add_test(tests, host_has_no_devices);
  return tests;
}
