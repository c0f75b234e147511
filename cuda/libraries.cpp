#include "cuda/libraries.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "base/read_file.hpp"
#include "runtime/fat_binary.hpp"

namespace warpglass::cuda {

using runtime::Status;

namespace {

constexpr std::size_t kElfHeaderBytes = 64;

// A linked image: the magic word, how many images there are, and each with its length before it.
constexpr std::uint64_t kLinkedMagic = 0x31'4b'4e'49'4c'47'57'7f;  // "\177WGLINK1"

std::uint64_t word_at(const std::byte* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

bool is_linked(const void* code) {
  return std::strncmp(static_cast<const char*>(code), "\177WGLINK1", sizeof kLinkedMagic) == 0;
}

// Makes all kernels of a module ready; false when there are some and none is.
bool is_any_ready(Process& process, runtime::ModuleId module) {
  const std::vector<runtime::Kernel*> kernels = process.device().modules().kernels(module);
  bool any = kernels.empty();
  for (runtime::Kernel* kernel : kernels) any = process.device().prepare(*kernel) == Status::ok || any;
  return any;
}

// \param bytes  that may be read; a damaged image ends early
std::vector<std::vector<std::byte>> split(const std::byte* code, std::size_t bytes) {
  std::vector<std::vector<std::byte>> images;
  std::size_t at = 2 * sizeof(std::uint64_t);
  if (bytes < at) return images;
  for (std::uint64_t left = word_at(code + sizeof(std::uint64_t)); left != 0; --left) {
    if (bytes - at < sizeof(std::uint64_t)) return {};
    const std::uint64_t length = word_at(code + at);
    at += sizeof length;
    if (length > bytes - at) return {};
    images.emplace_back(code + at, code + at + length);
    at += length;
  }
  return images;
}

}  // namespace

std::map<cudaLibrary_t, std::unique_ptr<Library>>& libraries() {
  static auto* const all = new std::map<cudaLibrary_t, std::unique_ptr<Library>>;
  return *all;
}

Library* find_library(cudaLibrary_t handle) {
  const auto found = libraries().find(handle);
  return found == libraries().end() ? nullptr : found->second.get();
}

Status load_library(Process& process, std::vector<std::vector<std::byte>> images, const std::string& name,
                    cudaLibrary_t* handle, Diagnostics* problems, bool ready) {
  auto library = std::make_unique<Library>();
  library->images = std::move(images);
  library->name = name;
  library->device = process.device().number();
  std::vector<std::span<const std::byte>> views;
  for (const std::vector<std::byte>& image : library->images) views.emplace_back(image);
  if (views.empty()) views.emplace_back();  // which the module says is no code
  library->module = process.add_library(views, name);
  process.session().copy_diagnostics_to(problems);
  Status status = process.device().modules().load(library->module);
  if (status == Status::ok && ready && !is_any_ready(process, library->module)) status = Status::invalid_ptx;
  process.session().copy_diagnostics_to(nullptr);
  if (status != Status::ok) {
    process.remove_library(library->module);
    return status;
  }
  *handle = reinterpret_cast<cudaLibrary_t>(library.get());
  libraries().emplace(*handle, std::move(library));
  return Status::ok;
}

bool unload_library(Process& process, cudaLibrary_t handle) {
  const Library* known = find_library(handle);
  if (known == nullptr) return false;
  process.pending().wait_for_all();
  process.remove_library(known->module);
  libraries().erase(handle);
  return true;
}

std::vector<std::vector<std::byte>> images_at(const void* code) {
  if (is_linked(code)) return split(static_cast<const std::byte*>(code), ~std::size_t{0});
  std::vector<std::span<const std::byte>> found = runtime::images_of(code);
  if (found.empty()) found.push_back(runtime::image_in_process(code));
  if (found.front().empty() && std::strncmp(static_cast<const char*>(code), "\177ELF", 4) == 0)
    found.front() = {static_cast<const std::byte*>(code), kElfHeaderBytes};  // enough to see what it is
  std::vector<std::vector<std::byte>> images;
  for (const std::span<const std::byte> image : found) images.emplace_back(image.begin(), image.end());
  return images;
}

bool read_images(const char* file, std::vector<std::vector<std::byte>>& images) {
  const std::optional<std::string> text = contents_of(file);
  if (!text) return false;
  const auto* bytes = reinterpret_cast<const std::byte*>(text->data());
  images.clear();
  if (is_linked(text->c_str())) {
    images = split(bytes, text->size());
  } else {
    images.emplace_back(bytes, bytes + text->size());
  }
  return true;
}

std::vector<std::byte> linked_image(const std::vector<std::vector<std::byte>>& images) {
  std::vector<std::byte> linked;
  const auto put = [&](const void* data, std::size_t bytes) {
    const auto* begin = static_cast<const std::byte*>(data);
    linked.insert(linked.end(), begin, begin + bytes);
  };
  const auto put_word = [&](std::uint64_t word) { put(&word, sizeof word); };
  put_word(kLinkedMagic);
  put_word(images.size());
  for (const std::vector<std::byte>& image : images) {
    put_word(image.size());
    put(image.data(), image.size());
  }
  return linked;
}

}  // namespace warpglass::cuda
