// Attributes of kernel nodes: whether all blocks must be resident at once and how they form clusters decides what is
// launched, the others are hints that are kept and given back.
#include "cuda/call.hpp"
#include "cuda/graph.hpp"
#include "cuda/launch.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

bool is_hint(cudaLaunchAttributeID attribute) {
  switch (attribute) {
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredClusterDimension:
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
    case cudaLaunchAttributeNvlinkUtilCentricScheduling: return true;
    default: return false;
  }
}

bool is_sound(cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue& value) {
  if (attribute == cudaLaunchAttributeAccessPolicyWindow)
    return value.accessPolicyWindow.hitRatio >= 0 && value.accessPolicyWindow.hitRatio <= 1;
  return true;
}

cudaLaunchAttributeValue default_of(cudaLaunchAttributeID attribute) {
  cudaLaunchAttributeValue value{};
  if (attribute == cudaLaunchAttributeMemSyncDomainMap) value.memSyncDomainMap.remote = 1;
  return value;
}

// Those that an H200 tells of nodes that have not got them.
bool has_default(cudaLaunchAttributeID attribute) {
  return is_hint(attribute) && attribute != cudaLaunchAttributePreferredClusterDimension &&
         attribute != cudaLaunchAttributeNvlinkUtilCentricScheduling;
}

cudaError_t set_cluster(Process& process, KernelWork& work, const Dim3& wanted) {
  if (wanted != Dim3{0, 0, 0}) {
    if (wanted.volume() == 0) return cudaErrorInvalidValue;
    runtime::Kernel* kernel = nullptr;
    const Status status = process.find_prepared_kernel(work.function, kernel);
    if (status != Status::ok) return error_of(status);
    runtime::LaunchShape shape = work.shape;
    shape.cluster = wanted;
    const auto refusal = process.device().refusal_of(*kernel, shape);
    if (refusal && refusal->status == Status::invalid_cluster) return cudaErrorInvalidClusterSize;
  }
  work.shape.cluster = wanted;
  return cudaSuccess;
}

// Who may once be changed by kernels, stays so.
cudaError_t set_changeable(Process& process, KernelWork& work, int wanted) {
  if (wanted == 0 && work.changeable != nullptr) return cudaErrorNotSupported;
  if (wanted != 1) return cudaErrorInvalidValue;
  (void)make_changeable(process, work);
  return cudaSuccess;
}

KernelWork* kernel_of(cudaGraphNode_t node) {
  Node* found = find(node);
  return found == nullptr ? nullptr : std::get_if<KernelWork>(&found->work);
}

}  // namespace

cudaGraphDeviceNode_t warpglass::cuda::make_changeable(Process& process, KernelWork& work) {
  if (work.changeable == nullptr) {
    work.changeable = std::make_shared<runtime::ChangeableNode>();
    process.device_at(static_cast<int>(work.device)).device.graphs().add(work.changeable);
  }
  return reinterpret_cast<cudaGraphDeviceNode_t>(work.changeable.get());
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue* value) {
  return query([&](Process& process) {
    KernelWork* work = kernel_of(hNode);
    if (work == nullptr || value == nullptr) return cudaErrorInvalidValue;
    if (attr == cudaLaunchAttributeCooperative) {
      work->shape.cooperative = value->cooperative != 0;
    } else if (attr == cudaLaunchAttributeClusterDimension) {
      const auto& cluster = value->clusterDim;
      return set_cluster(process, *work, {cluster.x, cluster.y, cluster.z});
    } else if (attr == cudaLaunchAttributeDeviceUpdatableKernelNode) {
      return set_changeable(process, *work, value->deviceUpdatableKernelNode.deviceUpdatable);
    } else if (is_hint(attr) && is_sound(attr, *value)) {
      work->attributes[attr] = *value;
    } else {
      return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue* value_out) {
  return query([&](Process&) {
    const KernelWork* work = kernel_of(hNode);
    if (work == nullptr || value_out == nullptr) return cudaErrorInvalidValue;
    if (attr == cudaLaunchAttributeCooperative) {
      *value_out = {};
      value_out->cooperative = work->shape.cooperative ? 1 : 0;
    } else if (attr == cudaLaunchAttributeClusterDimension) {
      *value_out = {};
      value_out->clusterDim = {work->shape.cluster.x, work->shape.cluster.y, work->shape.cluster.z};
    } else if (attr == cudaLaunchAttributeDeviceUpdatableKernelNode && work->changeable != nullptr) {
      *value_out = {};
      value_out->deviceUpdatableKernelNode = {
          .deviceUpdatable = 1, .devNode = reinterpret_cast<cudaGraphDeviceNode_t>(work->changeable.get())};
    } else if (const auto known = work->attributes.find(attr); known != work->attributes.end()) {
      *value_out = known->second;
    } else if (has_default(attr)) {
      *value_out = default_of(attr);
    } else {
      return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
  return query([&](Process&) {
    KernelWork* to = kernel_of(hDst);
    const KernelWork* from = kernel_of(hSrc);
    if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
    if (to->changeable != nullptr || from->changeable != nullptr) return cudaErrorNotSupported;
    to->attributes = from->attributes;
    to->shape.cooperative = from->shape.cooperative;
    to->shape.cluster = from->shape.cluster;
    return cudaSuccess;
  });
}
