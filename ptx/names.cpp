#include "ptx/names.hpp"

#include <cstring>
#include <utility>

namespace warpglass::ptx {
namespace {

/// Eight bytes at a time, folded by a 128-bit product's two halves.
std::uint64_t hash_of(std::string_view name) {
  const auto mix = [](std::uint64_t a, std::uint64_t b) {
    a = (a ^ b) * 0x9e3779b97f4a7c15u;
    return a ^ a >> 29;
  };
  std::uint64_t hash = 0x2545f4914f6cdd1du ^ name.size();
  const char* at = name.data();
  std::size_t left = name.size();
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    hash = mix(hash, word);
  }
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < left; ++i) word |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  hash = mix(hash, word);
  return hash ^ hash >> 32;
}

constexpr std::size_t kMaxDigits = 19;  // of a register's number, so that it fits in 64 bits

/// Number behind the prefix as the declaration would count it: no leading zeros.
std::optional<std::uint64_t> number_of(std::string_view digits) {
  if (digits.empty() || digits.size() > kMaxDigits || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : digits) number = number * 10 + static_cast<std::uint64_t>(c - '0');
  return number;
}

std::size_t prefix_length(std::string_view name) {
  std::size_t length = name.size();
  while (length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9') --length;
  return length;
}

}  // namespace

Names::Names() : slots_(1024), is_open_{true}, open_scopes_{0} {}

void Names::open_scope() {
  open_scopes_.push_back(static_cast<std::uint32_t>(is_open_.size()));
  is_open_.push_back(true);
}

void Names::close_scope() {
  is_open_[open_scopes_.back()] = false;
  open_scopes_.pop_back();
}

std::size_t Names::slot_of(std::string_view name, std::uint64_t hash) const {
  std::size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot] != 0) {
    const Entry& entry = names_[slots_[slot] - 1];
    if (entry.hash == hash && entry.text == name) break;
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void Names::grow() {
  slots_.assign(slots_.size() * 4, 0);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::size_t slot = names_[i].hash & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

NameId Names::intern(std::string_view name) {
  const std::uint64_t hash = hash_of(name);
  std::size_t slot = slot_of(name, hash);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  if (2 * (names_.size() + 1) > slots_.size()) {
    grow();
    slot = slot_of(name, hash);
  }
  names_.push_back({.text = name, .hash = hash});
  slots_[slot] = static_cast<std::uint32_t>(names_.size());
  return static_cast<NameId>(names_.size() - 1);
}

std::optional<NameId> Names::lookup(std::string_view name) const {
  const std::uint32_t found = slots_[slot_of(name, hash_of(name))];
  if (found == 0) return std::nullopt;
  return found - 1;
}

const Binding* Names::find(NameId name) {
  std::int32_t& top = names_[name].top;
  while (top >= 0 && !is_open_[bindings_[static_cast<std::size_t>(top)].scope]) {
    top = bindings_[static_cast<std::size_t>(top)].outer;
  }
  return top < 0 ? nullptr : &bindings_[static_cast<std::size_t>(top)];
}

const Binding* Names::declare(NameId name, Meaning meaning, std::uint32_t index) {
  if (const Binding* present = find(name); present != nullptr && present->scope == scope()) return present;
  const std::int32_t outer = names_[name].top;
  names_[name].top = static_cast<std::int32_t>(bindings_.size());
  bindings_.push_back({.meaning = meaning, .index = index, .scope = scope(), .depth = depth(), .outer = outer});
  return nullptr;
}

const Binding* Names::find_in_module(NameId name) {
  for (const Binding* binding = find(name); binding != nullptr;) {
    if (binding->depth == 0) return binding;
    binding = binding->outer < 0 ? nullptr : &bindings_[static_cast<std::size_t>(binding->outer)];
  }
  return nullptr;
}

/// Under all other meanings of the name: a parameter may be called like its function.
void Names::declare_in_module(NameId name, Meaning meaning, std::uint32_t index) {
  (void)find(name);  // drops what is dead
  std::int32_t* link = &names_[name].top;
  while (*link >= 0) link = &bindings_[static_cast<std::size_t>(*link)].outer;
  *link = static_cast<std::int32_t>(bindings_.size());
  bindings_.push_back({.meaning = meaning, .index = index, .scope = 0, .depth = 0, .outer = -1});
}

bool Names::declare_range(NameId prefix, Type type, std::uint8_t vector_width, std::uint64_t count) {
  if (const RegisterRange* present = live_range(prefix); present != nullptr && present->scope == scope()) return false;
  const std::int32_t outer = names_[prefix].range_top;
  names_[prefix].range_top = static_cast<std::int32_t>(ranges_.size());
  ranges_.push_back(
      {.type = type, .vector_width = vector_width, .count = count, .scope = scope(), .depth = depth(), .outer = outer});
  has_inner_ranges_ = has_inner_ranges_ || depth() > 1;
  const std::string_view text = names_[prefix].text;
  has_numbered_prefixes_ = has_numbered_prefixes_ || prefix_length(text) != text.size();
  return true;
}

const RegisterRange* Names::live_range(NameId prefix) {
  std::int32_t& top = names_[prefix].range_top;
  while (top >= 0 && !is_open_[ranges_[static_cast<std::size_t>(top)].scope]) {
    top = ranges_[static_cast<std::size_t>(top)].outer;
  }
  return top < 0 ? nullptr : &ranges_[static_cast<std::size_t>(top)];
}

const RegisterRange* Names::find_range(NameId name) {
  const Binding* binding = find(name);
  if (binding != nullptr && binding->depth > 0 && !has_inner_ranges_) return nullptr;
  const std::uint32_t depth_of_name = binding != nullptr ? binding->depth : 0;
  const std::string_view text = names_[name].text;
  std::size_t shortest = prefix_length(text);
  std::size_t longest = shortest;
  if (has_numbered_prefixes_ && !text.empty()) {
    longest = text.size() - 1;
    if (longest > shortest + kMaxDigits) shortest = longest - kMaxDigits;
  }
  const RegisterRange* innermost = nullptr;
  for (std::size_t length = shortest; length <= longest; ++length) {
    const auto number = number_of(text.substr(length));
    if (!number) continue;
    const auto prefix = lookup(text.substr(0, length));
    if (!prefix) continue;
    const RegisterRange* range = live_range(*prefix);
    while (range != nullptr && *number >= range->count) {  // an inner range may be too short where an outer one is not
      range = range->outer < 0 ? nullptr : &ranges_[static_cast<std::size_t>(range->outer)];
    }
    if (range != nullptr && range->depth > depth_of_name && (innermost == nullptr || range->depth > innermost->depth)) {
      innermost = range;
    }
  }
  return innermost;
}

const RegisterRange* Names::find_exceeded_range(NameId name, std::string_view& prefix) {
  const std::string_view text = names_[name].text;
  prefix = text.substr(0, prefix_length(text));
  if (prefix.size() == text.size()) return nullptr;
  const auto id = lookup(prefix);
  return id ? live_range(*id) : nullptr;
}

void Names::declare_in(const RegisterRange& range, NameId name, std::uint32_t register_index) {
  (void)find(name);  // drops what is dead
  const std::int32_t outer = names_[name].top;
  names_[name].top = static_cast<std::int32_t>(bindings_.size());
  bindings_.push_back(
      {.meaning = Meaning::reg, .index = register_index, .scope = range.scope, .depth = range.depth, .outer = outer});
}

}  // namespace warpglass::ptx
