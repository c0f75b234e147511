// Programs whose source says more than one run of it shows: a layout that this run would prove may be wrong with
// another argument. What is laid out computes the same with one, and what is left has its reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class ArraySources : public Advise {
 protected:
  /// Asks for advice, applies it, and compares what the program prints with an argument before and after.
  void read(const std::string& name) {
    const std::string path = program(name);
    const std::string before = run({"run", path, "--quiet", "--", "1"}).output;
    advice_ = advice(path, {"--apply"});
    EXPECT_FALSE(before.empty());
    EXPECT_FALSE(patch().empty());
    EXPECT_EQ(run({"run", path, "--quiet", "--", "1"}).output, before) << patch();
  }

  [[nodiscard]] std::string patch() const { return advice_.at("patch"); }

  json advice_;
};

TEST_F(ArraySources, ClassesAreWhatTheirDeclarationsSay) {
  read("own_names.cu");
  EXPECT_THAT(patch(), HasSubstr("+  device_vector<float> drops_vz(n);"));
  EXPECT_THAT(patch(), HasSubstr("+  fall<<<n / 128, 128>>>(drops_z.get(), drops_vz.get(), 0.5f);"));
  EXPECT_THAT(patch(), Not(HasSubstr("grains_z")));
  EXPECT_THAT(outcome_.output, HasSubstr("line 80 makes it of what is not seen to be a vector of a known size"));
}

TEST_F(ArraySources, ReturnedVectorsAreCopiedWhereNothingIsDoneFirst) {
  read("returned.cu");
  EXPECT_THAT(patch(), HasSubstr("+  std::printf(\"%g\\n\", sum_of(drops_host, 2));"));
  EXPECT_THAT(patch(), Not(HasSubstr("grains_host")));
  EXPECT_THAT(patch(), Not(HasSubstr("leaves_host")));
  for (const char* line : {"line 77", "line 83"})
    EXPECT_THAT(outcome_.output, HasSubstr(std::string(line) + " does other things in the statement that copies it"));
}

TEST_F(ArraySources, NumbersThatMayChangeAreNotWrittenAgain) {
  read("sizes_that_change.cu");
  EXPECT_THAT(patch(), HasSubstr("+  cudaMalloc(&ashes_z, count * sizeof(float));"));
  for (const char* name : {"drops_z", "grains_z", "leaves_z", "flakes_z", "stones_z"})
    EXPECT_THAT(patch(), Not(HasSubstr(name)));
  for (const char* line : {"line 84", "line 102", "line 117", "line 130", "line 158"})
    EXPECT_THAT(
        outcome_.output,
        HasSubstr(std::string(line) + " allocates bytes that are not seen to be a number of structures that stays"));
}

TEST_F(ArraySources, NamesMeanTheSameWhereTheyAreWritten) {
  read("shadows.cu");
  EXPECT_THAT(patch(), Not(HasSubstr("drops_z")));
  EXPECT_THAT(patch(), Not(HasSubstr("grains_z")));
  EXPECT_THAT(patch(), Not(HasSubstr("in_pitch")));
  for (const char* why :
       {"i is another variable in line 16", "n is another variable in line 46", "h is another variable in line 60"})
    EXPECT_THAT(outcome_.output, HasSubstr(why));
}

/// What changes places gets the same layout, and goes on changing places.
TEST_F(ArraySources, ArraysThatChangePlacesAreLaidOutAlike) {
  read("swaps.cu");
  for (const char* line : {"+    spread<<<dim3(8, h), 128>>>(now, next, w, h, now_pitch);",
                           "+  CHECK(cudaMalloc(&next, now_pitch * h * sizeof(float)));",
                           "+    warm<<<dim3(8, h), 128>>>(source, target, w, h, source_pitch);",
                           "+  CHECK(cudaMalloc(&second, source_pitch * h * sizeof(float)));",
                           "+    std::swap(from_vx, to_vx);", "+    std::swap(from_mass, to_mass);",
                           "+    advance<<<n / 128, 128>>>(from_x, from_vx, to_x, to_vx, 0.5f, n);"})
    EXPECT_THAT(patch(), HasSubstr(line));
  for (const json& one : advice_.at("changes")) {
    if (one.at("rule") == "row-pitch" || one.at("rule") == "member-arrays") {
      EXPECT_EQ(one.at("proposals").at(0).at("verdict"), "proved") << one.dump(1);
    }
  }
}

TEST_F(ArraySources, PointersMayBeMembersOfStructures) {
  read("plain_pointers.cu");
  for (const char* line : {"+  cudaMalloc(&f.next, f_u_pitch * h * sizeof(float));",
                           "+    mix<<<dim3(8, h), 128>>>(f.u, f.v, f.next, w, f_u_pitch);",
                           "+  float* heap_grains_vz;", "+  cudaMalloc(&heap_grains_vz, heap.count * sizeof(float));",
                           "+  settle<<<n / 128, 128>>>(heap_grains_z, heap_grains_vz, 0.5f, heap.count);"})
    EXPECT_THAT(patch(), HasSubstr(line));
  EXPECT_THAT(patch(), Not(HasSubstr("whole_data")));
  EXPECT_THAT(outcome_.output, HasSubstr("line 77 takes the structure that it is a member of as a whole"));
}

/// All functions of a class together show what is done with its private pointers.
TEST_F(ArraySources, ClassesAreReadAsAWhole) {
  read("solvers.cu");
  for (const char* line :
       {"+  size_t now_pitch_ = 0;  // elements from row to row", "+    now_pitch_ = (nx_ + 31) & ~31;",
        "+    CHECK(cudaMalloc(&next_, now_pitch_ * ny * sizeof(float)));",
        "+    diffuse<<<grid, block>>>(now_, next_, nx_, ny_, c, now_pitch_);", "+  float* from_vx_ = nullptr;",
        "+    CHECK(cudaMemcpy(to_y_, from_y_, count_ * sizeof(float), cudaMemcpyDeviceToDevice));",
        "+    advance<<<(count_ + 127) / 128, 128>>>(from_x_, from_vx_, to_x_, to_vx_, 0.5f, count_);"})
    EXPECT_THAT(patch(), HasSubstr(line));
  EXPECT_THAT(patch(), Not(HasSubstr("data_pitch_")));
  for (const char* why : {"the length of its rows may change", "data_: line 121 does something else with it",
                          "data_: line 133 takes it of another object"})
    EXPECT_THAT(outcome_.output, HasSubstr(why));
}

TEST_F(ArraySources, FunctionsMayBeDefinedBehindTheirClass) {
  read("defined_apart.cu");
  for (const char* line :
       {"+  size_t now_pitch_ = 0;  // elements from row to row", "+  now_pitch_ = (nx_ + 31) & ~31;",
        "+  cudaMalloc(&next_, now_pitch_ * ny * sizeof(float));",
        "+  diffuse<<<grid, block>>>(now_, next_, nx_, ny_, c, now_pitch_);", "+  Buffer<float> on_device_vz(n);",
        "+  fall<<<n / 128, 128>>>(on_device_z.get(), on_device_vz.get(), 0.5f);"})
    EXPECT_THAT(patch(), HasSubstr(line));
  EXPECT_THAT(patch(), Not(HasSubstr("data_pitch_")));
  for (const char* why : {"w_ is another variable in line 88, where it would have to be written",
                          "Lift is not seen as a whole: line 100 declares give, which is not defined in this source"})
    EXPECT_THAT(outcome_.output, HasSubstr(why));
}

/// Which of them a name means, only the run knows: all lie alike.
TEST_F(ArraySources, PointersMayBeThoseOfAnArray) {
  read("several.cu");
  for (const char* line :
       {"+  cudaMalloc(&warm[1], warm_pitch * h * sizeof(float));",
        "dim3(32, 8)>>>(warm[i % 2], warm[(i + 1) % 2], w, h, 0.25f, warm_pitch);",
        "+  size_t d_pitch_ = 0;  // elements from row to row",
        "+    cudaMalloc(&d_[1], d_pitch_ * ny * sizeof(float));", "+  float* moving_vx[2];",
        "+  cudaMalloc(&moving_vx[1], n * sizeof(float));",
        "+    advance<<<n / 128, 128>>>(moving_x[now], moving_vx[now], moving_x[1 - now], moving_vx[1 - now], 0.5f);"})
    EXPECT_THAT(patch(), HasSubstr(line));
  EXPECT_THAT(patch(), Not(HasSubstr("given_pitch")));
  EXPECT_THAT(patch(), Not(HasSubstr("turns_pitch")));
  for (const char* why : {"given: line 111 takes its pointers as a whole",
                          "turns: line 124 finds one of its pointers by an index with effects"})
    EXPECT_THAT(outcome_.output, HasSubstr(why));
}

TEST_F(ArraySources, TheHostsArraysMayBeMadeElsewhere) {
  read("host_made.cu");
  for (const char* line :
       {"+  cudaMemcpy2D(falling_z, sizeof(float), &(drops.get())->z, sizeof(Drop), sizeof(float), n, "
        "cudaMemcpyHostToDevice);",
        "+  Buffer<float> rising_vz(drops.size());", "+  rise<<<n / 128, 128>>>(rising_z.get(), rising_vz.get());"})
    EXPECT_THAT(patch(), HasSubstr(line));
  for (const char* name : {"turning_z", "resting_z"}) EXPECT_THAT(patch(), Not(HasSubstr(name)));
  for (const char* why :
       {"line 86 does not say how many elements it has", "in the function that launches the kernel, line 97"})
    EXPECT_THAT(outcome_.output, HasSubstr(why));
}

/// One declaration has both pointers: the first repair is made, the other one when it is asked for again.
TEST_F(ArraySources, OfRepairsInOnePlaceTheFirstIsMade) {
  const std::string path = write("k.cu", R"(#include <cstdio>
#include <vector>
struct P { float x, y, z, mass, age; };
__global__ void move(P* p) { const int i = blockIdx.x * blockDim.x + threadIdx.x; p[i].x += p[i].y; }
__global__ void turn(P* p) { const int i = blockIdx.x * blockDim.x + threadIdx.x; p[i].y -= p[i].x; }
int main() {
  const int n = 4096;
  std::vector<P> some(n, P{1, 2, 3, 4, 5});
  P *a, *b;
  cudaMalloc(&a, n * sizeof(P));
  cudaMalloc(&b, n * sizeof(P));
  cudaMemcpy(a, some.data(), n * sizeof(P), cudaMemcpyHostToDevice);
  cudaMemcpy(b, some.data(), n * sizeof(P), cudaMemcpyHostToDevice);
  move<<<n / 128, 128>>>(a);
  turn<<<n / 128, 128>>>(b);
  cudaMemcpy(some.data(), a, n * sizeof(P), cudaMemcpyDeviceToHost);
  double sum = some[7].x;
  cudaMemcpy(some.data(), b, n * sizeof(P), cudaMemcpyDeviceToHost);
  sum += some[9].y;
  cudaFree(a);
  cudaFree(b);
  printf("%g\n", sum);
}
)");
  advice_ = advice(path, {"--apply"});
  EXPECT_THAT(patch(), HasSubstr("+  float* a_x;"));
  EXPECT_THAT(patch(), Not(HasSubstr("b_x")));
  EXPECT_THAT(outcome_.output, HasSubstr("changes a place that another repair changes, too: make that"));
  advice_ = advice(path, {"--apply"});
  EXPECT_THAT(patch(), HasSubstr("+  float* b_y;"));
}

TEST_F(ArraySources, ProgramsMayBeWrittenAsInC) {
  read("as_in_c.cu");
  for (const char* line :
       {"+  const auto d_b_pitch = (N + 31) & ~31;  // elements from row to row",
        "+  if (col < N) a[row * d_b_pitch + col] += 1;",
        "+  if (cudaMalloc(&d_b, d_b_pitch * M * sizeof(float)) != cudaSuccess) return 1;",
        "+  err = cudaMalloc((void **)&d_a, d_a_pitch * M * sizeof(float));",
        "+  Sample* h_s = (Sample *)malloc(N * sizeof(Sample));", "+  int* d_s_id;",
        "+  if (cudaMalloc((void **)&d_s_id, N * sizeof(int)) != cudaSuccess) { printf(\"no memory\\n\"); return 1; }"})
    EXPECT_THAT(patch(), HasSubstr(line));
  EXPECT_THAT(patch(), Not(HasSubstr("+  if (col < TWICE)")));
}

}  // namespace
}  // namespace warpglass
