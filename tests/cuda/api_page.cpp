#include "tests/cuda/api_page.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <utility>

namespace warpglass::cuda::test {
namespace {

std::string table(const CallsByPart& parts) {
  std::string text = "\n| calls | |\n| --- | --- |\n";
  for (const auto& [part, names] : parts) {
    text += "| " + part + " | ";
    for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ", ") + ('`' + names[i] + '`');
    text += " |\n";
  }
  return text;
}

}  // namespace

std::string part_of(const std::string& name) {
  static const std::pair<const char*, const char*> kParts[] = {
      {"Array|Mipmapped|Tex|Surf|TensorMap|(Create|Destroy|Get)(Tex|Surf)|(Create|Get)Channel|(Get|Free)Mipmapped|"
       "FreeArray|Malloc.*Array",
       "arrays, textures, surfaces"},
      {"Graphics|EGL|GL|VDPAU|Import|External|Destroy|Signal|Wait|Ipc|Multicast", "other APIs, processes, devices"},
      {"Green|Dev[SR]|DeviceGetDevRes|CtxGetDevRes|CtxFromGreen|StreamGetGreen", "parts of devices"},
      {"Checkpoint|Coredump|Logs|Profiler", "checkpoints, dumps, logs, profilers"},
      {"Graph|UserObject|Stream.*Captur|ThreadExchange|DeviceGraphMem|Device[GS]etGraphMem", "graphs, capture"},
      {"Module|Link|Library", "modules, linking, libraries"},
      {"Kernel|Func|Launch|Param|Occupancy|GetFunc|GetKernel", "kernels, launches, occupancy"},
      {"Mem|Pointer|Malloc|Free|Host|GetSymbol|CtxResetPersisting", "memory"},
      {"Stream|Event", "streams, events"},
      {"Ctx|DevicePrimary", "contexts"}};
  for (const auto& [pattern, part] : kParts)
    if (std::regex_search(name, std::regex("^(cuda|cu)(" + std::string(pattern) + ")"))) return part;
  return "devices, errors, entry points";
}

void expect_page(const std::string& file, const std::string& begin, const CallsByPart& there,
                 const CallsByPart& absent) {
  const std::string page = begin + "\n## There\n" + table(there) + "\n## Absent\n" + table(absent);
  const std::string path = WARPGLASS_SOURCE_DIR "/docs/" + file;
  if (std::getenv("WARPGLASS_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << page;
  std::ifstream written(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), page)
      << file << ": renew it with WARPGLASS_UPDATE_GOLDEN=1";
}

}  // namespace warpglass::cuda::test
