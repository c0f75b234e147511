#include "toolkit/nvcc_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpglass::toolkit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

NvccOptions parse(const std::string& line, Diagnostics& diagnostics) {
  return parse_nvcc_options(split_words(line), diagnostics);
}

NvccOptions parse(const std::string& line) {
  Diagnostics diagnostics;
  NvccOptions options = parse(line, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) ADD_FAILURE() << to_string(diagnostic);
  return options;
}

std::string error_of(const std::string& line) {
  Diagnostics diagnostics;
  static_cast<void>(parse(line, diagnostics));
  return diagnostics.empty() ? "" : diagnostics.front().message;
}

TEST(NvccOptions, TheLineOfABenchmarkMakefile) {
  const NvccOptions o =
      parse("-std=c++17 -Xcompiler -Wall -arch=sm_60 -O3 -DUSE_GPU -I../include -c main.cu -o main.o");
  EXPECT_EQ(o.phase, NvccPhase::compile);
  EXPECT_EQ(o.architecture, "sm_60");
  EXPECT_EQ(o.output, "main.o");
  EXPECT_EQ(o.host_optimisation, "-O3");
  EXPECT_THAT(o.common, ElementsAre("-std=c++17", "-DUSE_GPU", "-I../include"));
  EXPECT_THAT(o.host, ElementsAre("-Wall"));
  ASSERT_EQ(o.items.size(), 1u);
  EXPECT_EQ(o.items[0].text, "main.cu");
}

TEST(NvccOptions, OneDashOrTwoEqualsOrBlank) {
  for (const char* line : {"--gpu-architecture=sm_75", "-gpu-architecture sm_75", "-arch=sm_75", "--arch sm_75"}) {
    EXPECT_EQ(parse(line).architecture, "sm_75") << line;
  }
  for (const char* line : {"-use_fast_math", "--use_fast_math", "-use_fast_math=true"}) {
    EXPECT_THAT(parse(line).device, ::testing::Contains("-fgpu-approx-transcendentals")) << line;
  }
  EXPECT_THAT(parse("-use_fast_math=false").device, IsEmpty());
}

TEST(NvccOptions, TrueAndFalseMayStandByThemselves) {
  for (const char* line : {"--relocatable-device-code true a.cu", "-rdc=true a.cu", "-rdc a.cu"}) {
    const NvccOptions o = parse(line);
    EXPECT_THAT(o.device, ElementsAre("-D__CUDACC_RDC__=1")) << line;
    ASSERT_EQ(o.items.size(), 1u) << line;
    EXPECT_EQ(o.items[0].text, "a.cu");
  }
  EXPECT_THAT(parse("-rdc false a.cu").device, IsEmpty());
}

// Where nvcc has a longer option, `-o`, `-l`, `-L` and `-O` do not take its letters for their value.
TEST(NvccOptions, LongOptionsAreNotShortOnesWithAValue) {
  const NvccOptions o = parse("-odir out -opt-info inline -ldir /x -Ofc max -e k a.cu");
  EXPECT_EQ(o.output, "");
  EXPECT_EQ(o.output_folder, "out");
  EXPECT_EQ(o.host_optimisation, "-O2");
  ASSERT_EQ(o.items.size(), 1u);
  EXPECT_EQ(o.items[0].text, "a.cu");
}

TEST(NvccOptions, OfSeveralGencodesTheNewestIsCompiled) {
  EXPECT_EQ(
      parse("-gencode arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=[sm_80,compute_80] --generate-code "
            "arch=compute_75,code=sm_75")
          .architecture,
      "sm_80");
  EXPECT_EQ(parse("-gencode arch=compute_60,code=sm_60").architecture, "sm_60");
}

TEST(NvccOptions, HostCompilersOptionsAreSplitAtCommas) {
  const NvccOptions o =
      parse("-Xcompiler -O2,-fopenmp --compiler-options '-fPIC -march=native' -Xcompiler='-DA=\"b c\"'");
  EXPECT_THAT(o.host, ElementsAre("-O2", "-fopenmp", "-fPIC", "-march=native", "-DA=b c"));
  EXPECT_THAT(o.link, ElementsAre("-fopenmp"));
  EXPECT_THAT(parse("-Xcompiler -Wl,-rpath,/opt/x").link, ElementsAre("-Wl,-rpath,/opt/x"));
  // As Meson writes it.
  EXPECT_THAT(parse(R"("-Xcompiler=-Wl\\,-rpath\\,'/o x/',-Wl\\,-z\\,now,-Wall")").link,
              ElementsAre("-Wl,-rpath,/o x/", "-Wl,-z,now"));
}

TEST(NvccOptions, LibrariesKeepTheirPlaceAmongTheInputs) {
  const NvccOptions o = parse("a.o -lfirst b.a -L/lib/x -lcudart -lcuda -lsecond");
  std::vector<std::string> texts;
  for (const NvccItem& item : o.items) texts.push_back(item.text);
  EXPECT_THAT(texts, ElementsAre("a.o", "-lfirst", "b.a", "-lcuda", "-lsecond"));
  EXPECT_THAT(o.link, ElementsAre("-L/lib/x"));
}

TEST(NvccOptions, AcceptedWithoutEffect) {
  const NvccOptions o = parse(
      "-lineinfo -rdc=false -ccbin g++-12 -Xnvlink -v,-O3 --expt-relaxed-constexpr --extended-lambda -t 4 -m64 "
      "-Wno-deprecated-gpu-targets "
      "--resource-usage --diag-suppress 177 -cudart shared -keep");
  EXPECT_THAT(o.items, IsEmpty());
  EXPECT_THAT(o.ignored, ::testing::Contains("-Xnvlink"));
}

TEST(NvccOptions, RegistersStreamsLanguages) {
  EXPECT_EQ(parse("-maxrregcount=32").register_limit, 32);
  EXPECT_EQ(parse("--maxrregcount 64").register_limit, 64);
  EXPECT_THAT(parse("--default-stream per-thread").device, ElementsAre("-Xclang", "-fgpu-default-stream=per-thread"));
  EXPECT_THAT(parse("-default-stream=legacy").device, IsEmpty());
  EXPECT_THAT(parse("-DCUDA_API_PER_THREAD_DEFAULT_STREAM").device,
              ElementsAre("-Xclang", "-fgpu-default-stream=per-thread"));
  EXPECT_EQ(parse("-x cu main.cpp").language, "cu");
  EXPECT_THAT(parse("-fmad=false").device, ElementsAre("-ffp-contract=off"));
}

TEST(NvccOptions, TheHostsCompilerKnowsThatItMakes64BitCode) {
  EXPECT_THAT(parse("-Xcompiler -m64,-march=native a.cu").host, ElementsAre("-march=native"));
}

TEST(NvccOptions, RelocatableCodeIsSaidToTheHeaders) {
  EXPECT_THAT(parse("-rdc=true -c a.cu").device, ElementsAre("-D__CUDACC_RDC__=1"));
  const NvccOptions o = parse("-dc a.cu");
  EXPECT_THAT(o.device, ElementsAre("-D__CUDACC_RDC__=1"));
  EXPECT_EQ(o.phase, NvccPhase::compile);
}

TEST(NvccOptions, ErrorsSayWhatToDo) {
  EXPECT_THAT(error_of("-frobnicate"), HasSubstr("unknown option '-frobnicate'"));
  EXPECT_THAT(error_of("-arch=fermi"), HasSubstr("write it as sm_90"));
  EXPECT_THAT(error_of("-maxrregcount=many"), HasSubstr("'many' is no register count"));
  EXPECT_THAT(error_of("--default-stream mine"), HasSubstr("per-thread"));
  EXPECT_THAT(error_of("a.cu -o"), HasSubstr("-o needs a value"));
  EXPECT_THAT(error_of("-x fortran"), HasSubstr("'fortran' is no language"));
}

// The names that `nvcc --help` of CUDA 13.0 lists.
TEST(NvccOptions, EveryOneOfNvccsIsKnown) {
  constexpr const char* kNames =
      "--cuda -cuda --cubin -cubin --fatbin -fatbin --ptx -ptx --optix-ir -optix-ir --ltoir -ltoir "
      "--preprocess -E --generate-dependencies -M --generate-nonsystem-dependencies -MM "
      "--generate-dependencies-with-compile -MD --generate-nonsystem-dependencies-with-compile -MMD "
      "--dependency-output -MF --generate-dependency-targets -MP --compile -c --device-c -dc --device-w -dw "
      "--device-link -dlink --link -link --lib -lib --run -run --output-file -o --pre-include -include "
      "--objdir-as-tempdir -objtemp --library -l --define-macro -D --undefine-macro -U --include-path -I "
      "--system-include -isystem --library-path -L --output-directory -odir --compiler-bindir -ccbin "
      "--allow-unsupported-compiler -allow-unsupported-compiler --archiver-binary -arbin --cudart -cudart "
      "--cudadevrt -cudadevrt --libdevice-directory -ldir --target-directory -target-dir --use-local-env "
      "-use-local-env --force-cl-env-setup -force-cl-env-setup --profile -pg --debug -g --device-debug -G "
      "--generate-line-info -lineinfo --optimization-info -opt-info --optimize -O --Ofast-compile -Ofc "
      "--dopt -dopt --dlink-time-opt -dlto --lto -lto --gen-opt-lto -gen-opt-lto "
      "--ftemplate-backtrace-limit -ftemplate-backtrace-limit --ftemplate-depth -ftemplate-depth "
      "--no-exceptions -noeh --shared -shared --x -x --std -std --no-host-device-initializer-list "
      "-nohdinitlist --no-host-device-move-forward -nohdmoveforward --expt-relaxed-constexpr "
      "-expt-relaxed-constexpr --extended-lambda -extended-lambda --expt-extended-lambda "
      "-expt-extended-lambda --machine -m --m64 -m64 --compiler-options -Xcompiler --linker-options "
      "-Xlinker --archive-options -Xarchive --ptxas-options -Xptxas --nvlink-options -Xnvlink "
      "--static-global-template-stub -static-global-template-stub --device-entity-has-hidden-visibility "
      "-device-entity-has-hidden-visibility --forward-unknown-to-host-compiler "
      "-forward-unknown-to-host-compiler --forward-unknown-to-host-linker -forward-unknown-to-host-linker "
      "--forward-unknown-opts -forward-unknown-opts --dont-use-profile -noprof --dryrun -dryrun --verbose "
      "-v --threads -t --split-compile -split-compile --split-compile-extended -split-compile-extended "
      "--fdevice-syntax-only -fdevice-syntax-only --fdevice-time-trace -fdevice-time-trace --keep -keep "
      "--keep-dir -keep-dir --save-temps -save-temps --clean-targets -clean --time -time --run-args "
      "-run-args --input-drive-prefix -idp --dependency-drive-prefix -ddp --drive-prefix -dp "
      "--dependency-target-name -MT --no-align-double --no-device-link -nodlink --gpu-architecture -arch "
      "--gpu-code -code --generate-code -gencode --relocatable-device-code -rdc --entries -e --maxrregcount "
      "-maxrregcount --use_fast_math -use_fast_math --ftz -ftz --prec-div -prec-div --prec-sqrt -prec-sqrt "
      "--fmad -fmad --extra-device-vectorization -extra-device-vectorization --default-stream "
      "-default-stream --disable-warnings -w --keep-device-functions -keep-device-functions --source-in-ptx "
      "-src-in-ptx --restrict -restrict --Wreorder -Wreorder --Wdefault-stream-launch "
      "-Wdefault-stream-launch --Wmissing-launch-bounds -Wmissing-launch-bounds --Wext-lambda-captures-this "
      "-Wext-lambda-captures-this --Wno-deprecated-declarations -Wno-deprecated-declarations "
      "--Wno-deprecated-gpu-targets -Wno-deprecated-gpu-targets --Werror -Werror --resource-usage "
      "-res-usage --extensible-whole-program -ewp --no-compress -no-compress --qpp-config -qpp-config "
      "--compile-as-tools-patch -astoolspatch --list-gpu-code -code-ls --list-gpu-arch -arch-ls "
      "--display-error-number -err-no --no-display-error-number -no-err-no --diag-error -diag-error "
      "--diag-suppress -diag-suppress --diag-warn -diag-warn --host-linker-script -hls "
      "--augment-host-linker-script -aug-hls --relocatable-link -r --brief-diagnostics -brief-diag "
      "--jump-table-density -jtd --relocatable-ptx -reloc-ptx --device-stack-protector "
      "-device-stack-protector --compress-mode -compress-mode --frandom-seed -frandom-seed --sanitize "
      "-sanitize --jobserver -jobserver --help -h --version -V --options-file -optf ";
  for (const std::string& name : split_words(kNames))
    EXPECT_THAT(error_of("a.cu " + name), Not(HasSubstr("unknown option"))) << name;
}

TEST(NvccOptions, IntermediateCodeIsRefusedAndThreadsAreCounted) {
  EXPECT_THAT(error_of("-ltoir a.cu"), HasSubstr("intermediate code is not made here"));
  EXPECT_THAT(error_of("--optix-ir a.cu"), HasSubstr("intermediate code is not made here"));
  EXPECT_THAT(error_of("-tx a.cu"), HasSubstr("'x' is no number of threads"));
  EXPECT_THAT(parse("-t0 a.cu").ignored, ElementsAre("-t"));
  EXPECT_EQ(parse("-M -c a.cu").phase, NvccPhase::dependencies);
}

TEST(NvccOptions, UnknownOnesAreForwardedWhenAskedTo) {
  EXPECT_THAT(parse("-forward-unknown-to-host-compiler -fno-strict-aliasing a.cu").host,
              ElementsAre("-fno-strict-aliasing"));
  const NvccOptions both = parse("-forward-unknown-opts -foo=bar a.cu");
  EXPECT_THAT(both.host, ElementsAre("-foo=bar"));
  EXPECT_THAT(both.link, ElementsAre("-foo=bar"));
}

TEST(NvccOptions, EveryOptionIsInTheHelp) {
  const std::string help = nvcc_options_help();
  for (const char* name : {"--gpu-architecture", "-gencode", "-Xcompiler", "--use_fast_math", "-dc", "-MD"})
    EXPECT_THAT(help, HasSubstr(name));
}

TEST(SplitWords, QuotesAndBackslashes) {
  EXPECT_THAT(split_words(R"(a "b c" d\ e 'f"g' "")"), ElementsAre("a", "b c", "d e", "f\"g", ""));
}

}  // namespace
}  // namespace warpglass::toolkit
