dnl GPUINV_HARDEN - flags that make mistakes harder to exploit, and that make
dnl builds the same in every folder
dnl
dnl This file is part of libgpuinv, a GPU back end for GLPK.
dnl
dnl libgpuinv is free software: you can redistribute it and/or modify it
dnl under the terms of the GNU General Public License as published by the
dnl Free Software Foundation, either version 3 of the License, or (at your
dnl option) any later version.

dnl The option is --disable-hardening.  This sets HARDEN_CPPFLAGS,
dnl HARDEN_CFLAGS (for C and C++) and HARDEN_LDFLAGS for Makefile.am.

AC_DEFUN([GPUINV_HARDEN], [
  AC_ARG_ENABLE([hardening], [AS_HELP_STRING([--disable-hardening],
    [without FORTIFY_SOURCE, stack protector, full RELRO and PIE])],
    [], [enable_hardening=yes])
  HARDEN_CPPFLAGS= HARDEN_CFLAGS= HARDEN_LDFLAGS=
  AC_LANG_PUSH([C++])
  AS_IF([test "x$enable_hardening" != xno], [
    dnl A distribution's own level stays.
    GPUINV_HARDEN_TRY([HARDEN_CPPFLAGS], [-D_FORTIFY_SOURCE=2],
      [[
#if !defined __OPTIMIZE__ || defined _FORTIFY_SOURCE && _FORTIFY_SOURCE != 2
#error
#endif
#include <string.h>
      ]])
    GPUINV_HARDEN_TRY([HARDEN_CFLAGS], [-fstack-protector-strong])
    GPUINV_HARDEN_TRY([HARDEN_LDFLAGS], [-Wl,-z,relro -Wl,-z,now])
    dnl This is for programs only: libtool's options for libraries come later.
    AC_PREPROC_IFELSE([AC_LANG_SOURCE([[
#ifndef __PIE__
#error
#endif
      ]])], [], [
      GPUINV_HARDEN_TRY([HARDEN_CFLAGS], [-fPIE])
      GPUINV_HARDEN_TRY([HARDEN_LDFLAGS], [-pie])])
  ])
  dnl What is built does not contain paths of the build.
  GPUINV_HARDEN_TRY([HARDEN_CFLAGS], [-ffile-prefix-map=/nowhere=.], [],
    ['-ffile-prefix-map=$(abs_top_srcdir)=. -ffile-prefix-map=$(abs_top_builddir)=.'])
  AC_LANG_POP([C++])
  AC_SUBST([HARDEN_CPPFLAGS])
  AC_SUBST([HARDEN_CFLAGS])
  AC_SUBST([HARDEN_LDFLAGS])
])

dnl GPUINV_HARDEN_TRY(VARIABLE, FLAGS, [PROLOGUE], [FLAGS IN MAKEFILE])
dnl appends the flags to the variable if programs link with them.
AC_DEFUN([GPUINV_HARDEN_TRY], [
  AC_MSG_CHECKING([whether the compiler takes $2])
  gpuinv_save_CXXFLAGS=$CXXFLAGS
  gpuinv_save_LDFLAGS=$LDFLAGS
  CXXFLAGS="$CXXFLAGS $HARDEN_CFLAGS $2 -Werror"
  LDFLAGS="$LDFLAGS $HARDEN_LDFLAGS $2"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([$3], [])],
    [AC_MSG_RESULT([yes])
     $1="[$]$1[$]{$1:+ }"m4_default([$4], ["$2"])],
    [AC_MSG_RESULT([no])])
  CXXFLAGS=$gpuinv_save_CXXFLAGS
  LDFLAGS=$gpuinv_save_LDFLAGS
])
