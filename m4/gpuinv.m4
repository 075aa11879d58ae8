dnl The project's own checks.  Each sets a *_reason for the summary.

dnl GPUINV_CXX17 - have the C++ compiler take C++17
AC_DEFUN([GPUINV_CXX17], [
  AC_CACHE_CHECK([for the option that selects C++17], [gpuinv_cv_cxx17], [
    gpuinv_cv_cxx17=unsupported
    gpuinv_save_CXX=$CXX
    for gpuinv_std in "" " -std=c++17" " -std=gnu++17"; do
      CXX="$gpuinv_save_CXX$gpuinv_std"
      AC_COMPILE_IFELSE([AC_LANG_PROGRAM(
        [[#include <optional>]],
        [[std::optional<int> x(1); if constexpr (sizeof(int) > 1) return *x;]])],
        [gpuinv_cv_cxx17="$gpuinv_std"; break])
    done
    CXX=$gpuinv_save_CXX])
  AS_IF([test "x$gpuinv_cv_cxx17" = xunsupported],
    [AC_MSG_ERROR([the C++ compiler does not know C++17])])
  CXX="$CXX$gpuinv_cv_cxx17"
])

dnl GPUINV_LAPACK - LAPACK_LIBS for the host back end
AC_DEFUN([GPUINV_LAPACK], [
  AC_ARG_WITH([lapack], [AS_HELP_STRING([--with-lapack=LIBS],
    [linker options for LAPACK and BLAS @<:@-lopenblas, or -llapack -lblas@:>@])],
    [], [with_lapack=])
  gpuinv_save_LIBS=$LIBS
  LAPACK_LIBS=
  for gpuinv_libs in ${with_lapack:+"$with_lapack"} \
      ${with_lapack:-"-lopenblas" "-llapack -lblas"}; do
    AS_IF([test -n "$LAPACK_LIBS"], [break])
    AC_MSG_CHECKING([for dgeqp3 with $gpuinv_libs])
    LIBS="$gpuinv_libs $gpuinv_save_LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM(
      [[extern "C" void dgeqp3_(); extern "C" void dgemv_();]],
      [[dgeqp3_(); dgemv_();]])],
      [LAPACK_LIBS=$gpuinv_libs; AC_MSG_RESULT([yes])],
      [AC_MSG_RESULT([no])])
  done
  LIBS=$gpuinv_save_LIBS
  AS_IF([test -z "$LAPACK_LIBS"],
    [AC_MSG_ERROR([no LAPACK; install libopenblas-dev or give --with-lapack])])
  AC_SUBST([LAPACK_LIBS])
])

dnl GPUINV_CHOLMOD - CHOLMOD_CPPFLAGS and CHOLMOD_LIBS: sparse Cholesky of
dnl the interior point on the host, and sparse LU (UMFPACK) of crossover
AC_DEFUN([GPUINV_CHOLMOD], [
  AC_ARG_WITH([cholmod], [AS_HELP_STRING([--with-cholmod=LIBS],
    [linker options for CHOLMOD of SuiteSparse and for the OpenMP that it
    uses, and for UMFPACK @<:@-lumfpack -lcholmod -lgomp@:>@])],
    [], [with_cholmod=yes])
  AS_CASE([$with_cholmod], [yes], [CHOLMOD_LIBS="-lumfpack -lcholmod -lgomp"],
    [no], [AC_MSG_ERROR([the interior point needs CHOLMOD])],
    [CHOLMOD_LIBS=$with_cholmod])
  CHOLMOD_CPPFLAGS=none
  gpuinv_save_CPPFLAGS=$CPPFLAGS
  gpuinv_save_LIBS=$LIBS
  LIBS="$CHOLMOD_LIBS $LAPACK_LIBS $LIBS"
  for gpuinv_dir in "" /usr/include/suitesparse; do
    AS_IF([test "x$CHOLMOD_CPPFLAGS" != xnone], [break])
    gpuinv_flags=${gpuinv_dir:+"-I$gpuinv_dir"}
    AC_MSG_CHECKING([for CHOLMOD and UMFPACK with${gpuinv_flags:+ $gpuinv_flags} $CHOLMOD_LIBS])
    CPPFLAGS="$gpuinv_save_CPPFLAGS $gpuinv_flags"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cholmod.h>
        #include <omp.h>
        #include <umfpack.h>]],
      [[cholmod_common common;
        omp_set_max_active_levels(0);
        cholmod_l_start(&common);
        umfpack_di_free_numeric(0);
        common.method[0].ordering = CHOLMOD_METIS;
        return common.method[0].ordering;]])],
      [CHOLMOD_CPPFLAGS=$gpuinv_flags; AC_MSG_RESULT([yes])],
      [AC_MSG_RESULT([no])])
  done
  CPPFLAGS=$gpuinv_save_CPPFLAGS
  LIBS=$gpuinv_save_LIBS
  AS_IF([test "x$CHOLMOD_CPPFLAGS" = xnone],
    [AC_MSG_ERROR([no CHOLMOD or UMFPACK; install libsuitesparse-dev or give --with-cholmod])])
  AC_SUBST([CHOLMOD_CPPFLAGS])
  AC_SUBST([CHOLMOD_LIBS])
])

dnl GPUINV_THRUST - THRUST_CPPFLAGS: Thrust as plain loops on the host, from
dnl the headers of a package or those of the CUDA toolkit
AC_DEFUN([GPUINV_THRUST], [
  AC_REQUIRE([GPUINV_CUDA])
  gpuinv_plain="-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP"
  THRUST_CPPFLAGS=none
  gpuinv_save_CPPFLAGS=$CPPFLAGS
  for gpuinv_dir in "" ${gpuinv_home:+"$gpuinv_home/include" "$gpuinv_home/include/cccl"} \
      /usr/local/cuda/include /usr/local/cuda/include/cccl; do
    AS_IF([test "x$THRUST_CPPFLAGS" != xnone], [break])
    gpuinv_flags=${gpuinv_dir:+"-isystem $gpuinv_dir"}
    AC_MSG_CHECKING([for Thrust for the host${gpuinv_dir:+ in $gpuinv_dir}])
    CPPFLAGS="$gpuinv_save_CPPFLAGS $gpuinv_plain $gpuinv_flags"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
      #include <thrust/execution_policy.h>
      #include <thrust/reduce.h>]],
      [[double x[] = {1.0, 2.0};
        return thrust::reduce(thrust::host, x, x + 2) != 3.0;]])],
      [THRUST_CPPFLAGS="$gpuinv_plain $gpuinv_flags"; AC_MSG_RESULT([yes])],
      [AC_MSG_RESULT([no])])
  done
  CPPFLAGS=$gpuinv_save_CPPFLAGS
  AS_IF([test "x$THRUST_CPPFLAGS" = xnone],
    [AC_MSG_ERROR([no headers of Thrust; install libthrust-dev])])
  AC_SUBST([THRUST_CPPFLAGS])
])

dnl GPUINV_CHECK - the unit test library Check
AC_DEFUN([GPUINV_CHECK], [
  AC_ARG_WITH([check], [AS_HELP_STRING([--with-check=check|yes|no],
    [unit tests with the Check library @<:@check@:>@])],
    [], [with_check=check])
  have_check=no
  check_reason="switched off"
  AS_IF([test "x$with_check" != xno], [
    PKG_CHECK_MODULES([CHECK], [check >= 0.12],
      [have_check=yes; check_reason="Check found by pkg-config"],
      [check_reason="Check not found; install package check"])])
  AS_IF([test "x$with_check" = xyes && test $have_check = no],
    [AC_MSG_ERROR([--with-check=yes, but $check_reason])])
  AM_CONDITIONAL([HAVE_CHECK], [test $have_check = yes])
])

dnl GPUINV_GLPK - the verified tarball of GLPK 5.0
AC_DEFUN([GPUINV_GLPK], [
  AC_ARG_WITH([glpk-tarball], [AS_HELP_STRING([--with-glpk-tarball=FILE],
    [glpk-5.0.tar.gz @<:@$GLPK_TARBALL, the cache, the distribution's
    source package, ftp.gnu.org@:>@])],
    [], [with_glpk_tarball=$GLPK_TARBALL])
  AS_CASE([$with_glpk_tarball], [yes|no],
    [AC_MSG_ERROR([--with-glpk-tarball needs a file name])])
  AC_MSG_NOTICE([obtaining GLPK 5.0])
  GLPK_TARBALL=`"$srcdir/glpk-patch/fetch" \
    ${with_glpk_tarball:+--tarball "$with_glpk_tarball"}`
  AS_IF([test -z "$GLPK_TARBALL"],
    [AC_MSG_ERROR([no source of GLPK 5.0; see above, or give --with-glpk-tarball=FILE])])
  AC_SUBST([GLPK_TARBALL])
  AC_ARG_ENABLE([glpk-speed], [AS_HELP_STRING([--disable-glpk-speed],
    [leave GLPK's own loops as they are (glpk-patch/speed)])],
    [], [enable_glpk_speed=yes])
  AS_CASE([$enable_glpk_speed], [yes|no], [],
    [AC_MSG_ERROR([--enable-glpk-speed takes yes or no])])
  AC_SUBST([GLPK_SPEED], [$enable_glpk_speed])
])

dnl GPUINV_SUMMARY - what is on and why
AC_DEFUN([GPUINV_SUMMARY], [
  AS_ECHO(["
  $PACKAGE_NAME $PACKAGE_VERSION
  part            state  why
  host back end   on     $LAPACK_LIBS $CHOLMOD_LIBS
  CUDA back end   $have_cuda    $cuda_reason
  cuDSS           $have_cudss    $cudss_reason
  unit tests      $have_check    $check_reason
  GLPK 5.0        on     $GLPK_TARBALL
  prefix                 $prefix
"])
])

dnl GPUINV_BUILD
dnl Sets GPUINV_BUILD_CPPFLAGS, which names this build: the release and a
dnl checksum of the headers.  C++ classes cross between libgpuinv.so and
dnl libgpuinv-cuda.so, so each accepts the other only if their names are equal.
AC_DEFUN([GPUINV_BUILD],
  [gpuinv_sum=`cat "$srcdir"/libgpuinv/*/*.hpp |
     cksum | cut -d' ' -f1`
   AC_SUBST([GPUINV_BUILD_CPPFLAGS],
     ["-DGPUINV_BUILD='\"$PACKAGE_VERSION-$gpuinv_sum\"'"])])
