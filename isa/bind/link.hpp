// What names mean, what a kernel can reach, and where its shared variables lie: everything about a program that has to
// be known before its first instruction is bound.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "isa/bind/input.hpp"
#include "ptx/module.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// A function with a body and the module that holds it.
struct FunctionRef {
  const ptx::Module* module = nullptr;
  const ptx::Function* function = nullptr;
};

/// A name of module scope, as seen from one module.
struct Symbol {
  enum class Kind : std::uint8_t {
    unknown,
    variable,  // .global or .const: `address`
    shared,    // .shared: `variable` is its definition
    function,  // `function`; a kernel's too
    provided,  // declared, not defined, and ours
  };
  Kind kind = Kind::unknown;
  std::uint64_t address = 0;
  const ptx::Variable* variable = nullptr;
  FunctionRef function{};
};

[[nodiscard]] Symbol resolve(const LinkedModules& linked, const ptx::Module& module, std::string_view name);

/// The declaration of a function in a module (alias followed), nullptr when the name is none.
[[nodiscard]] const ptx::Function* declaration_of(const ptx::Module& module, std::string_view name);

/// The callee among the operands of a call, and what stands around it.
struct CallOperands {
  const ptx::Operand* results = nullptr;    // list
  const ptx::Operand* callee = nullptr;     // symbol or register
  const ptx::Operand* arguments = nullptr;  // list
  const ptx::Operand* prototype = nullptr;  // name of .callprototype or .calltargets
};
[[nodiscard]] CallOperands call_operands(std::span<const ptx::Operand> operands);

/// Shared memory of a block: variables in the order of their modules and functions, each at its alignment, then the
/// incomplete `extern` arrays, all at one place. The static part ends where these begin in every kernel of a module
/// that has such arrays, whether the kernel names them or not, unless it is compiled for debuggers: seen with
/// ptxas 13.0.88, and what an H100 (driver 580.159.04) allots and counts.
struct SharedLayout {
  std::unordered_map<const ptx::Variable*, std::uint32_t> offsets;  // by definition
  std::unordered_map<const ptx::Variable*, std::uint32_t> numbers;  // likewise, in `objects`
  std::vector<sim::NamedObject> objects;
  std::uint32_t static_bytes = 0;
  std::uint32_t dynamic_offset = 0;
};

/// The kernel and all functions that it can come to.
struct Reach {
  std::vector<FunctionRef> functions;  // [0] is the kernel
  std::unordered_map<const ptx::Function*, std::uint32_t> index_of;
  std::vector<std::uint32_t> callable;  // indices of functions whose address is taken: targets of indirect calls
  SharedLayout shared;
};

/// Walks from the kernel through calls and taken addresses. Names that mean nothing are left to the binder's errors;
/// too much shared memory is an error here.
[[nodiscard]] Reach reach_from(const LinkedModules& linked, FunctionRef kernel, Diagnostics& diagnostics);

}  // namespace warpglass::isa
