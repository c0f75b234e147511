// Finding calls of the driver API by name.
#include <cstdio>
#include <cstring>
#include <string_view>

#include "cuda/driver/call.hpp"
#include "cuda/driver/entries.hpp"
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

CUresult get_address(const char* symbol, void** pfn, int version, cuuint64_t flags,
                     CUdriverProcAddressQueryResult* status) {
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  constexpr cuuint64_t kKnown = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  if (symbol == nullptr || pfn == nullptr || (flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  const DriverEntry* entry = find(symbol, version, found);
  *pfn = entry == nullptr ? nullptr : entry->function;
  if (status != nullptr) *status = found;
  if (entry != nullptr) return CUDA_SUCCESS;
  // Who asks for the status as well reads it there.
  return status != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

}  // namespace

CUresult cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags) {
  return driver_call(Needs::nothing, [&] { return get_address(symbol, pfn, cudaVersion, flags, nullptr); });
}

CUresult cuGetProcAddress_v2(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags,
                             CUdriverProcAddressQueryResult* symbolStatus) {
  return driver_call(Needs::nothing, [&] { return get_address(symbol, pfn, cudaVersion, flags, symbolStatus); });
}

CUresult cuGetExportTable(const void** ppExportTable, const CUuuid* pExportTableId) {
  return driver_call(Needs::nothing, [&]() -> CUresult {
    if (ppExportTable == nullptr || pExportTableId == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *ppExportTable = nullptr;
    return CUDA_ERROR_NOT_FOUND;
  });
}
