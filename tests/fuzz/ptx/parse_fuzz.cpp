// libFuzzer's entry. Run it as: parse_fuzz -dict=ptx.dict CORPUS
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "check_parse.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string complaint = warpglass::ptx::check_parse({reinterpret_cast<const char*>(bytes), size});
  if (!complaint.empty()) {
    std::fprintf(stderr, "%s\n", complaint.c_str());
    std::abort();
  }
  return 0;
}
