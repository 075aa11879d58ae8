/* forked.c (a child does not touch the GPU of its parent)
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* forked LIBRARY: a thread of the parent uses the device by a session of its
 * own.  A child that is forked meanwhile, or afterwards, must be refused the
 * device, and must get the host's inverse.  No fork may happen while the device
 * is opened.  stand_in.sh runs this, with a stand-in that takes a while to open
 * and to count its devices. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpuinv.h"

typedef const gpuinv_api *get_api(int version);
static const gpuinv_api *api;

/* Makes an inverse by a new session.  Returns the status of basis_create. */
static int make_basis(const char *options, char *why, size_t size)
{  gpuinv_session *session = NULL;
   gpuinv_basis *basis = NULL;
   int status = api->session_create(&session, NULL, NULL);
   if (status == GPUINV_OK)
      status = api->basis_create(session, options, &basis);
   snprintf(why, size, "%s", api->last_error(session));
   api->session_delete(session);
   return status;
}

/* Runs after the library's own handlers, which come later: time for the
 * parent's thread to begin what it must not. */
static void wait_before_fork(void) { usleep(50000); }

static void *use_device(void *status)
{  char why[200];
   *(int *)status = make_basis("backend=cuda", why, sizeof why);
   return NULL;
}

/* The child: 0 if all is as it should be. */
static int look(void)
{  char why[200];
   const char *opens = getenv("STAND_IN_OPENS");
   const int device = make_basis("backend=cuda", why, sizeof why);
   if (opens == NULL || strcmp(opens, "0") != 0)
   {  printf("a fork while the device is opened\n");
      return 1;
   }
   if (device != GPUINV_CANNOT || strstr(why, "parent process") == NULL)
   {  printf("a child may use the device: %d %s\n", device, why);
      return 1;
   }
   if (make_basis("backend=host", why, sizeof why) != GPUINV_OK)
   {  printf("no inverse on the host: %s\n", why);
      return 1;
   }
   return 0;
}

static int fork_once(void)
{  int status = -1;
   pid_t child;
   fflush(stdout);
   child = fork();
   if (child == 0)
   {  alarm(20);
      status = look();
      fflush(stdout);
      _exit(status);
   }
   if (child < 0 || waitpid(child, &status, 0) != child)
      return 1;
   if (status != 0)
      printf("a child ended with status %d\n", status);
   return status != 0;
}

int main(int argc, char *argv[])
{  void *library;
   get_api *get = NULL;
   pthread_t thread;
   int used = -1, bad;
   pthread_atfork(wait_before_fork, NULL, NULL);
   library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
   if (library != NULL)
      *(void **)&get = dlsym(library, "gpuinv_get_api");
   api = get != NULL ? get(GPUINV_VERSION) : NULL;
   if (api == NULL || pthread_create(&thread, NULL, use_device, &used))
   {  puts("no library, or no thread");
      return 1;
   }
   usleep(100000);
   bad = fork_once();
   usleep(100000);
   bad += fork_once();
   pthread_join(thread, NULL);
   bad += fork_once();
   printf("status %d in the parent, %d of 3 children wrong\n", used, bad);
   return used != GPUINV_OK || bad != 0;
}
