// cudaCreateChannelDesc<float4>(): the channel format of a type.
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#ifdef __cplusplus

#include "cuda_runtime_api.h"

// The general template answers "none" for a type that no texture can hold.
template <class T>
inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define WARPGLASS_CHANNELS(type, bytes, x, y, z, w, kind)                                                    \
  template <>                                                                                                \
  inline __host__ cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                                      \
    return cudaCreateChannelDesc(8 * (bytes) * (x), 8 * (bytes) * (y), 8 * (bytes) * (z), 8 * (bytes) * (w), \
                                 cudaChannelFormatKind##kind);                                               \
  }
#define WARPGLASS_CHANNEL_TYPE(scalar, vector, kind)                   \
  WARPGLASS_CHANNELS(scalar, (int)sizeof(scalar), 1, 0, 0, 0, kind)    \
  WARPGLASS_CHANNELS(vector##1, (int)sizeof(scalar), 1, 0, 0, 0, kind) \
  WARPGLASS_CHANNELS(vector##2, (int)sizeof(scalar), 1, 1, 0, 0, kind) \
  WARPGLASS_CHANNELS(vector##3, (int)sizeof(scalar), 1, 1, 1, 0, kind) \
  WARPGLASS_CHANNELS(vector##4, (int)sizeof(scalar), 1, 1, 1, 1, kind)
WARPGLASS_CHANNELS(char, 1, 1, 0, 0, 0, Signed)
WARPGLASS_CHANNEL_TYPE(signed char, char, Signed)
WARPGLASS_CHANNEL_TYPE(unsigned char, uchar, Unsigned)
WARPGLASS_CHANNEL_TYPE(short, short, Signed)
WARPGLASS_CHANNEL_TYPE(unsigned short, ushort, Unsigned)
WARPGLASS_CHANNEL_TYPE(int, int, Signed)
WARPGLASS_CHANNEL_TYPE(unsigned int, uint, Unsigned)
WARPGLASS_CHANNEL_TYPE(float, float, Float)
#undef WARPGLASS_CHANNELS
#undef WARPGLASS_CHANNEL_TYPE

static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif

#endif
