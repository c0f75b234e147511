// libnvrtc.so: the calls of nvrtc.h. What answers to what is not asked as documented has been asked of NVRTC 13.0.
#pragma GCC visibility push(default)
#include "nvrtc.h"
#pragma GCC visibility pop

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/live_handles.hpp"
#include "cuda/nvrtc/program.hpp"
#include "cuda/nvrtc/version.hpp"
#include "toolkit/architecture.hpp"

using warpglass::nvrtc::Program;
using warpglass::toolkit::NamedText;

struct _nvrtcProgram : Program {
  using Program::Program;
};

namespace {

using Programs = warpglass::LiveHandles<nvrtcProgram>;

bool is_there(nvrtcProgram program) { return Programs::all().has(program); }

// Of nothing that we keep; a program may ask what it has set. NVRTC's answer at first is 256 MiB.
std::atomic<std::size_t> precompiled_heap{std::size_t{256} << 20};

/// Nothing thrown leaves the library.
template <class Body>
nvrtcResult guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return NVRTC_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
}

/// With the zero at its end; that of nothing is 0 where `bare`.
nvrtcResult size_of(nvrtcProgram program, std::size_t* size, const std::string& (Program::*text)() const, bool bare) {
  if (!is_there(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (size == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  const std::string& found = (program->*text)();
  *size = bare && found.empty() ? 0 : found.size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult copy_of(nvrtcProgram program, char* to, const std::string& (Program::*text)() const, bool bare) {
  if (!is_there(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (to == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  const std::string& found = (program->*text)();
  if (!bare || !found.empty()) std::memcpy(to, found.c_str(), found.size() + 1);
  return NVRTC_SUCCESS;
}

/// Of what is never made.
nvrtcResult no_size(nvrtcProgram program, std::size_t* size) {
  if (!is_there(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (size == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *size = 0;
  return NVRTC_SUCCESS;
}

nvrtcResult nothing(nvrtcProgram program, const char* to) {
  if (!is_there(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  return to == nullptr ? NVRTC_ERROR_INVALID_INPUT : NVRTC_SUCCESS;
}

}  // namespace

extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
  switch (result) {
    case NVRTC_SUCCESS: return "NVRTC_SUCCESS";
    case NVRTC_ERROR_OUT_OF_MEMORY: return "NVRTC_ERROR_OUT_OF_MEMORY";
    case NVRTC_ERROR_PROGRAM_CREATION_FAILURE: return "NVRTC_ERROR_PROGRAM_CREATION_FAILURE";
    case NVRTC_ERROR_INVALID_INPUT: return "NVRTC_ERROR_INVALID_INPUT";
    case NVRTC_ERROR_INVALID_PROGRAM: return "NVRTC_ERROR_INVALID_PROGRAM";
    case NVRTC_ERROR_INVALID_OPTION: return "NVRTC_ERROR_INVALID_OPTION";
    case NVRTC_ERROR_COMPILATION: return "NVRTC_ERROR_COMPILATION";
    case NVRTC_ERROR_BUILTIN_OPERATION_FAILURE: return "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE";
    case NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION: return "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION";
    case NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION: return "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION";
    case NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID: return "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID";
    case NVRTC_ERROR_INTERNAL_ERROR: return "NVRTC_ERROR_INTERNAL_ERROR";
    case NVRTC_ERROR_TIME_FILE_WRITE_FAILED: return "NVRTC_ERROR_TIME_FILE_WRITE_FAILED";
    case NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED: return "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED";
    case NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED: return "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED";
    case NVRTC_ERROR_PCH_CREATE: return "NVRTC_ERROR_PCH_CREATE";
    case NVRTC_ERROR_CANCELLED: return "NVRTC_ERROR_CANCELLED";
    case NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED: return "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED";
  }
  return "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *major = warpglass::nvrtc::cuda_version() / 1000;
  *minor = warpglass::nvrtc::cuda_version() % 1000 / 10;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int* numArchs) {
  if (numArchs == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *numArchs = static_cast<int>(warpglass::toolkit::known_architecture_numbers().size());
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int* supportedArchs) {
  if (supportedArchs == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  std::ranges::copy(warpglass::toolkit::known_architecture_numbers(), supportedArchs);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name, int numHeaders,
                               const char* const* headers, const char* const* includeNames) {
  return guarded([&] {
    if (prog == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    const bool has_headers = headers != nullptr && includeNames != nullptr;
    if (src == nullptr || numHeaders < 0 || (numHeaders > 0 && !has_headers)) return NVRTC_ERROR_INVALID_INPUT;
    std::vector<NamedText> texts;
    for (int i = 0; i < numHeaders; ++i) {
      if (headers[i] == nullptr || includeNames[i] == nullptr || !warpglass::toolkit::may_name_header(includeNames[i]))
        return NVRTC_ERROR_INVALID_INPUT;
      texts.push_back({.name = includeNames[i], .text = headers[i]});
    }
    const bool is_named = name != nullptr && *name != '\0';
    *prog = Programs::all().make(NamedText{.name = is_named ? name : "default_program", .text = src}, std::move(texts));
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog) {
  if (prog == nullptr || !Programs::all().destroy(*prog)) return NVRTC_ERROR_INVALID_PROGRAM;
  *prog = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char* const* options) {
  return guarded([&] {
    if (!is_there(prog)) return NVRTC_ERROR_INVALID_PROGRAM;
    if (numOptions < 0 || (numOptions > 0 && options == nullptr)) return NVRTC_ERROR_INVALID_INPUT;
    const std::span words(options, static_cast<std::size_t>(numOptions));
    if (std::ranges::find(words, nullptr) != words.end()) return NVRTC_ERROR_INVALID_INPUT;
    return prog->compile(words);
  });
}

nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog, int (*callback)(void*, void*), void* payload) {
  if (!is_there(prog)) return NVRTC_ERROR_INVALID_PROGRAM;
  if (callback == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  prog->set_callback({.call = callback, .payload = payload});
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t* ptxSizeRet) {
  return size_of(prog, ptxSizeRet, &Program::ptx, false);
}
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* ptx) { return copy_of(prog, ptx, &Program::ptx, false); }

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t* cubinSizeRet) {
  return size_of(prog, cubinSizeRet, &Program::image, true);
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* cubin) { return copy_of(prog, cubin, &Program::image, true); }

nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t* LTOIRSizeRet) { return no_size(prog, LTOIRSizeRet); }
nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char* LTOIR) { return nothing(prog, LTOIR); }
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t* optixirSizeRet) { return no_size(prog, optixirSizeRet); }
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char* optixir) { return nothing(prog, optixir); }
nvrtcResult nvrtcGetNVVMSize(nvrtcProgram prog, size_t* nvvmSizeRet) { return no_size(prog, nvvmSizeRet); }
nvrtcResult nvrtcGetNVVM(nvrtcProgram prog, char* nvvm) { return nothing(prog, nvvm); }

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t* logSizeRet) {
  return size_of(prog, logSizeRet, &Program::log, false);
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* log) { return copy_of(prog, log, &Program::log, false); }

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char* const name_expression) {
  return guarded([&] {
    if (!is_there(prog)) return NVRTC_ERROR_INVALID_PROGRAM;
    return name_expression == nullptr ? NVRTC_ERROR_INVALID_INPUT : prog->add(name_expression);
  });
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* const name_expression, const char** lowered_name) {
  return guarded([&] {
    if (!is_there(prog)) return NVRTC_ERROR_INVALID_PROGRAM;
    if (name_expression == nullptr || lowered_name == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    if (!prog->is_compiled()) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    *lowered_name = prog->lowered_name(name_expression);
    return *lowered_name == nullptr ? NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID : NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetPCHHeapSize(size_t* ret) {
  if (ret == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *ret = precompiled_heap;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcSetPCHHeapSize(size_t size) {
  precompiled_heap = size;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog) {
  return !is_there(prog) ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED;
}

nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t* size) { return no_size(prog, size); }

}  // extern "C"
