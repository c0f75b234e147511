// warpglass-tier: compiles programs into regions for another process, which speaks to it through its standard input.
// First it hears what the handlers are, then one program after another. It ends when nobody listens any more, whatever
// it does at that moment.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "tier/compiler/region_compiler.hpp"
#include "tier/compiler_process.hpp"

namespace warpglass::tier {
namespace {

constexpr int kSocket = STDIN_FILENO;

/// Ends the process once the other end is closed.
void end_with_the_other() {
  pollfd other{.fd = kSocket, .events = POLLRDHUP, .revents = 0};
  while (poll(&other, 1, -1) < 0) {
  }
  _exit(0);
}

int serve() {
  // Whoever started this waits for it; what goes on is nobody's child.
  if (const pid_t child = fork(); child != 0) _exit(child < 0 ? 1 : 0);
  std::thread(end_with_the_other).detach();
  const std::optional<std::string> units = receive_message(kSocket);
  if (!units) return 0;
  RegionCompiler compiler(units_of_message(*units));
  while (const std::optional<std::string> request = receive_message(kSocket)) {
    Image image;
    try {
      image = compiler.compile(request_of_message(*request));
    } catch (const std::exception& error) {
      image.failure = error.what();
    }
    if (!send_message(kSocket, message_of(image))) break;
  }
  _exit(0);
}

}  // namespace
}  // namespace warpglass::tier

int main() { return warpglass::tier::serve(); }
