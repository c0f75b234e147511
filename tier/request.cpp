#include "tier/request.hpp"

#include <cstring>

#include "tier/wire.hpp"

namespace warpglass::tier {
namespace {

constexpr std::size_t kWordsBegin = 2 * sizeof(sim::Handler);

std::string_view bitcode_of(const Unit& unit) {
  return {reinterpret_cast<const char*>(target_of(unit.bitcode)), unit.compressed_bytes};
}

std::uint64_t address_of(sim::Handler handler) { return reinterpret_cast<std::uintptr_t>(handler); }

/// Whether the op's fields and its list name all rows that it reads, and its successors all ops that come next: others
/// call functions, or return to who knows where.
bool names_rows(const sim::Op& op, const sim::OpFacts& facts) {
  using sim::Does;
  using sim::OpKind;
  if (facts.function != 0) return false;
  switch (facts.kind) {
    case OpKind::barrier: return true;
    case OpKind::branch: return facts.effects.does == Does::branches;
    case OpKind::exit:
    case OpKind::pseudo: return op.extra == sim::Op::kNone;
    case OpKind::ret: return true;
    case OpKind::other: return facts.effects.does == Does::computes;
    case OpKind::load:
    case OpKind::store:
    case OpKind::atomic:
    case OpKind::reduction:
    case OpKind::matrix_load:
    case OpKind::matrix_store: return true;
    case OpKind::async_copy: break;
    case OpKind::call: return facts.computes;
  }
  return false;
}

/// Numbers among which all rows are that the op reads and its fields do not name.
std::vector<std::uint32_t> listed(const sim::Program& program, std::uint32_t pc) {
  const std::uint32_t list = program.ops[pc].extra;
  std::vector<std::uint32_t> numbers;
  if (list < program.lists.size()) numbers = program.lists[list];
  if (program.facts[pc].policy != sim::kNoIndex) numbers.push_back(program.facts[pc].policy);
  return numbers;
}

RequestOp request_for_op(const sim::Program& program, std::uint32_t pc, const Symbols& symbols) {
  const sim::Op& op = program.ops[pc];
  const sim::OpFacts& facts = program.facts[pc];
  RequestOp asked;
  asked.run = symbols.number_of(address_of(op.run));
  asked.body = symbols.number_of(address_of(op.body));
  asked.has_own_body = op.body != op.run;
  const bool leaves_kernel = facts.kind == sim::OpKind::ret && facts.function == 0;
  asked.ends = (facts.kind == sim::OpKind::exit || leaves_kernel) && !facts.guarded;
  asked.names_rows = names_rows(op, facts);
  if (asked.names_rows) asked.listed = listed(program, pc);
  asked.crosses_lanes = sim::crosses_lanes(facts.effects);
  asked.calls_out = sim::is_memory_access(facts.kind) || facts.computes;
  std::memcpy(asked.words.data(), reinterpret_cast<const std::byte*>(&op) + kWordsBegin, sizeof asked.words);
  asked.function = facts.function;
  asked.successors = successors_of(program, pc);
  return asked;
}

}  // namespace

Symbols::Symbols(std::span<const Unit> units) {
  for (const Unit& unit : units) {
    std::vector<std::uint32_t>& numbers = of_units_.emplace_back();
    const auto* offsets = reinterpret_cast<const std::int32_t*>(target_of(unit.symbols));
    for (std::uint32_t i = 0; i < unit.symbol_count; ++i) {
      const std::uint64_t address = reinterpret_cast<std::uintptr_t>(target_of(offsets[i]));
      std::uint32_t number = 0;
      if (address != 0) {
        const auto [place, is_new] = numbers_.try_emplace(address, static_cast<std::uint32_t>(addresses_.size()));
        if (is_new) addresses_.push_back(address);
        number = place->second;
      }
      numbers.push_back(number);
    }
  }
}

std::uint32_t Symbols::number_of(std::uint64_t address) const {
  const auto found = numbers_.find(address);
  return found == numbers_.end() ? 0 : found->second;
}

std::string message_of_units(std::span<const Unit> units, const Symbols& symbols) {
  Writer writer;
  writer.put(static_cast<std::uint64_t>(units.size()));
  for (std::size_t i = 0; i < units.size(); ++i) {
    writer.put_bytes(bitcode_of(units[i]));
    writer.put(units[i].bytes);
    writer.put_all(symbols.of_units()[i]);
  }
  return writer.take();
}

std::vector<UnitCopy> units_of_message(std::string_view message) {
  Reader reader(message);
  std::vector<UnitCopy> units(reader.get<std::uint64_t>());
  for (UnitCopy& unit : units) {
    unit.bitcode = reader.get_bytes();
    unit.bytes = reader.get<std::uint32_t>();
    unit.symbols = reader.get_all<std::uint32_t>();
  }
  return units;
}

Request request_for(const sim::Program& program, const Symbols& symbols, bool counts, const std::vector<Plan>& plans) {
  Request request{.counts = counts, .ops = {}, .constants = {}, .row_begins = {}, .plans = plans};
  for (std::uint32_t pc = 0; pc < program.ops.size(); ++pc) request.ops.push_back(request_for_op(program, pc, symbols));
  for (const sim::Function& function : program.functions) {
    request.constants.push_back(function.constants);
    request.row_begins.push_back(function.row_begins);
  }
  return request;
}

std::vector<Moves> moves_of(const sim::Program& program, std::span<const sim::AccessSite> sites) {
  std::vector<Moves> moves(program.ops.size());
  for (std::uint32_t pc = 0; pc < program.ops.size(); ++pc) {
    const sim::Op& op = program.ops[pc];
    const sim::OpKind kind = program.facts[pc].kind;
    if ((kind != sim::OpKind::load && kind != sim::OpKind::store) || op.site >= program.site_count) continue;
    if (program.facts[pc].space == sim::Space::local) continue;  // always moves in one way
    if (sites.empty()) {
      moves[pc].fill(static_cast<std::uint8_t>(sim::Quick::contiguous));
      moves[pc][0] = static_cast<std::uint8_t>(sim::Move::contiguous);
      continue;
    }
    // What follows another access moves as that one did.
    const std::uint32_t site = op.c < program.site_count ? op.c : op.site;
    const sim::Shape* const shape = sites[site].current;
    if (shape == nullptr || shape->lanes != kFullMask || shape->quick == decltype(shape->quick){}) continue;
    std::memcpy(moves[pc].data(), reinterpret_cast<const std::byte*>(shape) + kMovesOffset, sizeof(Moves));
  }
  return moves;
}

std::string message_of(const Request& request) {
  Writer writer;
  writer.put(request.counts);
  writer.put(static_cast<std::uint64_t>(request.ops.size()));
  for (const RequestOp& op : request.ops) {
    writer.put(op.run);
    writer.put(op.body);
    writer.put(op.has_own_body);
    writer.put(op.ends);
    writer.put(op.names_rows);
    writer.put(op.crosses_lanes);
    writer.put(op.calls_out);
    writer.put(op.words);
    writer.put_all(op.listed);
    writer.put(op.function);
    writer.put_all(op.successors);
    writer.put(op.moves);
  }
  writer.put(static_cast<std::uint64_t>(request.constants.size()));
  for (const std::vector<std::byte>& constants : request.constants) writer.put_all(constants);
  for (const std::vector<std::uint32_t>& begins : request.row_begins) writer.put_all(begins);
  writer.put(static_cast<std::uint64_t>(request.plans.size()));
  for (const Plan& plan : request.plans) {
    writer.put(plan.function);
    writer.put_all(plan.ops);
    writer.put_all(plan.entries);
  }
  return writer.take();
}

Request request_of_message(std::string_view message) {
  Reader reader(message);
  Request request;
  request.counts = reader.get<bool>();
  request.ops.resize(reader.get<std::uint64_t>());
  for (RequestOp& op : request.ops) {
    op.run = reader.get<std::uint32_t>();
    op.body = reader.get<std::uint32_t>();
    op.has_own_body = reader.get<bool>();
    op.ends = reader.get<bool>();
    op.names_rows = reader.get<bool>();
    op.crosses_lanes = reader.get<bool>();
    op.calls_out = reader.get<bool>();
    op.words = reader.get<decltype(op.words)>();
    op.listed = reader.get_all<std::uint32_t>();
    op.function = reader.get<std::uint32_t>();
    op.successors = reader.get_all<std::uint32_t>();
    op.moves = reader.get<Moves>();
  }
  request.constants.resize(reader.get<std::uint64_t>());
  for (std::vector<std::byte>& constants : request.constants) constants = reader.get_all<std::byte>();
  request.row_begins.resize(request.constants.size());
  for (std::vector<std::uint32_t>& begins : request.row_begins) begins = reader.get_all<std::uint32_t>();
  request.plans.resize(reader.get<std::uint64_t>());
  for (Plan& plan : request.plans) {
    plan.function = reader.get<std::uint32_t>();
    plan.ops = reader.get_all<std::uint32_t>();
    plan.entries = reader.get_all<std::uint32_t>();
  }
  return request;
}

}  // namespace warpglass::tier
