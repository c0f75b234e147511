#include "runtime/modules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/unit/runtime/ptx_images.hpp"

namespace warpglass::runtime {
namespace {

using ::testing::HasSubstr;

class ModulesTest : public ::testing::Test {
 protected:
  ModuleId add(const std::string& text) { return modules_.add({image_of(text)}, "module"); }

  template <class T>
  T value_at(std::uint64_t address) {
    T value{};
    std::memcpy(&value, sim::Memory::host(address), sizeof value);
    return value;
  }

  const DeviceVariable* variable(ModuleId module, std::string_view name) {
    const DeviceVariable* found = nullptr;
    EXPECT_EQ(modules_.find_variable(module, name, found), Status::ok) << name;
    return found;
  }

  std::string said_;
  sim::Memory memory_{1 << 20};
  Modules modules_{memory_, 90, [this](const Diagnostics& diagnostics) {
                     for (const Diagnostic& diagnostic : diagnostics) said_ += to_string(diagnostic) + '\n';
                   }};
};

TEST_F(ModulesTest, LaysOutVariablesWithTheirInitialValues) {
  const std::string text = ptx(R"(
.visible .global .align 4 .u32 count = 7;
.visible .global .align 8 .f64 half = 0d3FE0000000000000;
.visible .const .align 4 .b8 bytes[8] = {1, 2, 3, 255};
.global .align 2 .u16 zeros[100];
)");
  const ModuleId module = add(text);
  EXPECT_EQ(value_at<std::uint32_t>(variable(module, "count")->address), 7u);
  EXPECT_EQ(value_at<double>(variable(module, "half")->address), 0.5);
  const DeviceVariable* bytes = variable(module, "bytes");
  EXPECT_EQ(bytes->bytes, 8u);
  EXPECT_TRUE(bytes->constant);
  EXPECT_EQ(value_at<std::uint64_t>(bytes->address), 0xff030201u);
  EXPECT_EQ(variable(module, "zeros")->bytes, 200u);
  EXPECT_EQ(memory_.find(bytes->address)->label, "bytes");
  EXPECT_EQ(memory_.find(bytes->address)->kind, sim::AllocationKind::constant);
}

TEST_F(ModulesTest, InitialValuesMayBeAddresses) {
  const std::string text = ptx(R"(
.visible .global .align 4 .u32 table[4];
.visible .global .align 8 .u64 third = table + 8;
.visible .global .align 8 .u64 generic_first[2] = {0, generic(table)};
)");
  const ModuleId module = add(text);
  const std::uint64_t table = variable(module, "table")->address;
  EXPECT_EQ(value_at<std::uint64_t>(variable(module, "third")->address), table + 8);
  EXPECT_EQ(value_at<std::uint64_t>(variable(module, "generic_first")->address + 8), table);
}

TEST_F(ModulesTest, FindsWhatOtherModulesDefine) {
  const std::string user =
      ptx(".extern .global .align 4 .u32 shared_count;\n"
          ".visible .global .align 8 .u64 where = shared_count;\n");
  const std::string owner = ptx(".visible .global .align 4 .u32 shared_count = 5;\n");
  const ModuleId first = add(user), second = add(owner);
  const std::uint64_t address = variable(first, "shared_count")->address;
  EXPECT_EQ(address, variable(second, "shared_count")->address);
  EXPECT_EQ(value_at<std::uint64_t>(variable(first, "where")->address), address);
}

TEST_F(ModulesTest, KeepsVariablesOfOneNameApartUnlessTheyAreWeak) {
  const std::string one = ptx(".visible .global .u32 own = 1;\n.weak .global .u32 common = 3;\n");
  const std::string two = ptx(".visible .global .u32 own = 2;\n.weak .global .u32 common = 3;\n");
  const ModuleId first = add(one), second = add(two);
  EXPECT_NE(variable(first, "own")->address, variable(second, "own")->address);
  EXPECT_EQ(value_at<std::uint32_t>(variable(second, "own")->address), 2u);
  EXPECT_EQ(variable(first, "common")->address, variable(second, "common")->address);
}

TEST_F(ModulesTest, PlacesAVariableWhereTheHostHasIt) {
  const std::string text = ptx(".visible .global .align 4 .u32 managed = 42;\n");
  std::uint32_t host = 0;
  const ModuleId module = add(text);
  modules_.place(module, "managed", &host);
  EXPECT_EQ(modules_.load(module), Status::ok);
  EXPECT_EQ(variable(module, "managed")->address, reinterpret_cast<std::uintptr_t>(&host));
  EXPECT_EQ(host, 42u);
}

TEST_F(ModulesTest, ResetPutsInitialValuesBack) {
  const std::string text = ptx(".visible .global .align 4 .u32 count = 7;\n");
  const ModuleId module = add(text);
  const std::uint32_t nine = 9;
  std::memcpy(sim::Memory::host(variable(module, "count")->address), &nine, 4);
  modules_.reset();
  EXPECT_EQ(memory_.used(), 0u);
  EXPECT_EQ(value_at<std::uint32_t>(variable(module, "count")->address), 7u);
}

TEST_F(ModulesTest, RemovingAModuleFreesItsVariables) {
  const std::string text = ptx(".visible .global .align 4 .u32 count = 7;\n");
  const ModuleId module = add(text);
  variable(module, "count");
  modules_.remove(module);
  EXPECT_EQ(memory_.used(), 0u);
  const DeviceVariable* found = nullptr;
  EXPECT_EQ(modules_.find_variable(module, "count", found), Status::invalid_symbol);
}

TEST_F(ModulesTest, CallsFunctionsOfOtherModules) {
  const std::string user = ptx(R"(
.extern .func (.param .b32 r) twice (.param .b32 p);
.visible .entry k() {
  .reg .b32 %a;
  { .param .b32 p0; .param .b32 r0;
    st.param.b32 [p0], 4;
    call.uni (r0), twice, (p0);
    ld.param.b32 %a, [r0]; }
  ret;
})");
  const std::string owner = ptx(R"(
.visible .func (.param .b32 r) twice (.param .b32 p) {
  .reg .b32 %a;
  ld.param.b32 %a, [p];
  add.u32 %a, %a, %a;
  st.param.b32 [r], %a;
  ret;
})");
  const ModuleId module = add(user);
  add(owner);
  Kernel* kernel = nullptr;
  ASSERT_EQ(modules_.find_kernel(module, "k", kernel), Status::ok);
  EXPECT_EQ(modules_.bind(*kernel, {}), Status::ok) << said_;
  ASSERT_TRUE(kernel->program);
  EXPECT_EQ(kernel->program->functions.size(), 2u);
}

TEST_F(ModulesTest, ListsKernelsInTheOrderOfTheText) {
  const std::string text = ptx(".visible .entry z() { ret; }\n.visible .entry a() { ret; }\n.func f() { ret; }\n");
  const ModuleId module = add(text);
  ASSERT_EQ(modules_.load(module), Status::ok);
  const std::vector<Kernel*> kernels = modules_.kernels(module);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0]->name, "z");
  EXPECT_EQ(kernels[1]->name, "a");
}

TEST_F(ModulesTest, SaysWhatIsWrongWithDeviceCodeOnce) {
  const std::string text = ptx(".visible .entry k() { ret }");
  const ModuleId module = add(text);
  EXPECT_TRUE(said_.empty());  // nothing is looked at before it is used
  EXPECT_EQ(modules_.load(module), Status::invalid_ptx);
  EXPECT_THAT(said_, HasSubstr("module:4:"));
  said_.clear();
  Kernel* kernel = nullptr;
  EXPECT_EQ(modules_.find_kernel(module, "k", kernel), Status::invalid_ptx);
  EXPECT_TRUE(said_.empty());
}

TEST_F(ModulesTest, NamesInstructionsItCanNotRun) {
  const std::string text = ptx(".visible .entry k() { frobnicate.u32; ret; }");
  const ModuleId module = add(text);
  Kernel* kernel = nullptr;
  ASSERT_EQ(modules_.find_kernel(module, "k", kernel), Status::ok);
  EXPECT_EQ(modules_.bind(*kernel, {}), Status::not_supported);
  EXPECT_THAT(said_, HasSubstr("frobnicate"));
  said_.clear();
  EXPECT_EQ(modules_.bind(*kernel, {.observe = true}), Status::not_supported);
  EXPECT_TRUE(said_.empty());  // once is enough
}

TEST_F(ModulesTest, ADamagedImageIsNoKernelImage) {
  const std::string text = "\x50\xed\x55\xba garbage";
  EXPECT_EQ(modules_.load(add(text)), Status::invalid_image);
  const std::string elf =
      "\x7f"
      "ELF";
  EXPECT_EQ(modules_.load(add(elf)), Status::no_image);
  Kernel* kernel = nullptr;
  const std::string good = ptx(".visible .entry k() { ret; }");
  EXPECT_EQ(modules_.find_kernel(add(good), "other", kernel), Status::invalid_kernel);
}

}  // namespace
}  // namespace warpglass::runtime
