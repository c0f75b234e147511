#include "cuda/own_stream.hpp"

#include <utility>

namespace warpglass::cuda {
namespace {

thread_local const void* calling_stream = nullptr;

}  // namespace

OwnStreamCall::OwnStreamCall(const void* call) noexcept : before_(std::exchange(calling_stream, call)) {}
OwnStreamCall::~OwnStreamCall() { calling_stream = before_; }

const void* own_stream_call() noexcept { return calling_stream; }

}  // namespace warpglass::cuda
