// Arrays of structures that `warpglass advise` makes arrays of their members, with the host's side of it; and those it
// leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "tests/tool/advise_array_layouts.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string particles(const std::string& kernel,
                      const std::string& structure = "float x, y, z; int kind; double mass;") {
  return "struct P { " + structure + " };\n" + kernel + R"(
int main() {
  const int n = 4096;
  std::vector<P> some(n), got(n);
  for (int i = 0; i < n; ++i) some[i].x = i % 17, some[i].y = i % 5, some[i].z = 1;
  P* p = nullptr;
  CHECK(cudaMalloc(&p, n * sizeof(P)));
  CHECK(cudaMemcpy(p, some.data(), n * sizeof(P), cudaMemcpyHostToDevice));
  move<<<n / 128, 128>>>(p, 0.5f);
  CHECK(cudaMemcpy(got.data(), p, n * sizeof(P), cudaMemcpyDeviceToHost));
  cudaFree(p);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += got[i].x * (i % 31) + got[i].y;
  printf("%g\n", sum);
}
)";
}

TEST_F(ArrayLayouts, StructuresBecomeArraysOfTheirMembers) {
  const json found = advice_of(particles(R"(
__global__ void move(P* p, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].x += step * p[i].y;
})"));
  const json members = change(found, "member-arrays");
  ASSERT_EQ(verdict(members), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  for (const char* line :
       {"+__global__ void move(float* p_x, float* p_y, float step) {", "+  p_x[i] += step * p_y[i];", "+  float* p_x;",
        "+  double* p_mass;", "+  CHECK(cudaMalloc(&p_kind, n * sizeof(int)));",
        "+  CHECK(cudaMemcpy2D(p_x, sizeof(float), &(some.data())->x, sizeof(P), sizeof(float), n, "
        "cudaMemcpyHostToDevice));",
        "+  move<<<n / 128, 128>>>(p_x, p_y, 0.5f);",
        "+  CHECK(cudaMemcpy2D(&(got.data())->mass, sizeof(P), p_mass, sizeof(double), sizeof(double), "
        "n, cudaMemcpyDeviceToHost));",
        "+  cudaFree(p_z);"})
    EXPECT_THAT(patch, HasSubstr(line));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0);
  EXPECT_EQ(run({"run", folder_ + "k.cu", "--quiet"}).exit_code, 0);
}

/// Of managed memory the host takes elements itself: they are found where they lie then.
TEST_F(ArrayLayouts, OfManagedMemoryFollowTheHostsElements) {
  const auto program = [](const std::string& on_host) {
    return R"(struct P { float x, y, z; int kind; double mass; };
__global__ void move(P* p, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].x += step * p[i].y;
}
int main() {
  const int n = 4096;
  P* p;
  CHECK(cudaMallocManaged(&p, n * sizeof(P)));
)" + on_host +
           R"(
  move<<<n / 128, 128>>>(p, 0.5f);
  CHECK(cudaDeviceSynchronize());
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += p[i].x * (i % 31) + p[i].mass;
  printf("%g\n", sum);
  cudaFree(p);
}
)";
  };
  const std::string fill = "  for (int i = 0; i < n; ++i) p[i].x = p[i].y = i % 17, p[i].z = 1, p[i].mass = 2;\n";
  const json found = advice_of(program(fill));
  const json members = change(found, "member-arrays");
  ASSERT_EQ(verdict(members), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  for (const char* line :
       {"+  CHECK(cudaMallocManaged(&p_kind, n * sizeof(int)));",
        "+  for (int i = 0; i < n; ++i) p_x[i] = p_y[i] = i % 17, p_z[i] = 1, p_mass[i] = 2;",
        "+  for (int i = 0; i < n; ++i) sum += p_x[i] * (i % 31) + p_mass[i];", "+  cudaFree(p_mass);"})
    EXPECT_THAT(patch, HasSubstr(line));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0);
  EXPECT_EQ(run({"run", folder_ + "k.cu", "--quiet"}).exit_code, 0);

  const auto reason = [&](const std::string& on_host, const std::string& why) {
    const json left = advice_of(program(fill + on_host));
    EXPECT_TRUE(change(left, "member-arrays").is_null()) << left.dump(1);
    EXPECT_THAT(outcome_.output, HasSubstr("not tried: " + why)) << on_host;
  };
  reason("  const P first = p[0]; printf(\"%g\\n\", first.x);\n", "line 14 takes a whole structure on the host");
  reason("  P* q = &p[7]; q->y = 3;\n", "line 14 does something else with it");
  reason("  float& y = p[7].y; y = 3;\n", "line 14 does something else with it");
}

TEST_F(ArrayLayouts, StructuresAreLeftWhereTheyAreTakenWhole) {
  const auto reason = [&](const std::string& program, const std::string& why) {
    const json found = advice_of(program);
    EXPECT_TRUE(change(found, "member-arrays").is_null()) << found.dump(1);
    EXPECT_THAT(outcome_.output, HasSubstr("not tried: " + why)) << program;
  };
  const std::string head =
      "__global__ void move(P* p, float step) {\n  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
  reason(particles(head + "  P q = p[i];\n  q.x += step;\n  p[i] = q;\n}",
                   "float x, y, z; double mass; int kind, more; P() : x(0), y(0), z(0), mass(0), kind(0), more(0) {}"),
         "P: there are bytes between its members");
  reason(particles(head + "  P q = p[i];\n  q.x += step;\n  p[i] = q;\n}", "float x, y, z, mass; P() : x(0) {}"),
         "line 7 of move takes a whole structure, which has constructors");
  reason(particles(head + "  P* q = &p[i];\n  q->y += step;\n  q += i & 0;\n  q->x += 1;\n}"),
         "line 7 of move has q lead to several structures");
  reason(particles(head + "  p[i].x += step * p[i].y;\n}", "float x, y, z; double mass;"),
         "P: there are bytes between its members");
  reason(particles(head + "  p[i].x += step * p[i].y;\n}", "float x, y, z; float more[3];"),
         "P: its member more is no number and no vector");
}

TEST_F(ArrayLayouts, SharedVectorsBecomeArraysOfTheirMembers) {
  const json found = advice(program("members.cu"));
  const auto array = [&](const std::string& name) {
    for (const json& one : found.at("arrays")) {
      if (one.at("name") == name) return one;
    }
    return json();
  };
  // Nobody reads the points' second members: as an array of their own they are not stored.
  for (const auto& [name, before, after] : {std::tuple{"points", 304, 84}, {"leaves", 752, 200}}) {
    const json proposal = array(name).at("proposals").at(0);
    EXPECT_EQ(proposal.at("title"), "an array for each member") << found.dump(1);
    EXPECT_EQ(proposal.at("verdict"), "proved");
    EXPECT_EQ(array(name).at("before").at("wavefronts_shared"), before);
    EXPECT_EQ(proposal.at("after").at("wavefronts_shared"), after);
  }
  EXPECT_THAT(found.at("patch").get<std::string>(),
              HasSubstr("+    at = (at + (leaves_key[at] > sum ? leaves_left[at] : "));
  EXPECT_TRUE(array("arrows").at("proposals").empty());
  EXPECT_THAT(outcome_.output, HasSubstr("(not tried: line 48 does something else with a whole element)"));
}

}  // namespace
}  // namespace warpglass
