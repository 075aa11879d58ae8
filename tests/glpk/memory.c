/* memory.c (what calls of GLPK leave in its memory, in print)
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * memory [FILE]: calls what the API offers for the model in the file
 * (*.mod, *.lp, *.mps; else free MPS, maybe compressed), or for a dense LP
 * made up here, whose blocks are large.  After each call a line tells its
 * result and what glp_mem_usage says, at the end which flags the system
 * had for the process's anonymous memory at any of these points and within
 * the calls.  The output is for comparison: it knows only stock GLPK. */

#include <glpk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FLAGS 64 /* different sets of flags */
#define MAX_NODES 30 /* of branch and bound */
#define MAX_ITEMS 40 /* rows and columns that one loop visits */

/* --- the system's flags ------------------------------------------------- */

static struct {
  char text[MAX_FLAGS][200];
  int count;
  int policy; /* whether the system gives large pages only if advised */
} flags;

static void note(const char* text) {
  int k;
  for (k = 0; k < flags.count; k++)
    if (strcmp(flags.text[k], text) == 0) return;
  if (flags.count < MAX_FLAGS)
    snprintf(flags.text[flags.count++], sizeof flags.text[0], "%s", text);
}

static void find_policy(void) {
  FILE* f = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
  char line[200] = "";
  if (f == NULL) return;
  if (fgets(line, sizeof line, f) != NULL)
    flags.policy = strstr(line, "[always]") == NULL;
  fclose(f);
}

/* Returns whether a line of /proc/self/smaps begins a mapping, and whether its
 * memory is anonymous: address, access, offset, device 00:00, inode 0 and no
 * file; [heap] has a name. */
static int begins_mapping(const char* line, int* anonymous) {
  unsigned long begin, end, offset, inode;
  char access[5], device[20], name[300] = "";
  const int items = sscanf(line, "%lx-%lx %4s %lx %19s %lu %299s", &begin, &end,
                           access, &offset, device, &inode, name);
  if (items < 6) return 0;
  *anonymous = inode == 0 && (name[0] == '\0' || strcmp(name, "[heap]") == 0);
  return 1;
}

/* Collects flags of anonymous memory.  If the system's policy is "always", it
 * chooses how much of the memory is in large pages, and whether it could be. */
static void look_at_map(void) {
  FILE* f = fopen("/proc/self/smaps", "r");
  char line[600];
  int anonymous = 0;
  if (f == NULL) return;
  while (fgets(line, sizeof line, f) != NULL) {
    if (strstr(line, "libgpuinv") != NULL) note("libgpuinv is loaded\n");
    if (begins_mapping(line, &anonymous) || !anonymous) continue;
    if (strncmp(line, "VmFlags:", 8) == 0) note(line);
    if (!flags.policy) continue;
    if (strncmp(line, "AnonHugePages:", 14) == 0 && atol(line + 14) > 0)
      note("AnonHugePages\n");
    if (strncmp(line, "THPeligible:", 12) == 0 && atol(line + 12) > 0)
      note("THPeligible\n");
  }
  fclose(f);
}

static int compare(const void* a, const void* b) { return strcmp(a, b); }

static void show_flags(void) {
  int k;
  qsort(flags.text, flags.count, sizeof flags.text[0], compare);
  for (k = 0; k < flags.count; k++) printf("map %s", flags.text[k]);
}

/* --- GLPK's count ------------------------------------------------------- */

static void say(const char* call, double result) {
  int count, cpeak;
  size_t total, tpeak;
  glp_mem_usage(&count, &cpeak, &total, &tpeak);
  printf("%-28s %.12g: %d blocks (%d), %lu bytes (%lu)\n", call, result, count,
         cpeak, (unsigned long)total, (unsigned long)tpeak);
  look_at_map();
}

/* GLPK prints while its working arrays exist. */
static int hook(void* info, const char* text) {
  (void)info, (void)text;
  look_at_map();
  return 1;
}

/* --- calls -------------------------------------------------------------- */

static double uniform(void) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0;
}

/* Makes a dense LP whose matrix and basis take several MiB. */
static void make_dense(glp_prob* P) {
  const int m = 400, n = 1200;
  int ind[401], i, j;
  double val[401];
  glp_add_rows(P, m);
  glp_add_cols(P, n);
  for (i = 1; i <= m; i++) glp_set_row_bnds(P, i, GLP_UP, 0.0, n);
  for (j = 1; j <= n; j++) {
    for (i = 1; i <= m; i++) ind[i] = i, val[i] = 0.1 + uniform();
    glp_set_mat_col(P, j, m, ind, val);
    glp_set_col_bnds(P, j, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(P, j, -uniform());
  }
  say("glp_set_mat_col", n);
}

static int ends_with(const char* text, const char* suffix) {
  const size_t length = strlen(text), s = strlen(suffix);
  return length >= s && strcmp(text + length - s, suffix) == 0;
}

static int read_model(glp_prob* P, const char* path) {
  int ret;
  if (ends_with(path, ".mod")) {
    glp_tran* tran = glp_mpl_alloc_wksp();
    say("glp_mpl_alloc_wksp", 0);
    ret = glp_mpl_read_model(tran, path, 0);
    say("glp_mpl_read_model", ret);
    if (ret == 0) ret = glp_mpl_generate(tran, NULL);
    say("glp_mpl_generate", ret);
    if (ret == 0) glp_mpl_build_prob(tran, P);
    say("glp_mpl_build_prob", ret);
    glp_mpl_free_wksp(tran);
    say("glp_mpl_free_wksp", ret);
  } else if (ends_with(path, ".lp")) {
    ret = glp_read_lp(P, NULL, path);
    say("glp_read_lp", ret);
  } else {
    ret = glp_read_mps(P, ends_with(path, ".mps") ? GLP_MPS_DECK : GLP_MPS_FILE,
                       NULL, path);
    say("glp_read_mps", ret);
  }
  return ret;
}

static void factorization(glp_prob* P) {
  glp_bfcp parm;
  glp_get_bfcp(P, &parm);
  say("glp_get_bfcp", parm.type);
  parm.nfs_max = 50;
  glp_set_bfcp(P, &parm);
  say("glp_set_bfcp", glp_bf_exists(P));
  glp_std_basis(P);
  say("glp_factorize", glp_factorize(P));
  say("glp_bf_exists", glp_bf_exists(P));
}

/* Calls what can be asked of a final basis. */
static void tableau(glp_prob* P) {
  const int size = glp_get_num_rows(P) + glp_get_num_cols(P);
  int* ind = malloc((1 + size) * sizeof(int));
  double* val = malloc((1 + size) * sizeof(double));
  double sum = 0;
  int k, t;
  if (!glp_bf_exists(P)) say("glp_factorize", glp_factorize(P));
  say("glp_bf_exists", glp_bf_exists(P));
  if (glp_bf_exists(P)) {
    say("glp_warm_up", glp_warm_up(P));
    for (k = 1; k <= size && k <= MAX_ITEMS; k++) {
      const int stat = k <= glp_get_num_rows(P)
                           ? glp_get_row_stat(P, k)
                           : glp_get_col_stat(P, k - glp_get_num_rows(P));
      const int len = stat == GLP_BS ? glp_eval_tab_row(P, k, ind, val)
                                     : glp_eval_tab_col(P, k, ind, val);
      for (t = 1; t <= len; t++) sum += val[t];
    }
    say("glp_eval_tab", sum);
    if (glp_get_status(P) == GLP_OPT)
      say("glp_print_ranges", glp_print_ranges(P, 0, NULL, 0, "/dev/null"));
  }
  free(ind);
  free(val);
}

static void simplex(glp_prob* P, const char* call, int meth, int presolve) {
  glp_smcp parm;
  glp_init_smcp(&parm);
  parm.meth = meth;
  parm.presolve = presolve;
  glp_std_basis(P);
  say(call, glp_simplex(P, &parm));
  say("glp_get_obj_val", glp_get_obj_val(P));
  say("glp_bf_exists", glp_bf_exists(P));
}

static void stop(glp_tree* tree, void* info) {
  (void)info;
  if (glp_ios_reason(tree) == GLP_ISELECT) {
    int active, nodes, total;
    glp_ios_tree_size(tree, &active, &nodes, &total);
    if (total > MAX_NODES) glp_ios_terminate(tree);
  }
}

static void integers(glp_prob* P) {
  glp_iocp parm;
  if (glp_get_num_int(P) == 0) return;
  glp_init_iocp(&parm);
  parm.cb_func = stop;
  say("glp_intopt", glp_intopt(P, &parm));
  say("glp_mip_obj_val", glp_mip_obj_val(P));
  parm.presolve = GLP_ON;
  say("glp_intopt, presolver", glp_intopt(P, &parm));
  say("glp_mip_obj_val", glp_mip_obj_val(P));
}

/* glp_copy_prob makes objects for the basis of both problems, so that
 * glp_interior comes first. */
static void all_calls(glp_prob* P) {
  glp_prob* Q = glp_create_prob();
  glp_iptcp parm;
  say("glp_create_prob", 0);
  glp_init_iptcp(&parm);
  say("glp_interior", glp_interior(P, &parm));
  say("glp_ipt_obj_val", glp_ipt_obj_val(P));
  say("glp_bf_exists", glp_bf_exists(P));
  glp_copy_prob(Q, P, GLP_ON);
  say("glp_copy_prob", glp_get_num_nz(Q));
  glp_delete_prob(Q);
  say("glp_delete_prob", 0);
  factorization(P);
  simplex(P, "glp_simplex, presolver", GLP_PRIMAL, GLP_ON);
  glp_scale_prob(P, GLP_SF_AUTO);
  say("glp_scale_prob", 0);
  glp_adv_basis(P, 0);
  say("glp_adv_basis", 0);
  simplex(P, "glp_simplex, dual", GLP_DUALP, GLP_OFF);
  simplex(P, "glp_simplex, primal", GLP_PRIMAL, GLP_OFF);
  tableau(P);
  if (glp_get_status(P) == GLP_OPT) integers(P);
  glp_set_bfcp(P, NULL);
  say("glp_set_bfcp", glp_bf_exists(P));
  glp_unscale_prob(P);
  say("glp_unscale_prob", 0);
  glp_erase_prob(P);
  say("glp_erase_prob", 0);
}

int main(int argc, char** argv) {
  glp_prob* P;
  int ret = 0;
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  find_policy();
  glp_term_hook(hook, NULL);
  say("start", 0);
  P = glp_create_prob();
  say("glp_create_prob", 0);
  if (argc > 1)
    ret = read_model(P, argv[1]);
  else
    make_dense(P);
  if (ret == 0 && glp_get_num_rows(P) > 0) all_calls(P);
  glp_delete_prob(P);
  say("glp_delete_prob", 0);
  show_flags();
  return glp_free_env();
}
