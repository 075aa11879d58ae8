/* gpuinv-rank.c (one of the processes that share a sparse factor) */
/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rank 0 is the program that solves; this program is every other rank.  It
 * waits for what rank 0 asks of it, until that ends. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libgpuinv/gpuinv.h"

#define USAGE_ERROR 2

struct words
{     const char *device;
      double wait;
};

static void usage(FILE *out)
{     fprintf(out,
         "Usage: gpuinv-rank [--device NUMBER] [--wait SECONDS]\n"
         "Compute a share of the sparse factors of another program, such as\n"
         "   mpirun -n 1 glpsol --gpu --interior model.mps : "
         "-n 1 gpuinv-rank\n"
         "with GPUINV_ROOT=[HOST:]PORT in the environment of both.\n\n"
         "  --device NUMBER  CUDA device; by default by the rank on this "
         "host\n"
         "  --wait SECONDS   how long to wait for rank 0; by default 60\n"
         "  --version        display the version and exit\n"
         "  --help           display this help and exit\n");
}

/* Returns 1 if the text is a number of digits, and perhaps a point. */
static int is_number(const char *text, int point)
{     char *end;
      if (*text < '0' || *text > '9') return 0;
      if (point)
         (void)strtod(text, &end);
      else
         (void)strtol(text, &end, 10);
      return *end == '\0';
}

static int wrong(const char *what, const char *word)
{     fprintf(stderr, "gpuinv-rank: %s '%s'; try --help\n", what, word);
      return USAGE_ERROR;
}

/* Reads an option with its value, NAME VALUE or NAME=VALUE, at *k. */
static const char *value_of(const char *name, int argc, char **argv,
      int *k)
{     size_t length = strlen(name);
      if (strncmp(argv[*k], name, length) != 0) return NULL;
      if (argv[*k][length] == '=') return argv[*k] + length + 1;
      if (argv[*k][length] != '\0') return NULL;
      return *k + 1 < argc ? argv[++*k] : "";
}

/* Returns -1 to go on, else the exit status. */
static int read_words(int argc, char **argv, struct words *words)
{     int k;
      for (k = 1; k < argc; k++)
      {  const char *value;
         if (strcmp(argv[k], "--help") == 0)
         {  usage(stdout);
            return 0;
         }
         if (strcmp(argv[k], "--version") == 0)
         {  printf("gpuinv-rank %s\n", GPUINV_PACKAGE_VERSION);
            return 0;
         }
         if ((value = value_of("--device", argc, argv, &k)) != NULL)
         {  if (!is_number(value, 0))
               return wrong("--device: not a number", value);
            words->device = value;
         }
         else if ((value = value_of("--wait", argc, argv, &k)) != NULL)
         {  if (!is_number(value, 1))
               return wrong("--wait: not a number", value);
            words->wait = strtod(value, NULL);
         }
         else
            return wrong("invalid argument", argv[k]);
      }
      return -1;
}

static void say(void *info, int level, const char *text)
{     (void)info;
      if (level > GPUINV_LOG_INFO) return;
      fprintf(stderr, "%s\n", text);
      fflush(stderr);
}

int main(int argc, char **argv)
{     struct words words = { NULL, 60.0 };
      char options[64] = "";
      gpuinv_session *session = NULL;
      const gpuinv_api *api = gpuinv_get_api(GPUINV_VERSION);
      int status = read_words(argc, argv, &words);
      if (status >= 0) return status;
      if (api == NULL)
      {  fprintf(stderr, "gpuinv-rank: libgpuinv is of another version\n");
         return EXIT_FAILURE;
      }
      if (words.device != NULL)
         snprintf(options, sizeof options, "device=%.20s", words.device);
      status = api->session_create(&session, say, NULL);
      if (status == GPUINV_OK)
         status = api->serve(session, options, words.wait);
      if (status != GPUINV_OK)
      {  fprintf(stderr, "gpuinv-rank: %s\n", session == NULL ?
            api->status_text(status) : api->last_error(session));
         fflush(NULL);
         /* a thread may wait for a device for ever */
         _Exit(EXIT_FAILURE);
      }
      api->session_delete(session);
      return EXIT_SUCCESS;
}

/* eof */
