// Loads and stores of memory: ld, ldu, ld.global.nc, st. The data movement itself is the engine's (sim/access.hpp); a
// row here says which spelling means which access. Cache operators, eviction priorities, prefetch sizes and cache
// policies are hints that change no value, and orders and scopes are kept by the order of execution, so they bind to
// the same access as the plain instruction; the op's facts keep the hints for whoever listens.

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/chapters/param.hpp"
#include "sim/access.hpp"

namespace warpglass::isa {
namespace {

void bind_load_or_store(BindContext& context, bool store) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const ptx::Operand& place = operands[store ? 0 : 1];
  const ptx::Operand& value = operands[store ? 1 : 0];
  const ptx::Type type = spelling.type();
  const std::uint8_t width = vector_width(spelling);
  const auto elements = elements_of(context, value, width);
  if (elements.empty()) return;
  const std::uint8_t bytes = register_bytes_of(context, elements, type);
  if (bytes < ptx::size_of(type)) {
    context.error(value.position, "the register is narrower than the type of the access");
    return;
  }

  const Address address = bind_address(context, place);
  sim::Space space = space_of(spelling, address);
  auto rows = store ? source_rows(context, elements, type, bytes) : destination_rows(context, elements, type, bytes);
  sim::Op& op = context.op();
  set_access_facts(context, store ? sim::OpKind::store : sim::OpKind::load, space,
                   width * static_cast<std::uint32_t>(ptx::size_of(type)));
  note_cache_policy(context);
  if (space == sim::Space::param &&
      bind_param(context, address, place, {.store = store, .type = type, .register_bytes = bytes, .rows = rows})) {
    return;
  }
  if (space == sim::Space::param && !context.in_kernel() && spelling.word("space") != "param::entry") {
    // Where a function takes a parameter's address, the parameter lies in local memory.
    space = context.facts().space = sim::Space::local;
  }

  if (width == 1) {
    // A load whose result nobody wants still asks the memory system.
    op.d = rows[0] == sim::Op::kNone ? context.scratch_row(bytes) : rows[0];
  } else {
    op.extra = context.list(rows);
  }
  context.new_site();
  sim::bind_access({.store = store,
                    .space = space,
                    .memory_bytes = static_cast<std::uint8_t>(ptx::size_of(type)),
                    .register_bytes = bytes,
                    .sign_extend = !store && is_signed(type),
                    .vector = width,
                    .address_bytes = address.bytes,
                    .rows = rows},
                   op);
}

void bind_load(BindContext& context) { bind_load_or_store(context, false); }
void bind_store(BindContext& context) { bind_load_or_store(context, true); }

constexpr InstructionDef load(std::string_view syntax, std::string_view where, std::string_view since = "1.0",
                              std::uint16_t sm = 10) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::loads, costs::access),
          .bind = bind_load,
          .since = since,
          .sm = sm,
          .chapter = "Data Movement and Conversion Instructions: ld"};
}

constexpr InstructionDef store(std::string_view syntax, std::string_view where, std::string_view since = "1.0",
                               std::uint16_t sm = 10) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::stores, costs::access),
          .bind = bind_store,
          .since = since,
          .sm = sm,
          .chapter = "Data Movement and Conversion Instructions: st"};
}

// Words that several rows share.
#define TYPES "type = b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64; "
#define VECTORS "vec = v2 v4 v8; "
#define HINTS                                                                                  \
  "l1 = L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate; " \
  "l2 = L2::evict_normal L2::evict_first L2::evict_last; hint = L2::cache_hint; "
#define PREFETCH "prefetch = L2::64B L2::128B L2::256B; "
#define SCOPES "scope = cta cluster gpu sys; "
#define LOAD_SPACES "space = const global local param param::entry param::func shared shared::cta shared::cluster; "
#define STORE_SPACES "space = global local param param::func shared shared::cta shared::cluster; "

// clang-format off
constexpr InstructionDef kRows[] = {
    load("ld{.weak}{.space}{.cop}{.l1}{.l2}{.hint}{.prefetch}{.vec}.type d, [a]{, b}",
         TYPES VECTORS LOAD_SPACES HINTS PREFETCH "cop = ca cg cs lu cv; b : b64"),
    load("ld.volatile{.space}{.prefetch}{.vec}.type d, [a]", TYPES VECTORS LOAD_SPACES PREFETCH, "1.1"),
    load("ld.relaxed.scope{.space}{.l1}{.l2}{.hint}{.prefetch}{.vec}.type d, [a]{, b}",
         TYPES VECTORS LOAD_SPACES SCOPES HINTS PREFETCH "b : b64", "6.0", 70),
    load("ld.acquire.scope{.space}{.l1}{.l2}{.hint}{.prefetch}{.vec}.type d, [a]{, b}",
         TYPES VECTORS LOAD_SPACES SCOPES HINTS PREFETCH "b : b64", "6.0", 70),
    load("ld.mmio.relaxed.sys{.space}.type d, [a]", TYPES "space = global", "8.2", 70),
    load("ld{.space}.nc{.cop}{.l1}{.l2}{.hint}{.prefetch}{.vec}.type d, [a]{, b}",
         TYPES VECTORS HINTS PREFETCH "space = global; cop = ca cg cs; b : b64", "3.1", 32),
    load("ldu{.space}{.vec}.type d, [a]", TYPES "vec = v2 v4; space = global", "2.0", 20),

    store("st{.weak}{.space}{.cop}{.l1}{.l2}{.hint}{.vec}.type [a], b{, c}",
          TYPES VECTORS STORE_SPACES HINTS "cop = wb cg cs wt; c : b64"),
    store("st.volatile{.space}{.vec}.type [a], b", TYPES VECTORS STORE_SPACES, "1.1"),
    store("st.relaxed.scope{.space}{.l1}{.l2}{.hint}{.vec}.type [a], b{, c}",
          TYPES VECTORS STORE_SPACES SCOPES HINTS "c : b64", "6.0", 70),
    store("st.release.scope{.space}{.l1}{.l2}{.hint}{.vec}.type [a], b{, c}",
          TYPES VECTORS STORE_SPACES SCOPES HINTS "c : b64", "6.0", 70),
    store("st.mmio.relaxed.sys{.space}.type [a], b", TYPES "space = global", "8.2", 70),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> memory_rows() { return kRows; }

}  // namespace warpglass::isa
