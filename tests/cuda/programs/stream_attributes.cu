// Attributes of streams are kept, given back and copied.
#include <cuda_runtime.h>

#include "expect.hpp"

int main() {
  cudaStream_t first = nullptr, second = nullptr;
  EXPECT_OK(cudaStreamCreateWithPriority(&first, cudaStreamDefault, -2));
  EXPECT_OK(cudaStreamCreate(&second));
  cudaStreamAttrValue value = {};
  EXPECT_OK(cudaStreamGetAttribute(first, cudaLaunchAttributeSynchronizationPolicy, &value));
  EXPECT(value.syncPolicy == cudaSyncPolicyAuto);
  EXPECT_OK(cudaStreamGetAttribute(first, cudaLaunchAttributePriority, &value));
  EXPECT(value.priority == -2);
  void* memory = nullptr;
  EXPECT_OK(cudaMalloc(&memory, 4096));
  value = {};
  value.accessPolicyWindow.base_ptr = memory;
  value.accessPolicyWindow.num_bytes = 4096;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  EXPECT_OK(cudaStreamSetAttribute(first, cudaStreamAttributeAccessPolicyWindow, &value));
  EXPECT_OK(cudaStreamCopyAttributes(second, first));
  value = {};
  EXPECT_OK(cudaStreamGetAttribute(second, cudaStreamAttributeAccessPolicyWindow, &value));
  EXPECT(value.accessPolicyWindow.base_ptr == memory && value.accessPolicyWindow.hitRatio == 0.5f);
  value.accessPolicyWindow.hitRatio = 2;
  EXPECT(cudaStreamSetAttribute(first, cudaStreamAttributeAccessPolicyWindow, &value) == cudaErrorInvalidValue);
  EXPECT(cudaStreamSetAttribute(first, cudaLaunchAttributeCooperative, &value) == cudaErrorInvalidValue);
  EXPECT_OK(cudaStreamDestroy(first));
  EXPECT_OK(cudaStreamDestroy(second));
  return failures;
}
