#!/bin/sh
# rooms.sh (includes point to lower rooms only, and never in a circle)
# SPDX-License-Identifier: GPL-3.0-or-later

# These are the rooms of libgpuinv/, and kernels/, from the lowest to the
# highest: a file includes files of its own room and of those before it.
rooms='base ranks sparse vendors lp basis simplex interior crossover faults host kernels
   device session api'

cd "$abs_top_srcdir" || exit 1
list=${TMPDIR:-/tmp}/gpuinv-rooms.$$
trap 'rm -f "$list" "$list.err"' EXIT
trap 'exit 1' HUP INT TERM

# Prints lines "FILE INCLUDED", as seen from the root.
find libgpuinv kernels -name '*.[ch]pp' -o -name '*.cu' -o -name '*.cuh' |
   sort | xargs awk '
      /^#include "/ { split($0, part, "\""); print FILENAME, part[2] }' >"$list"
test "$(wc -l <"$list")" -gt 500 || { echo "FAIL: few includes found"; exit 1; }

awk -v rooms="$rooms" '
   function floor_of(file, part) {
      if (file ~ /^libgpuinv\/gpuinv(_lp)?\.h$/) return 0
      split(file, part, "/")
      room = part[1] == "kernels" ? part[1] : part[2]
      if (part[1] != "kernels" && part[3] == "") room = ""
      return room in floor ? floor[room] : -1
   }
   BEGIN { n = split(rooms, name); for (i = 1; i <= n; i++) floor[name[i]] = i }
   {
      from = floor_of($1); to = floor_of($2)
      if (from < 0) bad = $1 " is in none of the rooms"
      else if (to < 0) bad = $1 " includes " $2 ", which is in none of the rooms"
      else if (to > from) bad = $1 " includes " $2 " of a higher room"
      else next
      print "FAIL: " bad; failures++
   }
   END { exit failures > 0 }' "$list" || exit 1

tsort "$list" >/dev/null 2>"$list.err" || {
   echo "FAIL: includes in a circle"
   cat "$list.err"
   exit 1
}
exit 0
