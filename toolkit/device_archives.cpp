#include "toolkit/device_archives.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "toolkit/read_files.hpp"

namespace fs = std::filesystem;

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kMagic = "!<arch>\n";
constexpr std::string_view kDeviceCode = ".nv_fatbin";

/// A structure at an offset of a file; nothing where the file ends before.
template <class T>
std::optional<T> at(std::string_view file, std::uint64_t offset) {
  T value;
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

std::string_view text_at(std::string_view file, std::uint64_t offset) {
  if (offset >= file.size()) return "";
  const std::string_view rest = file.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

bool is_object(const Elf64_Ehdr& head) {
  return std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64 &&
         head.e_ident[EI_DATA] == ELFDATA2LSB && head.e_type == ET_REL && head.e_shentsize == sizeof(Elf64_Shdr);
}

/// Whether a symbol is what an undefined one of another file is looked for by.
bool is_for_others(const Elf64_Sym& symbol) {
  return ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL && symbol.st_shndx != SHN_UNDEF;
}

/// Device code, and nothing for the host's linker to find it by.
bool has_device_code_alone(std::string_view file) {
  const auto head = at<Elf64_Ehdr>(file, 0);
  if (!head || !is_object(*head)) return false;
  const auto section = [&](std::uint64_t number) {
    return at<Elf64_Shdr>(file, head->e_shoff + number * sizeof(Elf64_Shdr));
  };
  const auto names = section(head->e_shstrndx);
  if (!names) return false;
  bool has_code = false;
  for (std::uint64_t i = 0; i < head->e_shnum; ++i) {
    const auto one = section(i);
    if (!one) return false;
    has_code |= text_at(file, names->sh_offset + one->sh_name) == kDeviceCode;
    if (one->sh_type != SHT_SYMTAB) continue;
    for (std::uint64_t offset = 0; offset < one->sh_size; offset += sizeof(Elf64_Sym)) {
      const auto symbol = at<Elf64_Sym>(file, one->sh_offset + offset);
      if (!symbol || is_for_others(*symbol)) return false;
    }
  }
  return has_code;
}

/// Size of the member that a header of an archive stands before; nothing where it is none.
std::optional<std::uint64_t> member_size(std::string_view header) {
  constexpr std::size_t kSize = 48, kDigits = 10, kEnd = 58;
  std::string_view digits = header.substr(kSize, kDigits);
  digits = digits.substr(0, digits.find(' '));
  std::uint64_t size = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (problem != std::errc() || end != digits.data() + digits.size() || header.substr(kEnd) != "`\n")
    return std::nullopt;
  return size;
}

bool is_archive(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string begin(kMagic.size(), '\0');
  return file.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == kMagic;
}

}  // namespace

std::vector<std::string> archives_of(std::span<const std::string> words) {
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-L" && i + 1 < words.size()) {
      folders.push_back(words[++i]);
    } else if (words[i].starts_with("-L")) {
      folders.push_back(words[i].substr(2));
    }
  }
  std::vector<std::string> found;
  std::error_code ignored;
  for (const std::string& word : words) {
    if (word.ends_with(".a") && is_archive(word)) found.push_back(word);
    if (!word.starts_with("-l")) continue;
    for (const std::string& folder : folders) {
      const std::string library = fmt::format("{}/lib{}", folder, word.substr(2));
      if (fs::exists(library + ".so", ignored)) break;
      if (!is_archive(library + ".a")) continue;
      found.push_back(library + ".a");
      break;
    }
  }
  return found;
}

std::vector<std::string> device_members(const std::string& archive, const std::string& folder) {
  constexpr std::size_t kHeader = 60;
  const std::string contents = read_file(archive);
  std::string_view rest = contents;
  std::vector<std::string> members;
  if (!rest.starts_with(kMagic)) return members;
  rest.remove_prefix(kMagic.size());
  while (rest.size() >= kHeader) {
    const auto size = member_size(rest.substr(0, kHeader));
    rest.remove_prefix(kHeader);
    if (!size || *size > rest.size()) break;
    const std::string_view member = rest.substr(0, *size);
    rest.remove_prefix(std::min<std::size_t>(*size + *size % 2, rest.size()));
    if (!has_device_code_alone(member)) continue;
    const std::string path = fmt::format("{}/{}-{}.o", folder, fs::path(archive).stem().string(), members.size());
    std::ofstream(path, std::ios::binary) << member;
    members.push_back(path);
  }
  return members;
}

}  // namespace warpglass::toolkit
