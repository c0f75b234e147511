// What is kept between runs, by content: compiled programs, what an assembler answered. Entries are found by all that
// they were made of; a file holds one, complete or not there at all, so that any number of processes may read and write
// at once. Of too many the ones that were not used for longest go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpglass {

class FileCache {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;

  /// \param folder  made when something is kept; empty: nothing ever is
  explicit FileCache(std::string folder, std::uint64_t most_bytes = kMostBytes)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  [[nodiscard]] bool is_open() const { return !folder_.empty(); }
  /// Files that others are to read by name may lie in folders in it; they count and go as entries do.
  [[nodiscard]] const std::string& folder() const { return folder_; }

  /// \param kind  of entry, a word
  /// \param key  all that it was made of
  [[nodiscard]] std::optional<std::string> find(std::string_view kind, std::string_view key) const;

  /// In place of an entry with the same key. That nothing could be written is no error.
  void keep(std::string_view kind, std::string_view key, std::string_view contents) const;

 private:
  [[nodiscard]] std::string file_of(std::string_view kind, std::string_view key) const;
  void make_room() const;

  std::string folder_;
  std::uint64_t most_bytes_;
};

/// `warpglass` in XDG_CACHE_HOME, or in .cache of HOME; empty where there is neither.
[[nodiscard]] std::string cache_folder_of_environment();

/// Of a file's contents, or of anything else.
[[nodiscard]] std::uint64_t fingerprint(std::string_view contents);

/// A text that changes when the file does: its path, size and time of change; empty when there is none.
[[nodiscard]] std::string stamp_of(const std::string& file);

}  // namespace warpglass
