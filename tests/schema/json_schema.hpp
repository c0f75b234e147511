// What is wrong with a JSON text by a JSON Schema, for the few keywords that the schemas use which tests hold us to. A
// keyword that is not known here is an error of the schema, and a member that the schema does not name is wrong, so
// that nothing is passed over.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass {

class JsonSchema {
 public:
  using Json = nlohmann::json;

  explicit JsonSchema(Json schema) : schema_(std::move(schema)) {}

  /// A line each: where, and what is wrong.
  [[nodiscard]] std::vector<std::string> problems(const Json& json) const {
    std::vector<std::string> found;
    check(schema_, json, "", found);
    return found;
  }

 private:
  using Problems = std::vector<std::string>;

  void check(const Json& schema, const Json& json, const std::string& at, Problems& found) const {
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) found.push_back(at + ": is not allowed");
      return;
    }
    for (const auto& [keyword, value] : schema.items()) check_keyword(schema, keyword, value, json, at, found);
  }

  void check_keyword(const Json& schema, const std::string& keyword, const Json& value, const Json& json,
                     const std::string& at, Problems& found) const {
    static constexpr std::string_view kSaysNothing[] = {"$schema", "$id",    "id",          "title", "description",
                                                        "default", "format", "definitions", "$defs"};
    const auto require = [&](bool holds, const std::string& what) {
      if (!holds) found.push_back(fmt::format("{}: {}", at.empty() ? "/" : at, what));
    };
    if (std::ranges::find(kSaysNothing, keyword) != std::end(kSaysNothing)) return;
    if (keyword == "$ref") {
      check(schema_.at(Json::json_pointer(value.get<std::string>().substr(1))), json, at, found);
    } else if (keyword == "type") {
      require(has_type(value, json), fmt::format("{} is no {}", shortened(json), value.dump()));
    } else if (keyword == "enum") {
      require(std::ranges::find(value, json) != value.end(),
              fmt::format("{} is none of {}", json.dump(), value.dump()));
    } else if (keyword == "const") {
      require(json == value, fmt::format("{} is not {}", json.dump(), value.dump()));
    } else if (keyword == "minimum") {
      require(!json.is_number() || json.get<double>() >= value.get<double>(), json.dump() + " is too small");
    } else if (keyword == "maximum") {
      require(!json.is_number() || json.get<double>() <= value.get<double>(), json.dump() + " is too large");
    } else if (keyword == "pattern") {
      require(!json.is_string() || std::regex_search(json.get<std::string>(), std::regex(value.get<std::string>())),
              fmt::format("{} does not match {}", shortened(json), value.dump()));
    } else if (keyword == "minItems") {
      require(!json.is_array() || json.size() >= value.get<std::size_t>(), "has too few items");
    } else if (keyword == "maxItems") {
      require(!json.is_array() || json.size() <= value.get<std::size_t>(), "has too many items");
    } else if (keyword == "uniqueItems") {
      for (std::size_t i = 0; json.is_array() && value.get<bool>() && i < json.size(); ++i)
        require(std::find(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(i), json[i]) ==
                    json.begin() + static_cast<std::ptrdiff_t>(i),
                "has the same item twice");
    } else if (keyword == "items") {
      for (std::size_t i = 0; json.is_array() && i < json.size(); ++i)
        check(value, json[i], fmt::format("{}/{}", at, i), found);
    } else if (keyword == "required") {
      for (const Json& name : value)
        require(!json.is_object() || json.contains(name.get<std::string>()), "has no " + name.dump());
    } else if (keyword == "properties") {
      check_members(schema, json, at, found);
    } else if (keyword == "additionalProperties") {
      if (!schema.contains("properties")) check_members(schema, json, at, found);
    } else if (keyword == "anyOf" || keyword == "oneOf") {
      const auto fitting = std::ranges::count_if(value, [&](const Json& one) {
        Problems inner;
        check(one, json, at, inner);
        return inner.empty();
      });
      require(keyword == "anyOf" ? fitting >= 1 : fitting == 1, fmt::format("fits {} of {}", fitting, keyword));
    } else {
      found.push_back(fmt::format("{}: the schema says \"{}\", which this test does not know", at, keyword));
    }
  }

  void check_members(const Json& schema, const Json& json, const std::string& at, Problems& found) const {
    if (!json.is_object()) return;
    static const Json kNone = Json::object();
    const Json& named = schema.contains("properties") ? schema.at("properties") : kNone;
    for (const auto& [name, member] : json.items()) {
      const std::string below = fmt::format("{}/{}", at, name);
      if (named.contains(name)) {
        check(named.at(name), member, below, found);
      } else if (schema.contains("additionalProperties")) {
        check(schema.at("additionalProperties"), member, below, found);
      } else {
        found.push_back(below + ": is not in the schema");
      }
    }
  }

  static bool has_type(const Json& type, const Json& json) {
    if (type.is_array()) return std::ranges::any_of(type, [&](const Json& one) { return has_type(one, json); });
    if (type == "object") return json.is_object();
    if (type == "array") return json.is_array();
    if (type == "string") return json.is_string();
    if (type == "boolean") return json.is_boolean();
    if (type == "integer") return json.is_number_integer();
    if (type == "number") return json.is_number();
    return type == "null" && json.is_null();
  }

  static std::string shortened(const Json& json) {
    const std::string text = json.dump();
    return text.size() <= 60 ? text : text.substr(0, 57) + "...";
  }

  Json schema_;
};

}  // namespace warpglass
