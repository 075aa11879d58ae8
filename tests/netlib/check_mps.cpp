// check_mps.cpp (tests of MPS files and checksums)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <cmath>
#include <random>

#include "error.hpp"
#include "manifest.hpp"
#include "mps.hpp"
#include "random_problem.hpp"
#include "sha256.hpp"
#include "testing.hpp"
#include "text.hpp"

using namespace gpuinv::netlib;

namespace {

// clang-format off
const char* const kSmall =
    "* a comment\n"
    "NAME          SMALL\n"
    "ROWS\n"
    " N  COST\n"
    " L   LIM 1\n"
    " E  a:b\n"
    " N  OTHER\n"
    "COLUMNS\n"
    "    X         COST               1.5    LIM 1          -2.E-3\n"
    "    X         a:b                 0.\n"
    "    Y 2       a:b                .25\r\n"
    "              OTHER               7.   $ remark\n"
    "RHS\n"
    "    RHS1       LIM 1             10.   COST                3.\n"
    "    RHS2       LIM 1              9.\n"
    "RANGES\n"
    "    RNG        LIM 1              4.\n"
    "BOUNDS\n"
    " UP BND       X                   4.\n"
    " FR BND       Y 2\n"
    "ENDATA\n";
// clang-format on

// What is thrown for a text, "" if nothing is.
std::string mps_error(const std::string& text) {
  try {
    parse_mps(text, "f");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& old,
                     const std::string& fresh) {
  const size_t at = text.find(old);
  ck_assert_msg(at != std::string::npos, "test text lacks: %s", old.c_str());
  return text.replace(at, old.size(), fresh);
}

}  // namespace

START_TEST(mps_is_read) {
  const MpsProblem p = parse_single_mps(kSmall, "f");
  ASSERT_TEXT(p.name, "SMALL");
  ck_assert_int_eq(p.rows.size(), 4);
  ASSERT_TEXT(p.rows[1].name, " LIM 1");
  ck_assert_int_eq(p.rows[1].type, 'L');
  ck_assert_int_eq(p.columns.size(), 2);
  ck_assert_int_eq(p.columns[0].entries.size(), 3);
  ck_assert_int_eq(p.columns[0].entries[1].row, 1);
  ck_assert(p.columns[0].entries[1].value == -2e-3);
  ASSERT_TEXT(p.columns[1].name, "Y 2");
  ck_assert_int_eq(p.columns[1].entries.size(), 2);
  ck_assert_int_eq(p.rhs.size(), 3);
  ck_assert_int_eq(p.rhs_sets.size(), 2);
  ck_assert(p.rhs[2].set == 1 && p.rhs[2].value == 9);
  ck_assert(p.ranges.size() == 1 && p.ranges[0].value == 4);
  ck_assert(p.bounds.size() == 2 && p.bounds[0].type == BoundType::kUp);
  ck_assert(p.bounds[1].type == BoundType::kFr && p.bounds[1].column == 1);
  const MpsSizes sizes = sizes_of(p);
  ck_assert(sizes.rows == 2 && sizes.columns == 2 && sizes.nonzeros == 2);
}
END_TEST

START_TEST(mps_survives_writing) {
  const MpsProblem p = parse_single_mps(kSmall, "f");
  const MpsProblem again = parse_single_mps(format_mps(p), "g");
  ASSERT_TEXT(first_difference(p, again), "");
  const MpsProblem random = random_problem(7, 30, 40);
  const MpsProblem same = parse_single_mps(format_mps(random), "g");
  ASSERT_TEXT(first_difference(random, same), "");
}
END_TEST

START_TEST(mps_differences_are_found) {
  const MpsProblem p = parse_single_mps(kSmall, "f");
  for (auto [old, fresh] : {std::pair{" L   LIM", " G   LIM"},
                            {"1.5", "1.6"},
                            {"4.\n", "5.\n"},
                            {"NAME          SMALL", "NAME          LARGE"},
                            {" UP", " LO"}}) {
    const MpsProblem q = parse_single_mps(replaced(kSmall, old, fresh), "g");
    ck_assert_msg(!first_difference(p, q).empty(), "not seen: %s", fresh);
  }
}
END_TEST

START_TEST(mps_errors_name_the_line) {
  const struct {
    const char *old, *fresh, *error;
  } kCases[] = {
      {"NAME          SMALL", "ROWS", "f: no NAME line"},
      {"ROWS\n", "", "f:3: section not known or out of order:  N  COST"},
      {" L   LIM 1", " X   LIM 1", "f:5: bad row type: 'X'"},
      {" E  a:b", " E   LIM 1", "f:6: second row of the name:  LIM 1"},
      {"X         a:b", "X         a.b", "f:10: unknown row: a.b"},
      {"X         a:b ", "X         COST", "f:10: second value for row: COST"},
      {"1.5", "1,5", "f:9: bad number: 1,5"},
      {"1.5", "nan", "f:9: bad number: nan"},
      {"Y 2       a:b", "Y 2      xa:b", "f:11: columns 13-14 must be blank"},
      {"    Y 2    ", "    \t       ", "f:11: a tab has no place"},
      {" FR BND", " BV BND", "f:20: bad bound type: 'BV'"},
      {" FR BND       Y 2", " FR BND       Z", "f:20: unknown column: Z"},
      {"UP BND       X                   4.", "UP BND       X",
       "f:19: number missing"},
      {"ENDATA\n", "", "f:20: unexpected end of file, no ENDATA"},
      {"RANGES\n", "RHS\n", "f:16: section not known or out of order: RHS"}};
  for (const auto& c : kCases) {
    const std::string error = mps_error(replaced(kSmall, c.old, c.fresh));
    ck_assert_msg(starts_with(error, c.error), "'%s' instead of '%s'",
                  error.c_str(), c.error);
  }
}
END_TEST

START_TEST(numbers_are_short_and_exact) {
  const struct {
    double value;
    const char* text;
  } kCases[] = {{0, "0."},
                {-0.0, "0."},
                {2.5, "2.5"},
                {-1, "-1."},
                {.0012, ".0012"},
                {1e30, "1E30"},
                {-7.25e-11, "-725E-13"},
                {999999999999., "999999999999"},
                {100, "100."},
                {-.00123456789, "-.00123456789"}};
  for (const auto& c : kCases) ASSERT_TEXT(number_text(c.value), c.text);
  std::mt19937_64 random(11);
  for (int i = 0; i < 20000; ++i) {
    const double v = std::ldexp(static_cast<double>(random() >> 11),
                                static_cast<int>(random() % 400) - 200);
    ck_assert(parse_double(number_text(v)) == v);
  }
}
END_TEST

START_TEST(sha256_of_known_texts) {
  ASSERT_TEXT(
      sha256(""),
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  ASSERT_TEXT(
      sha256("abc"),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  ASSERT_TEXT(
      sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  ASSERT_TEXT(
      sha256(std::string(1000000, 'a')),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
END_TEST

START_TEST(checksum_sees_numbers_only) {
  const std::string sum = problem_checksum(parse_single_mps(kSmall, "f"));
  const struct {
    const char *old, *fresh;
    bool same;
  } kCases[] = {{"NAME          SMALL", "NAME          OTHER", true},
                {" N  COST\n", " L  COST\n", false},
                {"   1.5", "15.E-1", true},
                {"1.5", "1.6", false},
                {"a:b                 0.", "a:b                 1.", false},
                {"    X         a:b                 0.\n", "", true},
                {"    RHS2       LIM 1              9.\n", "", true},
                {"RHS1       LIM 1             10.",
                 "RHS1       LIM 1             11.", false},
                {"    RNG ", "    R   ", true},
                {" FR BND ", " MI BND ", false}};
  for (const auto& c : kCases) {
    const MpsProblem p =
        parse_single_mps(replaced(kSmall, c.old, c.fresh), "f");
    ck_assert_msg((problem_checksum(p) == sum) == c.same, "%s", c.fresh);
  }
}
END_TEST

int main() {
  return run_suite(
      "netlib mps",
      {mps_is_read, mps_survives_writing, mps_differences_are_found,
       mps_errors_name_the_line, numbers_are_short_and_exact,
       sha256_of_known_texts, checksum_sees_numbers_only});
}
