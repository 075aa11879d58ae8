// parts.cpp (a tableau whose rows are divided into parts)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parts.hpp"

#include <cstdlib>
#include <cstring>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/simplex/cards.hpp"
#include "libgpuinv/simplex/partition.hpp"

using gpuinv::Form;
using gpuinv::Partition;

START_TEST(every_row_has_one_owner) {
  for (int m = 1; m <= 200; m++)
    for (int parts = 1; parts <= 8; parts++) {
      const Partition rows(m, parts);
      ck_assert_int_le(rows.parts(), parts);
      ck_assert_int_eq(rows.first(0), 0);
      ck_assert_int_eq(rows.end(rows.parts() - 1), m);
      for (int p = 0; p < rows.parts(); p++) {
        ck_assert_int_gt(rows.count(p), 0);
        ck_assert_int_le(rows.count(p), rows.largest());
        if (p > 0) ck_assert_int_eq(rows.first(p), rows.end(p - 1));
      }
    }
}
END_TEST

// No part has more than its share plus a row.
START_TEST(parts_are_equal) {
  const Partition rows(100000, 3);
  ck_assert_int_eq(rows.parts(), 3);
  for (int p = 0; p < 3; p++) {
    ck_assert_int_ge(rows.count(p), 100000 / 3);
    ck_assert_int_le(rows.count(p), 100000 / 3 + 1);
  }
  // the last of 2^31 - 1 rows does not overflow
  const Partition many(2147483647, 8);
  ck_assert_int_eq(many.end(7), 2147483647);
}
END_TEST

int cards_for(int m, int most, double gigabytes, Form form = Form::kTableau) {
  const std::size_t bytes = static_cast<std::size_t>(1e9 * gigabytes);
  const gpuinv::Size size{m, 2 * m, 0};
  return gpuinv::how_many_cards(size, form, most, bytes).cards;
}

START_TEST(cards_that_pay) {
  ck_assert_int_eq(cards_for(1000, 2, 141.0), 1);
  ck_assert_int_eq(cards_for(8000, 8, 141.0), 1);
  ck_assert_int_eq(cards_for(100000, 1, 141.0), 1);
  ck_assert_int_eq(cards_for(100000, 2, 141.0), 2);
  ck_assert_int_ge(cards_for(100000, 8, 141.0), 4);
  ck_assert_int_eq(cards_for(8000, 8, 141.0, Form::kInverse), 1);
  ck_assert_int_eq(cards_for(16000, 8, 141.0, Form::kInverse), 1);
  ck_assert_int_eq(cards_for(60000, 2, 141.0, Form::kInverse), 2);
}
END_TEST

// T0 has 80 GB.
START_TEST(cards_that_hold_a_tableau) {
  ck_assert_int_eq(cards_for(100000, 4, 30.0), 4);
  ck_assert_int_eq(cards_for(2000, 4, 0.022), 3);   // 32 MB and its vectors
  ck_assert_int_eq(cards_for(100000, 2, 30.0), 1);  // not even two
  const gpuinv::Size size{100000, 200000, 0};
  const auto none = gpuinv::how_many_cards(size, Form::kTableau, 2,
                                           std::size_t{30000000000u});
  ck_assert_ptr_nonnull(std::strstr(none.reason.c_str(), "on each of 2"));
  ck_assert_int_eq(cards_for(160000, 2, 141.0, Form::kInverse), 2);
  ck_assert_int_eq(cards_for(160000, 1, 141.0, Form::kInverse), 1);
  ck_assert_int_eq(cards_for(160000, 8, 141.0, Form::kCrossover), 1);
}
END_TEST

// More cards mean less time and memory on each; there are never more than
// exist.
START_TEST(cards_in_general) {
  for (int m = 100; m < 300000; m = 3 * m / 2)
    for (int most = 1; most <= 8; most++) {
      const gpuinv::Size size{m, 3 * m, 0};
      for (const Form form : {Form::kTableau, Form::kInverse}) {
        const auto choice = gpuinv::how_many_cards(size, form, most,
                                                   std::size_t{141000000000u});
        ck_assert_int_ge(choice.cards, 1);
        ck_assert_int_le(choice.cards, most);
        ck_assert(!choice.reason.empty());
        ck_assert(gpuinv::bytes_per_card(size, form, most) <=
                  gpuinv::bytes_per_card(size, form, 1));
      }
    }
}
END_TEST

START_TEST(lists_of_devices) {
  const auto none = gpuinv::parse_options("devices=0");
  ck_assert_int_eq(none.device_count(), 1);
  ck_assert(none.device_list(4) == std::vector<int>({0}));
  const auto two = gpuinv::parse_options("devices=10");
  ck_assert_int_eq(two.device, 1);
  ck_assert_int_eq(two.device_count(), 2);
  ck_assert(two.device_list(4) == std::vector<int>({1, 3}));
  ck_assert(two.device_list(2) == std::vector<int>({1}));
  const auto all = gpuinv::parse_options("devices=2147483647");
  ck_assert(all.device_list(3) == std::vector<int>({0, 1, 2}));
  const auto last = gpuinv::parse_options("devices=3 device=2");
  ck_assert(last.device_list(4) == std::vector<int>({2}));
}
END_TEST

// Devices that must share, in the order given; the first one does the rest.
START_TEST(devices_that_must_share) {
  const auto twice = gpuinv::parse_options("devices=3 spread=2,0,2");
  ck_assert(twice.spread == std::vector<int>({2, 0, 2}));
  ck_assert_int_eq(twice.device, 2);
  ck_assert_int_eq(twice.device_count(), 3);
  for (const char* bad : {"spread=", "spread=0,", "spread=,1", "spread=0;1",
                          "spread=-1", "spread=0,x"}) {
    int status = GPUINV_OK;
    try {
      gpuinv::parse_options(bad);
    } catch (const gpuinv::Error& error) {
      status = error.status();
    }
    ck_assert_msg(status == GPUINV_INVALID, "%s is accepted", bad);
  }
  setenv("GPUINV_SPREAD", "1,0", 1);
  const auto here = gpuinv::options_here("backend=cuda");
  const auto text = gpuinv::options_here("spread=4,5");
  unsetenv("GPUINV_SPREAD");
  ck_assert(here.spread == std::vector<int>({1, 0}));
  ck_assert_int_eq(here.device, 1);
  ck_assert(text.spread == std::vector<int>({4, 5}));
  ck_assert(gpuinv::options_here("").spread.empty());
}
END_TEST

TCase* part_cases() {
  TCase* tcase = tcase_create("parts");
  tcase_add_test(tcase, every_row_has_one_owner);
  tcase_add_test(tcase, parts_are_equal);
  tcase_add_test(tcase, cards_that_pay);
  tcase_add_test(tcase, cards_that_hold_a_tableau);
  tcase_add_test(tcase, cards_in_general);
  tcase_add_test(tcase, lists_of_devices);
  tcase_add_test(tcase, devices_that_must_share);
  return tcase;
}
