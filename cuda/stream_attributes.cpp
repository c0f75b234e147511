// Attributes of streams: hints about caching and waiting, kept and given back. Results are the same without them.
#include <map>

#include "cuda/call.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

using Attributes = std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue>;

// By stream number, under the process's lock. Numbers are not given out twice.
std::map<std::uint64_t, Attributes>& attributes() {
  static auto* const made = new std::map<std::uint64_t, Attributes>;
  return *made;
}

bool is_of_streams(cudaLaunchAttributeID attribute) {
  return attribute == cudaLaunchAttributeAccessPolicyWindow || attribute == cudaLaunchAttributeSynchronizationPolicy ||
         attribute == cudaLaunchAttributePriority || attribute == cudaLaunchAttributeMemSyncDomainMap ||
         attribute == cudaLaunchAttributeMemSyncDomain;
}

bool is_sound_for_streams(cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue& value) {
  if (attribute != cudaLaunchAttributeAccessPolicyWindow) return true;
  const float ratio = value.accessPolicyWindow.hitRatio;
  return ratio >= 0 && ratio <= 1;
}

}  // namespace

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue* value) {
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    if (value == nullptr || !is_of_streams(attr) || !is_sound_for_streams(attr, *value)) return Status::invalid_value;
    if (const Status status = process.find_stream(hStream, id); status != Status::ok) return status;
    attributes()[id][attr] = *value;
    return Status::ok;
  });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamSetAttribute, cudaStreamSetAttribute_ptsz)

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   cudaLaunchAttributeValue* value_out) {
  return operate([&](Process& process) {
    std::uint64_t id = 0;
    if (value_out == nullptr || !is_of_streams(attr)) return Status::invalid_value;
    if (const Status status = process.find_stream(hStream, id); status != Status::ok) return status;
    const Attributes& known = attributes()[id];
    const auto found = known.find(attr);
    *value_out = found != known.end() ? found->second : cudaLaunchAttributeValue{};
    if (attr == cudaLaunchAttributeSynchronizationPolicy && found == known.end())
      value_out->syncPolicy = cudaSyncPolicyAuto;
    if (attr == cudaLaunchAttributePriority && found == known.end() && id != 0)
      value_out->priority = reinterpret_cast<const runtime::Stream*>(process.stream_of(hStream))->priority;
    return Status::ok;
  });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamGetAttribute, cudaStreamGetAttribute_ptsz)

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  return operate([&](Process& process) {
    std::uint64_t to = 0, from = 0;
    if (const Status status = process.find_stream(dst, to); status != Status::ok) return status;
    if (const Status status = process.find_stream(src, from); status != Status::ok) return status;
    const Attributes copied = attributes()[from];
    attributes()[to] = copied;
    return Status::ok;
  });
}
WARPGLASS_IN_OWN_STREAM(cudaStreamCopyAttributes, cudaStreamCopyAttributes_ptsz)
