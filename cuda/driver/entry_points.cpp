// Finding calls of the driver API by name.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "cuda/driver/call.hpp"
#include "cuda/driver/entries.hpp"
#include "cuda/linked_runtime.hpp"
#include "cuda/versions.hpp"

using namespace warpglass::cuda;

namespace {

// The form of a name that was the newest in a version of CUDA, or a form by its own name.
const DriverEntry* find(std::string_view name, int version, CUdriverProcAddressQueryResult& status) {
  const DriverEntry* best = nullptr;
  status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  for (const DriverEntry& entry : driver_entries()) {
    if (name == entry.name) {
      if (entry.version > version) {
        if (best == nullptr) status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
        continue;
      }
      if (best == nullptr || entry.version >= best->version) best = &entry;
    } else if (best == nullptr && (name == entry.symbol || (entry.per_thread != nullptr && name == entry.per_thread))) {
      best = &entry;
    }
  }
  if (best != nullptr) status = CU_GET_PROC_ADDRESS_SUCCESS;
  return best;
}

// Asked for by its own name, or by one that is meant for programs whose default streams are the threads' own.
void* function_of(const DriverEntry& entry, std::string_view name, cuuint64_t flags) {
  if (entry.per_thread == nullptr) return entry.function;
  const bool own = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0 || name == entry.per_thread;
  return own ? entry.in_own_stream : entry.function;
}

CUresult get_address(const char* symbol, void** pfn, int version, cuuint64_t flags,
                     CUdriverProcAddressQueryResult* status) {
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  constexpr cuuint64_t kKnown = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  if (symbol == nullptr || pfn == nullptr || (flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  const DriverEntry* entry = find(symbol, version, found);
  *pfn = entry == nullptr ? nullptr : function_of(*entry, symbol, flags);
  if (status != nullptr) *status = found;
  // That there is none says the status, for those who ask, and the pointer (recorded).
  return CUDA_SUCCESS;
}

}  // namespace

CUresult cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags) {
  return driver_call(Needs::nothing, [&] { return get_address(symbol, pfn, cudaVersion, flags, nullptr); });
}

CUresult cuGetProcAddress_v2(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags,
                             CUdriverProcAddressQueryResult* symbolStatus) {
  return driver_call(Needs::nothing, [&] { return get_address(symbol, pfn, cudaVersion, flags, symbolStatus); });
}

// ---- The same in the runtime API ----

namespace {

// Answers of an H200 (driver 580.159.04, CUDA 13.0, 2026-11-23): a name is what programs call a function, so that forms
// of it by names of their own are not found; a version newer than the driver is wrong.
cudaError_t get_entry_point(const char* symbol, void** function, unsigned version, unsigned long long flags,
                            cudaDriverEntryPointQueryResult* status) {
  return query([&](Process&) -> cudaError_t {
    if (version > unsigned{kDriverVersion}) return cudaErrorInvalidValue;
    if (flags == cudaEnableDefault && own_stream_call() != nullptr) flags = cudaEnablePerThreadDefaultStream;
    CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    const CUresult result = get_address(symbol, function, static_cast<int>(version), flags, &found);
    if (result != CUDA_SUCCESS) return cudaErrorInvalidValue;
    if (std::ranges::none_of(driver_entries(),
                             [&](const DriverEntry& entry) { return std::string_view(symbol) == entry.name; })) {
      *function = nullptr;
      found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    if (status != nullptr) *status = static_cast<cudaDriverEntryPointQueryResult>(found);
    return cudaSuccess;
  });
}

}  // namespace

static_assert(int(CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND) == cudaDriverEntryPointSymbolNotFound &&
              int(CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT) == cudaDriverEntryPointVersionNotSufficent &&
              int(CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) == cudaEnablePerThreadDefaultStream);

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr, unsigned int cudaVersion,
                                             unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) {
  return get_entry_point(symbol, funcPtr, cudaVersion, flags, driverStatus);
}
WARPGLASS_IN_OWN_STREAM(cudaGetDriverEntryPointByVersion, cudaGetDriverEntryPointByVersion_ptsz)

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* driverStatus) {
  int version = 0;
  const cudaError_t error = cudaRuntimeGetVersion(&version);
  return error != cudaSuccess ? error
                              : get_entry_point(symbol, funcPtr, static_cast<unsigned>(version), flags, driverStatus);
}
WARPGLASS_IN_OWN_STREAM(cudaGetDriverEntryPoint, cudaGetDriverEntryPoint_ptsz)

// Private tables of functions. NVIDIA's runtime library asks for some when it is linked into a program, and by one of
// them the driver has to prove that it is NVIDIA's, which this one is not and does not claim to be. Our runtime takes
// the place of such a one when the program starts (cuda/linked_runtime.cpp); here it has started without.
CUresult cuGetExportTable(const void** ppExportTable, const CUuuid* pExportTableId) {
  const void* const caller = __builtin_return_address(0);
  return driver_call(Needs::nothing, [&]() -> CUresult {
    constexpr unsigned char kOfTheRuntime[16] = {0x6b, 0xd5, 0xfb, 0x6c, 0x5b, 0xf4, 0xe7, 0x4a,
                                                 0x89, 0x87, 0xd9, 0x39, 0x12, 0xfd, 0x9d, 0xf9};
    if (ppExportTable == nullptr || pExportTableId == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *ppExportTable = nullptr;
    if (std::memcmp(pExportTableId->bytes, kOfTheRuntime, sizeof kOfTheRuntime) == 0) {
      Process& process = Process::get();
      const std::lock_guard lock(process.mutex());
      process.session().note(advice_on_linked_runtime(caller));
    }
    return CUDA_ERROR_NOT_FOUND;
  });
}
