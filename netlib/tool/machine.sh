#!/bin/sh
# machine.sh (what figures were measured on, as head of a table)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: machine.sh [KEY VALUE]...
# Prints lines "# KEY<tab>VALUE": GPU, driver, CUDA, processor, cores,
# memory, load, system, commit and date, then those given.  A value that is
# not found is not printed.

set -u
here=$(dirname "$0")

fact() { [ -z "$2" ] || printf '# %s\t%s\n' "$1" "$2"; }

gpu() {
   command -v nvidia-smi >/dev/null 2>&1 || return 0
   nvidia-smi --query-gpu="$1" --format=csv,noheader 2>/dev/null |
      sed -n 1p
}

cuda() {  # of the driver's own figure
   command -v nvidia-smi >/dev/null 2>&1 || return 0
   nvidia-smi 2>/dev/null | sed -n 's/.*CUDA[^:]*Version: *\([0-9.]*\).*/\1/p' |
      sed -n 1p
}

commit() {
   git -C "$here" rev-parse --short=7 HEAD 2>/dev/null ||
      sed -n 1p "$here/commit" 2>/dev/null
}

fact gpu "$(gpu name)"
fact gpu_memory "$(gpu memory.total)"
fact driver "$(gpu driver_version)"
fact cuda "$(cuda)"
fact cpu "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null |
   sed -n 1p)"
fact cores "$(getconf _NPROCESSORS_ONLN 2>/dev/null)"
fact memory "$(awk '/^MemTotal/ { printf "%.0f GB", $2 / 1e6 }' \
   /proc/meminfo 2>/dev/null)"
fact load "$(cut -d' ' -f1 /proc/loadavg 2>/dev/null)"
fact system "$(uname -sm)"
fact commit "$(commit)"
fact date "$(date -u +%Y-%m-%dT%H:%MZ)"
while [ $# -gt 1 ]; do
   fact "$1" "$2"
   shift 2
done
