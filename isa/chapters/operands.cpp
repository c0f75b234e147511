#include "isa/chapters/operands.hpp"

#include <fmt/format.h>

namespace warpglass::isa {
namespace {

// What a literal is stored as when the registers beside it are wider than the instruction's type.
ptx::Type bits_of(std::uint8_t bytes) {
  switch (bytes) {
    case 1: return ptx::Type::b8;
    case 2: return ptx::Type::b16;
    case 4: return ptx::Type::b32;
    case 8: return ptx::Type::b64;
    default: return ptx::Type::b128;
  }
}

}  // namespace

sim::Space space_of(const Spelling& spelling, const Address& address) {
  const sim::Space space = space_of(spelling.word("space"));
  return space == sim::Space::generic ? address.space : space;
}

Address bind_address(BindContext& context, const ptx::Operand& operand) {
  const Address address = context.address(operand);
  context.op().a = address.row;
  context.op().imm = address.offset;
  return address;
}

std::vector<ptx::Operand> elements_of(BindContext& context, const ptx::Operand& operand, std::uint8_t width) {
  using Kind = ptx::Operand::Kind;
  if (width == 1 && operand.kind != Kind::vector) return {operand};
  if (operand.kind == Kind::vector && operand.child_count == width) {
    const auto children = context.children(operand);
    return {children.begin(), children.end()};
  }
  if (operand.kind == Kind::reg && operand.component == ptx::Operand::Component::none &&
      context.function().registers[operand.index].vector_width == width) {
    std::vector<ptx::Operand> components(width, operand);
    for (std::size_t i = 0; i < components.size(); ++i) {
      components[i].component = static_cast<ptx::Operand::Component>(std::size_t(ptx::Operand::Component::x) + i);
    }
    return components;
  }
  if (operand.kind == Kind::sink) return std::vector<ptx::Operand>(width, operand);
  context.error(operand.position,
                width == 1 ? std::string("a single operand is wanted here: name the width, .v2 or .v4, for a vector")
                           : fmt::format("a vector of {} elements is wanted here, as in {{a, b}}", width));
  return {};
}

std::uint8_t register_bytes_of(BindContext& context, const std::vector<ptx::Operand>& elements, ptx::Type type) {
  std::uint8_t bytes = 0;
  for (const ptx::Operand& element : elements) {
    if (element.kind != ptx::Operand::Kind::reg) continue;
    const std::uint8_t own = context.register_bytes(element, type);
    if (bytes == 0) bytes = own;
    if (own != bytes) context.error(element.position, "the elements of a vector must be registers of one size");
  }
  return bytes == 0 ? static_cast<std::uint8_t>(ptx::size_of(type)) : bytes;
}

std::vector<std::uint32_t> source_rows(BindContext& context, const std::vector<ptx::Operand>& elements, ptx::Type type,
                                       std::uint8_t bytes) {
  const bool widened = bytes != ptx::size_of(type);
  std::vector<std::uint32_t> rows;
  rows.reserve(elements.size());
  for (const ptx::Operand& element : elements) {
    const bool literal = element.kind != ptx::Operand::Kind::reg;
    rows.push_back(context.source_row(element, widened && literal ? bits_of(bytes) : type, widened));
  }
  return rows;
}

std::vector<std::uint32_t> destination_rows(BindContext& context, const std::vector<ptx::Operand>& elements,
                                            ptx::Type type, std::uint8_t bytes) {
  const bool widened = bytes != ptx::size_of(type);
  std::vector<std::uint32_t> rows;
  rows.reserve(elements.size());
  for (const ptx::Operand& element : elements) {
    rows.push_back(element.kind == ptx::Operand::Kind::sink ? sim::Op::kNone
                                                            : context.destination_row(element, type, widened));
  }
  return rows;
}

bool is_signed(ptx::Type type) {
  return type == ptx::Type::s8 || type == ptx::Type::s16 || type == ptx::Type::s32 || type == ptx::Type::s64;
}

void set_access_facts(BindContext& context, sim::OpKind kind, sim::Space space, std::uint32_t bytes) {
  sim::OpFacts& facts = context.facts();
  facts.kind = kind;
  facts.space = space;
  facts.access_bytes = static_cast<std::uint16_t>(bytes);
}

void note_cache_policy(BindContext& context) {
  if (context.spelling().has("hint"))
    context.facts().policy = context.source_row(context.operands().back(), ptx::Type::b64);
}

}  // namespace warpglass::isa
