# Counts tests over several test programs and check scripts. Source it after setup.sh.

passed=0
failed=0
skipped=0

# count_check NAME COMMAND...: a script counts as one test. It is skipped when it ends with 77, as CTest has it.
count_check() {
  local name=$1 status=0
  shift
  "$@" || status=$?
  case $status in
    0)
      passed=$((passed + 1))
      echo "ok: $name"
      ;;
    77)
      skipped=$((skipped + 1))
      echo "skipped: $name"
      ;;
    *)
      failed=$((failed + 1))
      echo "FAILED: $name"
      ;;
  esac
}

# count_ctest FOLDER ARGUMENT...: runs CTest there and adds up the Qt Test programs' totals. A program that
# crashes, times out, or prints no totals counts as one failure.
count_ctest() {
  local folder=$1 log=$1/Testing/Temporary/LastTest.log totals status=0
  shift
  rm -f "$log"
  ctest --test-dir "$folder" -j "$(job_count)" --output-on-failure --no-tests=error \
    --test-output-size-passed 100000000 --test-output-size-failed 100000000 "$@" || status=$?
  if [[ ! -f $log ]]; then
    failed=$((failed + 1))
    echo "FAILED: CTest ran no test in $folder"
    return
  fi
  read -r -a totals < <(awk -f scripts/lib/totals.awk "$log")
  passed=$((passed + totals[0]))
  failed=$((failed + totals[1]))
  skipped=$((skipped + totals[2]))
  if [[ $status -ne 0 && ${totals[1]} -eq 0 ]]; then
    failed=$((failed + 1))
    echo "FAILED: CTest ended with $status in $folder"
  fi
}

# The closing line, and the exit code that goes with it.
close_count() {
  ((skipped == 0)) || echo "skipped: $skipped"
  echo "$passed passed, $failed failed"
  ((failed == 0))
}
