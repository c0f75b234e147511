// The compiler of regions as a process of its own: LLVM is never in the user's program, which may have another one, and
// whatever becomes of it there, the program goes on without.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace warpglass::tier {

class CompilerProcess {
 public:
  CompilerProcess() = default;
  ~CompilerProcess();
  CompilerProcess(const CompilerProcess&) = delete;
  CompilerProcess& operator=(const CompilerProcess&) = delete;

  /// \param program  path of the executable
  /// \param problem  why it is not there; else empty
  void start(const std::string& program, std::string& problem);

  /// Says something and does not wait. False when nobody listens any more.
  bool tell(std::string_view message);
  /// What it says next; nothing once it has ended.
  std::optional<std::string> hear();
  /// It ends, whatever it does, and whoever waits for it hears nothing any more. From any thread.
  void stop();

 private:
  std::atomic<int> socket_{-1};
  std::atomic<pid_t> owner_{0};  // a child that is forked has the socket too, and must not use it
};

/// Messages on a socket, as both processes send them: false or nothing when the other one has gone.
bool send_message(int socket, std::string_view message);
std::optional<std::string> receive_message(int socket);

}  // namespace warpglass::tier
