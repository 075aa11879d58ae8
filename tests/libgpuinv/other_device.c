/* other_device.c (a device that was not asked for has no context)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A context takes some 500 MB of a device's memory.  This needs two devices;
 * the driver's own library is asked. */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpuinv.h"

static int (*init)(unsigned);
static int (*count_of)(int *);
static int (*state_of)(int, unsigned *, int *);

static int active(int device)
{  unsigned flags;
   int is = -1;
   return state_of(device, &flags, &is) == 0 ? is : -1;
}

static int find_driver(void)
{  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
   if (driver == NULL)
      return 0;
   *(void **)&init = dlsym(driver, "cuInit");
   *(void **)&count_of = dlsym(driver, "cuDeviceGetCount");
   *(void **)&state_of = dlsym(driver, "cuDevicePrimaryCtxGetState");
   return init != NULL && count_of != NULL && state_of != NULL &&
      init(0) == 0;
}

/* Solves with a basis of order 1 on a device; returns 0 on success. */
static int work(const char *options)
{  const gpuinv_api *api = gpuinv_get_api(GPUINV_VERSION);
   gpuinv_session *session = NULL;
   gpuinv_basis *basis = NULL;
   const int len = 1, row = 0;
   const double two = 2.0;
   const int *const rows = &row;
   const double *const values = &two;
   double x = 6.0;
   int bad = api->session_create(&session, NULL, NULL) != GPUINV_OK ||
      api->basis_create(session, options, &basis) != GPUINV_OK ||
      api->begin(basis, 0, 1) != GPUINV_OK ||
      api->columns(basis, 0, 1, &len, &rows, &values) != GPUINV_OK ||
      api->factorize(basis, NULL) != GPUINV_OK ||
      api->ftran(basis, &x) != GPUINV_OK || x != 3.0;
   if (bad)
      printf("%s: %s\n", options, api->last_error(session));
   api->session_delete(session);
   return bad;
}

int main(void)
{  int devices = 0, k, failures = 0;
   char options[64];
   if (!find_driver() || count_of(&devices) != 0 || devices < 2)
   {  printf("%d devices; two are needed\n", devices);
      return 77;
   }
   sprintf(options, "backend=cuda device=%d", devices - 1);
   failures += work(options);
   if (active(devices - 1) != 1)
   {  printf("FAIL: device %d has no context\n", devices - 1);
      failures++;
   }
   for (k = 0; k < devices - 1; k++)
      if (active(k) != 0)
      {  printf("FAIL: device %d has a context\n", k);
         failures++;
      }
   printf("%d devices, %d failures\n", devices, failures);
   return failures != 0;
}
