// The occupancy calculator by its own names: how many blocks of a kernel an SM holds, for any device that is described,
// whether it is there or not. The rules and their tables are libcudart's, which is called: there is no second copy of
// them here, and a program that uses this header is linked with it. For host code only.
#ifndef __cuda_occupancy_h__
#define __cuda_occupancy_h__

#include <limits.h>
#include <stddef.h>
#include <string.h>

#if defined(__CUDACC__)
#define WG_OCCUPANCY static inline __host__ __attribute__((unused))
#else
#define WG_OCCUPANCY static inline __attribute__((unused))
#endif

/// The newest compute capability that is known.
#define __CUDA_OCC_MAJOR__ 12
#define __CUDA_OCC_MINOR__ 1

enum cudaOccError_enum {
  CUDA_OCC_SUCCESS = 0,
  CUDA_OCC_ERROR_INVALID_INPUT = 1,   // a null pointer, a size or limit below 1, a carve-out outside -1 to 100
  CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2,  // no such compute capability
};
typedef enum cudaOccError_enum cudaOccError;

/// How a kernel's global loads use the first-level cache (cc 5.2, 5.3, 6.1 and 6.2; without effect elsewhere).
typedef enum cudaOccPartitionedGCConfig_enum {
  PARTITIONED_GC_OFF,
  PARTITIONED_GC_ON,         // preferred: given up for blocks that do not fit into half an SM
  PARTITIONED_GC_ON_STRICT,  // forced
} cudaOccPartitionedGCConfig;

typedef enum cudaOccPartitionedGCSupport_enum {
  PARTITIONED_GC_NOT_SUPPORTED,
  PARTITIONED_GC_SUPPORTED,
} cudaOccPartitionedGCSupport;

/// Whether a kernel may have more than sharedMemPerBlock.
typedef enum cudaOccFuncShmemConfig_enum {
  FUNC_SHMEM_LIMIT_DEFAULT,
  FUNC_SHMEM_LIMIT_OPTIN,  // up to maxDynamicSharedSizeBytes beside its static part
} cudaOccFuncShmemConfig;

/// Numbered as cudaFuncCache is. From cc 7.0 on only where there is no carve-out.
typedef enum cudaOccCacheConfig_enum {
  CACHE_PREFER_NONE = 0,
  CACHE_PREFER_SHARED = 1,
  CACHE_PREFER_L1 = 2,
  CACHE_PREFER_EQUAL = 3,
} cudaOccCacheConfig;

/// Shared memory in percent of what an SM has at most, from cc 7.0 on.
typedef enum cudaOccCarveoutConfig_enum {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50,
} cudaOccCarveoutConfig;

/// Bits of cudaOccResult::limitingFactors.
typedef enum cudaOccLimitingFactor_enum {
  OCC_LIMIT_WARPS = 0x01,
  OCC_LIMIT_REGISTERS = 0x02,
  OCC_LIMIT_SHARED_MEMORY = 0x04,
  OCC_LIMIT_BLOCKS = 0x08,
  OCC_LIMIT_BARRIERS = 0x10,
  OCC_LIMIT_VIRTUAL_RESOURCES = 0x20,
} cudaOccLimitingFactor;

/// A device: what cudaDeviceProp has of it. Sizes in bytes.
struct cudaOccDeviceProp {
  int computeMajor;
  int computeMinor;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiprocessor;
  int regsPerBlock;
  int regsPerMultiprocessor;
  int warpSize;  // 32
  size_t sharedMemPerBlock;
  size_t sharedMemPerMultiprocessor;
  int numSms;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;

#ifdef __cplusplus
  cudaOccDeviceProp()
      : computeMajor(0),
        computeMinor(0),
        maxThreadsPerBlock(0),
        maxThreadsPerMultiprocessor(0),
        regsPerBlock(0),
        regsPerMultiprocessor(0),
        warpSize(0),
        sharedMemPerBlock(0),
        sharedMemPerMultiprocessor(0),
        numSms(0),
        sharedMemPerBlockOptin(0),
        reservedSharedMemPerBlock(0) {}

  /// From a cudaDeviceProp.
  template <typename Properties>
  cudaOccDeviceProp(const Properties& properties)
      : computeMajor(properties.major),
        computeMinor(properties.minor),
        maxThreadsPerBlock(properties.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(properties.maxThreadsPerMultiProcessor),
        regsPerBlock(properties.regsPerBlock),
        regsPerMultiprocessor(properties.regsPerMultiprocessor),
        warpSize(properties.warpSize),
        sharedMemPerBlock(properties.sharedMemPerBlock),
        sharedMemPerMultiprocessor(properties.sharedMemPerMultiprocessor),
        numSms(properties.multiProcessorCount),
        sharedMemPerBlockOptin(properties.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(properties.reservedSharedMemPerBlock) {}
#endif
};

/// A kernel. Sizes in bytes.
struct cudaOccFuncAttributes {
  int maxThreadsPerBlock;  // INT_MAX where only the device limits it
  int numRegs;             // per thread
  size_t sharedSizeBytes;  // static
  cudaOccPartitionedGCConfig partitionedGCConfig;
  cudaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes;
  int numBlockBarriers;      // named barriers
  int virtualResourceCount;  // counted from cc 10.0 on

#ifdef __cplusplus
  cudaOccFuncAttributes()
      : maxThreadsPerBlock(0),
        numRegs(0),
        sharedSizeBytes(0),
        partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_DEFAULT),
        maxDynamicSharedSizeBytes(0),
        numBlockBarriers(0),
        virtualResourceCount(0) {}

  /// From a cudaFuncAttributes.
  template <typename Attributes>
  cudaOccFuncAttributes(const Attributes& attributes)
      : maxThreadsPerBlock(attributes.maxThreadsPerBlock),
        numRegs(attributes.numRegs),
        sharedSizeBytes(attributes.sharedSizeBytes),
        partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(static_cast<size_t>(attributes.maxDynamicSharedSizeBytes)),
        numBlockBarriers(1),
        virtualResourceCount(0) {}
#endif
};

/// How the device is set.
struct cudaOccDeviceState {
  cudaOccCacheConfig cacheConfig;
  int carveoutConfig;  // cudaOccCarveoutConfig, or any percentage

#ifdef __cplusplus
  cudaOccDeviceState() : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
#endif
};

/// Blocks an SM holds, and of what it has too little for more. INT_MAX: does not limit.
struct cudaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors;
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int blockLimitVirtual;
  int allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;               // bytes, with what the system reserves
  cudaOccPartitionedGCConfig partitionedGCConfig;  // in effect
};

typedef struct cudaOccDeviceProp cudaOccDeviceProp;
typedef struct cudaOccFuncAttributes cudaOccFuncAttributes;
typedef struct cudaOccDeviceState cudaOccDeviceState;
typedef struct cudaOccResult cudaOccResult;

/// What libcudart knows of a compute capability, for the smaller questions below.
struct __cudaWarpglassOccLimits {
  int sharedUnit, registerUnit;  // bytes; registers of a warp
  int registersPerThread, subPartitions, blocksPerSm, virtualResourcesPerSm;
  int partitionedCaching;  // 0 or 1
  size_t sharedBytes;      // of an SM, as the state sets it
  size_t sharedCarveOut;   // the size that holds what was asked for
};

#ifdef __cplusplus
extern "C" {
#endif
/// `state` may be null; `bytes` is asked about in sharedCarveOut.
cudaOccError __cudaWarpglassOccupancyLimits(struct __cudaWarpglassOccLimits* limits,
                                            const cudaOccDeviceProp* properties, const cudaOccDeviceState* state,
                                            size_t bytes);
cudaOccError __cudaWarpglassOccupancy(cudaOccResult* result, const cudaOccDeviceProp* properties,
                                      const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
                                      int blockSize, size_t dynamicSmemSize);
cudaOccError __cudaWarpglassDynamicShared(size_t* bytes, const cudaOccDeviceProp* properties,
                                          const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
                                          int numBlocks, int blockSize);
/// `sizes` answers from `context` how much dynamic shared memory a block of so many threads takes.
cudaOccError __cudaWarpglassOccupancyBlockSize(int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
                                               const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
                                               size_t (*sizes)(void* context, int blockSize), void* context);
#ifdef __cplusplus
}
#endif

/// Blocks that an SM holds; 0 where not even one fits.
WG_OCCUPANCY cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult* result,
                                                                  const cudaOccDeviceProp* properties,
                                                                  const cudaOccFuncAttributes* attributes,
                                                                  const cudaOccDeviceState* state, int blockSize,
                                                                  size_t dynamicSmemSize) {
  return __cudaWarpglassOccupancy(result, properties, attributes, state, blockSize, dynamicSmemSize);
}

/// Most dynamic shared memory with which `numBlocks` blocks are resident.
WG_OCCUPANCY cudaOccError cudaOccAvailableDynamicSMemPerBlock(size_t* bytes, const cudaOccDeviceProp* properties,
                                                              const cudaOccFuncAttributes* attributes,
                                                              const cudaOccDeviceState* state, int numBlocks,
                                                              int blockSize) {
  return __cudaWarpglassDynamicShared(bytes, properties, attributes, state, numBlocks, blockSize);
}

// The largest block size that has most threads resident, and the blocks that fill the device; 0 where none runs.

struct __cudaWarpglassOccSizes {
  size_t (*function)(int);  // null: `bytes` whatever the block
  size_t bytes;
};

WG_OCCUPANCY size_t __cudaWarpglassOccSize(void* context, int blockSize) {
  const struct __cudaWarpglassOccSizes* sizes = (const struct __cudaWarpglassOccSizes*)context;
  return sizes->function ? sizes->function(blockSize) : sizes->bytes;
}

WG_OCCUPANCY cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int* minGridSize, int* blockSize,
                                                                const cudaOccDeviceProp* properties,
                                                                const cudaOccFuncAttributes* attributes,
                                                                const cudaOccDeviceState* state,
                                                                size_t (*blockSizeToDynamicSMemSize)(int),
                                                                size_t dynamicSMemSize) {
  struct __cudaWarpglassOccSizes sizes;
  sizes.function = blockSizeToDynamicSMemSize;
  sizes.bytes = dynamicSMemSize;
  return __cudaWarpglassOccupancyBlockSize(minGridSize, blockSize, properties, attributes, state,
                                           __cudaWarpglassOccSize, &sizes);
}

#ifdef __cplusplus
WG_OCCUPANCY cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int* minGridSize, int* blockSize,
                                                                const cudaOccDeviceProp* properties,
                                                                const cudaOccFuncAttributes* attributes,
                                                                const cudaOccDeviceState* state,
                                                                size_t dynamicSMemSize = 0) {
  return cudaOccMaxPotentialOccupancyBlockSize(minGridSize, blockSize, properties, attributes, state,
                                               (size_t (*)(int))NULL, dynamicSMemSize);
}

template <typename Function>
size_t __cudaWarpglassOccSizeOf(void* context, int blockSize) {
  return (size_t)(*static_cast<Function*>(context))(blockSize);
}

template <typename UnaryFunction>
WG_OCCUPANCY cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(int* minGridSize, int* blockSize,
                                                                            const cudaOccDeviceProp* properties,
                                                                            const cudaOccFuncAttributes* attributes,
                                                                            const cudaOccDeviceState* state,
                                                                            UnaryFunction blockSizeToDynamicSMemSize) {
  return __cudaWarpglassOccupancyBlockSize(minGridSize, blockSize, properties, attributes, state,
                                           __cudaWarpglassOccSizeOf<UnaryFunction>, &blockSizeToDynamicSMemSize);
}
#endif

// Smaller questions, each with its answer in the first argument.

#define WG_OCCUPANCY_LIMIT(name, member)                                                       \
  WG_OCCUPANCY cudaOccError name(int* limit, const cudaOccDeviceProp* properties) {            \
    struct __cudaWarpglassOccLimits limits;                                                    \
    cudaOccError error = __cudaWarpglassOccupancyLimits(&limits, properties, NULL, 0);         \
    if (error == CUDA_OCC_SUCCESS) *limit = limits.member;                                     \
    return error;                                                                              \
  }
WG_OCCUPANCY_LIMIT(cudaOccSMemAllocationGranularity, sharedUnit)
WG_OCCUPANCY_LIMIT(cudaOccRegAllocationGranularity, registerUnit)
WG_OCCUPANCY_LIMIT(cudaOccRegAllocationMaxPerThread, registersPerThread)
WG_OCCUPANCY_LIMIT(cudaOccSubPartitionsPerMultiprocessor, subPartitions)
WG_OCCUPANCY_LIMIT(cudaOccMaxBlocksPerMultiprocessor, blocksPerSm)
WG_OCCUPANCY_LIMIT(cudaOccMaxVirtualResourceCountPerSM, virtualResourcesPerSm)
#undef WG_OCCUPANCY_LIMIT

WG_OCCUPANCY cudaOccError cudaOccPartitionedGlobalCachingModeSupport(cudaOccPartitionedGCSupport* limit,
                                                                     const cudaOccDeviceProp* properties) {
  struct __cudaWarpglassOccLimits limits;
  cudaOccError error = __cudaWarpglassOccupancyLimits(&limits, properties, NULL, 0);
  if (error == CUDA_OCC_SUCCESS)
    *limit = limits.partitionedCaching ? PARTITIONED_GC_SUPPORTED : PARTITIONED_GC_NOT_SUPPORTED;
  return error;
}

/// Shared memory of an SM, as the state sets it.
WG_OCCUPANCY cudaOccError cudaOccSMemPerMultiprocessor(size_t* limit, const cudaOccDeviceProp* properties,
                                                       const cudaOccDeviceState* state) {
  struct __cudaWarpglassOccLimits limits;
  cudaOccError error = __cudaWarpglassOccupancyLimits(&limits, properties, state, 0);
  if (error == CUDA_OCC_SUCCESS) *limit = limits.sharedBytes;
  return error;
}

/// The size that shared memory can be set to which holds `*bytes`, from cc 7.0 on.
WG_OCCUPANCY cudaOccError cudaOccAlignUpShmemSizeVoltaPlus(size_t* bytes, const cudaOccDeviceProp* properties) {
  struct __cudaWarpglassOccLimits limits;
  cudaOccError error = __cudaWarpglassOccupancyLimits(&limits, properties, NULL, *bytes);
  if (error != CUDA_OCC_SUCCESS) return error;
  if (properties->computeMajor < 7) return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
  if (limits.sharedCarveOut < *bytes) return CUDA_OCC_ERROR_INVALID_INPUT;
  *bytes = limits.sharedCarveOut;
  return CUDA_OCC_SUCCESS;
}

WG_OCCUPANCY int __occMin(int left, int right) { return right < left ? right : left; }
WG_OCCUPANCY int __occDivideRoundUp(int value, int unit) { return (value + (unit - 1)) / unit; }
WG_OCCUPANCY int __occRoundUp(int value, int unit) { return unit * __occDivideRoundUp(value, unit); }

#undef WG_OCCUPANCY

#endif
