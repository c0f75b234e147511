// Handles of nothing are refused by every call. Exits with 0 when each was.
#include <nvrtc.h>

#include <cstdint>
#include <cstring>

static int refused(nvrtcProgram handle) {
  std::size_t size = 0;
  char text[8];
  const char* name = nullptr;
  nvrtcProgram program = handle;
  const nvrtcResult answers[] = {
      nvrtcCompileProgram(handle, 0, nullptr), nvrtcGetPTXSize(handle, &size),   nvrtcGetPTX(handle, text),
      nvrtcGetCUBINSize(handle, &size),        nvrtcGetCUBIN(handle, text),      nvrtcGetLTOIRSize(handle, &size),
      nvrtcGetProgramLogSize(handle, &size),   nvrtcGetProgramLog(handle, text), nvrtcAddNameExpression(handle, "k"),
      nvrtcGetLoweredName(handle, "k", &name), nvrtcDestroyProgram(&program)};
  for (const nvrtcResult answer : answers) {
    if (answer != NVRTC_ERROR_INVALID_PROGRAM) return 1;
  }
  return 0;
}

int main() {
  static char junk[256];
  std::memset(junk, 0x5a, sizeof junk);
  nvrtcProgram program = nullptr;
  if (nvrtcCreateProgram(&program, "", nullptr, 0, nullptr, nullptr) != NVRTC_SUCCESS) return 2;
  const nvrtcProgram destroyed = program;
  if (nvrtcDestroyProgram(&program) != NVRTC_SUCCESS) return 3;
  return refused(nullptr) + refused(reinterpret_cast<nvrtcProgram>(junk)) +
         refused(reinterpret_cast<nvrtcProgram>(std::uintptr_t{0x1234567})) + refused(destroyed);
}
