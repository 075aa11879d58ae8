// ranks.cpp (unit tests of the connections between ranks)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ranks.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <thread>

#include "libgpuinv/base/steady_time.hpp"
#include "libgpuinv/ranks/member.hpp"
#include "libgpuinv/ranks/root.hpp"
#include "libgpuinv/session/serve.hpp"

using gpuinv::Do;
using gpuinv::Kind;
using gpuinv::Launch;
using gpuinv::Member;
using gpuinv::Order;
using gpuinv::Root;
using testing::has;
using testing::refusal;

namespace {

constexpr double kSoon = 3.0;  // seconds
constexpr const char* kBuild = "this build";

Launch launch(int rank, int size, const std::string& port = "0") {
  Launch one;
  one.rank = rank;
  one.size = size;
  one.host = "127.0.0.1";
  one.port = port;
  one.token = "secret";
  return one;
}

// A rank of this process that has connected to rank 0.
Member joined(const Root& root, int rank = 1) {
  return Member(launch(rank, root.size(), root.port()), kBuild, kSoon);
}

template <class Condition>
bool soon(Condition condition) {
  const double end = gpuinv::steady_seconds() + kSoon;
  while (!condition()) {
    if (gpuinv::steady_seconds() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

// Runs the body in a process of its own.
template <class Body>
pid_t process(Body body) {
  const pid_t child = fork();
  if (child != 0) return child;
  body();
  _exit(0);
}

int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

void tell(Root& root, Do what, int a = 0) {
  Order order;
  order.what = what;
  order.a = a;
  root.tell(order);
}

}  // namespace

START_TEST(orders_reach_all) {
  constexpr int kSize = 4, kPhases = 50;
  Root root(launch(0, kSize), kBuild);
  std::vector<std::thread> threads;
  std::atomic<int> sum{0}, ended{0};
  for (int rank = 1; rank < kSize; rank++)
    threads.emplace_back([&, rank] {
      Member member = joined(root, rank);
      Order now;
      while (member.next(&now)) {
        if (now.what == Do::kMeet) member.ready();
        if (now.what == Do::kPhase) sum += static_cast<int>(now.a);
        if (now.what == Do::kEnd) ended++;
      }
      ck_assert(member.loss() == "it is over");
    });
  root.gather(kSoon);
  tell(root, Do::kMeet);
  root.await();
  for (int i = 1; i <= kPhases; i++) tell(root, Do::kPhase, i);
  tell(root, Do::kEnd);
  ck_assert(soon([&] { return ended == kSize - 1; }));
  root.give_up("it is over");
  for (std::thread& thread : threads) thread.join();
  ck_assert_int_eq(sum, (kSize - 1) * kPhases * (kPhases + 1) / 2);
}
END_TEST

START_TEST(strangers_do_not_matter) {
  Root root(launch(0, 2), kBuild);
  const auto refused = [&](Launch one, const char* build) {
    one.port = root.port();
    return refusal([&] { Member member(one, build, kSoon); });
  };
  Launch other = launch(1, 2);
  other.token = "guess";
  ck_assert(has(refused(other, kBuild), "refuses: wrong token"));
  ck_assert(has(refused(launch(1, 2), "x"), "another build (x)"));
  ck_assert(has(refused(launch(1, 3), kBuild), "rank 1 of 3"));
  ck_assert(has(refused(launch(0, 2), kBuild), "rank 0 of 2"));
  ck_assert(has(refused(launch(-1, 2), kBuild), "rank -1 of 2"));
  std::string why;
  const auto silent = gpuinv::connect_to("127.0.0.1", root.port(), &why);
  const auto loud = gpuinv::connect_to("127.0.0.1", root.port(), &why);
  ck_assert(silent.open() && loud.open());
  loud.send(std::string(100000, 'x'));
  loud.send(gpuinv::as_bytes({Kind::kReady, ""}));
  ck_assert(has(refusal([&] { root.gather(0.05); }),
                "0 of 1 other processes are there"));
  Member member = joined(root);
  root.gather(kSoon);
  ck_assert(root.loss() == "");
}
END_TEST

START_TEST(one_process_a_rank) {
  Root root(launch(0, 3), kBuild);
  Member first = joined(root);
  ck_assert(has(refusal([&] { joined(root); }), "rank 1 is there already"));
  ck_assert(has(refusal([&] { root.gather(0.05); }), "1 of 2"));
}
END_TEST

// The member is killed while it works on an order that is not answered.
START_TEST(a_rank_that_dies_is_noticed) {
  Root root(launch(0, 2), kBuild);
  const std::string port = root.port();
  const pid_t child = process([&] {
    Member member(launch(1, 2, port), kBuild, kSoon);
    Order now;
    member.next(&now);
    member.ready();
    member.next(&now);
    pause();
  });
  root.gather(kSoon);
  std::atomic<int> calls{0};
  root.on_loss([&] { calls++; });
  tell(root, Do::kMeet);
  root.await();
  tell(root, Do::kPhase);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ck_assert_int_eq(calls, 0);
  kill(child, SIGKILL);
  ck_assert(soon([&] { return calls == 1; }));
  status_of(child);
  ck_assert(root.loss() == "rank 1 is lost");
  ck_assert(has(refusal([&] { tell(root, Do::kPhase); }), "is lost"));
  ck_assert(has(refusal([&] { root.await(); }), "is lost"));
  ck_assert(has(refusal([&] { root.gather(kSoon); }), "is lost"));
  ck_assert_int_eq(calls, 1);
  int late = 0;
  root.on_loss([&] { late++; });  // who comes later is told at once
  ck_assert_int_eq(late, 1);
}
END_TEST

START_TEST(a_rank_may_give_up) {
  Root root(launch(0, 2), kBuild);
  Member member = joined(root);
  root.gather(kSoon);
  tell(root, Do::kMeet);
  member.give_up("no NCCL");
  ck_assert(has(refusal([&] { root.await(); }), "rank 1 gives up: no NCCL"));
  Order now;
  ck_assert(!member.next(&now));
}
END_TEST

START_TEST(a_root_that_dies_ends_all) {
  int pipes[2];
  ck_assert_int_eq(pipe(pipes), 0);
  const pid_t child = process([&] {
    Root root(launch(0, 2), kBuild);
    const std::string port = root.port() + "\n";
    if (write(pipes[1], port.data(), port.size()) < 0) _exit(1);
    root.gather(kSoon);
    tell(root, Do::kMeet);
    pause();
  });
  char port[16] = "";
  ck_assert_int_gt(read(pipes[0], port, sizeof port - 1), 0);
  Member member(launch(1, 2, std::to_string(atoi(port))), kBuild, kSoon);
  std::atomic<bool> called{false};
  member.on_loss([&] { called = true; });
  Order now;
  ck_assert(member.next(&now) && now.what == Do::kMeet);
  kill(child, SIGKILL);
  ck_assert(!member.next(&now));
  ck_assert(soon([&] { return called.load(); }));
  ck_assert(member.loss() == "rank 0 has ended");
  status_of(child);
}
END_TEST

// A child of rank 0 without a program of its own has copies of the connections.
START_TEST(children_of_a_root_do_not_matter) {
  int ports[2], children[2];
  ck_assert_int_eq(pipe(ports), 0);
  ck_assert_int_eq(pipe(children), 0);
  const pid_t child = process([&] {
    Root root(launch(0, 2), kBuild);
    const std::string port = root.port() + "\n";
    if (write(ports[1], port.data(), port.size()) < 0) _exit(1);
    root.gather(kSoon);
    const pid_t grandchild = process([] { sleep(10); });
    if (write(children[1], &grandchild, sizeof grandchild) < 0) _exit(1);
    pause();
  });
  char port[16] = "";
  ck_assert_int_gt(read(ports[0], port, sizeof port - 1), 0);
  Member member(launch(1, 2, std::to_string(atoi(port))), kBuild, kSoon);
  pid_t grandchild = 0;
  ck_assert_int_gt(read(children[0], &grandchild, sizeof grandchild), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ck_assert(member.loss() == "");
  kill(child, SIGKILL);
  status_of(child);
  ck_assert(soon([&] { return member.loss() == "rank 0 has ended"; }));
  kill(grandchild, SIGKILL);
}
END_TEST

START_TEST(waits_may_be_long) {
  Root root(launch(0, 2), kBuild);
  Member member(launch(1, 2, root.port()), kBuild, 1e300);
  root.gather(HUGE_VAL);
  ck_assert(root.loss() == "");
  for (const double seconds : {-1.0, std::nan("")})
    ck_assert(has(refusal([&] { gpuinv::serve_rank({}, seconds, {}); }),
                  "not a number >= 0"));
}
END_TEST

// A connection waits, but there is no descriptor for it.
START_TEST(a_full_process_rests) {
  Root root(launch(0, 2), kBuild);
  rlimit old;
  getrlimit(RLIMIT_NOFILE, &old);
  const int free_fd = dup(0);
  close(free_fd);
  const rlimit full = {static_cast<rlim_t>(free_fd) + 1, old.rlim_max};
  setrlimit(RLIMIT_NOFILE, &full);
  std::string why;
  const auto silent = gpuinv::connect_to("127.0.0.1", root.port(), &why);
  const std::clock_t begin = std::clock();
  const std::string fault = refusal([&] { root.gather(0.5); });
  const double used = static_cast<double>(std::clock() - begin);
  setrlimit(RLIMIT_NOFILE, &old);
  ck_assert(silent.open());
  ck_assert_double_le(used, 0.05 * CLOCKS_PER_SEC);
  ck_assert(has(fault, "0 of 1 other processes are there (accept: "));
  Member member = joined(root);
  root.gather(kSoon);
}
END_TEST

START_TEST(nobody_waits_for_ever) {
  const gpuinv::Socket silent = gpuinv::listen_at("127.0.0.1", "0");
  const std::string port = gpuinv::port_of(silent);
  const auto fault = [](const std::string& at) {
    return refusal([&] { Member member(launch(1, 2, at), kBuild, 0.2); });
  };
  ck_assert(has(fault(port), "rank 0 does not answer"));
  const std::string free_port =
      gpuinv::port_of(gpuinv::listen_at("127.0.0.1", "0"));  // closed again
  ck_assert(has(fault(free_port), "no rank 0 at 127.0.0.1"));
  ck_assert(has(refusal([&] { Root root(launch(0, 2, port), kBuild); }),
                "cannot listen at 127.0.0.1"));
}
END_TEST

START_TEST(children_have_no_ranks) {
  Root root(launch(0, 2), kBuild);
  Member member = joined(root);
  root.gather(kSoon);
  const pid_t child = process([&] {
    const bool good = has(refusal([&] { tell(root, Do::kEnd); }), "parent") &&
                      has(refusal([&] { root.gather(0.1); }), "parent");
    root.give_up("the child");
    _exit(good ? 0 : 1);
  });
  ck_assert_int_eq(status_of(child), 0);
  ck_assert(root.loss() == "");
  tell(root, Do::kEnd);
  Order now;
  ck_assert(member.next(&now) && now.what == Do::kEnd);
}
END_TEST

TCase* rank_cases() {
  TCase* tcase = tcase_create("ranks");
  tcase_set_timeout(tcase, 30);
  tcase_add_test(tcase, orders_reach_all);
  tcase_add_test(tcase, strangers_do_not_matter);
  tcase_add_test(tcase, one_process_a_rank);
  tcase_add_test(tcase, a_rank_that_dies_is_noticed);
  tcase_add_test(tcase, a_rank_may_give_up);
  tcase_add_test(tcase, a_root_that_dies_ends_all);
  tcase_add_test(tcase, children_of_a_root_do_not_matter);
  tcase_add_test(tcase, waits_may_be_long);
  tcase_add_test(tcase, a_full_process_rests);
  tcase_add_test(tcase, nobody_waits_for_ever);
  tcase_add_test(tcase, children_have_no_ranks);
  return tcase;
}
