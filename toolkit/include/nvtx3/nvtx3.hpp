// NVTX's interface for C++ (version 1 of it): domains, ranges that end with their scope, marks and what they say, over
// the functions of nvToolsExt.h. Nobody listens to those, so nothing here costs more than they do. C++11 and later.
#ifndef WARPGLASS_NVTX3_HPP
#define WARPGLASS_NVTX3_HPP

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "nvtx3/nvToolsExt.h"

#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 1
#define NVTX3_CPP_DEFINITIONS_V1_0  // what a library asks that wants this version

namespace nvtx3 {
inline namespace v1 {

// ---- What an event says ----

class rgb {
 public:
  using component_type = uint8_t;
  constexpr rgb(component_type red, component_type green, component_type blue) noexcept
      : red(red), green(green), blue(blue) {}
  component_type red, green, blue;
};

class argb {
 public:
  using component_type = uint8_t;
  constexpr argb(component_type alpha, component_type red, component_type green, component_type blue) noexcept
      : alpha(alpha), red(red), green(green), blue(blue) {}
  component_type alpha, red, green, blue;
};

class color {
 public:
  using value_type = uint32_t;
  explicit constexpr color(value_type argb_word) noexcept : value_(argb_word) {}
  constexpr color(argb of) noexcept  // NOLINT: `event_attributes` takes one as it is
      : value_(uint32_t{of.alpha} << 24 | uint32_t{of.red} << 16 | uint32_t{of.green} << 8 | of.blue) {}
  constexpr color(rgb of) noexcept : color(argb(0xff, of.red, of.green, of.blue)) {}  // NOLINT: as above
  constexpr value_type get_value() const noexcept { return value_; }
  constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

 private:
  value_type value_;
};

class category {
 public:
  using id_type = uint32_t;
  explicit constexpr category(id_type id) noexcept : id_(id) {}
  constexpr id_type get_id() const noexcept { return id_; }

 private:
  id_type id_;
};

class payload {
 public:
  using value_type = nvtxPayload_t;
  explicit payload(int64_t number) noexcept : type_(NVTX_PAYLOAD_TYPE_INT64) { value_.llValue = number; }
  explicit payload(int32_t number) noexcept : type_(NVTX_PAYLOAD_TYPE_INT32) { value_.iValue = number; }
  explicit payload(uint64_t number) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) { value_.ullValue = number; }
  explicit payload(uint32_t number) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) { value_.uiValue = number; }
  explicit payload(float number) noexcept : type_(NVTX_PAYLOAD_TYPE_FLOAT) { value_.fValue = number; }
  explicit payload(double number) noexcept : type_(NVTX_PAYLOAD_TYPE_DOUBLE) { value_.dValue = number; }
  value_type get_value() const noexcept { return value_; }
  nvtxPayloadType_t get_type() const noexcept { return type_; }

 private:
  nvtxPayloadType_t type_;
  value_type value_ = {};
};

// ---- Domains ----

/// A type with a `name` stands for a domain.
class domain {
 public:
  /// The one that every program has.
  struct global {
    static constexpr const char* name = "";
  };

  domain(const domain&) = delete;
  domain& operator=(const domain&) = delete;
  ~domain() { nvtxDomainDestroy(handle_); }

  template <class Domain = global>
  static const domain& get() noexcept {
    static const domain made(std::is_same<Domain, global>::value ? nullptr : create(Domain::name));
    return made;
  }

  operator nvtxDomainHandle_t() const noexcept { return handle_; }  // NOLINT: the functions of C take it

 private:
  static nvtxDomainHandle_t create(const char* name) noexcept { return nvtxDomainCreateA(name); }
  static nvtxDomainHandle_t create(const wchar_t* name) noexcept { return nvtxDomainCreateW(name); }
  explicit domain(nvtxDomainHandle_t handle) noexcept : handle_(handle) {}

  nvtxDomainHandle_t handle_;
};

template <class Domain = domain::global>
class named_category_in final : public category {
 public:
  named_category_in(id_type id, const char* name) noexcept : category(id) {
    nvtxDomainNameCategoryA(domain::get<Domain>(), id, name);
  }
  named_category_in(id_type id, const wchar_t* name) noexcept : category(id) {
    nvtxDomainNameCategoryW(domain::get<Domain>(), id, name);
  }
  /// By a type with an `id` and a `name`.
  template <class Category>
  static const named_category_in& get() noexcept {
    static const named_category_in made(Category::id, Category::name);
    return made;
  }
};
using named_category = named_category_in<domain::global>;

template <class Domain = domain::global>
class registered_string_in {
 public:
  explicit registered_string_in(const char* text) noexcept
      : handle_(nvtxDomainRegisterStringA(domain::get<Domain>(), text)) {}
  explicit registered_string_in(const std::string& text) noexcept : registered_string_in(text.c_str()) {}
  explicit registered_string_in(const wchar_t* text) noexcept
      : handle_(nvtxDomainRegisterStringW(domain::get<Domain>(), text)) {}
  explicit registered_string_in(const std::wstring& text) noexcept : registered_string_in(text.c_str()) {}
  /// By a type with a `message`.
  template <class Text>
  static const registered_string_in& get() noexcept {
    static const registered_string_in made(Text::message);
    return made;
  }
  nvtxStringHandle_t get_handle() const noexcept { return handle_; }

 private:
  nvtxStringHandle_t handle_;
};
using registered_string = registered_string_in<domain::global>;

class message {
 public:
  using value_type = nvtxMessageValue_t;
  // NOLINTBEGIN: `event_attributes` takes texts as they are
  message(const char* text) noexcept : type_(NVTX_MESSAGE_TYPE_ASCII) { value_.ascii = text; }
  message(const std::string& text) noexcept : message(text.c_str()) {}
  message(const wchar_t* text) noexcept : type_(NVTX_MESSAGE_TYPE_UNICODE) { value_.unicode = text; }
  message(const std::wstring& text) noexcept : message(text.c_str()) {}
  message(std::string&&) = delete;  // the text has to outlive it
  message(std::wstring&&) = delete;
  template <class Domain>
  message(const registered_string_in<Domain>& text) noexcept : type_(NVTX_MESSAGE_TYPE_REGISTERED) {
    value_.registered = text.get_handle();
  }
  // NOLINTEND
  value_type get_value() const noexcept { return value_; }
  nvtxMessageType_t get_type() const noexcept { return type_; }

 private:
  nvtxMessageType_t type_;
  value_type value_ = {};
};

/// A message, a color, a payload and a category in any order; of two of a kind, the first.
class event_attributes {
 public:
  using value_type = nvtxEventAttributes_t;

  event_attributes() noexcept : attributes_() {
    attributes_.version = NVTX_VERSION;
    attributes_.size = sizeof(value_type);
  }
  template <class... Rest>
  explicit event_attributes(const category& first, const Rest&... rest) noexcept : event_attributes(rest...) {
    attributes_.category = first.get_id();
  }
  template <class... Rest>
  explicit event_attributes(const color& first, const Rest&... rest) noexcept : event_attributes(rest...) {
    attributes_.color = first.get_value();
    attributes_.colorType = first.get_type();
  }
  template <class... Rest>
  explicit event_attributes(const payload& first, const Rest&... rest) noexcept : event_attributes(rest...) {
    attributes_.payload = first.get_value();
    attributes_.payloadType = first.get_type();
  }
  template <class... Rest>
  explicit event_attributes(const message& first, const Rest&... rest) noexcept : event_attributes(rest...) {
    attributes_.message = first.get_value();
    attributes_.messageType = first.get_type();
  }

  const value_type* get() const noexcept { return &attributes_; }

 private:
  value_type attributes_;
};

// ---- Ranges and marks ----

/// A range of the thread, which ends with its scope.
template <class Domain = domain::global>
class scoped_range_in {
 public:
  scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
  explicit scoped_range_in(const event_attributes& attributes) noexcept {
    nvtxDomainRangePushEx(domain::get<Domain>(), attributes.get());
  }
  template <
      class First, class... Rest,
      class = typename std::enable_if<!std::is_same<typename std::decay<First>::type, event_attributes>::value &&
                                      !std::is_same<typename std::decay<First>::type, scoped_range_in>::value>::type>
  explicit scoped_range_in(const First& first, const Rest&... rest) noexcept
      : scoped_range_in(event_attributes(first, rest...)) {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
  void* operator new(size_t) = delete;
  ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<Domain>()); }
};
using scoped_range = scoped_range_in<domain::global>;

class range_handle {
 public:
  using value_type = nvtxRangeId_t;
  constexpr range_handle() noexcept : id_(0) {}
  constexpr range_handle(std::nullptr_t) noexcept : id_(0) {}  // NOLINT: it is a null handle
  explicit constexpr range_handle(value_type id) noexcept : id_(id) {}
  explicit constexpr operator bool() const noexcept { return id_ != 0; }
  constexpr value_type get_value() const noexcept { return id_; }
  friend constexpr bool operator==(range_handle a, range_handle b) noexcept { return a.id_ == b.id_; }
  friend constexpr bool operator!=(range_handle a, range_handle b) noexcept { return a.id_ != b.id_; }

 private:
  value_type id_;
};

template <class Domain = domain::global>
range_handle start_range_in(const event_attributes& attributes) noexcept {
  return range_handle(nvtxDomainRangeStartEx(domain::get<Domain>(), attributes.get()));
}
template <
    class Domain = domain::global, class First, class... Rest,
    class = typename std::enable_if<!std::is_same<typename std::decay<First>::type, event_attributes>::value>::type>
range_handle start_range_in(const First& first, const Rest&... rest) noexcept {
  return start_range_in<Domain>(event_attributes(first, rest...));
}
template <class... Arguments>
range_handle start_range(const Arguments&... arguments) noexcept {
  return start_range_in<domain::global>(arguments...);
}
template <class Domain = domain::global>
void end_range_in(range_handle range) noexcept {
  nvtxDomainRangeEnd(domain::get<Domain>(), range.get_value());
}
inline void end_range(range_handle range) noexcept { end_range_in<domain::global>(range); }

/// A range that may end on another thread.
template <class Domain = domain::global>
class unique_range_in {
 public:
  unique_range_in() noexcept : unique_range_in(event_attributes()) {}
  explicit unique_range_in(const event_attributes& attributes) noexcept
      : handle_(start_range_in<Domain>(attributes)), begun_(true) {}
  template <
      class First, class... Rest,
      class = typename std::enable_if<!std::is_same<typename std::decay<First>::type, event_attributes>::value &&
                                      !std::is_same<typename std::decay<First>::type, unique_range_in>::value>::type>
  explicit unique_range_in(const First& first, const Rest&... rest) noexcept
      : unique_range_in(event_attributes(first, rest...)) {}
  unique_range_in(const unique_range_in&) = delete;
  unique_range_in& operator=(const unique_range_in&) = delete;
  unique_range_in(unique_range_in&& other) noexcept : handle_(other.handle_), begun_(other.begun_) {
    other.begun_ = false;
  }
  unique_range_in& operator=(unique_range_in&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(begun_, other.begun_);
    return *this;
  }
  ~unique_range_in() noexcept {
    if (begun_) end_range_in<Domain>(handle_);
  }

 private:
  range_handle handle_;
  bool begun_;
};
using unique_range = unique_range_in<domain::global>;

template <class Domain = domain::global>
void mark_in(const event_attributes& attributes) noexcept {
  nvtxDomainMarkEx(domain::get<Domain>(), attributes.get());
}
template <
    class Domain = domain::global, class First, class... Rest,
    class = typename std::enable_if<!std::is_same<typename std::decay<First>::type, event_attributes>::value>::type>
void mark_in(const First& first, const Rest&... rest) noexcept {
  mark_in<Domain>(event_attributes(first, rest...));
}
template <class... Arguments>
void mark(const Arguments&... arguments) noexcept {
  mark_in<domain::global>(arguments...);
}

}  // namespace v1
}  // namespace nvtx3

// A range from here to the end of the function, of its name.
#define NVTX3_V1_FUNC_RANGE_IN(D)                                                  \
  static const ::nvtx3::v1::registered_string_in<D> nvtx3_func_name__{__func__};   \
  static const ::nvtx3::v1::event_attributes nvtx3_func_attr__{nvtx3_func_name__}; \
  const ::nvtx3::v1::scoped_range_in<D> nvtx3_range__ { nvtx3_func_attr__ }
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C)                           \
  std::unique_ptr<::nvtx3::v1::unique_range_in<D>> nvtx3_range__; \
  if (C) nvtx3_range__.reset(new ::nvtx3::v1::unique_range_in<D>{static_cast<const char*>(__func__)})
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)
#define NVTX3_FUNC_RANGE_IN(D) NVTX3_V1_FUNC_RANGE_IN(D)
#define NVTX3_FUNC_RANGE_IF_IN(D, C) NVTX3_V1_FUNC_RANGE_IF_IN(D, C)
#define NVTX3_FUNC_RANGE() NVTX3_V1_FUNC_RANGE()
#define NVTX3_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF(C)

#endif
