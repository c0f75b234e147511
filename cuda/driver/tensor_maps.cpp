// Tensor maps: what the calls are given becomes a sim::TensorMap, whose rules and bytes are told there. What they
// refuse was asked of an H100 (driver 580.159.04, 2026-11-25).
#include <algorithm>
#include <cstring>
#include <string>

#include "cuda/driver/api.hpp"
#include "cuda/driver/call.hpp"
#include "sim/tensor_map.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

static_assert(sizeof(CUtensorMap) == sim::kTensorMapBytes);

namespace {

/// What tiles and columns have in common; false where an argument is none of what it can be.
bool describe(sim::TensorMap& map, CUtensorMapDataType type, cuuint32_t rank, void* address, const cuuint64_t* dims,
              const cuuint64_t* strides, const cuuint32_t* steps, CUtensorMapInterleave interleave,
              CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  const bool known = type >= 0 && type <= CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B && rank != 0 &&
                     rank <= sim::kMaxTensorRank && interleave >= 0 && interleave <= CU_TENSOR_MAP_INTERLEAVE_32B &&
                     swizzle >= 0 && swizzle <= CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B && promotion >= 0 &&
                     promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B && fill >= 0 &&
                     fill <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  // The driver wants strides for one axis too, where there are none.
  if (!known || dims == nullptr || strides == nullptr || steps == nullptr) return false;
  const bool later = type >= CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B || swizzle > CU_TENSOR_MAP_SWIZZLE_128B;
  if (later && Process::get().device().model().capability.major < 10) return false;
  map.type = static_cast<sim::TensorType>(type);
  map.rank = static_cast<std::uint8_t>(rank);
  map.interleave = static_cast<sim::TensorInterleave>(interleave);
  map.swizzle = static_cast<sim::TensorSwizzle>(swizzle);
  map.promotion = static_cast<std::uint8_t>(promotion);
  map.fills_nan = fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  map.address = reinterpret_cast<std::uintptr_t>(address);
  std::copy_n(dims, rank, map.dims.begin());
  if (rank > 1) std::copy_n(strides, rank - 1, map.strides.begin());
  // What does not fit is none of what it can be either.
  for (cuuint32_t i = 0; i < rank; ++i) map.steps[i] = static_cast<std::uint8_t>(std::min(steps[i], 255u));
  return true;
}

CUresult finish(CUtensorMap* to, const sim::TensorMap& map) {
  if (!sim::mistake_in(map).empty()) return CUDA_ERROR_INVALID_VALUE;
  const sim::TensorMapBytes bytes = sim::packed(map);
  std::memcpy(to, bytes.data(), bytes.size());
  return CUDA_SUCCESS;
}

std::uint16_t bounded(cuuint32_t value) { return static_cast<std::uint16_t>(std::min(value, 0xffffu)); }

}  // namespace

extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
                                const cuuint32_t* boxDim, const cuuint32_t* elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
  return driver_call(Needs::init, [&]() -> CUresult {
    sim::TensorMap map;
    if (tensorMap == nullptr || boxDim == nullptr ||
        !describe(map, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, elementStrides, interleave,
                  swizzle, l2Promotion, oobFill))
      return CUDA_ERROR_INVALID_VALUE;
    for (cuuint32_t i = 0; i < tensorRank; ++i) map.box[i] = bounded(boxDim[i]);
    return finish(tensorMap, map);
  });
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                 void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides,
                                 const int* pixelBoxLowerCorner, const int* pixelBoxUpperCorner,
                                 cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t* elementStrides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                                 CUtensorMapFloatOOBfill oobFill) {
  return driver_call(Needs::init, [&]() -> CUresult {
    sim::TensorMap map;
    map.is_im2col = true;
    if (tensorMap == nullptr || pixelBoxLowerCorner == nullptr || pixelBoxUpperCorner == nullptr || tensorRank < 3 ||
        !describe(map, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, elementStrides, interleave,
                  swizzle, l2Promotion, oobFill))
      return CUDA_ERROR_INVALID_VALUE;
    const auto fits = [](int corner) { return corner >= -32768 && corner <= 32767; };
    for (cuuint32_t i = 0; i + 2 < tensorRank; ++i) {
      if (!fits(pixelBoxLowerCorner[i]) || !fits(pixelBoxUpperCorner[i])) return CUDA_ERROR_INVALID_VALUE;
      map.lower[i] = static_cast<std::int16_t>(pixelBoxLowerCorner[i]);
      map.upper[i] = static_cast<std::int16_t>(pixelBoxUpperCorner[i]);
    }
    map.channels = bounded(channelsPerPixel);
    map.pixels = bounded(pixelsPerColumn);
    return finish(tensorMap, map);
  });
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* tensorMap, void* globalAddress) {
  return driver_call(Needs::init, [&]() -> CUresult {
    if (tensorMap == nullptr) return CUDA_ERROR_INVALID_VALUE;
    sim::TensorMapBytes bytes;
    std::memcpy(bytes.data(), tensorMap, bytes.size());
    auto map = sim::unpack_tensor_map(bytes);
    if (!map) return CUDA_ERROR_INVALID_VALUE;
    map->address = reinterpret_cast<std::uintptr_t>(globalAddress);
    if (!sim::mistake_in_address(*map).empty()) return CUDA_ERROR_INVALID_VALUE;
    bytes = sim::packed(*map);
    std::memcpy(tensorMap, bytes.data(), bytes.size());
    return CUDA_SUCCESS;
  });
}

}  // extern "C"
