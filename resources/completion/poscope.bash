# Completion of poscope for bash. The program itself says what fits: "poscope __complete WORD...".
_poscope() {
  local line current words candidates candidate value files=no
  line=${COMP_LINE:0:COMP_POINT}
  read -ra words <<<"${line//[\"\']/}"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=${words[-1]}
  # bash cuts words at = and : too, and wants only what stands behind the last of them.
  local shown=${COMP_WORDS[COMP_CWORD]//[\"\']/} kept
  [[ $shown == [=:] ]] && shown=
  kept=${current%"$shown"}
  COMPREPLY=()
  mapfile -t candidates < <("${COMP_WORDS[0]}" __complete "${words[@]:1}" 2>/dev/null)
  for candidate in "${candidates[@]}"; do
    value=${candidate%%$'\t'*}
    if [[ $value == :files ]]; then
      files=yes
    else
      COMPREPLY+=("${value#"$kept"}")
    fi
  done
  if [[ $files == yes ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$shown")
  fi
  # A name that waits for its value: no blank behind it.
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _poscope poscope
