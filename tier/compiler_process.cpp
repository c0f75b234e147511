#include "tier/compiler_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace warpglass::tier {
namespace {

bool send_all(int socket, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = send(socket, data, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t received = recv(socket, data, size, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    data += received;
    size -= static_cast<std::size_t>(received);
  }
  return true;
}

/// Only where libraries are found is handed on: what else is there concerns the user's program.
std::vector<char*> environment(std::string& libraries) {
  const char* const paths = std::getenv("LD_LIBRARY_PATH");
  if (paths == nullptr) return {nullptr};
  libraries = fmt::format("LD_LIBRARY_PATH={}", paths);
  return {libraries.data(), nullptr};
}

}  // namespace

bool send_message(int socket, std::string_view message) {
  const std::uint64_t size = message.size();
  return send_all(socket, reinterpret_cast<const char*>(&size), sizeof size) &&
         send_all(socket, message.data(), message.size());
}

std::optional<std::string> receive_message(int socket) {
  std::uint64_t size = 0;
  if (!receive_all(socket, reinterpret_cast<char*>(&size), sizeof size)) return std::nullopt;
  std::string message(size, '\0');
  if (!receive_all(socket, message.data(), message.size())) return std::nullopt;
  return message;
}

CompilerProcess::~CompilerProcess() {
  if (const int socket = socket_.exchange(-1); socket >= 0) close(socket);
}

void CompilerProcess::start(const std::string& program, std::string& problem) {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    problem = std::strerror(errno);
    return;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string path = program;
  std::array<char*, 2> arguments{path.data(), nullptr};
  std::string libraries;
  pid_t process = 0;
  const int error =
      posix_spawn(&process, path.c_str(), &actions, nullptr, arguments.data(), environment(libraries).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error != 0) {
    problem = std::strerror(error);
    close(ends[0]);
    return;
  }
  // It goes on in a child of its own and is no child of this process, which may wait for all that it has.
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
  owner_ = getpid();
  socket_ = ends[0];
}

bool CompilerProcess::tell(std::string_view message) { return owner_ == getpid() && send_message(socket_, message); }

std::optional<std::string> CompilerProcess::hear() { return receive_message(socket_); }

void CompilerProcess::stop() {
  if (const int socket = socket_; socket >= 0 && owner_ == getpid()) shutdown(socket, SHUT_RDWR);
}

}  // namespace warpglass::tier
