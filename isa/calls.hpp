// Calls: of functions of the program, through addresses, and of the functions that the engine provides.
#pragma once

namespace warpglass::isa {

class BindContext;

/// Binds `call` in all its forms.
void bind_call(BindContext& context);

}  // namespace warpglass::isa
