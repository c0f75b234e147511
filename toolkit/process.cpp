#include "toolkit/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <string_view>

extern char** environ;

namespace warpglass::toolkit {
namespace {

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

// What concerns the caller's own process: libraries that it was told to load first, its session (session/settings.hpp).
constexpr std::array<std::string_view, 2> kNotHandedOn{"LD_PRELOAD=", "WARPGLASS_SESSION="};

std::vector<char*> environment_for_others() {
  std::vector<char*> variables;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    const std::string_view variable = *at;
    if (std::ranges::none_of(kNotHandedOn, [&](std::string_view name) { return variable.starts_with(name); }))
      variables.push_back(*at);
  }
  variables.push_back(nullptr);
  return variables;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, ProcessOutput output) {
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);

  const bool capture = output == ProcessOutput::capture;
  std::array<int, 2> ends{-1, -1};
  // Closed in what other threads start meanwhile, which would keep this one waiting.
  if (capture && pipe2(ends.data(), O_CLOEXEC) != 0)
    return {127, fmt::format("cannot make a pipe: {}\n", std::strerror(errno))};
  FileActions actions;
  if (capture) {
    posix_spawn_file_actions_adddup2(actions.get(), ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(actions.get(), ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(actions.get(), ends[0]);
    posix_spawn_file_actions_addclose(actions.get(), ends[1]);
  }
  std::vector<char*> environment = environment_for_others();
  pid_t process = 0;
  const int error = posix_spawn(&process, pointers[0], actions.get(), nullptr, pointers.data(), environment.data());
  if (capture) close(ends[1]);

  ProcessResult result;
  if (error != 0) {
    result = {127, fmt::format("cannot run {}: {}\n", arguments[0], std::strerror(error))};
  } else {
    if (capture) result.output = read_all(ends[0]);
    result.exit_code = wait_for(process);
  }
  if (capture) close(ends[0]);
  return result;
}

std::string shell_line(const std::vector<std::string>& arguments) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_-+=./,:@%^", c) != nullptr; };
  std::string line;
  for (const std::string& argument : arguments) {
    if (!line.empty()) line += ' ';
    if (!argument.empty() && std::all_of(argument.begin(), argument.end(), plain)) {
      line += argument;
      continue;
    }
    line += '\'';
    for (char c : argument) {
      if (c == '\'') {
        line += "'\\''";
      } else {
        line += c;
      }
    }
    line += '\'';
  }
  return line;
}

}  // namespace warpglass::toolkit
