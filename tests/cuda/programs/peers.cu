// Devices that reach each other's memory (WARPGLASS_DEVICES=3). Error codes are the CUDA Runtime API's, "Peer Device
// Memory Access" and "Stream Ordered Memory Allocator".
#include <cuda_runtime.h>

#include "expect.hpp"

__global__ void add_one(int* p) { *p += 1; }

static void set(int device) { EXPECT_OK(cudaSetDevice(device)); }

static int read(const int* p) {
  int value = -1;
  EXPECT_OK(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDefault));
  return value;
}

static void access_of_peers(int* on_one) {
  int can = -1, value = -1;
  EXPECT_OK(cudaDeviceCanAccessPeer(&can, 0, 1));
  EXPECT(can == 1);
  EXPECT_OK(cudaDeviceCanAccessPeer(&can, 1, 1));
  EXPECT(can == 0);
  EXPECT(cudaDeviceCanAccessPeer(&can, 0, 3) == cudaErrorInvalidDevice);
  EXPECT_OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 2));
  EXPECT(value == 1);
  EXPECT(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 2, 2) == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 5) == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(99), 0, 1) == cudaErrorInvalidValue);

  set(0);
  EXPECT(cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue);
  EXPECT(cudaDeviceEnablePeerAccess(7, 0) == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessUnsupported);
  EXPECT(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  EXPECT(cudaDeviceDisablePeerAccess(7) == cudaErrorInvalidDevice);
  EXPECT_OK(cudaDeviceEnablePeerAccess(1, 0));
  EXPECT(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  (void)cudaGetLastError();
  add_one<<<1, 1>>>(on_one);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(read(on_one) == 8);
  EXPECT_OK(cudaDeviceDisablePeerAccess(1));
}

static void copies(int* on_one) {
  int* on_two = nullptr;
  set(2);
  EXPECT_OK(cudaMalloc(&on_two, 64 * sizeof(int)));
  // Copies need no access.
  set(0);
  EXPECT_OK(cudaMemcpyPeer(on_two, 2, on_one, 1, sizeof(int)));
  EXPECT(read(on_two) == 8);
  EXPECT_OK(cudaMemset(on_one, 0, sizeof(int)));
  EXPECT_OK(cudaMemcpyPeerAsync(on_one, 1, on_two, 2, sizeof(int), nullptr));
  EXPECT(read(on_one) == 8);
  EXPECT(cudaMemcpyPeer(on_two, 3, on_one, 1, sizeof(int)) == cudaErrorInvalidDevice);
  EXPECT_OK(cudaMemset(on_two, 0, 64 * sizeof(int)));
  EXPECT_OK(cudaMemcpy(on_two, on_one, sizeof(int), cudaMemcpyDeviceToDevice));
  EXPECT(read(on_two) == 8);
  cudaMemcpy3DPeerParms box = {};
  box.dstDevice = 2;
  box.srcDevice = 1;
  box.dstPtr = make_cudaPitchedPtr(on_two + 16, sizeof(int), sizeof(int), 1);
  box.srcPtr = make_cudaPitchedPtr(on_one, sizeof(int), sizeof(int), 1);
  box.extent = make_cudaExtent(sizeof(int), 1, 1);
  EXPECT_OK(cudaMemcpy3DPeer(&box));
  EXPECT(read(on_two + 16) == 8);
  box.srcDevice = 9;
  EXPECT(cudaMemcpy3DPeerAsync(&box, nullptr) == cudaErrorInvalidDevice);
  (void)cudaGetLastError();
  EXPECT_OK(cudaFree(on_two));
}

// Memory of pools is open to whom the pool says, before and after it is taken.
static void pools() {
  cudaMemPool_t pool = nullptr;
  EXPECT_OK(cudaDeviceGetDefaultMemPool(&pool, 1));
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = 0;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtReadWrite;
  EXPECT_OK(cudaMemPoolGetAccess(&flags, pool, &access.location));
  EXPECT(flags == cudaMemAccessFlagsProtNone);
  set(1);
  int *first = nullptr, *second = nullptr;
  EXPECT_OK(cudaMallocAsync(&first, sizeof(int), nullptr));
  EXPECT_OK(cudaMemPoolSetAccess(pool, &access, 1));
  EXPECT_OK(cudaMallocAsync(&second, sizeof(int), nullptr));
  EXPECT_OK(cudaMemset(first, 0, sizeof(int)));
  EXPECT_OK(cudaMemset(second, 0, sizeof(int)));
  EXPECT_OK(cudaMemPoolGetAccess(&flags, pool, &access.location));
  EXPECT(flags == cudaMemAccessFlagsProtReadWrite);
  set(0);
  add_one<<<1, 1>>>(first);
  add_one<<<1, 1>>>(second);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT(read(first) == 1 && read(second) == 1);
  access.location.id = 5;
  EXPECT(cudaMemPoolSetAccess(pool, &access, 1) == cudaErrorInvalidDevice);
  access.location.id = 1;
  access.flags = cudaMemAccessFlagsProtNone;
  EXPECT(cudaMemPoolSetAccess(pool, &access, 1) == cudaErrorInvalidValue);
  (void)cudaGetLastError();
  EXPECT_OK(cudaFreeAsync(first, nullptr));
  EXPECT_OK(cudaFreeAsync(second, nullptr));
}

// Without access a kernel faults, and its device's work ends; the other direction was never opened either.
static void without_access(int* on_one) {
  set(0);
  EXPECT_OK(cudaDeviceEnablePeerAccess(1, 0));
  int* on_zero = nullptr;
  EXPECT_OK(cudaMalloc(&on_zero, sizeof(int)));
  set(1);
  add_one<<<1, 1>>>(on_zero);
  EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  EXPECT_OK(cudaDeviceReset());
  // With the device its memory has gone, and the access to it.
  set(0);
  EXPECT_OK(cudaDeviceEnablePeerAccess(1, 0));
  (void)on_one;
}

int main() {
  int* on_one = nullptr;
  set(1);
  EXPECT_OK(cudaMalloc(&on_one, sizeof(int)));
  const int seven = 7;
  EXPECT_OK(cudaMemcpy(on_one, &seven, sizeof seven, cudaMemcpyHostToDevice));
  access_of_peers(on_one);
  copies(on_one);
  pools();
  without_access(on_one);
  return failures;
}
