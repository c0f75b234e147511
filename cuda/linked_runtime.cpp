// nvcc links NVIDIA's runtime into programs by default. Where this library is there before such a program starts, it
// takes that runtime's place: every function of the API that lies in the program gets a jump to ours as its beginning.
// That is what a linker would have done with --cudart shared, made good when the program is loaded. Nothing of the
// other runtime has run by then: libraries are initialised before the program, which hands over its device code as its
// first.
#include "cuda/linked_runtime.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "session/linked_runtime.hpp"

namespace warpglass::cuda {
namespace {

/// A file's bytes as they lie on the disk.
class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat status{};
    if (fstat(file, &status) == 0 && status.st_size > 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      void* const at = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      if (at != MAP_FAILED) bytes_ = static_cast<const std::byte*>(at);
    }
    close(file);
  }
  ~MappedFile() {
    if (bytes_ != nullptr) munmap(const_cast<std::byte*>(bytes_), size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return bytes_ == nullptr ? std::span<const std::byte>{} : std::span(bytes_, size_);
  }

 private:
  const std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// The program's objects in the order in which they were loaded, the program itself first.
struct Loaded {
  std::uintptr_t program = 0;  // where it lies, beyond the addresses in its file
  bool asks_for_us = false;    // it names the runtime among the libraries that it needs
  bool from_the_start = false;
};

/// Names that an object asks for.
template <class Work>
void for_each_needed(const dl_phdr_info& object, Work&& work) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    if (object.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* const entries = reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
    const char* names = nullptr;
    for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry)
      if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (names == nullptr) return;
    for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry)
      if (entry->d_tag == DT_NEEDED) work(std::string_view(names + entry->d_un.d_val));
  }
}

bool lies_in(const dl_phdr_info& object, std::uintptr_t address) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const auto& segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = object.dlpi_addr + segment.p_vaddr;
    if (address >= begin && address - begin < segment.p_memsz) return true;
  }
  return false;
}

// A library that was preloaded, or that the program names, comes before the C library; one that is opened later behind.
Loaded look_around() {
  struct Walk {
    Loaded found{};
    bool first = true;
    bool c_library_seen = false;
  } walk;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* argument) {
        auto& [found, first, c_library_seen] = *static_cast<Walk*>(argument);
        if (first) {
          first = false;
          found.program = object->dlpi_addr;
          for_each_needed(*object, [&](std::string_view name) {
            found.asks_for_us |= name.starts_with("libcudart.so");
            found.from_the_start |= name.starts_with("libcuda.so");
          });
        }
        c_library_seen |= std::filesystem::path(object->dlpi_name).filename().string().starts_with("libc.so.");
        if (lies_in(*object, reinterpret_cast<std::uintptr_t>(&look_around)) && !c_library_seen)
          found.from_the_start = true;
        return 0;
      },
      &walk);
  return walk.found;
}

/// Instructions that go on at an address, whichever it is.
struct Jump {
#if defined(__x86_64__)
  std::array<std::uint8_t, 6> instructions{0xff, 0x25, 0, 0, 0, 0};  // jmp *0(%rip)
#elif defined(__aarch64__)
  std::array<std::uint32_t, 2> instructions{0x58000050, 0xd61f0200};  // ldr x16, 8; br x16
#endif
  std::array<std::uint8_t, 8> target{};
};

[[nodiscard]] bool make_writable(std::uintptr_t begin, std::uintptr_t end, bool writable) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  begin -= begin % page;
  return mprotect(reinterpret_cast<void*>(begin), end - begin,  // NOLINT(performance-no-int-to-ptr): it is an address
                  PROT_READ | PROT_EXEC | (writable ? PROT_WRITE : 0)) == 0;
}

void lead_to_ours(const session::LinkedRuntime& linked, std::uintptr_t program, void* self) {
  const std::uintptr_t begin = program + linked.functions.front().address;
  const std::uintptr_t end = program + linked.functions.back().address + sizeof(Jump);
  if (!make_writable(begin, end, true)) {
    static_cast<void>(
        std::fputs("warpglass: this machine does not let a program's code be changed, and this one has NVIDIA's CUDA "
                   "runtime linked "
                   "into it; link it with nvcc --cudart shared, so that ours can take its place\n",
                   stderr));
    return;
  }
  for (const ElfFunction& function : linked.functions) {
    const void* const ours = dlsym(self, std::string(function.name).c_str());
    if (ours == nullptr || function.room < sizeof(Jump)) continue;
    Jump jump;
    const auto target = reinterpret_cast<std::uintptr_t>(ours);
    std::memcpy(jump.target.data(), &target, sizeof target);
    auto* const at = reinterpret_cast<char*>(program + function.address);  // NOLINT(performance-no-int-to-ptr)
    std::memcpy(at, &jump, sizeof jump);
    __builtin___clear_cache(at, at + sizeof jump);
  }
  static_cast<void>(make_writable(begin, end, false));
}

__attribute__((constructor)) void take_the_place_of_a_linked_runtime() {
  const Loaded loaded = look_around();
  if (loaded.asks_for_us || !loaded.from_the_start) return;
  const MappedFile file("/proc/self/exe");
  const auto elf = read_elf(file.bytes());
  if (!elf || !elf->has_device_code) return;
  const session::LinkedRuntime linked = session::linked_runtime(file.bytes());
  Dl_info own{};
  if (linked.library.empty() || dladdr(reinterpret_cast<void*>(&look_around), &own) == 0) return;
  std::error_code ignored;
  if (std::filesystem::canonical(own.dli_fname, ignored).filename() != linked.library) {
    static_cast<void>(std::fprintf(stderr,
                                   "warpglass: the program has the runtime of another version of CUDA linked into it: "
                                   "preload %s\n",
                                   std::string(linked.library).c_str()));
    return;
  }
  void* const self = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  if (self != nullptr) lead_to_ours(linked, loaded.program, self);
}

/// Whether an address lies in the program itself, not in a library.
bool lies_in_program(const void* address) {
  struct Question {
    std::uintptr_t address;
    bool answer = false;
  } question{reinterpret_cast<std::uintptr_t>(address)};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* argument) {
        auto& asked = *static_cast<Question*>(argument);
        asked.answer = lies_in(*object, asked.address);
        return 1;  // the program comes first
      },
      &question);
  return question.answer;
}

}  // namespace

std::string advice_on_linked_runtime(const void* caller) {
  constexpr std::string_view kWhy = "has NVIDIA's CUDA runtime linked into it, which works with NVIDIA's driver only";
  if (!lies_in_program(caller)) {
    Dl_info found{};
    const bool known = dladdr(caller, &found) != 0 && found.dli_fname != nullptr;
    return fmt::format("{} {}: link it with nvcc --cudart shared, so that it uses ours",
                       known ? found.dli_fname : "a library of the program", kWhy);
  }
  const MappedFile file("/proc/self/exe");
  const std::string_view library = session::linked_runtime(file.bytes()).library;
  if (library.empty()) return fmt::format("the program {}: link it with nvcc --cudart shared", kWhy);
  return fmt::format(
      "the program {}: start it by warpglass run or with LD_PRELOAD={}, so that ours takes its place, or link it with "
      "nvcc --cudart shared",
      kWhy, library);
}

}  // namespace warpglass::cuda
