# bash completion for glpsol with a GPU behind it, and gpuinv-run
# SPDX-License-Identifier: GPL-3.0-or-later

_glpsol() {
   local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
   local words
   [ "$word" != = ] || word=
   [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}
   case $before in
   --gpu) words='auto only steady off' ;;
   --gpu-backend) words='cuda host' ;;
   --gpu-form) words='any tableau inverse none crossover sparse' ;;
   --gpu-precision) words='auto double mixed' ;;
   *) words= ;;
   esac
   if [ -z "$words" ] && [ "${word#-}" != "$word" ]; then
      words=$("${COMP_WORDS[0]}" --help 2>/dev/null |
         sed -n 's/^   \(--*[a-z][-a-z0-9]*\).*/\1/p')
   fi
   if [ -n "$words" ]; then
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
   else
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
   fi
}
complete -o filenames -F _glpsol glpsol

_gpuinv_run() {
   local word=${COMP_WORDS[COMP_CWORD]}
   if [ "${COMP_WORDS[COMP_CWORD - 1]}" = --mode ]; then
      mapfile -t COMPREPLY < <(compgen -W 'auto only steady off' -- "$word")
   elif [ "${word#-}" != "$word" ]; then
      mapfile -t COMPREPLY < <(compgen -W '--mode --device --check --help' \
         -- "$word")
   else
      mapfile -t COMPREPLY < <(compgen -c -- "$word")
   fi
}
complete -F _gpuinv_run gpuinv-run
