#include "toolkit/both_sides.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>

#include "base/file_cache.hpp"
#include "toolkit/fat_binary.hpp"
#include "toolkit/ptxas.hpp"
#include "toolkit/read_files.hpp"
#include "toolkit/temporary_folder.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

using Words = std::vector<std::string>;

// By which something else is made than an object file or a program, or by which the two sides have to do with each
// other; and their beginnings.
constexpr std::array<std::string_view, 21> kTogether{"@",
                                                     "-E",
                                                     "-S",
                                                     "-M",
                                                     "-cc1",
                                                     "-###",
                                                     "-v",
                                                     "-emit-",
                                                     "-fsyntax-only",
                                                     "-fgpu-rdc",
                                                     "--cuda-device-only",
                                                     "--cuda-host-only",
                                                     "--cuda-compile-host-device",
                                                     "-Xcuda-",
                                                     "-cuid",
                                                     "-fuse-cuid",
                                                     "--offload",
                                                     "-foffload",
                                                     "-Wp,",
                                                     "--config",
                                                     "-working-directory"};
constexpr std::array<std::string_view, 3> kRuleFlags{"-MD", "-MMD", "-MP"};
constexpr std::array<std::string_view, 2> kRuleNames{"-MT", "-MQ"};
constexpr std::string_view kArchitecture = "--cuda-gpu-arch=sm_";

template <class Names>
bool is_one_of(std::string_view word, const Names& names) {
  return std::ranges::find(names, word) != names.end();
}

std::string code_in(const std::string& folder) { return folder + "/device.fatbin"; }
std::string pipe_in(const std::string& folder) { return folder + "/device.pipe"; }

/// Whoever opens a file of this name, or has opened it, reads this: the pipe that it was for those who came before.
/// \param reader  will have opened it by its end
void hand_over(const std::string& file, const std::string& pipe, std::string_view text,
               const std::future<ProcessResult>& reader) {
  const auto has_ended = [&] { return reader.wait_for(std::chrono::milliseconds(2)) == std::future_status::ready; };
  std::ofstream(file + ".whole", std::ios::binary) << text;
  std::error_code ignored;
  fs::rename(file + ".whole", file, ignored);
  int end = -1;
  while (end < 0 && !has_ended()) end = open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (end < 0) return;
  while (!text.empty()) {
    const ssize_t written = write(end, text.data(), text.size());
    if (written < 0 && errno != EAGAIN && errno != EINTR) break;
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    pollfd room{.fd = end, .events = POLLOUT, .revents = 0};
    if (!text.empty()) poll(&room, 1, -1);
  }
  close(end);
}

/// The device's code as the host's compiler takes it; empty where there is none.
std::string device_code(const BothSides& sides, const std::string& folder, ProcessResult& made) {
  if (made.exit_code != 0) return "";
  const std::string ptx = without_debug_target(read_file(folder + "/device.ptx"));
  const PtxImage image{.text = ptx, .architecture = sides.architecture};
  if (is_ptx(ptx)) return fat_binary(std::span(&image, 1));
  made.exit_code = 1;
  made.output += "the compiler has written no PTX\n";
  return "";
}

ProcessResult run_at_once(const BothSides& sides, const std::string& folder) {
  std::future<ProcessResult> host =
      std::async(std::launch::async, [&] { return run_process(sides.host, ProcessOutput::capture); });
  ProcessResult device = run_process(sides.device, ProcessOutput::capture);
  const std::string code = device_code(sides, folder, device);
  // A reader that ends early is no reason for the process to end: the signal is this thread's, and goes with it.
  std::thread([&] {
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
    hand_over(code_in(folder), pipe_in(folder), code, host);
  }).join();
  ProcessResult made = host.get();
  if (device.exit_code != 0) {
    std::error_code ignored;
    if (made.exit_code == 0) fs::remove(sides.output, ignored);
    return device;
  }
  made.output.insert(0, device.output);
  return made;
}

}  // namespace

BothSides both_sides_of(const std::vector<std::string>& command, const std::string& folder) {
  BothSides sides;
  Words& device = sides.device;
  Words& host = sides.host;
  std::string identity;  // of the compilation: both sides' names of what is static come from it
  std::string source;
  int architectures = 0;
  bool is_cuda = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string& word = command[i];
    const bool has_next = i + 1 < command.size();
    host.push_back(word);
    if (word == "-o" && has_next) {
      host.push_back(sides.output = command[++i]);
      continue;
    }
    identity += word + '\n';
    const bool takes_next = word == "-x" || word == "-MF" || word == "-Xlinker" || word == "-ivfsoverlay" ||
                            word == "-include-pch" || is_one_of(word, kRuleNames) || has_value(word);
    if (i == 0) {
      device.push_back(word);
    } else if (takes_next && has_next) {
      const std::string& value = command[++i];
      host.push_back(value);
      identity += value + '\n';
      if (word == "-x" && value != "cuda") return {};
      is_cuda = is_cuda || word == "-x";
      if (word == "-Xlinker") continue;
      device.push_back(word);
      // Where the device's rule goes is told to it alone (kDeviceRule).
      device.push_back(word == "-MF" ? folder + "/device.d" : value);
    } else if (is_one_of(word, kRuleFlags)) {
      device.push_back(word);
    } else if (writes_others(word) ||
               std::ranges::any_of(kTogether, [&](std::string_view other) { return word.starts_with(other); })) {
      return {};
    } else if (!word.starts_with('-')) {
      if (!is_cuda && is_for_linker(word)) continue;
      if (!source.empty() || (!is_cuda && fs::path(word).extension() != ".cu")) return {};
      device.push_back(source = word);
    } else if (word != "-c" && !word.starts_with("-l") && !word.starts_with("-L") && !word.starts_with("-Wl,")) {
      device.push_back(word);
      if (!word.starts_with(kArchitecture)) continue;
      ++architectures;
      std::from_chars(word.data() + kArchitecture.size(), word.data() + word.size(), sides.architecture);
    }
  }
  if (source.empty() || sides.output.empty() || sides.output == "-" || architectures != 1) return {};
  const std::string id = fmt::format("{:016x}", fingerprint(absolute_path(source) + '\n' + identity));
  device.insert(device.end(), {"--cuda-device-only", "-S", "-cuid=" + id, "-o", folder + "/device.ptx"});
  host.insert(host.end(), {"--cuda-host-only", "-Xclang", "-cuid=" + id, "-Xclang", "-fcuda-include-gpubinary",
                           "-Xclang", code_in(folder)});
  return sides;
}

ProcessResult run_both_sides(const std::vector<std::string>& command) {
  if (std::thread::hardware_concurrency() < 2) return run_process(command, ProcessOutput::capture);
  const TemporaryFolder folder;
  const std::string& path = folder.path();
  const BothSides sides = both_sides_of(command, path);
  const bool works = !path.empty() && !sides.host.empty() && mkfifo(pipe_in(path).c_str(), 0600) == 0 &&
                     link(pipe_in(path).c_str(), code_in(path).c_str()) == 0;
  if (works) {
    ProcessResult made = run_at_once(sides, path);
    // A compiler that does not take its device code so names our files, which are no concern of the user's.
    if (made.exit_code == 0 || made.output.find(path) == std::string::npos) return made;
  }
  return run_process(command, ProcessOutput::capture);
}

}  // namespace warpglass::toolkit
