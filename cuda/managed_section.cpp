#include "cuda/managed_section.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace warpglass::cuda {
namespace {

struct SectionRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

template <class T>
bool read_at(std::ifstream& file, std::uint64_t offset, T* into, std::size_t count = 1) {
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(into), static_cast<std::streamsize>(sizeof(T) * count));
  return static_cast<bool>(file);
}

// Where the section lies in the file's own address space; empty when it has none or cannot be read.
SectionRange section_of(const char* path) {
  constexpr std::size_t kMaxNames = std::size_t{1} << 24;
  std::ifstream file(path, std::ios::binary);
  ElfW(Ehdr) header{};
  if (!file || !read_at(file, 0, &header) || header.e_shentsize != sizeof(ElfW(Shdr)) ||
      header.e_shstrndx >= header.e_shnum)
    return {};
  std::vector<ElfW(Shdr)> sections(header.e_shnum);
  if (!read_at(file, header.e_shoff, sections.data(), sections.size())) return {};
  const ElfW(Shdr)& names_section = sections[header.e_shstrndx];
  if (names_section.sh_size > kMaxNames) return {};
  std::string names(names_section.sh_size, '\0');
  if (!read_at(file, names_section.sh_offset, names.data(), names.size())) return {};
  for (const ElfW(Shdr) & section : sections) {
    if (section.sh_name < names.size() && std::string(names.c_str() + section.sh_name) == kManagedSection)
      return {section.sh_addr, section.sh_addr + section.sh_size};
  }
  return {};
}

/// Where the section of the executable or library lies that an address belongs to; empty: it has none.
SectionRange section_around(const void* address) {
  Dl_info info{};
  link_map* object = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0 || object == nullptr) return {};
  static std::map<const link_map*, SectionRange> known;  // under the process's lock
  auto found = known.find(object);
  if (found == known.end()) {
    const bool is_executable = object->l_name == nullptr || object->l_name[0] == '\0';
    found = known.emplace(object, section_of(is_executable ? "/proc/self/exe" : object->l_name)).first;
  }
  const SectionRange section = found->second;
  return section.end == 0 ? SectionRange{} : SectionRange{section.begin + object->l_addr, section.end + object->l_addr};
}

}  // namespace

bool is_managed_shadow(const void* address) {
  const SectionRange section = section_around(address);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return at >= section.begin && at < section.end;
}

page_guard::Pages pages_of_managed(const void* address) {
  const SectionRange section = section_around(address);
  return is_managed_shadow(address) ? page_guard::whole_pages(section.begin, section.end) : page_guard::Pages{};
}

}  // namespace warpglass::cuda
