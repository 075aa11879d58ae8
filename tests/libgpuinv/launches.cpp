// launches.cpp (unit tests of what ranks are told and tell each other)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "libgpuinv/ranks/launch.hpp"
#include "libgpuinv/ranks/message.hpp"
#include "ranks.hpp"

using gpuinv::Kind;
using gpuinv::Launch;
using testing::has;

namespace {

using Environment = std::map<std::string, std::string>;

std::optional<Launch> launch_of(const Environment& all) {
  return gpuinv::read_launch([&](const char* name) {
    const auto found = all.find(name);
    return found != all.end() ? found->second.c_str() : nullptr;
  });
}

std::string launch_fault(const Environment& all) {
  return testing::refusal([&] { launch_of(all); });
}

}  // namespace

START_TEST(nothing_is_heeded_without_a_root) {
  ck_assert(!launch_of({}));
  ck_assert(!launch_of({{"OMPI_COMM_WORLD_RANK", "1"},
                        {"OMPI_COMM_WORLD_SIZE", "2"},
                        {"GPUINV_TOKEN", "x"}}));
  ck_assert(!launch_of({{"GPUINV_ROOT", ""}}));
}
END_TEST

START_TEST(launchers_tell_the_rank) {
  const auto mpi = launch_of({{"GPUINV_ROOT", "node7:7000"},
                              {"OMPI_COMM_WORLD_RANK", "3"},
                              {"OMPI_COMM_WORLD_SIZE", "8"},
                              {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                              {"PMIX_NAMESPACE", "job"}});
  ck_assert(mpi && mpi->rank == 3 && mpi->size == 8 && mpi->local == 1);
  ck_assert(mpi->host == "node7" && mpi->port == "7000" && mpi->token == "job");
  const auto own = launch_of({{"GPUINV_ROOT", "7000"},
                              {"GPUINV_RANK", "1"},
                              {"GPUINV_RANKS", "2"},
                              {"SLURM_PROCID", "7"},
                              {"SLURM_NTASKS", "9"}});
  ck_assert(own && own->rank == 1 && own->size == 2 && own->local == 1);
  ck_assert(own->host == "127.0.0.1" && own->port == "7000");
  const auto six = launch_of(
      {{"GPUINV_ROOT", "[::1]:7000"}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}});
  ck_assert(six && six->host == "::1" && six->rank == 0);
}
END_TEST

START_TEST(wrong_variables_are_named) {
  const Environment good = {
      {"GPUINV_ROOT", "7000"}, {"GPUINV_RANK", "0"}, {"GPUINV_RANKS", "2"}};
  ck_assert(launch_fault(good) == "");
  const auto with = [&](const char* name, const char* value) {
    Environment bad = good;
    bad[name] = value;
    return launch_fault(bad);
  };
  for (const char* port : {"host:", "70000", "x", "-1", "host:7000x"})
    ck_assert(has(with("GPUINV_ROOT", port), "port of GPUINV_ROOT"));
  ck_assert(has(with("GPUINV_RANK", "2"), "GPUINV_RANK=2: not a number"));
  ck_assert(has(with("GPUINV_RANK", ""), "GPUINV_RANK=: not a number"));
  ck_assert(has(with("GPUINV_RANKS", "0"), "GPUINV_RANKS=0"));
  ck_assert(has(with("GPUINV_RANKS", "2e9"), "GPUINV_RANKS=2e9"));
  ck_assert(
      has(with("GPUINV_TOKEN", std::string(300, 'x').c_str()), "too long"));
  ck_assert(has(launch_fault({{"GPUINV_ROOT", "7000"}}), "GPUINV_RANKS"));
  // on a network everybody must know something
  for (const char* root : {"10.1.2.3:7000", "127.example.org:7000"})
    ck_assert(has(with("GPUINV_ROOT", root), "set GPUINV_TOKEN"));
}
END_TEST

START_TEST(messages_arrive_in_pieces) {
  const std::string bytes = gpuinv::as_bytes({Kind::kHello, "abc"}) +
                            gpuinv::as_bytes({Kind::kReady, ""}) +
                            gpuinv::as_bytes({Kind::kFailed, "why"});
  for (std::size_t piece = 1; piece <= bytes.size(); piece++) {
    gpuinv::MessageReader reader;
    std::string seen;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      reader.add(bytes.data() + at, std::min(piece, bytes.size() - at));
      while (const auto message = reader.next()) seen += message->body + ";";
    }
    ck_assert(seen == "abc;;why;");
    ck_assert(!reader.broken());
  }
}
END_TEST

START_TEST(other_bytes_are_refused) {
  const std::string good = gpuinv::as_bytes({Kind::kReady, ""});
  for (std::size_t i = 0; i < good.size(); i++) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x40);
    gpuinv::MessageReader reader;
    reader.add(bad.data(), bad.size());
    ck_assert(!reader.next());
    // a longer body may be on its way
    ck_assert(reader.broken() || i == 8);
  }
  ck_assert(!gpuinv::as_hello("short"));
  ck_assert(!gpuinv::as_hello("01234567 no zero"));
  const auto hello = gpuinv::as_hello(
      gpuinv::as_body(gpuinv::Hello{1, 2, "token", "build 1 by 2"}));
  ck_assert(hello && hello->rank == 1 && hello->size == 2);
  ck_assert(hello->token == "token" && hello->build == "build 1 by 2");
}
END_TEST

TCase* launch_cases() {
  TCase* tcase = tcase_create("launches");
  tcase_add_test(tcase, nothing_is_heeded_without_a_root);
  tcase_add_test(tcase, launchers_tell_the_rank);
  tcase_add_test(tcase, wrong_variables_are_named);
  tcase_add_test(tcase, messages_arrive_in_pieces);
  tcase_add_test(tcase, other_bytes_are_refused);
  return tcase;
}
