// The threads of background work, of which nobody waits for one: who starts a job may go at once.
#pragma once

#include <chrono>
#include <functional>

namespace poscope {

/// Runs `body` on a thread of its own. `body` owns all that it touches, for it may outlive the
/// caller, and does not throw. Throws std::system_error when the machine has no thread left.
void startJobThread(std::function<void()> body);

/// True as soon as every such thread has ended, false after `atMost`. For the end of the program,
/// before static objects go: a thread that a dead file system holds must not hold the program.
[[nodiscard]] bool waitForJobThreads(std::chrono::milliseconds atMost);

}  // namespace poscope
