// The benchmark programs: what each is made of, and at which sizes it is measured. Kernels are in bench/kernels/, loops
// in bench/native/.
#include "bench/programs.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "bench/kernels.hpp"
#include "bench/native/native.hpp"

namespace warpglass::bench {
namespace {

std::uint32_t u32(std::size_t number) { return static_cast<std::uint32_t>(number); }

std::size_t square(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }

/// A few values, sums of which are exact.
void fill(std::span<float> array) {
  for (std::size_t i = 0; i < array.size(); ++i) array[i] = static_cast<float>(i % 17) * 0.25f;
}

/// The same every time, and without order: Marsaglia's xorshift32, which takes each value but 0 once in its period.
class Numbers {
 public:
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }

 private:
  std::uint32_t state_ = 2463534242;
};

void fill(std::span<std::uint32_t> array) {
  Numbers numbers;
  for (std::uint32_t& value : array) value = numbers.next();
}

std::unique_ptr<Program> matmul(int n) {
  auto p = std::make_unique<Program>(matmul_ptx());
  const auto a = p->array<float>(square(n));
  const auto b = p->array<float>(square(n));
  const auto c = p->array<float>(square(n));
  const auto c_twin = p->twin<float>(square(n));
  fill(a);
  fill(b);
  p->launch("matmul", {.grid = {u32(n) / 16, u32(n) / 16}, .block = {16, 16}}, a.data(), b.data(), c.data(), n);
  p->native = [=] { matmul_tiled(a.data(), b.data(), c_twin.data(), n); };
  p->compare(c, c_twin);
  return p;
}

std::unique_ptr<Program> transposes(int n, const char* kernel, void (*native)(const float*, float*, int)) {
  auto p = std::make_unique<Program>(transpose_ptx());
  const auto in = p->array<float>(square(n));
  const auto out = p->array<float>(square(n));
  const auto twin = p->twin<float>(square(n));
  fill(in);
  p->launch(kernel, {.grid = {u32(n) / 32, u32(n) / 32}, .block = {32, 8}}, in.data(), out.data(), n);
  p->native = [=] { native(in.data(), twin.data(), n); };
  p->compare(out, twin);
  return p;
}

std::unique_ptr<Program> reductions(int count, const char* kernel,
                                    void (*native)(const std::uint32_t*, std::uint32_t*, int)) {
  auto p = std::make_unique<Program>(reduction_ptx());
  const auto in = p->array<std::uint32_t>(u32(count));
  const auto sums = p->array<std::uint32_t>(u32(count) / 256);
  const auto twin = p->twin<std::uint32_t>(u32(count) / 256);
  fill(in);
  p->launch(kernel, {.grid = {u32(count) / 256}, .block = {256}}, in.data(), sums.data());
  p->native = [=] { native(in.data(), twin.data(), count); };
  p->compare(sums, twin);
  return p;
}

std::unique_ptr<Program> histograms(int count) {
  auto p = std::make_unique<Program>(histogram_ptx());
  const auto words = p->array<std::uint32_t>(u32(count));
  const auto bins = p->array<std::uint32_t>(256);
  const auto twin = p->twin<std::uint32_t>(256);
  fill(words);
  p->clear(bins);
  p->launch("histogram", {.grid = {u32(count) / 4096}, .block = {256}}, words.data(), bins.data(), count);
  p->native = [=] { histogram(words.data(), twin.data(), count); };
  p->compare(bins, twin);
  return p;
}

std::unique_ptr<Program> saxpys(int count) {
  auto p = std::make_unique<Program>(saxpy_ptx());
  const auto x = p->array<float>(u32(count));
  const auto y = p->array<float>(u32(count));
  const auto out = p->array<float>(u32(count));
  const auto twin = p->twin<float>(u32(count));
  fill(x);
  fill(y);
  p->launch("saxpy", {.grid = {u32(count) / 256}, .block = {256}}, x.data(), y.data(), out.data(), 0.7f, count);
  p->native = [=] { saxpy(x.data(), y.data(), twin.data(), 0.7f, count); };
  p->compare(out, twin);
  return p;
}

std::unique_ptr<Program> mandelbrots(int size) {
  constexpr int kLimit = 256;
  const float step = 3.0f / static_cast<float>(size);
  auto p = std::make_unique<Program>(mandelbrot_ptx());
  const auto out = p->array<std::int32_t>(square(size));
  const auto twin = p->twin<std::int32_t>(square(size));
  p->launch("mandelbrot", {.grid = {u32(size) / 32, u32(size) / 8}, .block = {32, 8}}, out.data(), size, step, kLimit);
  p->native = [=] { mandelbrot(twin.data(), size, step, kLimit); };
  p->compare(out, twin);
  return p;
}

std::unique_ptr<Program> bodies(int count) {
  auto p = std::make_unique<Program>(nbody_ptx());
  const std::size_t floats = 4 * std::size_t{u32(count)};
  const auto places = p->array<float>(floats);
  const auto accelerations = p->array<float>(floats);
  const auto twin = p->twin<float>(floats);
  Numbers numbers;
  for (float& value : places) value = static_cast<float>(numbers.next() >> 8) * 0x1p-24f;
  p->launch("nbody", {.grid = {u32(count) / 256}, .block = {256}}, places.data(), accelerations.data(), count);
  p->native = [=] { nbody(places.data(), twin.data(), count); };
  p->compare(accelerations, twin, 1e-4f);  // the reciprocal square root is another
  return p;
}

std::unique_ptr<Program> stencils(int n) {
  auto p = std::make_unique<Program>(stencil_ptx());
  const std::size_t points = square(n) * u32(n);
  const auto in = p->array<float>(points);
  const auto out = p->array<float>(points);
  const auto twin = p->twin<float>(points);
  fill(in);
  std::ranges::fill(out, 0.0f);
  p->launch("stencil", {.grid = {u32(n) / 32, u32(n) / 8}, .block = {32, 8}}, in.data(), out.data(), n, 0.4f, 0.1f);
  p->native = [=] { stencil(in.data(), twin.data(), n, 0.4f, 0.1f); };
  p->compare(out, twin);
  return p;
}

std::unique_ptr<Program> radix_sorts(int count) {
  auto p = std::make_unique<Program>(radix_sort_ptx());
  const auto keys = p->array<std::uint32_t>(u32(count));
  const auto scratch = p->array<std::uint32_t>(u32(count));
  const auto out = p->array<std::uint32_t>(u32(count));
  const std::uint32_t blocks = u32(count) / 4096;
  const auto counts = p->array<std::uint32_t>(std::size_t{256} * blocks);
  const auto totals = p->array<std::uint32_t>(256);
  const auto twin = p->twin<std::uint32_t>(u32(count));
  const auto twin_scratch = p->twin<std::uint32_t>(u32(count));
  fill(keys);
  const std::uint32_t* from = keys.data();
  for (int shift = 0; shift < 32; shift += 8) {
    std::uint32_t* const to = shift % 16 == 0 ? scratch.data() : out.data();
    p->launch("count_digits", {.grid = {blocks}, .block = {256}}, from, counts.data(), shift);
    p->launch("scan_counts", {.grid = {256}, .block = {256}}, counts.data(), totals.data(), blocks);
    p->launch("scatter", {.grid = {blocks}, .block = {256}}, from, to, counts.data(), totals.data(), shift);
    from = to;
  }
  p->native = [=] { radix_sort(keys.data(), twin.data(), twin_scratch.data(), count); };
  p->compare(out, twin);
  return p;
}

/// Most rows are short, few are long; columns without order.
std::unique_ptr<Program> sparse_products(int rows) {
  auto p = std::make_unique<Program>(spmv_ptx());
  const auto starts = p->array<std::int32_t>(u32(rows) + 1);
  Numbers numbers;
  starts[0] = 0;
  for (std::size_t row = 0; row < u32(rows); ++row) {
    // Of lengths 4 to 7 there are as many as of all above, of 8 to 15 equally, and so on up to 2047.
    const int halvings = std::min(std::countl_zero(numbers.next()), 8);
    const std::uint32_t shortest = std::uint32_t{4} << halvings;
    starts[row + 1] = starts[row] + static_cast<std::int32_t>(shortest + numbers.next() % shortest);
  }
  const std::size_t entries = u32(static_cast<std::size_t>(starts.back()));
  const auto columns = p->array<std::int32_t>(entries);
  const auto values = p->array<float>(entries);
  const auto x = p->array<float>(u32(rows));
  const auto y = p->array<float>(u32(rows));
  const auto twin = p->twin<float>(u32(rows));
  for (std::int32_t& column : columns) column = static_cast<std::int32_t>(numbers.next() % u32(rows));
  fill(values);
  fill(x);
  p->launch("spmv", {.grid = {u32(rows) / 8}, .block = {256}}, starts.data(), columns.data(), values.data(), x.data(),
            y.data(), rows);
  p->native = [=] { spmv(starts.data(), columns.data(), values.data(), x.data(), twin.data(), rows); };
  p->compare(y, twin, 1e-5f);  // sums have another order
  return p;
}

/// Half full, and half of what is looked for is there.
std::unique_ptr<Program> hash_tables(int count) {
  auto p = std::make_unique<Program>(hash_table_ptx());
  const std::uint32_t slots = 2 * u32(count);
  const auto keys = p->array<std::uint32_t>(u32(count));
  const auto wanted = p->array<std::uint32_t>(u32(count));
  const auto table = p->array<std::uint32_t>(slots);
  const auto values = p->array<std::uint32_t>(slots);
  const auto found = p->array<std::uint32_t>(u32(count));
  const auto twin_table = p->twin<std::uint32_t>(slots);
  const auto twin_values = p->twin<std::uint32_t>(slots);
  const auto twin = p->twin<std::uint32_t>(u32(count));
  Numbers numbers;
  for (std::uint32_t& key : keys) key = numbers.next();
  for (std::size_t i = 0; i < u32(count); ++i)
    wanted[i] = i % 2 == 0 ? keys[numbers.next() % u32(count)] : numbers.next();
  p->clear(table, 0xff);
  p->clear(twin_table, 0xff);
  const runtime::LaunchShape shape{.grid = {u32(count) / 256}, .block = {256}};
  p->launch("insert", shape, keys.data(), table.data(), values.data(), count, slots);
  p->launch("find", shape, wanted.data(), table.data(), values.data(), found.data(), count, slots);
  p->native = [=] {
    hash_table(keys.data(), wanted.data(), twin_table.data(), twin_values.data(), twin.data(), count, slots);
  };
  p->compare(found, twin);
  return p;
}

std::unique_ptr<Program> batched_mmas(int count) {
  auto p = std::make_unique<Program>(batched_mma_ptx());
  const std::size_t elements = std::size_t{32 * 32} * u32(count);
  const auto a = p->array<std::uint16_t>(elements);
  const auto b = p->array<std::uint16_t>(elements);
  const auto c = p->array<float>(elements);
  const auto twin = p->twin<float>(elements);
  // From 1 up in sixteenths, so that sums are exact.
  Numbers numbers;
  for (const auto& halves : {a, b}) {
    for (std::uint16_t& half : halves) half = static_cast<std::uint16_t>(0x3c00 | (numbers.next() >> 28) << 6);
  }
  p->launch("batched_mma", {.grid = {u32(count) / 4}, .block = {128}}, a.data(), b.data(), c.data(), count);
  p->native = [=] { batched_products(a.data(), b.data(), twin.data(), count); };
  p->compare(c, twin);
  return p;
}

constexpr std::size_t kColumns = 1024;

std::unique_ptr<Program> softmaxes(int rows) {
  auto p = std::make_unique<Program>(rows_ptx());
  const auto in = p->array<float>(kColumns * u32(rows));
  const auto out = p->array<float>(kColumns * u32(rows));
  const auto twin = p->twin<float>(kColumns * u32(rows));
  fill(in);
  p->launch("softmax", {.grid = {u32(rows)}, .block = {256}}, in.data(), out.data());
  p->native = [=] { softmax(in.data(), twin.data(), rows); };
  p->compare(out, twin, 1e-5f);  // sums have another order, and so on below
  return p;
}

std::unique_ptr<Program> layer_norms(int rows) {
  auto p = std::make_unique<Program>(rows_ptx());
  const auto in = p->array<float>(kColumns * u32(rows));
  const auto gain = p->array<float>(kColumns);
  const auto bias = p->array<float>(kColumns);
  const auto out = p->array<float>(kColumns * u32(rows));
  const auto twin = p->twin<float>(kColumns * u32(rows));
  fill(in);
  fill(gain);
  fill(bias);
  p->launch("layer_norm", {.grid = {u32(rows)}, .block = {256}}, in.data(), gain.data(), bias.data(), out.data());
  p->native = [=] { layer_norm(in.data(), gain.data(), bias.data(), twin.data(), rows); };
  p->compare(out, twin, 1e-5f);
  return p;
}

constexpr ProgramRow kPrograms[] = {
    {"matmul", 128, 512, matmul},
    {"transpose_naive", 512, 2048, [](int n) { return transposes(n, "transpose_naive", transpose); }},
    {"transpose", 512, 2048, [](int n) { return transposes(n, "transpose", transpose_tiled); }},
    {"transpose_padded", 512, 2048, [](int n) { return transposes(n, "transpose_padded", transpose_tiled); }},
    {"reduction", 1 << 18, 1 << 22, [](int n) { return reductions(n, "reduce", reduce_blocks); }},
    {"reduction_shuffle", 1 << 18, 1 << 22, [](int n) { return reductions(n, "reduce_shuffle", sum_blocks); }},
    {"histogram", 1 << 18, 1 << 22, histograms},
    {"saxpy", 1 << 18, 1 << 22, saxpys},
    {"mandelbrot", 256, 1024, mandelbrots},
    {"matmul_large", 256, 2048, matmul},
    {"nbody", 1 << 10, 1 << 14, bodies},
    {"stencil", 64, 256, stencils},
    {"radix_sort", 1 << 18, 1 << 24, radix_sorts},
    {"spmv", 1 << 14, 1 << 18, sparse_products},
    {"hash_table", 1 << 16, 1 << 20, hash_tables},
    {"batched_mma", 1 << 8, 1 << 12, batched_mmas},
    {"softmax", 1 << 8, 1 << 12, softmaxes},
    {"layer_norm", 1 << 8, 1 << 12, layer_norms},
};

}  // namespace

std::span<const ProgramRow> all_programs() { return kPrograms; }

}  // namespace warpglass::bench
