dnl GPUINV_CUDSS - headers of cuDSS for sparse factors on a device
dnl
dnl This file is part of libgpuinv, a GPU back end for GLPK.
dnl libgpuinv is free software under the GNU General Public License,
dnl version 3 or (at your option) any later version; see COPYING.

dnl The option is --with-cudss=check|no|DIR.  DIR has include/ and lib/, as the
dnl wheels nvidia-cudss have in nvidia/cu12 or nvidia/cu13.  Without a DIR,
dnl cuDSS is looked for among the compiler's headers, where NVIDIA's packages
dnl for Debian and for Python put it, and in the cache that
dnl libgpuinv/device/fetch-cudss fills.  The library itself is opened at run
dnl time, so a build never fails without it.  This sets CUDSS_CPPFLAGS,
dnl HAVE_CUDSS (a conditional), have_cudss and cudss_reason.

AC_DEFUN([GPUINV_CUDSS], [
  AC_REQUIRE([GPUINV_CUDA])
  AC_ARG_WITH([cudss], [AS_HELP_STRING([--with-cudss=check|no|DIR],
    [sparse factors on a device by cuDSS @<:@check@:>@])],
    [], [with_cudss=check])
  AC_ARG_VAR([CUDSS_LIB], [folder where the library looks for cuDSS beside the
    usual places (empty: none, for packages) @<:@where it was found@:>@])
  have_cudss=no
  CUDSS_CPPFLAGS=
  AS_CASE([$with_cudss],
    [no], [cudss_reason="switched off"],
    [check|yes], [cudss_reason="no cudss.h of version 1"],
    [cudss_reason="no cudss.h of version 1 in $with_cudss/include"])
  AS_IF([test $have_cuda = no], [cudss_reason="no CUDA"])
  AS_IF([test $have_cuda = yes && test "x$with_cudss" != xno], [
    AC_MSG_CHECKING([for cuDSS])
    GPUINV_CUDSS_FOLDERS
    AC_LANG_PUSH([C++])
    gpuinv_save_CPPFLAGS=$CPPFLAGS
    gpuinv_save_IFS=$IFS
    IFS=:
    for gpuinv_dir in $gpuinv_folders; do
      IFS=$gpuinv_save_IFS
      gpuinv_include=${gpuinv_dir%=*} gpuinv_lib=${gpuinv_dir##*=}
      AS_IF([test $have_cudss = yes], [continue])
      AS_IF([test -n "$gpuinv_include" && test ! -f "$gpuinv_include/cudss.h"],
        [continue])
      CUDSS_CPPFLAGS="${gpuinv_include:+-isystem $gpuinv_include}"
      gpuinv_lib=${CUDSS_LIB-$gpuinv_lib}
      AS_IF([test -n "$gpuinv_lib"], [CUDSS_CPPFLAGS="$CUDSS_CPPFLAGS -DGPUINV_CUDSS_LIB='\"$gpuinv_lib\"'"])
      CPPFLAGS="$CUDA_CPPFLAGS ${gpuinv_include:+-isystem $gpuinv_include} $gpuinv_save_CPPFLAGS"
      AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
        #include <cudss.h>
        #if CUDSS_VERSION_MAJOR != 1
        #error another version
        #endif]], [[]])],
        [have_cudss=yes
         cudss_reason="opened at run time; headers in ${gpuinv_include:-the compiler's folders}"],
        [CUDSS_CPPFLAGS=])
    done
    IFS=$gpuinv_save_IFS
    CPPFLAGS=$gpuinv_save_CPPFLAGS
    AC_LANG_POP([C++])
    AC_MSG_RESULT([$have_cudss])])
  AC_SUBST([CUDSS_CPPFLAGS])
  AM_CONDITIONAL([HAVE_CUDSS], [test $have_cudss = yes])
])

dnl gpuinv_folders is a list of INCLUDE=LIB with colons between.  Folders of the
dnl system are empty.  All are for CUDA of the same major version.
AC_DEFUN([GPUINV_CUDSS_FOLDERS], [
  gpuinv_major=${cuda_version%%.*}
  AS_CASE([$with_cudss],
    [check|yes], [
      gpuinv_folders="=:/usr/include/libcudss/$gpuinv_major="
      gpuinv_cache=${XDG_CACHE_HOME:-$HOME/.cache}/libgpuinv
      for gpuinv_dir in "$gpuinv_cache"/cudss-*-cu$gpuinv_major \
          ${VIRTUAL_ENV:+"$VIRTUAL_ENV"/lib/python3*/site-packages/nvidia/cu$gpuinv_major} \
          /usr/local/lib/python3*/dist-packages/nvidia/cu$gpuinv_major \
          "$HOME"/.local/lib/python3*/site-packages/nvidia/cu$gpuinv_major; do
        gpuinv_folders="$gpuinv_folders:$gpuinv_dir/include=$gpuinv_dir/lib"
      done],
    [gpuinv_folders="$with_cudss/include=$with_cudss/lib"
     gpuinv_dir=$with_cudss/nvidia/cu$gpuinv_major
     gpuinv_folders="$gpuinv_folders:$gpuinv_dir/include=$gpuinv_dir/lib"])
])
