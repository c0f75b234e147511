// libnvfatbin.so: PTX that a program holds, put into the container that module loading takes. Machine code is left out,
// for there is nothing here that would run it: what is loaded needs PTX beside it, and loading says so where there is
// none.
#include <nvFatbin.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/fat_binary.hpp"

#define WARPGLASS_EXPORT extern "C" __attribute__((visibility("default")))

using warpglass::toolkit::PtxImage;

// NOLINTNEXTLINE(bugprone-reserved-identifier): nvFatbin's name
struct _nvFatbinHandle {
  std::vector<PtxImage> images;
};

namespace {

// Options of the fatbinary tool that change nothing of what is made here.
constexpr std::array<std::string_view, 9> kOptions = {"-32",   "-64", "-c",      "-compress", "-compress-all",
                                                      "-cuda", "-g",  "-opencl", "-host"};

bool is_known(std::string_view option) {
  return std::ranges::find(kOptions, option.substr(0, option.find('='))) != kOptions.end();
}

/// 90 of "90" and "90a".
std::optional<int> number_of(std::string_view architecture) {
  int number = 0;
  const char* const end = architecture.data() + architecture.size();
  const auto parsed = std::from_chars(architecture.data(), end, number);
  if (parsed.ec != std::errc{} || number < 10) return std::nullopt;
  const std::string_view rest(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr));
  return rest.empty() || rest == "a" || rest == "f" ? std::optional(number) : std::nullopt;
}

/// Of a PTX text's `.target sm_90a`.
std::optional<int> target_of(std::string_view text) {
  constexpr std::string_view kTarget = ".target";
  const std::size_t target = text.find(kTarget);
  if (target == std::string_view::npos) return std::nullopt;
  const std::size_t name = text.find("sm_", target);
  const std::size_t end = name == std::string_view::npos ? name : text.find_first_of(" ,\t\r\n", name);
  return name == std::string_view::npos ? std::nullopt : number_of(text.substr(name + 3, end - name - 3));
}

nvFatbinResult add_ptx(nvFatbinHandle handle, std::string_view text, int architecture) {
  // The size that is given may include the zero byte at the end.
  text = text.substr(0, text.find('\0'));
  if (text.empty()) return NVFATBIN_ERROR_EMPTY_INPUT;
  if (!warpglass::toolkit::is_ptx(text)) return NVFATBIN_ERROR_MISSING_PTX_VERSION;
  const std::optional<int> target = target_of(text);
  if (!target) return NVFATBIN_ERROR_MISSING_PTX_ARCH;
  if (*target > architecture) return NVFATBIN_ERROR_PTX_ARCH_MISMATCH;
  handle->images.push_back({.text = std::string(text), .architecture = architecture});
  return NVFATBIN_SUCCESS;
}

template <class T>
T read(std::string_view bytes, std::size_t at) {
  T value{};
  if (at + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// What `warpglass-nvcc -cubin` writes is a container with PTX.
nvFatbinResult add_container(nvFatbinHandle handle, std::string_view bytes, int architecture) {
  constexpr std::uint16_t kPtx = 1;
  for (std::size_t at = read<std::uint16_t>(bytes, 6); at + 64 <= bytes.size();) {
    const auto header = read<std::uint32_t>(bytes, at + 4);
    const auto payload = read<std::uint64_t>(bytes, at + 8);
    if (header < 64 || payload > bytes.size() || at + header > bytes.size() - payload) return NVFATBIN_ERROR_INTERNAL;
    if (read<std::uint16_t>(bytes, at) == kPtx) {
      const nvFatbinResult added = add_ptx(handle, bytes.substr(at + header, payload), architecture);
      if (added != NVFATBIN_SUCCESS) return added;
    }
    at += header + payload;
  }
  return NVFATBIN_SUCCESS;
}

}  // namespace

WARPGLASS_EXPORT const char* nvFatbinGetErrorString(nvFatbinResult result) {
  switch (result) {
    case NVFATBIN_SUCCESS: return nullptr;
    case NVFATBIN_ERROR_INTERNAL: return "the input is damaged";
    case NVFATBIN_ERROR_ELF_ARCH_MISMATCH: return "machine code is of another architecture than was said";
    case NVFATBIN_ERROR_ELF_SIZE_MISMATCH: return "machine code is of another size than was said";
    case NVFATBIN_ERROR_MISSING_PTX_VERSION: return "PTX does not begin with .version";
    case NVFATBIN_ERROR_NULL_POINTER: return "a pointer is null";
    case NVFATBIN_ERROR_COMPRESSION_FAILED: return "compression has failed";
    case NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED: return "what is compressed is too large";
    case NVFATBIN_ERROR_UNRECOGNIZED_OPTION: return "an option is unknown";
    case NVFATBIN_ERROR_INVALID_ARCH: return "no architecture: write it as 90";
    case NVFATBIN_ERROR_INVALID_NVVM: return "NVVM's intermediate code is not taken here: add PTX";
    case NVFATBIN_ERROR_EMPTY_INPUT: return "the input is empty";
    case NVFATBIN_ERROR_MISSING_PTX_ARCH: return "PTX has no .target";
    case NVFATBIN_ERROR_PTX_ARCH_MISMATCH: return "PTX is for a newer architecture than was said";
    case NVFATBIN_ERROR_MISSING_FATBIN: return "host objects are not taken here: add the PTX in them";
    case NVFATBIN_ERROR_INVALID_INDEX: return "index files are not taken here";
    case NVFATBIN_ERROR_IDENTIFIER_REUSE: return "an identifier is used twice";
    case NVFATBIN_ERROR_INTERNAL_PTX_OPTION: return "an option for PTX is not for users";
  }
  return "no result of nvFatbin";
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinVersion(unsigned int* major, unsigned int* minor) {
  if (major == nullptr || minor == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  *major = WARPGLASS_NVFATBIN_VERSION / 1000;
  *minor = WARPGLASS_NVFATBIN_VERSION % 1000 / 10;
  return NVFATBIN_SUCCESS;
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinCreate(nvFatbinHandle* handle, const char** options, size_t count) {
  if (handle == nullptr || (options == nullptr && count != 0)) return NVFATBIN_ERROR_NULL_POINTER;
  for (size_t i = 0; i < count; ++i) {
    if (options[i] == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
    if (!is_known(options[i])) return NVFATBIN_ERROR_UNRECOGNIZED_OPTION;
  }
  *handle = new _nvFatbinHandle;
  return NVFATBIN_SUCCESS;
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinDestroy(nvFatbinHandle* handle) {
  if (handle == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  delete *handle;
  *handle = nullptr;
  return NVFATBIN_SUCCESS;
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinAddPTX(nvFatbinHandle handle, const char* code, size_t size, const char* arch,
                                               const char* /*identifier*/, const char* /*options*/) {
  if (handle == nullptr || code == nullptr || arch == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  const std::optional<int> architecture = number_of(arch);
  return architecture ? add_ptx(handle, {code, size}, *architecture) : NVFATBIN_ERROR_INVALID_ARCH;
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinAddCubin(nvFatbinHandle handle, const void* code, size_t size, const char* arch,
                                                 const char* /*identifier*/) {
  if (handle == nullptr || code == nullptr || arch == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  const std::optional<int> architecture = number_of(arch);
  if (!architecture) return NVFATBIN_ERROR_INVALID_ARCH;
  const std::string_view bytes(static_cast<const char*>(code), size);
  if (bytes.empty()) return NVFATBIN_ERROR_EMPTY_INPUT;
  if (bytes.starts_with("\x7f"
                        "ELF"))
    return NVFATBIN_SUCCESS;
  if (read<std::uint32_t>(bytes, 0) == warpglass::toolkit::kFatBinaryMagic)
    return add_container(handle, bytes, *architecture);
  // What our NVRTC gives for machine code is PTX.
  return add_ptx(handle, bytes, *architecture);
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinAddLTOIR(nvFatbinHandle handle, const void* code, size_t /*size*/,
                                                 const char* arch, const char* /*identifier*/,
                                                 const char* /*options*/) {
  if (handle == nullptr || code == nullptr || arch == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  return NVFATBIN_ERROR_INVALID_NVVM;
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinAddReloc(nvFatbinHandle handle, const void* code, size_t /*size*/) {
  if (handle == nullptr || code == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  return NVFATBIN_ERROR_MISSING_FATBIN;
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinAddIndex(nvFatbinHandle handle, const void* code, size_t /*size*/,
                                                 const char* /*identifier*/) {
  if (handle == nullptr || code == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  return NVFATBIN_ERROR_INVALID_INDEX;
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinSize(nvFatbinHandle handle, size_t* size) {
  if (handle == nullptr || size == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  *size = warpglass::toolkit::fat_binary(handle->images).size();
  return NVFATBIN_SUCCESS;
}

WARPGLASS_EXPORT nvFatbinResult nvFatbinGet(nvFatbinHandle handle, void* buffer) {
  if (handle == nullptr || buffer == nullptr) return NVFATBIN_ERROR_NULL_POINTER;
  const std::string bytes = warpglass::toolkit::fat_binary(handle->images);
  std::memcpy(buffer, bytes.data(), bytes.size());
  return NVFATBIN_SUCCESS;
}
