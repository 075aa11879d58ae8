/* check_progress.c (progress of an engine's search)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _XOPEN_SOURCE 600

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lp.h"

#define OFTEN 100 /* milliseconds */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Returns an LP that keeps a host engine busy for some seconds.  Dual: its
 * standard basis is dual feasible, else primal feasible; neither is both.  The
 * costs are so large that the simplex routines divide them. */
static glp_prob* long_lp(int dual, int size) {
  glp_prob* P = random_lp(7, size, 2 * size);
  const int n = glp_get_num_cols(P);
  int i, j;
  for (i = 1; !dual && i <= size; i++) {
    const double u = fabs(glp_get_row_ub(P, i));
    glp_set_row_bnds(P, i, GLP_DB, -1.0, 0.1 + u);
  }
  for (j = 1; j <= n; j++) {
    const double c = 1e6 * glp_get_obj_coef(P, j);
    glp_set_obj_coef(P, j, dual ? fabs(c) + 1e4 : c);
  }
  glp_set_obj_coef(P, 0, -4e6);
  use_engine(P, GLP_GPU_ONLY);
  return P;
}

static glp_smcp often(int meth) {
  glp_smcp parm = method(meth, GLP_MSG_ALL);
  parm.out_frq = OFTEN;
  return parm;
}

/* --- on a terminal and in a log --------------------------------------- */

static const char kLine[] =
    "^[ *#] {0,5}[0-9]+: obj = {1,3}-?[0-9]\\.[0-9]{9}e[-+][0-9]{2} inf = "
    "{1,3}[0-9]\\.[0-9]{3}e[-+][0-9]{2} \\([0-9]+\\)( [0-9]+)?( [0-9]+%)?$";

struct lines {
  int count, before, last; /* before the engine's result; last iteration */
  double first_obj, last_obj;
  char kinds[4];
};

/* Reads the lines on the search, all of them in GLPK's format. */
static struct lines read_lines(char* text, int dual) {
  struct lines r = {0, 0, -1, 0.0, 0.0, ""};
  regex_t line;
  int ended = 0;
  char* next;
  ck_assert_int_eq(regcomp(&line, kLine, REG_EXTENDED), 0);
  for (; *text != '\0'; text = next) {
    const size_t len = strcspn(text, "\r\n");
    next = text + len + strspn(text + len, "\r\n");
    text[len] = '\0';
    ended |= strstr(text, " pivots in ") != NULL;
    if (strstr(text, "obj =") == NULL) continue;
    ck_assert_msg(regexec(&line, text, 0, NULL, 0) == 0, "line: %s", text);
    ck_assert_msg(atoi(text + 1) >= r.last, "count runs backwards: %s", text);
    r.last = atoi(text + 1);
    r.last_obj = strtod(strchr(text, '=') + 1, NULL);
    if (r.count++ == 0) r.first_obj = r.last_obj;
    r.before += !ended;
    if (strchr(r.kinds, text[0]) == NULL && strlen(r.kinds) < 3)
      strncat(r.kinds, text, 1);
  }
  regfree(&line);
  ck_assert(ended);
  ck_assert_int_ne(strchr(r.kinds, dual ? '#' : '*') != NULL, 0);
  return r;
}

static void solve_there(const char* log, const char* terminal, int dual,
                        int size) {
  int fd, ret;
  glp_prob* P;
  const glp_smcp parm = often(dual ? GLP_DUAL : GLP_PRIMAL);
  setsid();
  fd = open(terminal, O_RDWR);
  if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0 || !isatty(1)) _exit(2);
  P = long_lp(dual, size);
  if (glp_open_tee(log) != 0) _exit(3);
  ret = glp_simplex(P, &parm);
  glp_printf("ret %d status %d value %.17g iterations %d\n", ret,
             glp_get_status(P), glp_get_obj_val(P), glp_get_it_cnt(P));
  glp_close_tee();
  glp_delete_prob(P);
  glp_free_env();
  fflush(NULL);
  _exit(0);
}

static char shown[1 << 16], copy[sizeof shown];

/* Reads all that the program writes to its terminal. */
static void read_terminal(int master) {
  size_t used = 0;
  ssize_t got;
  while (used < sizeof shown - 1 &&
         (got = read(master, shown + used, sizeof shown - 1 - used)) > 0)
    used += got;
  shown[used] = '\0';
}

static void check_ending(const char* text, const struct lines* r, int dual) {
  const char* end = strstr(text, "ret ");
  int ret, status, iterations;
  double value, tol;
  ck_assert_ptr_nonnull(end);
  ck_assert_int_eq(sscanf(end, "ret %d status %d value %lg iterations %d", &ret,
                          &status, &value, &iterations),
                   4);
  ck_assert_int_eq(ret, 0);
  ck_assert_int_eq(status, GLP_OPT);
  ck_assert_int_eq(r->last, iterations);
  tol = 1e-6 * fabs(value);
  ck_assert_double_eq_tol(r->last_obj, value, tol);
  /* the objective is the user's: a bound on the optimum from the first line */
  if (dual)
    ck_assert_double_le(r->first_obj, value + tol);
  else
    ck_assert_double_ge(r->first_obj, value - tol);
}

static char logged[1 << 16];

static void read_log(const char* name) {
  FILE* file = fopen(name, "r");
  size_t got;
  ck_assert_ptr_nonnull(file);
  got = fread(logged, 1, sizeof logged - 1, file);
  logged[got] = '\0';
  fclose(file);
}

/* The search must take so long that some lines are due before it ends, so the
 * size grows until it does. */
START_TEST(on_a_terminal_and_in_a_log) {
  const int dual = _i;
  int size = 500;
  for (;; size += size / 2) {
    char log[] = "/tmp/gpuinv-progress-XXXXXX";
    const int master = posix_openpt(O_RDWR | O_NOCTTY), file = mkstemp(log);
    const double begin = now();
    struct lines there, here;
    double seconds;
    int status;
    pid_t pid;
    ck_assert(file >= 0 && master >= 0);
    ck_assert(grantpt(master) == 0 && unlockpt(master) == 0);
    pid = fork();
    if (pid == 0) solve_there(log, ptsname(master), dual, size);
    read_terminal(master);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(status == 0, "status %d: %s", status, shown);
    seconds = now() - begin;
    close(master);
    close(file);
    read_log(log);
    remove(log);
    strcpy(copy, shown);
    there = read_lines(copy, dual);
    check_ending(shown, &there, dual);
    here = read_lines(logged, dual);
    ck_assert_int_eq(there.count, here.count);
    ck_assert_int_eq(there.last, here.last);
    printf("size %d, %.1f s: %d lines, %d of the engine, kinds '%s'\n", size,
           seconds, here.count, here.before, here.kinds);
    if (seconds < 2.0 && size < 4000) continue;
    ck_assert_int_ge(here.before, 5);
    ck_assert_double_ne(here.first_obj, here.last_obj);
    ck_assert_double_le(here.before, 2.0 + seconds * 1000.0 / OFTEN);
    break;
  }
}
END_TEST

/* --- parameters, and the hook ------------------------------------------ */

static int calls, lines, early;
static double begun, delay;

static int watch(void* info, const char* text) {
  (void)info;
  calls++;
  if (strstr(text, "obj =") != NULL) {
    lines++;
    early += now() - begun < delay;
  }
  return 1;
}

static int ended;
static double waited;

static int watch_end(void* info, const char* text) {
  if (strstr(text, " pivots in ") != NULL) {
    ended = calls;
    waited = now() - begun;
  }
  return watch(info, text);
}

/* Returns the size of an LP that takes a second or more here. */
static int long_size(void) {
  const glp_smcp parm = method(GLP_DUAL, GLP_MSG_OFF);
  int size = 1000;
  for (;; size += size / 2) {
    glp_prob* P = long_lp(1, size);
    const double begin = now();
    ck_assert_int_eq(glp_simplex(P, &parm), 0);
    glp_delete_prob(P);
    if (now() - begin >= 1.0 || size > 3000) return size;
  }
}

static void search(const glp_smcp* parm, int size) {
  glp_prob* P = long_lp(1, size);
  calls = lines = early = ended = 0;
  glp_term_hook(watch_end, NULL);
  begun = now();
  ck_assert_int_eq(glp_simplex(P, parm), 0);
  ck_assert_int_eq(glp_get_status(P), GLP_OPT);
  glp_term_hook(NULL, NULL);
  glp_delete_prob(P);
}

START_TEST(hook_is_called_often) {
  const int size = long_size();
  glp_smcp parm = method(GLP_DUAL, GLP_MSG_ALL);
  search(&parm, size);
  printf("%d calls, %d lines in %.2f s\n", ended, lines, waited);
  ck_assert_double_ge(waited, 0.3); /* or this shows nothing */
  ck_assert_double_ge(ended, waited / 0.1);
}
END_TEST

START_TEST(parameters_are_obeyed) {
  const int size = long_size();
  glp_smcp parm = often(GLP_DUAL);
  int all;
  delay = 0.0;
  search(&parm, size);
  all = lines;
  ck_assert_int_ge(all, 3);
  parm.out_frq = INT_MAX; /* the first line, and GLPK's lines */
  search(&parm, size);
  ck_assert_int_lt(lines, all);
  ck_assert_int_le(lines, 3);
  parm = often(GLP_DUAL);
  parm.out_dly = 200;
  delay = 0.2;
  search(&parm, size);
  ck_assert_int_eq(early, 0);
  ck_assert_int_ge(lines, 1);
  parm.msg_lev = GLP_MSG_ERR;
  search(&parm, size);
  ck_assert_int_eq(lines, 0);
}
END_TEST

int main(void) {
  SRunner* runner;
  Suite* suite = suite_create("progress");
  TCase* tcase = tcase_create("progress");
  int failed;
  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 240);
  tcase_add_loop_test(tcase, on_a_terminal_and_in_a_log, 0, 2);
  tcase_add_test(tcase, hook_is_called_often);
  tcase_add_test(tcase, parameters_are_obeyed);
  runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
