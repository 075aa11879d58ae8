// check_emps.cpp (tests of the decoder of the compressed format)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <random>

#include "emps.hpp"
#include "emps_encoder.hpp"
#include "emps_lines.hpp"
#include "error.hpp"
#include "manifest.hpp"
#include "random_problem.hpp"
#include "testing.hpp"
#include "text.hpp"

using namespace gpuinv::netlib;

namespace {

// What is thrown for a text, "" if nothing is.
std::string emps_error(const std::string& text) {
  try {
    decode_emps(text, "f");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

}  // namespace

START_TEST(alphabet_and_checks) {
  for (int v = 0; v < 92; ++v)
    ck_assert_int_eq(alphabet_value(alphabet_char(v)), v);
  for (char c : {':', '\\', ' ', '\x7f', '\xe4'})
    ck_assert_int_eq(alphabet_value(c), kNotInAlphabet);
  ck_assert_int_eq(check_char(""), '!');
  ck_assert_int_eq(check_char("ER09"), '0');
  ck_assert_int_eq(check_char("8X01"), '(');
}
END_TEST

START_TEST(indices) {
  const struct {
    const char* text;
    long long x;
  } kCases[] = {{"8", 0},      {">", 5},    {"O", 22},    {"!h", 23},
                {"!~", 45},    {"\"P", 46}, {"7~", 1057}, {"!8P", 1058},
                {"!O~", 2115}, {"!!!h", 23}};
  for (const auto& c : kCases) {
    EmpsLines lines(c.text, "f");
    ck_assert_int_eq(lines.take_index(), c.x);
    lines.end_section();
  }
  for (long long x : {0LL, 22LL, 23LL, 1057LL, 1058LL, 100000LL})
    for (int leading : {0, 1, 3}) {
      const std::string text = EmpsEncoder::index(x, leading);
      ck_assert_int_eq(EmpsLines(text, "f").take_index(), x);
    }
}
END_TEST

START_TEST(numbers) {
  const struct {
    const char *text, *value;
  } kCases[] = {{"e", "3"},
                {"{", "-2"},
                {"b", "0"},
                {"[t", "35"},
                {"st", "-35"},
                {"['P", "276"},
                {"PV&", "5E2"},
                {"hRM", "-43E-2"},
                {"iR\"/", "-106E-2"},
                {"PJ\"", "1E-10"},
                {"VT\"eT*[\"*", "12345678901E0"},
                {"VR\"FHgR\"*", "10000000001E-2"},
                {"VS\"FHgR\".", "10000000005E-1"}};
  for (const auto& c : kCases) {
    EmpsLines lines(c.text, "f");
    long long reference = -1;
    const std::string text = lines.take_number(&reference);
    ck_assert_int_eq(reference, 0);
    ck_assert_msg(parse_double(text) == parse_double(c.value), "%s: %s", c.text,
                  text.c_str());
    lines.end_section();
  }
  long long reference = 0;
  EmpsLines("!h", "f").take_number(&reference);
  ck_assert_int_eq(reference, 23);
}
END_TEST

START_TEST(malformed_tokens) {
  const struct {
    const char *text, *error;
  } kCases[] = {{"P", "f:1: item cut by end of line"},
                {"PT", "f:1: item cut by end of line"},
                {"[", "f:1: item cut by end of line"},
                {"P:!", "f:1: character outside the alphabet at column 2"},
                {" ", "f:1: character outside the alphabet at column 1"},
                {"8", "f:1: table reference 0"},
                {"", "f:1: premature end of file"},
                {"VT\"eT*[!*", "f:1: malformed second part of a mantissa"},
                {"ZT~~~~~~~~~~~", "f:1: mantissa too long"},
                {"[OOOOOOOOOOOOO", "f:1: integer out of range"}};
  for (const auto& c : kCases) {
    std::string error = "nothing";
    long long reference;
    try {
      EmpsLines(c.text, "f").take_number(&reference);
    } catch (const Error& e) {
      error = e.what();
    }
    ASSERT_TEXT(error, c.error);
  }
}
END_TEST

START_TEST(random_round_trips) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const MpsProblem p = random_problem(seed, seed % 9 * 8, 1 + seed % 50);
    const std::string text = EmpsEncoder(seed).encode(p);
    ck_assert(looks_compressed(text));
    const std::vector<MpsProblem> decoded = decode_emps(text + text, "f");
    ck_assert_int_eq(decoded.size(), 2);
    for (const MpsProblem& q : decoded) ASSERT_TEXT(first_difference(p, q), "");
    const MpsProblem plain = parse_single_mps(format_mps(p), "g");
    ASSERT_TEXT(problem_checksum(plain).c_str(),
                problem_checksum(decoded[0]).c_str());
  }
}
END_TEST

// One character changed in the checked part is found but for 1 in 92 or so;
// whatever happens, nothing but Error may come out.
START_TEST(damage_is_found) {
  const std::string good = EmpsEncoder(3).encode(random_problem(3, 40, 30));
  size_t begin = 0;
  for (int i = 0; i < 4; ++i) begin = good.find('\n', begin) + 1;
  std::mt19937 random(5);
  int accepted = 0;
  const int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    std::string bad = good;
    const size_t at = begin + random() % (good.size() - begin - 1);
    bad[at] = static_cast<char>(' ' + random() % 95);
    accepted += bad != good && emps_error(bad).empty();
  }
  ck_assert_int_lt(accepted, kTries / 25);
  for (size_t size = 0; size + 2 < good.size(); size += 3)
    ck_assert_msg(!emps_error(good.substr(0, size)).empty(), "cut at %zu",
                  size);
}
END_TEST

START_TEST(wrong_counts_are_found) {
  const std::string head = "NAME  T\n", rows = "NCOST\nEROW\n";
  // one column with 1 * COST and 2 * ROW; check characters of three lines
  const auto text = [&](const char* counts, const std::string& data) {
    std::string checks;
    const std::string covered = rows + data;
    for (std::string_view line : split_lines(covered))
      checks += check_char(line);
    return head + counts + rows + data + " " + checks + "\n";
  };
  const std::string data = "8X\n9c<d\n";  // entries in rows 1 and 3
  const std::string good = "8X\n9c;d\n";  // in rows 1 and 2
  ASSERT_TEXT(emps_error(text("2 1 2 2 0 0 0 0\n0 0 0\n", good)), "");
  const struct {
    const char* counts;
    const std::string& data;
    const char* error;
  } kCases[] = {
      {"2 1 2 2 0 0 0 0\n0 0 0\n", data, "f:7: row index 3 of 2"},
      {"2 1 2 1 0 0 0 0\n0 0 0\n", good, "f:7: unused characters at end"},
      {"2 2 2 2 0 0 0 0\n0 0 0\n", good, "f:7: column count 1, expected 2"},
      {"2 0 2 2 0 0 0 0\n0 0 0\n", good, "f:6: too many columns, expected 0"},
      {"2 1 2 -2 0 0 0 0\n0 0 0\n", good, "f:2: bad statistics"},
      {"2 1 2 2 0 0 0\n0 0 0\n", good, "f:2: bad statistics"},
      {"2 1 2 2 0 0 0 0\n0 x 0\n", good, "f:3: bad statistics"},
      {"2 1 2 999999999 0 0 0 0\n0 0 0\n", good, "f:3: bad statistics"},
      {"2 1 2 2 0 0 0 0\n0 1 0\n", good, "f:8: character outside the alpha"}};
  for (const auto& c : kCases) {
    const std::string error = emps_error(text(c.counts, c.data));
    ck_assert_msg(starts_with(error, c.error), "'%s' instead of '%s'",
                  error.c_str(), c.error);
  }
  ASSERT_TEXT(emps_error(""), "f: no NAME line");
}
END_TEST

int main() {
  return run_suite("netlib emps", {alphabet_and_checks, indices, numbers,
                                   malformed_tokens, random_round_trips,
                                   damage_is_found, wrong_counts_are_found});
}
