// A program becomes one LLVM module with a body for full warps and one for others for each of its plans, and machine
// code for this processor.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "llvm/IR/LLVMContext.h"

#include "tier/compiler/handlers.hpp"
#include "tier/compiler/optimise.hpp"
#include "tier/image.hpp"
#include "tier/request.hpp"

namespace warpglass::tier {

class RegionCompiler {
 public:
  explicit RegionCompiler(std::vector<UnitCopy> units) : target_(problem_), handlers_(context_, std::move(units)) {}

  Image compile(const Request& request);

 private:
  std::string problem_;  // why this machine cannot be compiled for
  Target target_;
  llvm::LLVMContext context_;
  Handlers handlers_;
};

}  // namespace warpglass::tier
