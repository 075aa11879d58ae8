/* backend.h (the back end that a test works on)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef TESTS_GLPK_BACKEND_H
#define TESTS_GLPK_BACKEND_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glpk.h>

/* Returns GLP_GPU_CUDA if GPUINV_REQUIRE_GPU=1 asks for a device, as make
 * check-gpu does, else GLP_GPU_HOST. */
static inline int test_backend(void)
{  const char *require = getenv("GPUINV_REQUIRE_GPU");
   return require != NULL && strcmp(require, "1") == 0 ? GLP_GPU_CUDA :
      GLP_GPU_HOST;
}

/* Ends the program if it works on a device and there is none: GLPK would do
 * all the work.  A child process looks, as CUDA does not survive a fork. */
static inline void require_backend(void)
{  int status = -1;
   pid_t child;
   if (test_backend() == GLP_GPU_HOST)
      return;
   fflush(stdout);
   child = fork();
   if (child == 0)
   {  glp_prob *P = glp_create_prob();
      glp_bfcp parm;
      glp_get_bfcp(P, &parm);
      parm.gpu_backend = test_backend();
      parm.gpu = GLP_GPU_ONLY;
      _exit(glp_gpu_info(&parm) != 0);
   }
   if (child > 0)
      waitpid(child, &status, 0);
   if (status == 0)
      return;
   printf("FAIL: no device\n");
   exit(1);
}

#endif
