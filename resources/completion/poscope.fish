# Completion of poscope for fish. The program itself says what fits: "poscope __complete WORD...".
function __poscope_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l program $words[1]
    for line in ($program __complete $words[2..-1] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c poscope -f -a '(__poscope_complete)'
