// A cluster of one node from Debian's slurm-wlm and munge: its daemons run as the user's own processes, in a folder and
// on ports of their own, and end with it.
#pragma once

#include <sys/types.h>
#include <string>
#include <vector>

namespace warpglass {

class SlurmCluster {
 public:
  /// \param folder  ends with a slash
  explicit SlurmCluster(std::string folder);
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;
  ~SlurmCluster();

  /// Why there is none, in one line; empty: it takes jobs.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Ahead of a command for the shell.
  [[nodiscard]] std::string environment() const { return "SLURM_CONF='" + folder_ + "slurm.conf' "; }

 private:
  void start();
  void write_files() const;
  [[nodiscard]] pid_t start_daemon(const std::string& name, std::vector<std::string> words);
  [[nodiscard]] bool has_ended(pid_t daemon);
  [[nodiscard]] std::string complaint_of(const std::string& daemon) const;  // its first error, or the last that it said

  std::string folder_;
  std::string problem_;
  std::vector<pid_t> daemons_;
};

}  // namespace warpglass
