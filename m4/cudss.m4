dnl GPUINV_CUDSS - headers of cuDSS for sparse factors on a device
dnl
dnl This file is part of libgpuinv, a GPU back end for GLPK.
dnl libgpuinv is free software under the GNU General Public License,
dnl version 3 or (at your option) any later version; see COPYING.

dnl Option: --with-cudss=check|no|DIR, where DIR has include/cudss.h, as the
dnl wheel nvidia-cudss has.  The library itself is opened at run time, by its
dnl name or in DIR/lib; a build never fails for want of it.  Sets
dnl CUDSS_CPPFLAGS and the conditional HAVE_CUDSS; have_cudss, cudss_reason.

AC_DEFUN([GPUINV_CUDSS], [
  AC_REQUIRE([GPUINV_CUDA])
  AC_ARG_WITH([cudss], [AS_HELP_STRING([--with-cudss=check|no|DIR],
    [sparse factors on a device by cuDSS @<:@check@:>@])],
    [], [with_cudss=check])
  have_cudss=no
  CUDSS_CPPFLAGS=
  AS_CASE([$with_cudss],
    [no], [cudss_reason="switched off"],
    [check|yes], [cudss_reason="no cudss.h of version 1"],
    [cudss_reason="no cudss.h of version 1 in $with_cudss/include"
     CUDSS_CPPFLAGS="-I$with_cudss/include -DGPUINV_CUDSS_DIR='\"$with_cudss\"'"])
  AS_IF([test $have_cuda = no], [cudss_reason="no CUDA"])
  AS_IF([test $have_cuda = yes && test "x$with_cudss" != xno], [
    AC_MSG_CHECKING([for cuDSS])
    AC_LANG_PUSH([C++])
    gpuinv_save_CPPFLAGS=$CPPFLAGS
    CPPFLAGS="$CUDA_CPPFLAGS $CUDSS_CPPFLAGS $CPPFLAGS"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
      #include <cudss.h>
      #if CUDSS_VERSION_MAJOR != 1
      #error another version
      #endif]], [[]])],
      [have_cudss=yes; cudss_reason="opened at run time"])
    CPPFLAGS=$gpuinv_save_CPPFLAGS
    AC_LANG_POP([C++])
    AC_MSG_RESULT([$have_cudss])])
  AC_SUBST([CUDSS_CPPFLAGS])
  AM_CONDITIONAL([HAVE_CUDSS], [test $have_cudss = yes])
])
