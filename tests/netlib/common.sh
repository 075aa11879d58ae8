# common.sh (what the shell tests of netlib/ share)
# SPDX-License-Identifier: GPL-3.0-or-later

tool=$GPUINV_NETLIB_TOOL
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

fault() {
  echo "FAILED: $*"
  failed=$((failed + 1))
}

# expect STATUS WORD...: checks that the tool with these words ends with this
# status; its outputs are in $work/out and $work/err.
expect() {
  wanted=$1
  shift
  "$tool" "$@" >"$work/out" 2>"$work/err"
  status=$?
  [ "$status" -eq "$wanted" ] && return
  fault "gpuinv-netlib $*: exit status $status, expected $wanted"
  cat "$work/out" "$work/err"
}

# says out|err TEXT: checks that the last output has a line with the text.
says() {
  grep -qF -e "$2" "$work/$1" && return
  fault "no '$2' on $1:"
  cat "$work/$1"
}

# small_problem NAME N: writes minimize 1.5 x subject to x >= N (one digit).
small_problem() {
  cat <<END
NAME          $1
ROWS
 N  COST
 G  LIM
COLUMNS
    X         COST               1.5   LIM                 1.
RHS
    RHS       LIM                 $2.
ENDATA
END
}
