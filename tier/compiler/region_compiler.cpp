#include "tier/compiler/region_compiler.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "tier/compiler/bodies.hpp"
#include "tier/compiler/link.hpp"
#include "tier/compiler/nans.hpp"

namespace warpglass::tier {
namespace {

/// What must not be: then the program stays with the interpreter.
bool is_broken(const llvm::Module& module, std::string& failure) {
  llvm::raw_string_ostream stream(failure);
  return llvm::verifyModule(module, &stream);
}

std::string entrance_of(std::size_t plan) { return "enter." + std::to_string(plan); }

Image failed(std::string why) {
  Image image;
  image.failure = std::move(why);
  return image;
}

}  // namespace

Image RegionCompiler::compile(const Request& request) {
  if (!problem_.empty()) return failed(problem_);
  llvm::Module module("regions", context_);
  target_.prepare(module);
  Imports imports(module, handlers_);
  OpTable table(module, imports, request);
  const OperationRequest operation{
      .module = module, .program = request, .table = table, .imports = imports, .target = target_};
  std::vector<llvm::Function*> bodies;
  BodyCounts counts;
  for (std::size_t i = 0; i < request.plans.size(); ++i) {
    BodyCounts unused;
    llvm::Function* const full = make_body(operation, request.plans[i], Mask::full, counts);
    llvm::Function* const partial = make_body(operation, request.plans[i], Mask::partial, unused);
    bodies.insert(bodies.end(), {full, partial});
    const std::vector<std::uint32_t>& ops = request.plans[i].ops;
    llvm::Function* whole = full;
    if (std::any_of(ops.begin(), ops.end(), [&](std::uint32_t pc) { return has_usual_way(request.ops[pc]); })) {
      whole = make_body(operation, request.plans[i], Mask::usual, unused, full);
      bodies.push_back(whole);
    }
    make_entrance(operation, request.plans[i], *whole, *partial, entrance_of(i).c_str());
  }
  imports.drop_bodies();
  std::string failure;
  if (is_broken(module, failure)) return failed(failure);
  for (llvm::Function* const body : bodies) {
    target_.optimise(*body);
    put_nans_in_late(*body);
  }
  table.place(imports);
  if (is_broken(module, failure)) return failed(failure);
  llvm::SmallVector<char, 0> object;
  target_.generate(module, object);
  std::map<std::string, std::uint64_t> places;
  Image image = link({object.data(), object.size()}, imports.outsiders(), places, failure);
  if (!failure.empty()) return failed("the linker of regions met " + failure);
  for (std::size_t i = 0; i < request.plans.size(); ++i) image.entrances.push_back(places.at(entrance_of(i)));
  image.inlined = counts.inlined;
  image.called = counts.called;
  return image;
}

}  // namespace warpglass::tier
