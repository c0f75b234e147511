// Running the user's program: its own standard streams, its own signals, its own end.
#pragma once

#include <string>
#include <vector>

namespace warpglass::tool {

struct ChildRequest {
  std::string executable;                // path of the file
  std::vector<std::string> command;      // what the program finds in argv: the name it was started by, and arguments
  std::vector<std::string> environment;  // "NAME=value", in place of the variables of these names
  bool output_to_error_stream = false;   // its standard output goes where its standard error goes
  /// What it prints is thrown away; it reads the standard input where that is a file, else nothing.
  bool silent = false;
  std::string output_file;      // its standard output goes there, silent or not; empty: it does not
  bool same_addresses = false;  // its memory lies where it lies in every run, as far as the system can do that
};

/// Starts the program and waits for its end. SIGINT, SIGTERM, SIGHUP and SIGQUIT that this process gets meanwhile are
/// passed on to it, unless the terminal has sent it them already.
/// \return its exit code, or 128 + n when signal n ended it
/// \throws UsageError when it cannot be started
[[nodiscard]] int run_child(const ChildRequest& request);

}  // namespace warpglass::tool
