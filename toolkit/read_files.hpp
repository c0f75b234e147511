// What a compilation depends on that its command line does not say: the files that it read, as they were then, the
// folders in which others might have come before them, and the environment.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::toolkit {

/// All of it; empty when there is no such file.
[[nodiscard]] std::string read_file(const std::string& file);

/// A file as it was when it was read.
struct ReadFile {
  std::string path;
  std::string stamp;
  std::string hash;

  /// Whether it is now what it was then, though it may have been written again.
  [[nodiscard]] bool is_unchanged() const;
};

/// The files of a rule for make, as clang writes it (-MD), without those that rules of their own follow for (-MP).
[[nodiscard]] std::vector<std::string> files_of_rule(std::string_view rule);

/// Behind it a file's name, and before it -Xarch_device: of a command that is asked for a rule and compiles for the
/// host and for one architecture, where the device's rule goes. clang's driver would have both write to one file. A
/// name with a comma cannot stand there.
inline constexpr std::string_view kDeviceRule = "-Wp,-dependency-file,";

[[nodiscard]] std::string absolute_path(const std::string& path);

/// What an overlay of clang's file system (-ivfsoverlay) has in files' places, by their absolute paths; of those
/// written as JSON, as ours are.
[[nodiscard]] std::map<std::string, std::string> files_of_overlay(const std::string& overlay);

/// What could be included from a folder.
[[nodiscard]] std::string names_in(const std::string& folder);

/// Whether a file came with the system: users do not edit it.
[[nodiscard]] bool is_of_the_system(const std::string& path);

/// With the folders below them in which files that were read might be as well, as far as they are there: <sub/a.h> may
/// be in several.
[[nodiscard]] std::set<std::string> with_folders_below(std::set<std::string> folders,
                                                       const std::set<std::string>& files);

/// Those that -I, -isystem, -iquote and -idirafter name.
[[nodiscard]] std::set<std::string> named_folders(const std::vector<std::string>& flags);

/// Those of them whose headers are not the system's: what they hold is named by -MMD as well.
[[nodiscard]] std::set<std::string> users_folders(const std::vector<std::string>& flags);

/// Whether a compilation with this flag writes other files beside its output.
[[nodiscard]] bool writes_others(std::string_view flag);

/// Whether clang hands a file on to the linker as it is.
[[nodiscard]] bool is_for_linker(const std::string& path);

/// Whether a flag's value is an argument of its own.
[[nodiscard]] bool has_value(std::string_view flag);

/// The values of the environment's variables that clang and the linker look at.
[[nodiscard]] std::vector<std::string> compilers_variables();

/// Texts behind each other.
class TextWriter {
 public:
  void put(std::string_view text);
  template <class Texts>
  void put_all(const Texts& texts) {
    put(std::to_string(texts.size()));
    for (const auto& text : texts) put(text);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class TextReader {
 public:
  explicit TextReader(std::string_view text) : rest_(text) {}
  [[nodiscard]] bool good() const { return good_; }
  std::string take();
  std::vector<std::string> take_all();
  std::size_t take_number();

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace warpglass::toolkit
