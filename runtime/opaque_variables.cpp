#include "runtime/opaque_variables.hpp"

#include "ptx/module.hpp"

namespace warpglass::runtime {

Opaque opaque_variable(Modules& modules, ModuleId module, std::string_view name) {
  for (const Kernel* kernel : modules.kernels(module)) {
    const ptx::Variable* const variable = kernel->syntax_module->find_variable(name);
    if (variable == nullptr) continue;
    if (variable->type == ptx::Type::texref) return Opaque::texture;
    if (variable->type == ptx::Type::surfref) return Opaque::surface;
  }
  return Opaque::no;
}

}  // namespace warpglass::runtime
