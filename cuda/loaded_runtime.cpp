#include "cuda/loaded_runtime.hpp"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <string_view>

namespace warpglass::library {
namespace {

/// The path of the first of our runtime libraries that is loaded; empty: there is none.
std::string path_of_runtime() {
  std::string path;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* found) {
        const std::string_view name(object->dlpi_name);
        if (name.substr(name.rfind('/') + 1).substr(0, 13) != "libcudart.so.") return 0;
        *static_cast<std::string*>(found) = name;
        return 1;
      },
      &path);
  return path;
}

}  // namespace

void* find_in_runtime(const char* name) {
  if (void* const global = dlsym(RTLD_DEFAULT, name)) return global;
  const std::string path = path_of_runtime();
  void* const runtime = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (runtime == nullptr) return nullptr;
  void* const own = dlsym(runtime, name);
  dlclose(runtime);  // the program's own handle keeps it
  return own;
}

}  // namespace warpglass::library
