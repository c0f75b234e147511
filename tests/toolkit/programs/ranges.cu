// prints: 0 1 1 0 -2
// prints: 0 0
// NVTX: a program that names what it does runs as it would beside a profiler.
#include <nvToolsExtCuda.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExt.h>

#include <cstdio>

int main() {
  nvtxEventAttributes_t event{};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "inner";
  const int outer = nvtxRangePush("outer");
  const int inner = nvtxRangePushEx(&event);
  const int first = nvtxRangePop(), second = nvtxRangePop(), third = nvtxRangePop();
  std::printf("%d %d %d %d %d\n", outer, inner, first, second, third);
  const nvtxDomainHandle_t domain = nvtxDomainCreate("library");
  std::printf("%d", nvtxDomainRangePushEx(domain, &event));
  std::printf(" %d\n", nvtxDomainRangePop(domain));
  nvtxMark("done");
  nvtxNameCudaStream(nullptr, "default");
  nvtxNameCuDevice(0, "first");
  nvtxNameCuStream(nullptr, "default");
  nvtxRangeEnd(nvtxRangeStart("whole"));
  nvtxDomainDestroy(domain);
}
