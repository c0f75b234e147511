#include "cuda/own_stream.hpp"

#include <utility>

namespace warpglass::cuda {
namespace {

thread_local const void* current = nullptr;

}  // namespace

OwnStreamCall::OwnStreamCall(const void* call) noexcept : before_(std::exchange(current, call)) {}
OwnStreamCall::~OwnStreamCall() { current = before_; }

const void* own_stream_call() noexcept { return current; }

}  // namespace warpglass::cuda
