// `--html` from the outside: one file with the report and the sources inside, whatever these contain.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kStore = R"(// </script><b> & <!-- "quoted"
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) { .reg .b64 %a; ld.param.u64 %a, [p]; st.global.u32 [%a], 1; ret; }
)";

class Page : public ToolTest {
 protected:
  std::string kernel() const { return write("k.ptx", kStore); }
  std::vector<std::string> launch(std::vector<std::string> more, const char* verb = "run",
                                  const char* argument = "u32[64]:zero") const {
    std::vector<std::string> words = {verb, kernel(), "--arg", argument, "--grid", "1", "--block", "32", "-q"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

/// What stands between the marks of the page's data.
std::string data_of(const std::string& html) {
  const std::string before = R"(<script type="application/json" id="data">)";
  const std::size_t begin = html.find(before);
  const std::size_t end = html.find("</script>", begin);
  EXPECT_NE(begin, std::string::npos);
  EXPECT_NE(end, std::string::npos);
  return html.substr(begin + before.size(), end - begin - before.size());
}

TEST_F(Page, HoldsTheReportAndTheSources) {
  const Outcome done = run(launch({"--html", folder_ + "page.html", "--json", folder_ + "report.json"}));
  ASSERT_EQ(done.exit_code, 0) << done.errors;
  const std::string html = contents(folder_ + "page.html");
  const nlohmann::json data = nlohmann::json::parse(data_of(html));
  nlohmann::json report = nlohmann::json::parse(contents(folder_ + "report.json"));
  report.erase("launches");
  EXPECT_EQ(data.at("report"), report);
  EXPECT_EQ(data.at("sources").at(folder_ + "k.ptx").get<std::string>() + '\n', kStore);
  ASSERT_EQ(data.at("launches").at("rows").size(), 1u);
  EXPECT_EQ(data.at("launches").at("values").at(0).size(), report.at("metrics").size());
  EXPECT_EQ(data.at("labels").at(0).size(), report.at("metrics").size());
}

TEST_F(Page, IsOneSmallFileThatAsksNobody) {
  const Outcome done = run(launch({"--html", "-"}));
  ASSERT_EQ(done.exit_code, 0) << done.errors;
  EXPECT_LT(done.output.size() - data_of(done.output).size(), std::size_t{2} << 20);
  EXPECT_THAT(done.output, HasSubstr("default-src 'none'"));
  for (const char* other : {"<link rel=\"stylesheet\"", "src=\"", "@import", "url(http", "@@"})
    EXPECT_THAT(done.output, Not(HasSubstr(other)));
}

TEST_F(Page, NoNameOrTextEndsItsData) {
  const Outcome done = run(launch({"--html", "-"}));
  EXPECT_THAT(data_of(done.output), Not(HasSubstr("<")));
  EXPECT_THAT(data_of(done.output), HasSubstr(R"(\u003c/script>\u003cb> & \u003c!-- \"quoted\")"));
}

TEST_F(Page, IsThereOfAChecksFindings) {
  const Outcome done = run(launch({"--html", "-"}, "check", "u64:4"));
  EXPECT_NE(done.exit_code, 0);
  EXPECT_FALSE(nlohmann::json::parse(data_of(done.output)).at("report").at("findings").empty());
}

TEST_F(Page, GoesWhereItCan) {
  const Outcome both = run(launch({"--html", "-", "--json", "-"}));
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.errors, HasSubstr("--json - and --html - both want the standard output"));
  const Outcome nowhere = run(launch({"--html", folder_ + "none/page.html"}));
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_THAT(nowhere.errors, HasSubstr("there is no folder"));
}

}  // namespace
}  // namespace warpglass
