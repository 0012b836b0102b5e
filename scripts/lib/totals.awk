# Reads CTest's LastTest.log and prints "passed failed skipped", summed over the Qt Test programs in it.
# Each test is a block that opens with "N/M Testing: name" and closes with "Test Passed." or "Test Failed.".
function close_block() {
  if (!open) return
  if (!ended || !seen || (!good && block_failed == 0)) block_failed += 1
  passed += block_passed
  failed += block_failed
  skipped += block_skipped
  open = 0
}
/^[0-9]+\/[0-9]+ Testing: / {
  close_block()
  open = 1
  ended = seen = good = block_passed = block_failed = block_skipped = 0
}
/^Totals: [0-9]+ passed, [0-9]+ failed/ {
  seen = 1
  block_passed += $2
  block_failed += $4
  block_skipped += $6
}
/^Test (time|Passed|Failed|Timeout|Not Run|Exception)/ { ended = 1 }
/^Test Passed\./ { good = 1 }
END {
  close_block()
  printf "%d %d %d\n", passed, failed, skipped
}
