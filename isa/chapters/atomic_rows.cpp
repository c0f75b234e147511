// The rows of atom and red.
#include <utility>
#include <vector>

#include "isa/chapters/atomic_handlers.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

using sim::AccessKind;

/// How the machine does it in shared memory: 32-bit integers have instructions of their own, exchange and
/// compare-and-swap too; everything else is a loop around compare-and-swap.
AccessKind price_of(std::string_view how, ptx::Type type, sim::Space space) {
  if (how == "exch") return AccessKind::atomic_exchange;
  if (how == "cas") return AccessKind::atomic_cas;
  const bool word = type == ptx::Type::u32 || type == ptx::Type::s32 || type == ptx::Type::b32;
  // Generic atomics add 64 bits in shared memory, which has no instruction for that.
  const bool generic_sum = space == sim::Space::generic && how == "add" && type == ptx::Type::u64;
  return word || generic_sum ? AccessKind::atomic_add : AccessKind::atomic_loop;
}

// ---- Binding ----

void bind_scalar(BindContext& context, const ptx::Operand* destination, std::span<const ptx::Operand> sources,
                 ptx::Type type) {
  sim::Op& op = context.op();
  op.d = destination == nullptr ? sim::Op::kNone : context.destination_row(*destination, type);
  op.b = context.source_row(sources[0], type);
  if (context.spelling().word("op") == "cas") op.c = context.source_row(sources[1], type);
}

bool bind_vector(BindContext& context, const ptx::Operand* destination, const ptx::Operand& source, ptx::Type type,
                 std::uint8_t width) {
  const auto bytes = static_cast<std::uint8_t>(ptx::size_of(type));
  std::vector<std::uint32_t> rows(width, sim::Op::kNone);
  if (destination != nullptr) {
    const auto elements = elements_of(context, *destination, width);
    if (elements.empty()) return false;
    rows = destination_rows(context, elements, type, bytes);
  }
  const auto elements = elements_of(context, source, width);
  if (elements.empty()) return false;
  for (const std::uint32_t row : source_rows(context, elements, type, bytes)) rows.push_back(row);
  context.op().extra = context.list(std::move(rows));
  return true;
}

void bind_atomic_of(BindContext& context, bool reduction) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const ptx::Operand* destination = reduction ? nullptr : &operands[0];
  if (destination != nullptr && destination->kind == ptx::Operand::Kind::sink) destination = nullptr;
  const std::size_t place = reduction ? 0 : 1;
  const std::string_view how = spelling.word("op");
  const ptx::Type type = spelling.type();
  const std::uint8_t width = vector_width(spelling);
  const Address address = bind_address(context, operands[place]);
  // Several values are updated in global memory alone, also by a generic address: what an H200 leaves where one lies in
  // shared memory is no sum of them.
  const sim::Space named = space_of(spelling, address);
  const sim::Space space = width == 1 ? named : sim::Space::global;

  if (width == 1) {
    bind_scalar(context, destination, operands.subspan(place + 1), type);
  } else if (!bind_vector(context, destination, operands[place + 1], type, width)) {
    return;
  }
  sim::Op& op = context.op();
  set_access_facts(context, destination == nullptr ? sim::OpKind::reduction : sim::OpKind::atomic, named,
                   width * static_cast<std::uint32_t>(ptx::size_of(type)));
  note_cache_policy(context);
  op.mode = AtomicMode{address.bytes, width, space, price_of(how, type, space)}.packed();
  op.run = op.body = select_atomic(how, type, width);
  context.new_site();
  if (width == 1 && ptx::size_of(type) == 2) {
    context.facts().is_swap_loop = true;
    const std::uint32_t site = op.site;
    for (int behind = 0; behind < 2; ++behind) context.new_site();
    op.site = site;
  }
}

void bind_atom(BindContext& context) { bind_atomic_of(context, false); }
void bind_red(BindContext& context) { bind_atomic_of(context, true); }

constexpr InstructionDef atom(std::string_view syntax, std::string_view where, std::string_view since,
                              std::uint16_t sm) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::updates, costs::access, sim::Order::relaxed),
          .bind = bind_atom,
          .since = since,
          .sm = sm,
          .chapter = "Parallel Synchronization and Communication Instructions: atom"};
}

constexpr InstructionDef red(std::string_view syntax, std::string_view where, std::string_view since,
                             std::uint16_t sm) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::reduces, costs::access, sim::Order::relaxed),
          .bind = bind_red,
          .since = since,
          .sm = sm,
          .chapter = "Parallel Synchronization and Communication Instructions: red"};
}

#define ATOM_SEM "sem = relaxed acquire release acq_rel; "
#define RED_SEM "sem = relaxed release; "
#define PLACES "scope = cta cluster gpu sys; space = global shared shared::cta shared::cluster; "
#define HINT "hint = L2::cache_hint; "
#define HALVES "type = f16 f16x2 bf16 bf16x2"

// clang-format off
constexpr InstructionDef kRows[] = {
    atom("atom{.sem}{.scope}{.space}.op{.hint}.type d, [a], b{, c}",
         ATOM_SEM PLACES HINT "op = and or xor; type = b32 b64; c : b64", "1.1", 11),
    atom("atom{.sem}{.scope}{.space}.op{.hint}.type d, [a], b{, c}",
         ATOM_SEM PLACES HINT "op = exch; type = b32 b64 b128; c : b64", "1.1", 11),
    atom("atom{.sem}{.scope}{.space}.op{.hint}.type d, [a], b, c{, h}",
         ATOM_SEM PLACES HINT "op = cas; type = b16 b32 b64 b128; h : b64", "1.1", 11),
    atom("atom{.sem}{.scope}{.space}.op{.hint}.type d, [a], b{, c}",
         ATOM_SEM PLACES HINT "op = add; type = u32 s32 u64 f32 f64; c : b64", "1.1", 11),
    atom("atom{.sem}{.scope}{.space}.op{.hint}.type d, [a], b{, c}",
         ATOM_SEM PLACES HINT "op = inc dec; type = u32; c : b64", "1.1", 11),
    atom("atom{.sem}{.scope}{.space}.op{.hint}.type d, [a], b{, c}",
         ATOM_SEM PLACES HINT "op = min max; type = u32 s32 u64 s64; c : b64", "1.1", 11),
    atom("atom{.sem}{.scope}{.space}.op.noftz{.hint}.type d, [a], b{, c}",
         ATOM_SEM PLACES HINT "op = add; c : b64; " HALVES, "6.2", 60),
    atom("atom{.sem}{.scope}{.space}.op{.hint}.vec.type d, [a], b{, c}",
         ATOM_SEM "scope = cta cluster gpu sys; space = global; " HINT "op = add; vec = v2 v4; type = f32; c : b64", "8.1", 90),
    atom("atom{.sem}{.scope}{.space}.op.noftz{.hint}.vec.type d, [a], b{, c}",
         ATOM_SEM "scope = cta cluster gpu sys; space = global; " HINT "op = add min max; vec = v2 v4 v8; c : b64; " HALVES, "8.1", 90),

    red("red{.sem}{.scope}{.space}.op{.hint}.type [a], b{, c}",
        RED_SEM PLACES HINT "op = and or xor; type = b32 b64; c : b64", "1.2", 11),
    red("red{.sem}{.scope}{.space}.op{.hint}.type [a], b{, c}",
        RED_SEM PLACES HINT "op = add; type = u32 s32 u64 f32 f64; c : b64", "1.2", 11),
    red("red{.sem}{.scope}{.space}.op{.hint}.type [a], b{, c}",
        RED_SEM PLACES HINT "op = inc dec; type = u32; c : b64", "1.2", 11),
    red("red{.sem}{.scope}{.space}.op{.hint}.type [a], b{, c}",
        RED_SEM PLACES HINT "op = min max; type = u32 s32 u64 s64; c : b64", "1.2", 11),
    red("red{.sem}{.scope}{.space}.op.noftz{.hint}.type [a], b{, c}",
        RED_SEM PLACES HINT "op = add; c : b64; " HALVES, "6.2", 60),
    red("red{.sem}{.scope}{.space}.op{.hint}.vec.type [a], b{, c}",
        RED_SEM "scope = cta cluster gpu sys; space = global; " HINT "op = add; vec = v2 v4; type = f32; c : b64", "8.1", 90),
    red("red{.sem}{.scope}{.space}.op.noftz{.hint}.vec.type [a], b{, c}",
        RED_SEM "scope = cta cluster gpu sys; space = global; " HINT "op = add min max; vec = v2 v4 v8; c : b64; " HALVES, "8.1", 90),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> atomics_rows() { return kRows; }

}  // namespace warpglass::isa
