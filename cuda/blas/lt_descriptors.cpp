// Descriptors of cuBLASLt: made, and their attributes set and read.
#include "cuda/blas/lt_descriptors.hpp"

#include <new>
#include <span>

using warpglass::blas::kDone;
using warpglass::blas::kInvalid;
using warpglass::blas::Layout;
using warpglass::blas::Operation;
using warpglass::blas::Preference;
using warpglass::blas::Transform;

namespace {

/// Where an attribute lies in what a descriptor holds.
struct Attribute {
  int name;
  std::size_t offset;
  std::size_t size;
};

#define AT(name, type, member) {name, offsetof(type, member), sizeof(type::member)}
constexpr Attribute kLayout[] = {
    AT(CUBLASLT_MATRIX_LAYOUT_TYPE, Layout, type),
    AT(CUBLASLT_MATRIX_LAYOUT_ORDER, Layout, order),
    AT(CUBLASLT_MATRIX_LAYOUT_ROWS, Layout, rows),
    AT(CUBLASLT_MATRIX_LAYOUT_COLS, Layout, columns),
    AT(CUBLASLT_MATRIX_LAYOUT_LD, Layout, leading),
    AT(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, Layout, batch_count),
    AT(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, Layout, batch_stride),
    AT(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, Layout, plane_offset),
    AT(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, Layout, batch_mode),
};
constexpr Attribute kOperation[] = {
    AT(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, Operation, compute),
    AT(CUBLASLT_MATMUL_DESC_SCALE_TYPE, Operation, scale_type),
    AT(CUBLASLT_MATMUL_DESC_POINTER_MODE, Operation, pointer_mode),
    AT(CUBLASLT_MATMUL_DESC_TRANSA, Operation, transa),
    AT(CUBLASLT_MATMUL_DESC_TRANSB, Operation, transb),
    AT(CUBLASLT_MATMUL_DESC_TRANSC, Operation, transc),
    AT(CUBLASLT_MATMUL_DESC_FILL_MODE, Operation, fill_mode),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE, Operation, epilogue),
    AT(CUBLASLT_MATMUL_DESC_BIAS_POINTER, Operation, bias),
    AT(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, Operation, bias_stride),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, Operation, aux),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, Operation, aux_leading),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, Operation, aux_stride),
    AT(CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, Operation, alpha_stride),
    AT(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, Operation, sm_count),
    AT(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, Operation, a_scale),
    AT(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, Operation, b_scale),
    AT(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, Operation, c_scale),
    AT(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, Operation, d_scale),
    AT(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, Operation, d_largest),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, Operation, aux_type),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, Operation, aux_scale),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, Operation, aux_largest),
    AT(CUBLASLT_MATMUL_DESC_FAST_ACCUM, Operation, fast_accumulation),
    AT(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, Operation, bias_type),
    AT(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, Operation, a_scale_mode),
    AT(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, Operation, b_scale_mode),
    AT(CUBLASLT_MATMUL_DESC_C_SCALE_MODE, Operation, c_scale_mode),
    AT(CUBLASLT_MATMUL_DESC_D_SCALE_MODE, Operation, d_scale_mode),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, Operation, aux_scale_mode),
    AT(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, Operation, d_out_scale),
    AT(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, Operation, d_out_scale_mode),
    AT(CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR, Operation, emulation),
};
constexpr Attribute kTransform[] = {
    AT(CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, Transform, scale_type),
    AT(CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, Transform, pointer_mode),
    AT(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, Transform, transa),
    AT(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, Transform, transb),
};
constexpr Attribute kPreference[] = {
    AT(CUBLASLT_MATMUL_PREF_SEARCH_MODE, Preference, search_mode),
    AT(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, Preference, most_workspace),
    AT(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, Preference, reduction_schemes),
    AT(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, Preference, alignments[0]),
    AT(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, Preference, alignments[1]),
    AT(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, Preference, alignments[2]),
    AT(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, Preference, alignments[3]),
    AT(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, Preference, most_waves),
    AT(CUBLASLT_MATMUL_PREF_IMPL_MASK, Preference, implementations),
};
#undef AT
/// Words that are kept and given back.
constexpr Attribute kEmulation[] = {{0, 0, 4}, {1, 4, 4}, {2, 8, 4}, {3, 12, 4}, {4, 16, 4}, {5, 24, 8}};
constexpr Attribute kConfiguration[] = {{0, 0, 4},  {1, 4, 4},  {2, 8, 4},  {3, 12, 4}, {4, 16, 4},
                                        {5, 20, 4}, {6, 24, 4}, {7, 28, 2}, {8, 30, 2}};

const Attribute* find(std::span<const Attribute> attributes, int name) {
  for (const Attribute& one : attributes)
    if (one.name == name) return &one;
  return nullptr;
}

cublasStatus_t set(std::span<const Attribute> attributes, void* words, int name, const void* from, size_t bytes) {
  const Attribute* const one = find(attributes, name);
  if (words == nullptr || from == nullptr || one == nullptr || bytes < one->size) return kInvalid;
  std::memcpy(static_cast<char*>(words) + one->offset, from, one->size);
  return kDone;
}

cublasStatus_t get(std::span<const Attribute> attributes, const void* words, int name, void* to, size_t bytes,
                   size_t* written) {
  const Attribute* const one = find(attributes, name);
  if (words == nullptr || one == nullptr || (to == nullptr && bytes != 0) || (bytes == 0 && written == nullptr))
    return kInvalid;
  if (written != nullptr) *written = one->size;
  if (bytes == 0) return kDone;
  if (bytes < one->size) return kInvalid;
  std::memcpy(to, static_cast<const char*>(words) + one->offset, one->size);
  return kDone;
}

/// In words of the program's, or of ours.
template <class Held, class Opaque>
cublasStatus_t init(Opaque* descriptor, size_t bytes, const Held& held) {
  if (descriptor == nullptr || bytes < sizeof(Held)) return kInvalid;
  *descriptor = Opaque{};
  std::memcpy(descriptor->data, &held, sizeof held);
  return kDone;
}
template <class Held, class Opaque>
cublasStatus_t create(Opaque** descriptor, const Held& held) {
  if (descriptor == nullptr) return kInvalid;
  *descriptor = new (std::nothrow) Opaque;
  return *descriptor == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : init(*descriptor, sizeof **descriptor, held);
}
template <class Opaque>
cublasStatus_t destroy(Opaque* descriptor) {
  delete descriptor;
  return kDone;
}

Layout layout_of(cudaDataType type, uint64_t rows, uint64_t columns, int64_t leading) {
  return {.type = type, .rows = rows, .columns = columns, .leading = leading};
}

Operation operation_of(cublasComputeType_t compute, cudaDataType_t scale_type) {
  return {.compute = compute, .scale_type = scale_type};
}

}  // namespace

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t bytes, cudaDataType type,
                                                 uint64_t rows, uint64_t columns, int64_t leading) {
  return init(layout, bytes, layout_of(type, rows, columns, leading));
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t leading) {
  return create(layout, layout_of(type, rows, columns, leading));
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) { return destroy(layout); }
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t name,
                                                const void* from, size_t bytes) {
  return set(kLayout, layout, name, from, bytes);
}
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t name,
                                                void* to, size_t bytes, size_t* written) {
  return get(kLayout, layout, name, to, bytes, written);
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t operation, size_t bytes,
                                               cublasComputeType_t compute, cudaDataType_t scale_type) {
  return init(operation, bytes, operation_of(compute, scale_type));
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* operation, cublasComputeType_t compute,
                                        cudaDataType_t scale_type) {
  return create(operation, operation_of(compute, scale_type));
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t operation) { return destroy(operation); }
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t operation, cublasLtMatmulDescAttributes_t name,
                                              const void* from, size_t bytes) {
  return set(kOperation, operation, name, from, bytes);
}
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t operation, cublasLtMatmulDescAttributes_t name,
                                              void* to, size_t bytes, size_t* written) {
  return get(kOperation, operation, name, to, bytes, written);
}

cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t transform, size_t bytes,
                                                        cudaDataType scale_type) {
  return init(transform, bytes, Transform{.scale_type = scale_type});
}
cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t* transform, cudaDataType scale_type) {
  return create(transform, Transform{.scale_type = scale_type});
}
cublasStatus_t cublasLtMatrixTransformDescDestroy(cublasLtMatrixTransformDesc_t transform) {
  return destroy(transform);
}
cublasStatus_t cublasLtMatrixTransformDescSetAttribute(cublasLtMatrixTransformDesc_t transform,
                                                       cublasLtMatrixTransformDescAttributes_t name, const void* from,
                                                       size_t bytes) {
  return set(kTransform, transform, name, from, bytes);
}
cublasStatus_t cublasLtMatrixTransformDescGetAttribute(cublasLtMatrixTransformDesc_t transform,
                                                       cublasLtMatrixTransformDescAttributes_t name, void* to,
                                                       size_t bytes, size_t* written) {
  return get(kTransform, transform, name, to, bytes, written);
}

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference, size_t bytes) {
  return init(preference, bytes, Preference{});
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return create(preference, Preference{});
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) { return destroy(preference); }
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t name, const void* from,
                                                    size_t bytes) {
  return set(kPreference, preference, name, from, bytes);
}
cublasStatus_t cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t name, void* to, size_t bytes,
                                                    size_t* written) {
  return get(kPreference, preference, name, to, bytes, written);
}

cublasStatus_t cublasLtEmulationDescInit_internal(cublasLtEmulationDesc_t emulation, size_t bytes) {
  return init(emulation, bytes, 0);
}
cublasStatus_t cublasLtEmulationDescCreate(cublasLtEmulationDesc_t* emulation) { return create(emulation, 0); }
cublasStatus_t cublasLtEmulationDescDestroy(cublasLtEmulationDesc_t emulation) { return destroy(emulation); }
cublasStatus_t cublasLtEmulationDescSetAttribute(cublasLtEmulationDesc_t emulation,
                                                 cublasLtEmulationDescAttributes_t name, const void* from,
                                                 size_t bytes) {
  return set(kEmulation, emulation, name, from, bytes);
}
cublasStatus_t cublasLtEmulationDescGetAttribute(cublasLtEmulationDesc_t emulation,
                                                 cublasLtEmulationDescAttributes_t name, void* to, size_t bytes,
                                                 size_t* written) {
  return get(kEmulation, emulation, name, to, bytes, written);
}

cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t* algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t name, const void* from,
                                                    size_t bytes) {
  return set(kConfiguration, algorithm, name, from, bytes);
}
cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t name, void* to, size_t bytes,
                                                    size_t* written) {
  return get(kConfiguration, algorithm, name, to, bytes, written);
}
