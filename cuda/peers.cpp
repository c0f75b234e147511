// Peers: kernels of one device reach memory of another once that is switched on, for the one direction. Copies need no
// access. Every device of a process is a peer of every other, as behind a switch.
#include "cuda/call.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

// A call about two devices.
template <class Work>
cudaError_t about_two(int device, int other, Work&& work) {
  return query([&](Process& process) -> cudaError_t {
    return process.has_device(device) && process.has_device(other) ? work(process) : cudaErrorInvalidDevice;
  });
}

std::uint32_t number(int ordinal) { return static_cast<std::uint32_t>(ordinal); }

}  // namespace

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  return about_two(device, peerDevice, [&](Process&) {
    if (canAccessPeer == nullptr) return cudaErrorInvalidValue;
    *canAccessPeer = device != peerDevice ? 1 : 0;
    return cudaSuccess;
  });
}

// CUDA Runtime API, "Peer Device Memory Access".
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) {
  return operate([&](Process& process) -> cudaError_t {
    runtime::Device& own = process.device();
    if (flags != 0) return cudaErrorInvalidValue;
    if (!process.has_device(peerDevice)) return cudaErrorInvalidDevice;
    if (number(peerDevice) == own.number()) return cudaErrorPeerAccessUnsupported;  // recorded
    if (own.memory().has_peer(number(peerDevice))) return cudaErrorPeerAccessAlreadyEnabled;
    own.open_peer(number(peerDevice), true);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) {
  return query([&](Process& process) -> cudaError_t {
    runtime::Device& own = process.device();
    if (!process.has_device(peerDevice)) return cudaErrorInvalidDevice;
    if (!own.memory().has_peer(number(peerDevice))) return cudaErrorPeerAccessNotEnabled;
    process.pending().wait_for_device(own.number());
    own.open_peer(number(peerDevice), false);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attr, int srcDevice, int dstDevice) {
  return about_two(srcDevice, dstDevice, [&](Process&) {
    if (srcDevice == dstDevice) return cudaErrorInvalidDevice;
    if (value == nullptr) return cudaErrorInvalidValue;
    switch (attr) {
      case cudaDevP2PAttrPerformanceRank: *value = 0; return cudaSuccess;  // the best
      case cudaDevP2PAttrAccessSupported:
      case cudaDevP2PAttrNativeAtomicSupported:
      case cudaDevP2PAttrCudaArrayAccessSupported: *value = 1; return cudaSuccess;
      default: return cudaErrorInvalidValue;
    }
  });
}
