#include "tier/compiler/memories.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "sim/access_site.hpp"

namespace warpglass::tier {

using namespace llvm;

namespace {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
/// Members of a Shape that counting changes; regions change no other.
constexpr std::array<std::pair<std::uint64_t, std::uint64_t>, 2> kCounted = {{
    {offsetof(sim::Shape, shared_hits), offsetof(sim::Shape, offset)},
    {offsetof(sim::Shape, global_hits), sizeof(sim::Shape)},
}};
#pragma GCC diagnostic pop

enum class Memory : std::uint8_t {
  unknown,
  kernel,    // global or shared memory
  site,      // an AccessSite
  shape,     // a Shape, what counting does not change
  counters,  // a Shape, what it changes
};

class Memories {
 public:
  Memories(const Function& body, const Value* sites, const Value* shared)
      : layout_(body.getParent()->getDataLayout()), sites_(sites), shared_(shared) {
    // Of one domain, an access would have to stay clear of all scopes of the other: so each has its own.
    MDBuilder builder(body.getContext());
    engine_ = builder.createAnonymousAliasScope(builder.createAnonymousAliasScopeDomain("engine"), "engine");
    shape_ = builder.createAnonymousAliasScope(builder.createAnonymousAliasScopeDomain("shape"), "shape");
    counters_ = builder.createAnonymousAliasScope(builder.createAnonymousAliasScopeDomain("counters"), "counters");
  }

  void mark(Instruction& access) const {
    const Memory memory = memory_of(*getLoadStorePointerOperand(&access), isa<StoreInst>(access));
    LLVMContext& context = access.getContext();
    const auto add = [&](unsigned kind, ArrayRef<Metadata*> scopes) {
      access.setMetadata(kind, MDNode::concatenate(access.getMetadata(kind), MDNode::get(context, scopes)));
    };
    switch (memory) {
      case Memory::unknown: break;
      case Memory::kernel: add(LLVMContext::MD_noalias, {engine_, shape_}); break;
      case Memory::shape: add(LLVMContext::MD_alias_scope, {engine_, shape_}); break;
      case Memory::site:
        add(LLVMContext::MD_alias_scope, {engine_});
        add(LLVMContext::MD_noalias, {shape_, counters_});
        break;
      case Memory::counters:
        add(LLVMContext::MD_alias_scope, {engine_, counters_});
        add(LLVMContext::MD_noalias, {shape_});
        break;
    }
  }

 private:
  [[nodiscard]] Memory memory_of(const Value& pointer, bool is_store) const {
    const Value* const object = object_of(pointer);
    if (object == sites_) return Memory::site;
    if (object == shared_ || isa<IntToPtrInst>(object)) return Memory::kernel;
    const auto* const load = dyn_cast<LoadInst>(object);
    if (load == nullptr || object_of(*load->getPointerOperand()) != sites_) return Memory::unknown;
    if (is_store) return Memory::counters;
    APInt offset(64, 0);
    if (pointer.stripAndAccumulateConstantOffsets(layout_, offset, true) != object) return Memory::unknown;
    for (const auto& [begin, end] : kCounted)
      if (offset.uge(begin) && offset.ult(end)) return Memory::counters;
    return Memory::shape;
  }

  /// What a pointer leads into, wherever in it.
  static const Value* object_of(const Value& pointer) {
    const Value* object = &pointer;
    while (const auto* const place = dyn_cast<GEPOperator>(object)) object = place->getPointerOperand();
    return object;
  }

  const DataLayout& layout_;
  const Value* sites_;
  const Value* shared_;
  MDNode* engine_;
  MDNode* shape_;
  MDNode* counters_;
};

}  // namespace

void tell_memories_apart(Function& body, Value* sites, Value* shared) {
  const Memories memories(body, sites, shared);
  for (Instruction& instruction : instructions(body)) {
    if (isa<LoadInst, StoreInst>(instruction)) memories.mark(instruction);
  }
}

}  // namespace warpglass::tier
