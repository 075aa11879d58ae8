/* hops.c (calls between the table's ftran and the work on a device)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An FTRAN may take 7 calls from the table to the launch of a kernel.  The
 * last two are the device's own: DeferredInverse::ftran and
 * launch_gather_columns, see libgpuinv/device/device_inverse.cpp.  The others
 * end at do_ftran, where the stand-in (STAND_IN=depth) writes the depth of its
 * stack to STAND_IN_DEPTH. stand_in.sh runs this with the argument
 * libgpuinv.so. */

#include <dlfcn.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpuinv.h"

#define MOST 5

typedef const gpuinv_api *get_api(int version);

/* Returns the calls from the table's function to do_ftran, or -1. */
static int hops(const gpuinv_api *api, gpuinv_basis *basis)
{  void *frames[64];
   double x = 6.0;
   const char *depth;
   int here = backtrace(frames, 64);
   if (api->ftran(basis, &x) != GPUINV_OK || x != 6.0)
      return -1;
   depth = getenv("STAND_IN_DEPTH");
   return depth == NULL ? -1 : atoi(depth) - (here + 1);
}

int main(int argc, char *argv[])
{  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
   get_api *get = NULL;
   const gpuinv_api *api;
   gpuinv_session *session = NULL;
   gpuinv_basis *basis = NULL;
   const int len = 1, row = 0;
   const double one = 1.0;
   const int *const rows = &row;
   const double *const values = &one;
   int count;
#ifndef __OPTIMIZE__
   puts("not optimized: what the compiler leaves out counts");
   return 77;
#endif
   if (library != NULL)
      *(void **)&get = dlsym(library, "gpuinv_get_api");
   if (get == NULL)
   {  puts("no library");
      return 1;
   }
   api = get(GPUINV_VERSION);
   if (api == NULL ||
      api->session_create(&session, NULL, NULL) != GPUINV_OK ||
      api->basis_create(session, "backend=cuda", &basis) != GPUINV_OK ||
      api->begin(basis, 0, 1) != GPUINV_OK ||
      api->columns(basis, 0, 1, &len, &rows, &values) != GPUINV_OK ||
      api->factorize(basis, NULL) != GPUINV_OK)
   {  printf("no inverse: %s\n", api ? api->last_error(session) : "");
      return 1;
   }
   count = hops(api, basis);
   printf("ftran: %d hops to do_ftran, at most %d\n", count, MOST);
   api->session_delete(session);
   return count < 1 || count > MOST;
}
