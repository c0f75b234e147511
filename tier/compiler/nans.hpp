// f32 instructions answer with one NaN, whatever NaN went in, and so each handler ends in a look for NaNs and a choice.
// In a chain of such instructions only the last one's answer can be told from another NaN: those before wait for
// nothing.
#pragma once

#include "llvm/IR/Function.h"

namespace warpglass::tier {

/// Has whatever cannot tell NaNs apart use results as they are before the machine's NaN is put in, and puts it in where
/// control leaves, if it is only wanted there.
void put_nans_in_late(llvm::Function& body);

}  // namespace warpglass::tier
