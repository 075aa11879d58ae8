#!/bin/sh
# cudss.sh (fetch-cudss brings cuDSS where there is CUDA, and nowhere else)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failures=0
XDG_CACHE_HOME=$tmp/cache
export XDG_CACHE_HOME
unset NVCC CUDA_HOME
program=$abs_top_srcdir/libgpuinv/device/fetch-cudss
case $(uname -m) in
   x86_64|aarch64) ;;
   *) echo "SKIP: no wheel for $(uname -m)"; exit 77;;
esac

fail() {
   echo "FAIL: $*"
   cat "$tmp/log"
   failures=$((failures + 1))
}

# Nothing here may use the network: a program that tries leaves a note.
mkdir "$tmp/bin"
for client in curl wget python3; do
   printf '#!/bin/sh\necho "%s $*" >>"%s/network"\nexit 6\n' \
      "$client" "$tmp" >"$tmp/bin/$client"
done
# nvcc VERSION: makes a compiler that claims this version
nvcc() {
   printf '#!/bin/sh\necho "Cuda compilation tools, release %s, V%s.1"\n' \
      "$1" "$1" >"$tmp/bin/nvcc"
   chmod +x "$tmp"/bin/*
}
nvcc 13.0
PATH=$tmp/bin:$PATH
export PATH

# fetch STATUS OUTPUT MESSAGE ARGUMENT...
fetch() {
   status=$1 output=$2 message=$3
   shift 3
   rm -f "$tmp/network"
   found=$("$program" "$@" 2>"$tmp/log")
   rc=$?
   [ $rc -eq "$status" ] || fail "fetch-cudss $*: exit status $rc, not $status"
   [ "$found" = "$output" ] || fail "fetch-cudss $*: prints '$found'"
   grep -qF -e "$message" "$tmp/log" || [ -z "$message" ] ||
      fail "fetch-cudss $*: does not say '$message'"
   [ -z "$message" ] || [ -s "$tmp/log" ] || fail "fetch-cudss $*: is silent"
}

# quiet: checks that nothing was downloaded or left in the cache
quiet() {
   [ ! -e "$tmp/network" ] || fail "asked the network: $(cat "$tmp/network")"
   [ -z "$(ls "$XDG_CACHE_HOME/libgpuinv" 2>/dev/null)" ] ||
      fail "left in the cache: $(ls "$XDG_CACHE_HOME/libgpuinv")"
}

# Without CUDA, or where cuDSS is not wanted, there is nothing to do.
NVCC=/bin/false
export NVCC
fetch 0 '' ''
unset NVCC
quiet
for no in --with-cuda=no --without-cuda --with-cudss=no --without-cudss \
      --with-cudss=/opt/cudss; do
   fetch 0 '' '' --prefix=/tmp $no --enable-lineinfo
   quiet
   fetch 0 '' '' --wanted $no
done
fetch 0 13.0 '' --wanted --with-cuda-arch=90 --with-cudss=check
quiet
fetch 1 '' "invalid argument '--no'" --no
fetch 1 '' 'option --wheel needs a value' --wheel
fetch 1 '' 'for CUDA 11.8' --cuda 11.8
quiet

# The download is not a wheel.
echo damaged >"$tmp/bad.whl"
fetch 1 '' 'bad.whl: wrong checksum' --wheel "$tmp/bad.whl"
quiet
fetch 1 '' 'none.whl: no such file' --wheel "$tmp/none.whl"
quiet

# The wheel is found by name and version; without network nothing is left.
fetch 1 '' 'cannot obtain nvidia-cudss-cu13'
! grep -qE '^(curl|wget) ' "$tmp/network" ||
   fail "did not leave it to pip: $(cat "$tmp/network")"
grep -q 'python3 -m pip download .*nvidia-cudss-cu13==1' "$tmp/network" ||
   fail "did not ask pip: $(cat "$tmp/network")"
rm -f "$tmp/network"
quiet

# A cached cuDSS is used again; the other CUDA has its own.
version=$(sed -n 's/^version=//p' "$program")
folder=$XDG_CACHE_HOME/libgpuinv/cudss-$version-cu12
mkdir -p "$folder/include" "$folder/lib"
touch "$folder/include/cudss.h"
fetch 1 '' 'cannot obtain nvidia-cudss-cu12' --cuda 12.4  # half of it
touch "$folder/lib/libcudss.so.1"
fetch 1 '' 'cannot obtain nvidia-cudss-cu12' --cuda 12.4  # without threads
touch "$folder/lib/libcudss_mtlayer_gomp.so.1"
fetch 0 "$folder" '' --cuda 12.4
[ ! -e "$tmp/network" ] || fail "the cache does not serve"
nvcc 12.9
fetch 0 "$folder" '' --with-cuda-arch=native
nvcc 13.1
fetch 1 '' 'cannot obtain nvidia-cudss-cu13'

[ "$failures" -eq 0 ]
