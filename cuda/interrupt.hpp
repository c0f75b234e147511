// Ctrl-C keeps what was gathered: the first SIGINT or SIGTERM stops the running launch, lets the report be written and
// then ends the program by that signal; a second one ends it at once.
#pragma once

#include <atomic>
#include <functional>

namespace warpglass::cuda {

/// Takes over the two signals where the program has left them at their defaults. Once per process.
/// \param cancel      set by the first signal, within the handler
/// \param last_words  called on a thread of its own after the first signal, before the program ends
void take_interrupts(std::atomic<bool>& cancel, std::function<void()> last_words);

}  // namespace warpglass::cuda
