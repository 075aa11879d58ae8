dnl GPUINV_CUDA - the CUDA toolkit for the device back end
dnl
dnl This file is part of libgpuinv, a GPU back end for GLPK.
dnl
dnl libgpuinv is free software: you can redistribute it and/or modify it
dnl under the terms of the GNU General Public License as published by the
dnl Free Software Foundation, either version 3 of the License, or (at your
dnl option) any later version.

dnl The options are --with-cuda=check|yes|no and --with-cuda-arch=LIST, the
dnl variables NVCC, NVCCFLAGS and CUDA_HOME.  This sets NVCC, NVCCFLAGS,
dnl CUDA_GENCODE, CUDA_CPPFLAGS, CUDA_LDFLAGS, CUDA_LIBS and the conditional
dnl HAVE_CUDA for Makefile.am, and have_cuda (yes or no), cuda_reason,
dnl cuda_version and cuda_archs for the summary.

dnl The steps share have_cuda.  Each does its work only while it is yes.

AC_DEFUN([GPUINV_CUDA], [
  AC_REQUIRE([AC_PROG_SED])
  AC_ARG_WITH([cuda], [AS_HELP_STRING([--with-cuda=check|yes|no],
    [device back end with the CUDA toolkit @<:@check@:>@])],
    [], [with_cuda=check])
  AC_ARG_WITH([cuda-arch], [AS_HELP_STRING([--with-cuda-arch=LIST],
    [compute capabilities to compile for, as in "80 90", or native
    @<:@those of 75 80 90 100 120 that nvcc knows@:>@])],
    [], [with_cuda_arch=])
  AC_ARG_ENABLE([lineinfo], [AS_HELP_STRING([--enable-lineinfo],
    [line tables for profilers in device code @<:@no@:>@])],
    [], [enable_lineinfo=no])
  AC_ARG_VAR([NVCC], [CUDA compiler])
  AC_ARG_VAR([NVCCFLAGS], [CUDA compiler flags @<:@-O3@:>@])
  AC_ARG_VAR([CUDA_HOME], [folder of the CUDA toolkit])
  : ${NVCCFLAGS="-O3"}
  AS_IF([test "x$enable_lineinfo" != xno], [NVCCFLAGS="$NVCCFLAGS -lineinfo"])
  cuda_version= cuda_archs=
  AS_CASE([$with_cuda],
    [no], [have_cuda=no; cuda_reason="switched off"],
    [yes|check], [have_cuda=yes],
    [AC_MSG_ERROR([--with-cuda takes check, yes or no, not "$with_cuda"])])
  GPUINV_CUDA_NVCC
  GPUINV_CUDA_ARCHS
  GPUINV_CUDA_PATHS
  GPUINV_CUDA_PROGRAM
  AS_IF([test $have_cuda = yes],
    [cuda_reason="CUDA $cuda_version for $cuda_archs"],
    [AS_IF([test "x$with_cuda" = xyes],
      [AC_MSG_ERROR([--with-cuda=yes, but $cuda_reason])])])
  AC_SUBST([CUDA_GENCODE])
  AC_SUBST([CUDA_CPPFLAGS])
  AC_SUBST([CUDA_LDFLAGS])
  AC_SUBST([CUDA_LIBS])
  AM_CONDITIONAL([HAVE_CUDA], [test $have_cuda = yes])
])

dnl Sets NVCC and cuda_version.
AC_DEFUN([GPUINV_CUDA_NVCC], [
  AS_IF([test $have_cuda = yes], [
    AS_IF([test -n "$CUDA_HOME"],
      [gpuinv_path=$CUDA_HOME/bin], [gpuinv_path=$PATH])
    AC_PATH_PROG([NVCC], [nvcc], [],
      [$gpuinv_path$PATH_SEPARATOR/usr/local/cuda/bin$PATH_SEPARATOR/opt/cuda/bin])
    AS_IF([test -z "$NVCC"],
      [have_cuda=no; cuda_reason="nvcc not found"])])
  AS_IF([test $have_cuda = yes], [
    AC_MSG_CHECKING([for the version of CUDA])
    cuda_version=`"$NVCC" --version 2>/dev/null |
      $SED -n 's/.*release \(@<:@0-9@:>@*\.@<:@0-9@:>@*\).*/\1/p'`
    AC_MSG_RESULT([${cuda_version:-none}])
    AS_CASE([$cuda_version],
      [''], [have_cuda=no; cuda_reason="$NVCC does not work"],
      [[[0-9].*|10.*|11.[0-7]]], [have_cuda=no
        cuda_reason="CUDA $cuda_version is older than 11.8"])])
])

dnl Sets cuda_archs and CUDA_GENCODE.  There is machine code for each, and PTX
dnl of the newest for later devices, all of it compressed.  Code for 80 also
dnl runs on 86 and 89.
AC_DEFUN([GPUINV_CUDA_ARCHS], [
  AS_IF([test $have_cuda = yes], [
    AC_MSG_CHECKING([for compute capabilities])
    gpuinv_known=`"$NVCC" --list-gpu-code 2>/dev/null |
      $SED -n 's/^sm_//p' | tr '\n' ' '`
    AS_IF([test "x$with_cuda_arch" = xnative], [
      with_cuda_arch=`nvidia-smi --query-gpu=compute_cap \
        --format=csv,noheader 2>/dev/null | tr -d . | sort -u | tr '\n' ' '`
      AS_IF([test -z "$with_cuda_arch"], [
        AC_MSG_RESULT([])
        AC_MSG_ERROR([--with-cuda-arch=native: nvidia-smi finds no device])])])
    gpuinv_newest=0
    CUDA_GENCODE=
    for gpuinv_arch in \
        `AS_ECHO(["${with_cuda_arch:-75 80 90 100 120}"]) | tr ',;' '  '`
    do
      AS_CASE([" $gpuinv_known "],
        [*" $gpuinv_arch "*], [
          cuda_archs="$cuda_archs${cuda_archs:+ }$gpuinv_arch"
          gpuinv_code="arch=compute_$gpuinv_arch,code=sm_$gpuinv_arch"
          CUDA_GENCODE="$CUDA_GENCODE -gencode=$gpuinv_code"
          gpuinv_number=`AS_ECHO(["$gpuinv_arch"]) | tr -cd 0123456789`
          AS_IF([test "$gpuinv_number" -gt $gpuinv_newest],
            [gpuinv_newest=$gpuinv_number; gpuinv_ptx=$gpuinv_arch])],
        [AS_IF([test -n "$with_cuda_arch"], [
          AC_MSG_RESULT([])
          AC_MSG_ERROR([--with-cuda-arch: nvcc $cuda_version does not know ]dnl
[sm_$gpuinv_arch; it knows $gpuinv_known])])])
    done
    AC_MSG_RESULT([${cuda_archs:-none}])
    AS_IF([test -z "$cuda_archs"],
      [have_cuda=no; cuda_reason="nvcc knows none of the architectures"],
      [gpuinv_code="arch=compute_$gpuinv_ptx,code=compute_$gpuinv_ptx"
       CUDA_GENCODE="$CUDA_GENCODE -gencode=$gpuinv_code -Xfatbin=-compress-all"
      ])])
])

dnl Sets CUDA_CPPFLAGS, CUDA_LDFLAGS and CUDA_LIBS.  The toolkit is two levels
dnl above nvcc itself.  A distribution's package needs no paths.
AC_DEFUN([GPUINV_CUDA_PATHS], [
  AS_IF([test $have_cuda = yes], [
    gpuinv_nvcc=`readlink -f "$NVCC" 2>/dev/null`
    gpuinv_home=`AS_DIRNAME(["${gpuinv_nvcc:-$NVCC}"])`
    gpuinv_home=`AS_DIRNAME(["$gpuinv_home"])`
    CUDA_CPPFLAGS= CUDA_LDFLAGS=
    for gpuinv_dir in "$CUDA_HOME" "$gpuinv_home"; do
      AS_IF([test -z "$CUDA_CPPFLAGS" && test "x$gpuinv_dir" != x/usr &&
             test -f "$gpuinv_dir/include/cublas_v2.h"],
        [CUDA_CPPFLAGS="-I$gpuinv_dir/include"])
      for gpuinv_lib in lib64 lib targets/x86_64-linux/lib; do
        AS_IF([test -z "$CUDA_LDFLAGS" && test "x$gpuinv_dir" != x/usr &&
               test -f "$gpuinv_dir/$gpuinv_lib/libcublas.so"],
          [CUDA_LDFLAGS="-L$gpuinv_dir/$gpuinv_lib -Wl,-rpath,$gpuinv_dir/$gpuinv_lib"])
      done
    done
    CUDA_LIBS="-lcusolver -lcublas -lcudart_static -lpthread -ldl -lrt"])
])

dnl Builds a program with the headers, a kernel and the libraries that we use.
AC_DEFUN([GPUINV_CUDA_PROGRAM], [
  AS_IF([test $have_cuda = yes], [
    AC_MSG_CHECKING([whether CUDA programs compile and link])
    cat >conftest_kernel.cu <<_GPUINV_EOF
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <thrust/version.h>
__global__ void kernel(double *x) { *x = THRUST_VERSION; }
int launch(double *x) { kernel<<<1, 1>>>(x); return cudaGetLastError(); }
_GPUINV_EOF
    gpuinv_command="$NVCC -std=c++17 $NVCCFLAGS -gencode=$gpuinv_code ]dnl
[-Xcompiler -fPIC -c conftest_kernel.cu -o conftest_kernel.o"
    AS_ECHO(["$gpuinv_command"]) >&AS_MESSAGE_LOG_FD
    AS_IF([$gpuinv_command >&AS_MESSAGE_LOG_FD 2>&1], [
      AC_LANG_PUSH([C++])
      gpuinv_save_CPPFLAGS=$CPPFLAGS
      gpuinv_save_LDFLAGS=$LDFLAGS
      gpuinv_save_LIBS=$LIBS
      CPPFLAGS="$CUDA_CPPFLAGS $CPPFLAGS"
      LDFLAGS="$CUDA_LDFLAGS $LDFLAGS"
      LIBS="conftest_kernel.o $CUDA_LIBS $LIBS"
      AC_LINK_IFELSE([AC_LANG_PROGRAM([[
        #include <cublas_v2.h>
        #include <cusolverDn.h>
        int launch(double *x);]], [[
        cublasHandle_t blas;
        cusolverDnParams_t params;
        return cublasCreate(&blas) + cusolverDnCreateParams(&params) +
               launch(nullptr);]])],
        [], [have_cuda=no
          cuda_reason="a CUDA program does not link (see config.log)"])
      CPPFLAGS=$gpuinv_save_CPPFLAGS
      LDFLAGS=$gpuinv_save_LDFLAGS
      LIBS=$gpuinv_save_LIBS
      AC_LANG_POP([C++])],
      [have_cuda=no
       cuda_reason="a CUDA program does not compile (see config.log)"])
    rm -f conftest_kernel.cu conftest_kernel.o
    AC_MSG_RESULT([$have_cuda])])
])
