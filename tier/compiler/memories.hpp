// What LLVM cannot know of the memories that a body reaches: that a kernel's own never holds what the engine knows of
// accesses, and that counting an access changes nothing else of its shape. So what has been read of a shape once need
// not be read again behind a store.
#pragma once

#include "llvm/IR/Function.h"

namespace warpglass::tier {

/// \param sites   the warp's access sites, as the body has them
/// \param shared  its shared memory
void tell_memories_apart(llvm::Function& body, llvm::Value* sites, llvm::Value* shared);

}  // namespace warpglass::tier
