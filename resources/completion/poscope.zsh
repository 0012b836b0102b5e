#compdef poscope
# Completion of poscope for zsh. The program itself says what fits: "poscope __complete WORD...".
_poscope() {
  local line value files=no
  local -a lines names shown open open_shown
  lines=("${(@f)$("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    value=${line%%$'\t'*}
    if [[ $value == :files ]]; then
      files=yes
    elif [[ $value == *= ]]; then
      # A name that waits for its value: no blank behind it.
      open+=("$value")
      open_shown+=("${line/$'\t'/  -- }")
    else
      names+=("$value")
      shown+=("${line/$'\t'/  -- }")
    fi
  done
  (( $#names )) && compadd -l -d shown -a names
  (( $#open )) && compadd -l -S '' -d open_shown -a open
  if [[ $files == yes ]]; then
    _files
  fi
}
compdef _poscope poscope
# Read from a folder of functions, the file is the function itself.
if [[ $funcstack[1] == _poscope ]]; then
  _poscope "$@"
fi
