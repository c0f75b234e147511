// A program of NVRTC's API: texts to compile, and what came of it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "cuda/nvrtc/options.hpp"
#include "nvrtc.h"
#include "toolkit/text_compiler.hpp"

namespace warpglass::nvrtc {

struct FlowCallback {
  int (*call)(void*, void*) = nullptr;  // answers 1 to have no compilation
  void* payload = nullptr;
};

class Program {
 public:
  Program(toolkit::NamedText source, std::vector<toolkit::NamedText> headers)
      : source_(std::move(source)), headers_(std::move(headers)) {}

  void set_callback(FlowCallback callback) { callback_ = callback; }

  nvrtcResult add(const char* name_expression);
  nvrtcResult compile(std::span<const char* const> options);

  /// \return  nullptr for an expression that is none of them
  [[nodiscard]] const char* lowered_name(const std::string& expression) const;
  [[nodiscard]] bool is_compiled() const { return compiled_; }
  [[nodiscard]] const std::string& ptx() const { return ptx_; }
  /// What stands in for machine code: the PTX where an sm_ was asked for, else nothing.
  [[nodiscard]] const std::string& image() const { return image_; }
  [[nodiscard]] const std::string& log() const { return log_; }

 private:
  [[nodiscard]] bool is_cancelled() const;
  [[nodiscard]] toolkit::TextRequest request_for(const Options& options, const toolkit::Toolchain& toolchain,
                                                 int& register_limit);
  nvrtcResult compile_for(const Options& options);

  toolkit::NamedText source_;
  std::vector<toolkit::NamedText> headers_;
  FlowCallback callback_;
  std::vector<std::string> expressions_;
  bool compiled_ = false;
  std::map<std::string, std::string> lowered_;
  std::string ptx_;
  std::string image_;
  std::string log_;
};

/// Found once for the process.
/// \return  nullptr, and what to do about it, where there is none
[[nodiscard]] const toolkit::Toolchain* toolchain_of_process(std::string& problem);

}  // namespace warpglass::nvrtc
