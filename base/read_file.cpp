#include "base/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace warpglass {
namespace {

constexpr std::size_t kPiece = 1u << 16;

/// Behind what is there already. Streams would be asked for each character, which takes most of a start where caches
/// are looked through, and all of it without optimisation.
bool read_to_the_end(int descriptor, std::string& text) {
  struct stat about{};
  const bool has_size = fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0;
  std::size_t filled = 0;
  // One more than its size: the end is then seen without growing.
  text.resize(has_size ? static_cast<std::size_t>(about.st_size) + 1 : kPiece);
  while (true) {
    if (filled == text.size()) text.resize(2 * text.size());
    const ssize_t got = read(descriptor, text.data() + filled, text.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return true;
}

}  // namespace

std::optional<std::string> contents_of(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  std::string text;
  const bool is_read = read_to_the_end(descriptor, text);
  const int reason = errno;
  close(descriptor);
  if (is_read) return text;
  errno = reason;
  return std::nullopt;
}

}  // namespace warpglass
