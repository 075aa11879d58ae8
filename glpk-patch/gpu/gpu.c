/* gpu.c (GPU support library)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#ifdef HAVE_SECURE_GETENV
#define _GNU_SOURCE
#else
#define secure_getenv(name) NULL
#endif

#include "glpk.h"
#include "env.h"

/***********************************************************************
*  gpu_mode - determine default GPU mode
*
*  This routine returns the mode specified by the environment variable
*  GLP_GPU, which set-uid programs ignore. Other texts mean off. */

int gpu_mode(void)
{     static const char *word[] = { "off", "auto", "only", "steady" };
      const char *s = secure_getenv("GLP_GPU");
      int mode = GLP_GPU_STEADY;
      while (mode > GLP_GPU_OFF && (s == NULL || strcmp(s, word[mode])))
         mode--;
      return mode;
}

/***********************************************************************
*  gpu_init_bfcp - set GPU control parameters to default
*
*  This routine does nothing if they are set already. */

void gpu_init_bfcp(void *parm_)
{     glp_bfcp *parm = parm_;
      if (parm->gpu_mark != GLP_GPU_MARK)
      {  parm->gpu = gpu_mode();
         parm->gpu_backend = GLP_GPU_ANY;
         parm->gpu_dev = 0;
         parm->gpu_form = GLP_GPU_FORM_ANY;
         parm->gpu_prec = GLP_GPU_PREC_ANY;
         parm->gpu_mark = GLP_GPU_MARK;
      }
      return;
}

/***********************************************************************
*  check - check that control parameter is between zero and max */

static void check(const char *name, int parm, int max)
{     if (!(0 <= parm && parm <= max))
         xerror("glp_set_bfcp: %s = %d; invalid parameter\n", name,
            parm);
      return;
}

/***********************************************************************
*  gpu_check_bfcp - check GPU control parameters
*
*  This routine does nothing if they are not set. */

void gpu_check_bfcp(const void *parm_)
{     const glp_bfcp *parm = parm_;
      if (parm->gpu_mark == GLP_GPU_MARK)
      {  check("gpu", parm->gpu, GLP_GPU_STEADY);
         check("gpu_backend", parm->gpu_backend, GLP_GPU_HOST);
         check("gpu_dev", parm->gpu_dev, INT_MAX);
         check("gpu_form", parm->gpu_form, GLP_GPU_FORM_SPARSE);
         check("gpu_prec", parm->gpu_prec, GLP_GPU_PREC_MIXED);
      }
      return;
}

/***********************************************************************
*  gpu_options - put control parameters into text for GPU library */

void gpu_options(char opts[/*120*/], const void *parm_)
{     ENV *env = get_env_ptr();
      const glp_bfcp *parm = parm_;
      sprintf(opts, "backend=%d devices=%d form=%d precision=%d",
         parm->gpu_backend, parm->gpu_dev, parm->gpu_form,
         parm->gpu_prec);
      if (parm->gpu == GLP_GPU_STEADY)
         strcat(opts, " repeat=1");
      if (env->mem_limit != SIZE_T_MAX)
         sprintf(opts + strlen(opts), " hostmemory=%.0f",
            (double)(env->mem_limit - env->mem_total));
      return;
}

/***********************************************************************
*  gpu_say - display message once
*
*  This routine tells why GPU is not used. The parameter code is the bit
*  that stands for this message. */

static void gpu_say(int code, const char *msg)
{     GPU *gpu = &get_env_ptr()->gpu;
      if (gpu->lev >= GLP_MSG_ERR && !(gpu->said & code))
      {  gpu->said |= code;
         xprintf("GPU: %.1000s; using the CPU\n", msg);
      }
      return;
}

/***********************************************************************
*  gpu_begin - begin a search that GPU may have part in */

void gpu_begin(int msg_lev, int it_cnt)
{     const char *s = secure_getenv("GLP_GPU");
      GPU *gpu = &get_env_ptr()->gpu;
      gpu->lev = msg_lev;
      gpu->beg = xtime();
      gpu->it = it_cnt;
      gpu->left = gpu->again = gpu->proven = 0;
      gpu->given = NULL;
      gpu->err = -1.0;
      if (s != NULL && s[0] != '\0' && strcmp(s, "off") != 0 &&
         gpu_mode() == GLP_GPU_OFF)
         gpu_say(2, "GLP_GPU is none of off, auto, only, steady");
      return;
}

#ifdef GPUINV_DLNAME
#include <dlfcn.h>
#include <gpuinv.h>
#include <unistd.h>

/***********************************************************************
*  gpu_log - display message of GPU support library
*
*  This routine is called by the library on the thread and within the
*  call that the message belongs to. */

static void gpu_log(void *info, int level, const char *text)
{     GPU *gpu = info;
      if (level <= gpu->lev)
         xprintf("%.1000s\n", text);
      return;
}

/***********************************************************************
*  open_lib - try to open GPU support library
*
*  A process forked while another thread opens the library has it half
*  relocated and must not call it.
*
*  This routine returns NULL on success, otherwise error message. */

static const char *open_lib(GPU *gpu)
{     const char *name = secure_getenv("GPUINV_LIBRARY");
      gpuinv_get_api_t get_api;
      static volatile pid_t opener = 0;
      if (opener != 0 && opener != getpid())
         return "process was forked while library was opened";
      if (name == NULL || name[0] == '\0')
         name = GPUINV_DLNAME;
      opener = getpid();
      gpu->lib = xdlopen(name);
      opener = 0;
      if (gpu->lib == NULL)
         return get_err_msg();
      *(void **)&get_api = dlsym(gpu->lib, "gpuinv_get_api");
      if (get_api == NULL)
         return "GPUINV_LIBRARY is not the GPU support library";
      gpu->api = get_api(GPUINV_VERSION);
      if (gpu->api == NULL)
         return "library has unsuitable version";
      gpu->api->session_create(&gpu->ses, gpu_log, gpu);
      return gpu->ses == NULL ? "not enough memory" : NULL;
}
#endif

/***********************************************************************
*  gpu_open - open GPU support library and create session
*
*  This routine returns zero if the session exists. Otherwise it returns
*  non-zero and displays the reason when it is called first. */

int gpu_open(void)
{     GPU *gpu = &get_env_ptr()->gpu;
      const char *msg = "not supported by this build of GLPK";
      if (gpu->ses == NULL && !(gpu->said & 1))
      {
#ifdef GPUINV_DLNAME
         msg = open_lib(gpu);
#endif
         if (msg != NULL)
         {  gpu_say(1, msg);
            gpu->said |= 1; /* do not try again */
         }
      }
      return gpu->ses == NULL;
}

/***********************************************************************
*  gpu_drop - stop what is running on GPU
*
*  It may have been started by a call that was left by longjmp. */

void gpu_drop(void)
{
#ifdef GPUINV_DLNAME
      GPU *gpu = &get_env_ptr()->gpu;
      struct gpuinv_engine *eng = gpu->eng;
      struct gpuinv_interior *ipt = gpu->ipt;
      gpu->eng = NULL;
      gpu->ipt = NULL;
      if (eng != NULL)
         gpu->api->engine_delete(eng);
      if (ipt != NULL)
         gpu->api->interior_delete(ipt);
#endif
      return;
}

/***********************************************************************
*  gpu_close - delete session and close GPU support library */

void gpu_close(GPU *gpu)
{
#ifdef GPUINV_DLNAME
      if (gpu->ses != NULL)
         gpu->api->session_delete(gpu->ses);
      if (gpu->lib != NULL)
         xdlclose(gpu->lib);
#endif
      free(gpu->scl);
      return;
}

/***********************************************************************
*  glp_gpu_info - display information on GPU support
*
*  The parameter parm tells what would be used; NULL means default.
*
*  This routine returns zero if it is there, otherwise non-zero. */

int glp_gpu_info(const glp_bfcp *parm)
{     GPU *gpu = &get_env_ptr()->gpu;
      int lev = gpu->lev, ret = 1;
      gpu->lev = GLP_MSG_ALL;
      if (gpu_open() == 0)
      {
#ifdef GPUINV_DLNAME
         char opts[120] = "", text[6000] = "";
         if (parm != NULL)
            gpu_options(opts, parm);
         ret = gpu->api->describe(gpu->ses, opts, text,
            sizeof(text));
         xprintf("%s", text);
#endif
      }
      gpu->lev = lev;
      return ret;
}

/***********************************************************************
*  glp_gpu_option - interpret command-line option
*
*  The parameter arg is an argument that begins with --gpu, and next is
*  the next one, which may be its value. If arg is NULL, the routine
*  displays what the options are.
*
*  This routine returns the number of arguments used. If they are wrong,
*  it displays the reason and returns zero. If there is no GPU support
*  library, the option has no effect. */

int glp_gpu_option(glp_bfcp *parm, const char *arg, const char *next)
{     int ret = arg == NULL || next == NULL || arg[5] == '\0' ||
         strchr(arg, '=') != NULL ? 1 : 2;
#ifdef GPUINV_DLNAME
      GPU *gpu = &get_env_ptr()->gpu;
      char text[3000] = "";
      gpuinv_choice choice;
      if (gpu_open() != 0)
         return ret;
      if (parm != NULL) /* five fields, gpu to gpu_prec */
         memcpy(&choice, &parm->gpu, sizeof(choice));
      ret = gpu->api->option(arg, next, &choice, text,
         sizeof(text));
      xprintf("%s", text);
      if (parm != NULL)
         memcpy(&parm->gpu, &choice, sizeof(choice));
#endif
      return ret;
}

/* eof */
