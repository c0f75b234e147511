#include "tools/warpglass/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <map>

#include "tools/warpglass/error.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace warpglass::tool {
namespace {

volatile sig_atomic_t child_id = 0;

constexpr std::array kPassedOn = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// What the terminal sends reaches the program as well, because it is in the same group.
void pass_on(int signal, siginfo_t* details, void*) {
  const int saved = errno;
  if (details->si_code != SI_KERNEL && child_id > 0) kill(static_cast<pid_t>(child_id), signal);
  errno = saved;
}

/// Takes the signals over for the time of the run.
class Forwarding {
 public:
  Forwarding() {
    struct sigaction action{};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kPassedOn.size(); ++i) {
      sigaction(kPassedOn[i], nullptr, &before_[i]);
      // Started with nohup or in the background of a shell, a signal stays ignored.
      if (before_[i].sa_handler != SIG_IGN) sigaction(kPassedOn[i], &action, nullptr);
    }
  }
  ~Forwarding() {
    for (std::size_t i = 0; i < kPassedOn.size(); ++i) sigaction(kPassedOn[i], &before_[i], nullptr);
  }
  Forwarding(const Forwarding&) = delete;
  Forwarding& operator=(const Forwarding&) = delete;

 private:
  std::array<struct sigaction, kPassedOn.size()> before_{};
};

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::map<std::string, std::string> changed;
  for (const std::string& change : changes) changed[change.substr(0, change.find('='))] = change;
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (!changed.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  all.insert(all.end(), changes.begin(), changes.end());
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

int run_child(const ChildRequest& request) {
  std::vector<std::string> command = request.command;
  std::vector<std::string> environment = environment_with(request.environment);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (request.silent) {
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
    if (lseek(STDIN_FILENO, 0, SEEK_CUR) < 0)
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  }
  if (!request.output_file.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, request.output_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
  }
  if (request.output_to_error_stream) posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);

  // Inherited. Where it is forbidden, the addresses differ.
  constexpr unsigned long kAskAlone = 0xffffffff;
  const int before = personality(kAskAlone);
  if (request.same_addresses && before != -1)
    static_cast<void>(personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE));
  const Forwarding forwarding;
  pid_t child = 0;
  const int problem = posix_spawn(&child, request.executable.c_str(), &actions, nullptr, pointers(command).data(),
                                  pointers(environment).data());
  if (before != -1) static_cast<void>(personality(static_cast<unsigned long>(before)));
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0)
    throw UsageError(fmt::format("{}: cannot be started: {}", request.executable, std::strerror(problem)));
  child_id = child;

  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  child_id = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace warpglass::tool
