#include "tests/tool/slurm_cluster.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>
#include <utility>

#include "toolkit/process.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace warpglass {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Where Debian has it; empty: it is not installed.
std::string program(const std::string& name) {
  for (const char* folder : {"/usr/sbin/", "/usr/bin/"}) {
    if (fs::exists(folder + name)) return folder + name;
  }
  return "";
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// That nobody listens on now.
int free_port() {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(listener, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(listener);
  return ntohs(address.sin_port);
}

std::string host() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  const std::string whole(name.data());
  return whole.substr(0, whole.find('.'));
}

/// Of "slurm-wlm 22.05.8", 22.05 as 2205.
int version_of(const std::string& slurmd) {
  const std::string said = toolkit::run_process({slurmd, "-V"}, toolkit::ProcessOutput::capture).output;
  const std::size_t digits = said.find_first_of("0123456789");
  if (digits == std::string::npos) return 0;
  const std::size_t dot = said.find('.', digits);
  return 100 * std::atoi(said.c_str() + digits) + std::atoi(said.c_str() + dot + 1);
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

}  // namespace

SlurmCluster::SlurmCluster(std::string folder) : folder_(std::move(folder)) {
  for (const char* name : {"munged", "slurmctld", "slurmd", "sbatch", "scontrol"}) {
    if (program(name).empty()) {
      problem_ = fmt::format("{} is not installed: apt-get install --no-install-recommends slurm-wlm munge", name);
      return;
    }
  }
  start();
}

SlurmCluster::~SlurmCluster() {
  std::ranges::reverse(daemons_);
  for (const pid_t daemon : daemons_) {
    ::kill(daemon, SIGTERM);
    ::waitpid(daemon, nullptr, 0);
  }
}

void SlurmCluster::write_files() const {
  for (const char* name : {"state", "spool"}) fs::create_directories(folder_ + name);
  std::random_device random;
  std::string key;
  for (int i = 0; i < 256; ++i) key += static_cast<char>(random() & 0xff);
  write(folder_ + "munge.key", key);
  fs::permissions(folder_ + "munge.key", fs::perms::owner_read | fs::perms::owner_write);
  const passwd* const user = ::getpwuid(::getuid());
  write(folder_ + "slurm.conf",
        fmt::format("ClusterName=one\nSlurmctldHost={0}(127.0.0.1)\nSlurmctldPort={1}\nSlurmdPort={2}\n"
                    "SlurmUser={3}\nSlurmdUser={3}\nAuthType=auth/munge\nAuthInfo=socket={4}munge.socket\n"
                    "CredType=cred/munge\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
                    "JobAcctGatherType=jobacct_gather/none\nAccountingStorageType=accounting_storage/none\n"
                    "MpiDefault=none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n"
                    "StateSaveLocation={4}state\nSlurmdSpoolDir={4}spool\nSlurmctldPidFile={4}slurmctld.pid\n"
                    "SlurmdPidFile={4}slurmd.pid\nReturnToService=2\nSlurmdParameters=config_overrides\n"
                    "NodeName={0} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n"
                    "PartitionName=all Nodes={0} Default=YES MaxTime=10 State=UP\n",
                    host(), free_port(), free_port(), user == nullptr ? "root" : user->pw_name, folder_));
  // Control groups are not used. From 23.02 on that can be said; before, version 1 asks for nothing.
  write(folder_ + "cgroup.conf",
        version_of(program("slurmd")) >= 2302
            ? "CgroupPlugin=disabled\n"
            : fmt::format("CgroupPlugin=cgroup/v1\nCgroupMountpoint={}cgroup\nCgroupAutomount=no\n", folder_));
}

void SlurmCluster::start() {
  write_files();
  const pid_t munge =
      start_daemon("munged", {"--foreground", "--force", "--key-file=" + folder_ + "munge.key",
                              "--socket=" + folder_ + "munge.socket", "--pid-file=" + folder_ + "munge.pid",
                              "--log-file=" + folder_ + "munge.log", "--seed-file=" + folder_ + "munge.seed"});
  for (int i = 0; i < 100 && !fs::exists(folder_ + "munge.socket") && !has_ended(munge); ++i)
    std::this_thread::sleep_for(100ms);
  const pid_t controller = start_daemon("slurmctld", {"-D"});
  const pid_t node = start_daemon("slurmd", {"-D"});
  for (int i = 0; i < 300; ++i) {
    if (has_ended(munge)) problem_ = "munged: " + complaint_of("munged");
    if (has_ended(controller)) problem_ = "slurmctld: " + complaint_of("slurmctld");
    if (has_ended(node)) problem_ = "slurmd: " + complaint_of("slurmd");
    if (!problem_.empty()) return;
    const auto shown =
        toolkit::run_process({"/bin/sh", "-c", environment() + "scontrol show node"}, toolkit::ProcessOutput::capture);
    if (shown.output.find("State=IDLE ") != std::string::npos) return;
    std::this_thread::sleep_for(200ms);
  }
  problem_ = "the node takes no jobs: " + complaint_of("slurmd");
}

pid_t SlurmCluster::start_daemon(const std::string& name, std::vector<std::string> words) {
  words.insert(words.begin(), program(name));
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string configuration = "SLURM_CONF=" + folder_ + "slurm.conf";
  std::vector<char*> variables = {configuration.data()};
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  variables.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, (folder_ + name + ".out").c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t daemon = -1;
  if (::posix_spawn(&daemon, words.front().c_str(), &files, nullptr, arguments.data(), variables.data()) == 0)
    daemons_.push_back(daemon);
  posix_spawn_file_actions_destroy(&files);
  return daemon;
}

bool SlurmCluster::has_ended(pid_t daemon) {
  if (daemon < 0) return true;
  if (std::ranges::find(daemons_, daemon) == daemons_.end()) return true;
  if (::waitpid(daemon, nullptr, WNOHANG) == 0) return false;
  std::erase(daemons_, daemon);
  return true;
}

std::string SlurmCluster::complaint_of(const std::string& daemon) const {
  std::string text = text_of(folder_ + daemon + ".out");
  const std::size_t error = text.find("error: ");
  if (error != std::string::npos) return text.substr(error, text.find('\n', error) - error);
  text.erase(text.find_last_not_of('\n') + 1);
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace warpglass
