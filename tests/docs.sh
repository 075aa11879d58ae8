#!/bin/sh
# docs.sh (every command of README.md and CONTRIBUTING.md works)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Commands are the lines of the blocks marked sh.  Commands that solve models
# are run unchanged.  Commands for the build that this test belongs to are
# compared with the build's own lists of options, targets and tests (.ci/run
# runs those commands).  A command of no known kind is a failure.

set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failures=0 checked=0
top=$abs_top_srcdir build=$abs_top_builddir
examples=$build/glpk/src/examples
unset MAKEFLAGS MFLAGS MAKELEVEL GLP_GPU

fail() {
   echo "FAIL: $*"
   failures=$((failures + 1))
}

# --- extraction -------------------------------------------------------------
# blocks KIND FILE: prints the lines of the blocks of this kind
blocks() {
   awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next }
      /^```/ { inside = 0 } inside' "$2"
}

# Prints one command a line, without comments.  Continued lines are joined, and
# lines with && are split.
commands() {
   blocks sh "$1" | sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' \
      -e 's/^#.*//' -e 's/[[:space:]]#[[:space:]].*//' \
      -e 's/[[:space:]]*&&[[:space:]]*/\n/g' | sed '/^[[:space:]]*$/d'
}

# --- the kinds of commands; each takes the words of one ---------------------
# known OPTION FILE: the help text in the file lists it
known() {
   grep -qE -e "(^|[[:space:]])$1([[:space:]=,]|\$)" "$2"
}

on_quickstart() {
   "$top/quickstart" --help >"$tmp/quickstart.help" || return 1
   case $2 in run | check) ;; *) return 1 ;; esac
   grep -q "quickstart $2" "$top/.ci/run" || return 1  # which runs it
   shift 2
   for word; do
      case $word in
      --*) known "${word%%=*}" "$tmp/quickstart.help" || return 1 ;;
      esac
   done
}

on_configure() {
   "$top/configure" --help >"$tmp/configure.help" || return 1
   shift
   for word; do
      case $word in
      --*) known "${word%%=*}" "$tmp/configure.help" || return 1 ;;
      *) return 1 ;;
      esac
   done
}

# The project's own Makefile prints these, without building anything.
make_tests() {
   printf 'include Makefile\nprint-tests:\n\t@echo $(TESTS)\n' |
      make -C "$build" -s --no-print-directory -f - print-tests
}

on_make() {
   shift
   while [ $# -gt 0 ]; do
      case $1 in
      -C) [ "$2" = _build ] || return 1; shift ;;
      -j*) ;;
      TESTS=*)
         for name in ${1#TESTS=}; do
            make_tests | tr ' ' '\n' | grep -qxF "$name" || return 1
         done ;;
      DISTCHECK_CONFIGURE_FLAGS=*)
         # shellcheck disable=SC2086  # options
         on_configure configure ${1#*=} || return 1 ;;
      *=* | -*) return 1 ;;
      *) grep -q "^$1:" "$tmp/targets" || return 1 ;;
      esac
      shift
   done
}

# The log of a run must contain these.
on_glpsol() {
   (cd "$tmp/models" && "$@") >"$tmp/log" 2>&1 || return 1
   case "$* " in
   *--gpu-info*) grep -q '^in use: ' "$tmp/log"; return ;;
   *--gpu* | *GLP_GPU=*)
      grep -q '^GPU: ' "$tmp/log" && ! grep -q 'using the CPU$' "$tmp/log" ;;
   *) ! grep -q '^GPU: ' "$tmp/log" ;;
   esac && grep -q 'OPTIMAL.* SOLUTION FOUND' "$tmp/log"
}

on_netlib() {
   (cd "$tmp/models" && "$@") >"$tmp/log" 2>&1 &&
      grep -q '^[1-9][0-9]* passed, 0 failed' "$tmp/log"
}

# The library of the build stands for an installed one.
on_run() {
   mkdir -p "$tmp/bin" "$tmp/lib"
   sed "s|^libdir=.*|libdir=$tmp/lib|" "$build/use/gpuinv-run" \
      >"$tmp/bin/gpuinv-run" && chmod +x "$tmp/bin/gpuinv-run"
   cp "$build/glpk/build/src/.libs/libglpk.so.40" "$tmp/lib"
   cp "$build/glpk/build/examples/.libs/glpsol" "$tmp/bin" 2>/dev/null
   shift
   (cd "$tmp/models" && "$tmp/bin/gpuinv-run" "$@") >"$tmp/log" 2>&1 &&
      grep -q 'this GLPK' "$tmp/log"
}

# check_command WORD...: returns 0 if it does what the documents claim
check_command() {
   case $1 in
   [A-Z]*=*)  # a variable for one command: the project must know it
      grep -rqF --exclude=docs.sh -e "${1%%=*}" "$top/tests" \
         "$top/glpk-patch" || return 1
      setting=$1
      shift
      case $1 in
      make) check_command "$@" ;;
      *) on_glpsol env "$setting" "$@" ;;
      esac ;;
   ./quickstart) on_quickstart "$@" ;;
   autoreconf)  # as quickstart does, to which we owe configure
      grep -qF "$*" "$top/quickstart" && [ -x "$top/configure" ] ;;
   mkdir | cd) (cd "$tmp" && mkdir -p _build && "$@") ;;
   ../configure) on_configure "$@" ;;
   make) on_make "$@" ;;
   glpsol) on_glpsol "$@" ;;
   gpuinv-netlib) on_netlib "$@" ;;
   gpuinv-run) on_run "$@" ;;
   *) return 1 ;;
   esac
}

# --- what the commands find -------------------------------------------------
if [ ! -x "$GLPSOL" ]; then
   echo "FAIL: no $GLPSOL"
   exit 1
fi
mkdir -p "$tmp/models" || exit 1
cp "$examples/murtagh.mps" "$examples/plan.mps" "$examples/dist.mod" \
   "$tmp/models" && ln -s "$top/netlib" "$tmp/models/netlib" || exit 1
PATH=$(dirname "$GLPSOL"):$(dirname "$GPUINV_NETLIB_TOOL"):$PATH
export PATH
make -C "$build" -pq Makefile >"$tmp/targets" 2>/dev/null
grep -q '^check:' "$tmp/targets" || fail "cannot list the targets of make"

# --- commands -----------------------------------------------------------------
for document in README.md CONTRIBUTING.md doc/install.md; do
   commands "$top/$document" >"$tmp/commands"
   [ -s "$tmp/commands" ] || fail "$document: no command found"
   while read -r line; do
      : >"$tmp/log"
      eval "check_command $line" || {
         fail "$document: $line"
         cat "$tmp/log"
      }
      checked=$((checked + 1))
   done <"$tmp/commands"
done

# The checks themselves must be able to fail.
for line in 'frobnicate x' 'make nothing' 'make check TESTS=tests/none' \
   './quickstart walk' './quickstart run --fast' '../configure --fast' \
   'glpsol --gpu=only --mps none.mps' 'NO_SUCH_NAME=1 glpsol --gpu-info' \
   'gpuinv-netlib compare none.tsv'; do
   # shellcheck disable=SC2086  # words of a command
   check_command $line >/dev/null 2>&1 && fail "'$line' passes"
done

# --- the piece of C -------------------------------------------------------------
{  printf '#include <glpk.h>\n#include <stdio.h>\nint main(void)\n{\n'
   printf 'glp_prob *lp = glp_create_prob();\n'
   printf 'if (glp_read_mps(lp, GLP_MPS_DECK, NULL, "plan.mps")) return 1;\n'
   blocks c "$top/README.md"
   printf 'printf("status %%d\\n", glp_get_status(lp) == GLP_OPT);\n'
   printf 'printf("config %%d\\n", glp_config("GPU") != NULL);\n'
   printf 'glp_delete_prob(lp); glp_free_env(); return 0;\n}\n'
} >"$tmp/use.c"
grep -q glp_simplex "$tmp/use.c" || fail "README.md: no piece of C"
${CC:-cc} -Wall -I"$build/glpk/src/src" "$tmp/use.c" -o "$tmp/use" \
   -L"$build/glpk/build/src/.libs" -lglpk \
   -Wl,-rpath,"$build/glpk/build/src/.libs" &&
   (cd "$tmp/models" && "$tmp/use") >"$tmp/log" 2>&1 ||
   fail "README.md: the piece of C does not compile and run"
for line in 'GPU: ' 'status 1' 'config 1'; do
   grep -q "^$line" "$tmp/log" || {
      fail "README.md: the piece of C does not print '$line'"
      cat "$tmp/log"
   }
done

grep 'using the CPU$' "$tmp/log" && fail "README.md: the piece of C: no library"

# --- files that the documents name ------------------------------------------------
for document in README.md CONTRIBUTING.md netlib/results/README.md \
   doc/install.md doc/methods.md doc/parameters.md; do
   for name in $(tr -s '[:space:]' ' ' <"$top/$document" |
      grep -oE '`[A-Za-z.][A-Za-z0-9_.-]*/[A-Za-z0-9_./-]*`' | tr -d '`' |
      grep -v -e NAME -e '^_build/'); do
      [ -e "$top/$name" ] || [ -e "$build/$name" ] ||
         fail "$document: there is no $name"
   done
done

echo "$checked commands"
[ "$failures" -eq 0 ]
