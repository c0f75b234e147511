// libcurand.so.10: the calls of curand.h. Numbers are made on the host and copied by the runtime library of the
// program, which one of its generations has loaded.
#include "curand.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <vector>

#include "base/live_handles.hpp"
#include "cuda/loaded_runtime.hpp"
#include "cuda/random/direction_numbers.hpp"
#include "cuda/random/make_generator.hpp"
#include "cuda/random/poisson.hpp"
#include "warpglass/random_discrete.h"

using warpglass::random::Directions;
using warpglass::random::directions_32;
using warpglass::random::directions_64;
using warpglass::random::DiscreteTable;
using warpglass::random::Generator;
using warpglass::random::kMostDimensions;
using warpglass::random::make_generator;
using warpglass::random::make_poisson;
using warpglass::random::NormalShape;
using warpglass::random::Poisson;
using warpglass::random::poisson_mean;
using warpglass::random::quasirandom;

struct curandGenerator_st {
  curandRngType_t type = CURAND_RNG_PSEUDO_DEFAULT;
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned dimensions = 1;  // of a quasirandom one
  bool on_host = false;
  cudaStream_t stream = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t offset = 0;  // of the numbers from `generator`'s start
  bool started = false;
  std::unique_ptr<Generator> generator;
};

namespace {

using Generators = warpglass::LiveHandles<curandGenerator_t>;

bool is_there(curandGenerator_t generator) { return Generators::all().has(generator); }

void say(const char* what) { std::fprintf(stderr, "warpglass: libcurand: %s\n", what); }

/// Nothing thrown leaves the library.
template <class Body>
curandStatus_t guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CURAND_STATUS_ALLOCATION_FAILED;
  } catch (...) {
    return CURAND_STATUS_INTERNAL_ERROR;
  }
}

/// Has no offset, and goes on where it is until it gets another seed or ordering, as NVIDIA's on the host.
constexpr bool is_twister(curandRngType_t type) {
  return type == CURAND_RNG_PSEUDO_MT19937 || type == CURAND_RNG_PSEUDO_MTGP32;
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  return guarded([&] {
    if (generator == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
    auto made = std::make_unique<curandGenerator_st>();
    made->type = type;
    made->on_host = on_host;
    if (quasirandom(type)) made->ordering = CURAND_ORDERING_QUASI_DEFAULT;
    made->generator = make_generator(type, made->ordering, made->dimensions);
    if (!made->generator) {
      say("only the generators XORWOW, MRG32k3a, Philox4_32_10, MT19937, MTGP32, Sobol32 and Sobol64 (not scrambled) "
          "are there");
      return CURAND_STATUS_TYPE_ERROR;
    }
    Generators::all().add(made.get());
    *generator = made.release();
    return CURAND_STATUS_SUCCESS;
  });
}

/// Where the sequence stands is kept when it begins anew.
void halt(curandGenerator_st& generator) {
  if (generator.started) generator.offset = generator.generator->place();
  generator.started = false;
}

/// \return whether there is a generator of its type in that ordering.
bool replace(curandGenerator_st& generator, curandOrdering_t ordering, unsigned dimensions) {
  auto made = make_generator(generator.type, ordering, dimensions);
  if (!made) return false;
  halt(generator);
  generator.ordering = ordering;
  generator.dimensions = dimensions;
  generator.generator = std::move(made);
  return true;
}

/// A call of the runtime library that the program has loaded. nullptr, and a line, without one.
template <class Call>
Call needed_call(const char* name) {
  const auto call = warpglass::library::runtime_call<Call>(name);
  if (call == nullptr) {
    say("the program has no CUDA runtime loaded; link it with -lcudart, or make the generator by "
        "curandCreateGeneratorHost");
  }
  return call;
}

/// So that the report says what no count knows of.
void count_call() {
  using Count = void (*)(const char*);
  if (const auto count = warpglass::library::runtime_call<Count>("__cudaWarpglassLibraryCall")) count("cuRAND");
}

bool copy_to_device(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  using Copy = cudaError_t (*)(void*, const void*, std::size_t, cudaMemcpyKind, cudaStream_t);
  using Synchronize = cudaError_t (*)(cudaStream_t);
  const auto copy = needed_call<Copy>("cudaMemcpyAsync");
  if (copy == nullptr) return false;
  const auto synchronize = needed_call<Synchronize>("cudaStreamSynchronize");
  if (synchronize == nullptr) return false;
  return copy(to, from, bytes, cudaMemcpyHostToDevice, stream) == cudaSuccess && synchronize(stream) == cudaSuccess;
}

/// What kernels read of a distribution, one part behind the other in one allocation.
void* distribution_on_device(const Poisson& poisson) {
  using Allocate = cudaError_t (*)(void**, std::size_t);
  const auto allocate = needed_call<Allocate>("cudaMalloc");
  const DiscreteTable& table = poisson.table;
  const std::size_t bars = table.below.size();
  struct Head {
    curandDiscreteDistribution_st distribution;
    curandDistributionM2Shift_st shift;
    curandHistogramM2_st histogram;
  } head{};
  const std::size_t bytes = sizeof(Head) + bars * (sizeof(double) + sizeof(unsigned));
  void* memory = nullptr;
  if (allocate == nullptr || allocate(&memory, bytes) != cudaSuccess) return nullptr;
  auto* there = static_cast<Head*>(memory);
  auto* below = reinterpret_cast<double*>(there + 1);
  head.distribution = {.self_host_ptr = nullptr,
                       .M2 = poisson.by_table() ? &there->shift : nullptr,
                       .host_M2 = nullptr,
                       .stddev = poisson.by_table() ? 0 : poisson.stddev,
                       .mean = poisson.by_table() ? 0 : poisson.mean,
                       .method = poisson.by_table() ? CURAND_M2 : CURAND_DISCRETE_GAUSS,
                       .host_gen = 0};
  head.shift.histogram = &there->histogram;
  head.shift.shift = table.shift;
  head.shift.length = static_cast<unsigned>(bars);
  head.histogram.V = below;
  head.histogram.K = reinterpret_cast<unsigned*>(below + bars);
  std::vector<char> image(bytes);
  std::memcpy(image.data(), &head, sizeof head);
  if (bars != 0) {
    std::memcpy(image.data() + sizeof head, table.below.data(), bars * sizeof(double));
    std::memcpy(image.data() + sizeof head + bars * sizeof(double), table.other.data(), bars * sizeof(unsigned));
  }
  return copy_to_device(memory, image.data(), bytes, nullptr) ? memory : nullptr;
}

template <class Number, class Fill>
curandStatus_t generate(curandGenerator_t generator, Number* output, std::size_t count, bool normal, Fill&& fill) {
  return guarded([&] {
    if (!is_there(generator)) return CURAND_STATUS_NOT_INITIALIZED;
    if (count % generator->generator->unit(normal) != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (output == nullptr && count != 0) return CURAND_STATUS_OUT_OF_RANGE;
    if (!generator->started) generator->generator->start(generator->seed, generator->offset);
    generator->started = true;
    if (generator->on_host) {
      fill(output);
      return CURAND_STATUS_SUCCESS;
    }
    std::vector<Number> numbers(count);
    fill(numbers.data());
    count_call();
    return count == 0 || copy_to_device(output, numbers.data(), count * sizeof(Number), generator->stream)
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_LAUNCH_FAILURE;
  });
}

template <class Number>
curandStatus_t generate_uniform(curandGenerator_t generator, Number* output, std::size_t count) {
  return generate(generator, output, count, false, [&](Number* to) { generator->generator->fill(to, count); });
}

template <class Number>
curandStatus_t generate_normal(curandGenerator_t generator, Number* output, std::size_t count,
                               const NormalShape& normal) {
  return generate(generator, output, count, true, [&](Number* to) { generator->generator->fill(to, count, normal); });
}

curandStatus_t no_scrambling() {
  say("scrambled direction vectors and scramble constants are not there: how they are made is not public");
  return CURAND_STATUS_TYPE_ERROR;
}

/// \param there  the set of which there are vectors of that width, and `scrambled` the other one
/// \param table  the vectors of so many dimensions
template <class Vectors, class Word>
curandStatus_t get_vectors(Vectors** vectors, curandDirectionVectorSet_t set, curandDirectionVectorSet_t there,
                           curandDirectionVectorSet_t scrambled, std::span<const Directions<Word>> table(unsigned)) {
  return guarded([&] {
    if (vectors == nullptr || (set != there && set != scrambled)) return CURAND_STATUS_OUT_OF_RANGE;
    if (set == scrambled) return no_scrambling();
    // The caller's type lets the vectors be changed.
    static_assert(sizeof(Vectors) == sizeof(Directions<Word>));
    *vectors = reinterpret_cast<Vectors*>(const_cast<Directions<Word>*>(table(kMostDimensions).data()));
    return CURAND_STATUS_SUCCESS;
  });
}

}  // namespace

curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL) return CURAND_STATUS_OUT_OF_RANGE;
  *value = type == MAJOR_VERSION ? CURAND_VER_MAJOR : type == MINOR_VERSION ? CURAND_VER_MINOR : CURAND_VER_PATCH;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return Generators::all().destroy(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!is_there(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (!is_there(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (quasirandom(generator->type)) return CURAND_STATUS_TYPE_ERROR;
  if (is_twister(generator->type) && seed == generator->seed) return CURAND_STATUS_SUCCESS;
  halt(*generator);
  generator->seed = seed;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!is_there(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (is_twister(generator->type)) return CURAND_STATUS_TYPE_ERROR;
  halt(*generator);
  generator->offset = offset;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (!is_there(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (is_twister(generator->type) && order == generator->ordering) return CURAND_STATUS_SUCCESS;
  return guarded([&] {
    if (replace(*generator, order, generator->dimensions)) return CURAND_STATUS_SUCCESS;
    if (!quasirandom(generator->type)) say("only the orderings DEFAULT, BEST and LEGACY are there");
    return CURAND_STATUS_OUT_OF_RANGE;
  });
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions) {
  if (!is_there(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!quasirandom(generator->type)) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > kMostDimensions) return CURAND_STATUS_OUT_OF_RANGE;
  return guarded([&] {
    replace(*generator, generator->ordering, dimensions);
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generate_uniform(generator, static_cast<float*>(nullptr), 0);
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t count) {
  if (is_there(generator) && generator->generator->makes_long()) return CURAND_STATUS_TYPE_ERROR;
  return generate_uniform(generator, output, count);
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output, size_t count) {
  if (is_there(generator) && !generator->generator->makes_long()) return CURAND_STATUS_TYPE_ERROR;
  return generate(generator, output, count, false,
                  [&](unsigned long long* to) { generator->generator->fill_long(to, count); });
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t count) {
  return generate_uniform(generator, output, count);
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t count) {
  return generate_uniform(generator, output, count);
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                    float stddev) {
  return generate_normal(generator, output, count, {.mean = mean, .stddev = stddev, .log = false});
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t count, double mean,
                                          double stddev) {
  return generate_normal(generator, output, count, {.mean = mean, .stddev = stddev, .log = false});
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                       float stddev) {
  return generate_normal(generator, output, count, {.mean = mean, .stddev = stddev, .log = true});
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t count, double mean,
                                             double stddev) {
  return generate_normal(generator, output, count, {.mean = mean, .stddev = stddev, .log = true});
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t count, double lambda) {
  if (!is_there(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!poisson_mean(lambda)) return CURAND_STATUS_OUT_OF_RANGE;
  if (quasirandom(generator->type)) {
    say("curandGeneratePoisson() is not there for Sobol' generators; curand_poisson() in a kernel is");
    return CURAND_STATUS_TYPE_ERROR;
  }
  return generate(generator, output, count, false,
                  [&](unsigned int* to) { generator->generator->fill_poisson(to, count, make_poisson(lambda)); });
}

curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t* distribution) {
  if (distribution == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!poisson_mean(lambda)) return CURAND_STATUS_OUT_OF_RANGE;
  return guarded([&] {
    *distribution = static_cast<curandDiscreteDistribution_t>(distribution_on_device(make_poisson(lambda)));
    return *distribution == nullptr ? CURAND_STATUS_ALLOCATION_FAILED : CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  using Free = cudaError_t (*)(void*);
  const auto free = needed_call<Free>("cudaFree");
  const bool freed = distribution != nullptr && free != nullptr && free(distribution) == cudaSuccess;
  return freed ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** vectors, curandDirectionVectorSet_t set) {
  return get_vectors(vectors, set, CURAND_DIRECTION_VECTORS_32_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
                     directions_32);
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** vectors, curandDirectionVectorSet_t set) {
  return get_vectors(vectors, set, CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6,
                     directions_64);
}

curandStatus_t curandGetScrambleConstants32(unsigned int**) { return no_scrambling(); }
curandStatus_t curandGetScrambleConstants64(unsigned long long**) { return no_scrambling(); }
