#!/bin/sh
# vectors.sh (the decoder on the test vectors of the compressed format)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
vectors=${GPUINV_NETLIB:-}/emps
if [ ! -f "$vectors/manifest.tsv" ]; then
  echo "SKIP: no test vectors; set GPUINV_NETLIB"
  exit 77
fi
. "$abs_top_srcdir/tests/netlib/common.sh"

# Good ones give the same problem as the expected expansion, and the same again
# after a second expansion of what was written.
good=0
for folder in genuine made synth; do
  for file in "$vectors/$folder"/*; do
    name=$(basename "$file" .emps)
    "$tool" expand "$file" >"$work/out.mps" || fault "$file is rejected"
    "$tool" same "$work/out.mps" "$vectors/expected/$name.mps.gz" ||
      fault "$file differs"
    good=$((good + 1))
  done
done

# Damaged ones give the line and the cause that a strict decoder finds.  Two of
# them have no line to name.
expect_bad() {
  file=$vectors/bad/$1
  expect 1 expand "$file"
  [ -s "$work/out" ] && fault "$1: something is written"
  case $(cat "$work/err") in
    "gpuinv-netlib: $file:$2"*) ;;
    *) fault "$1: expected '$2', got: $(cat "$work/err")" ;;
  esac
  bad=$((bad + 1))
}

bad=0
while IFS='|' read -r name message; do
  expect_bad "$name.emps" "$message"
done <<END
char|69: checksum
swapped|69: checksum
blank|69: checksum
checkchar|69: checksum
truncated|51: premature end of file
trunc-line|51: premature end of file
nocheck|69: premature end of file
halfcheck|69: checksum
midcheck|76: checksum
rowindex|45: row index
rowindex-big|45: row index
ref|45: table reference
ref0|45: table reference
tableref|5: table reference
noname-col|34: entry before any column name
badindex|45: index expected
alphabet|45: character outside the alphabet
cutitem|45: item cut by end of line
boundtype|27: bound type
boundcol|27: column index
stats|3: bad statistics
nz87|66: unused characters at end of section
ns8|5: unused characters at end of section
ncol31|65: too many columns
ncol33|66: column count 32, expected 33
plain-mps|2: bad statistics
noname| no NAME line
empty| no NAME line
END

[ "$bad" -eq "$(ls "$vectors/bad" | wc -l)" ] || fault "some of bad/ not tried"
echo "$good good and $bad damaged files, $failed failures"
[ "$good" -gt 0 ] && [ "$failed" -eq 0 ]
