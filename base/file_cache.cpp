#include "base/file_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/read_file.hpp"

namespace fs = std::filesystem;

namespace warpglass {
namespace {

// At the head of every entry; another layout gets another number.
constexpr std::string_view kHead = "warpglass cache 1\n";

/// FNV-1a, eight bytes at a time.
std::uint64_t hash_of(std::string_view text, std::uint64_t start) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t hash = start ^ text.size() * 0x9e3779b97f4a7c15;
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * kPrime;
    hash ^= hash >> 29;
  };
  for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t))) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), sizeof word);
    mix(word);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, text.data(), text.size());
  mix(rest);
  return hash * kPrime ^ hash >> 32;
}

/// Key and contents behind each other, with what tells whether all of it is there.
std::string head_of(std::string_view key, std::string_view contents) {
  return fmt::format("{}{} {} {:016x}\n{}\n", kHead, key.size(), contents.size(), fingerprint(contents), key);
}

struct Entry {
  fs::path file;
  std::uint64_t bytes = 0;
  fs::file_time_type used;
};

std::vector<Entry> entries_in(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    std::error_code gone;
    Entry entry{.file = at->path(), .bytes = at->file_size(gone), .used = {}};
    if (!gone) entry.used = at->last_write_time(gone);
    if (!gone) entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

std::uint64_t fingerprint(std::string_view contents) { return hash_of(contents, 0xcbf29ce484222325); }

std::string stamp_of(const std::string& file) {
  struct stat status{};
  if (stat(file.c_str(), &status) != 0) return "";
  return fmt::format("{} {} {}.{:09}", file, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string cache_folder_of_environment() {
  const char* const folder = std::getenv("XDG_CACHE_HOME");
  if (folder != nullptr && *folder == '/') return std::string(folder) + "/warpglass";
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/warpglass" : "";
}

std::string FileCache::file_of(std::string_view kind, std::string_view key) const {
  return fmt::format("{}/{}/{:016x}{:016x}", folder_, kind, fingerprint(key), hash_of(key, 0x84222325cbf29ce4));
}

std::optional<std::string> FileCache::find(std::string_view kind, std::string_view key) const {
  if (!is_open()) return std::nullopt;
  const std::string file = file_of(kind, key);
  std::optional<std::string> entry = contents_of(file);
  if (!entry || !entry->starts_with(kHead)) return std::nullopt;
  // The head says how long the rest is, so it can be made again from what follows it.
  const std::size_t line = entry->find('\n', kHead.size());
  const std::size_t begin = line == std::string::npos ? line : line + 1 + key.size() + 1;
  if (line == std::string::npos || entry->size() < begin) return std::nullopt;
  const std::string_view contents = std::string_view(*entry).substr(begin);
  if (std::string_view(*entry).substr(0, begin) != head_of(key, contents)) return std::nullopt;
  utimensat(AT_FDCWD, file.c_str(), nullptr, 0);  // used now
  return entry->substr(begin);
}

void FileCache::keep(std::string_view kind, std::string_view key, std::string_view contents) const {
  if (!is_open() || contents.size() > most_bytes_ / 4) return;
  const std::string file = file_of(kind, key);
  std::error_code problem;
  fs::create_directories(fs::path(file).parent_path(), problem);
  if (problem) return;
  std::string unfinished = file + ".XXXXXX";
  const int descriptor = mkstemp(unfinished.data());
  if (descriptor < 0) return;
  close(descriptor);
  bool written = false;
  {
    std::ofstream out(unfinished, std::ios::binary);
    out << head_of(key, contents) << contents;
    written = static_cast<bool>(out.flush());
  }
  if (!written || rename(unfinished.c_str(), file.c_str()) != 0) unlink(unfinished.c_str());
  make_room();
}

void FileCache::make_room() const {
  std::vector<Entry> entries = entries_in(folder_);
  std::uint64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.bytes;
  if (bytes <= most_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& x, const Entry& y) { return x.used < y.used; });
  for (const Entry& entry : entries) {
    if (bytes <= most_bytes_ / 4 * 3) return;
    std::error_code ignored;
    fs::remove(entry.file, ignored);
    bytes -= entry.bytes;
  }
}

}  // namespace warpglass
