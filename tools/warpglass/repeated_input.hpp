// The standard input of a program that is run several times: each run reads what the first one read, where the input
// can be read again. Of a pipe the first run has it all.
#pragma once

#include <unistd.h>

namespace warpglass::tool {

class RepeatedInput {
 public:
  void rewind() const {
    if (begin_ >= 0) lseek(STDIN_FILENO, begin_, SEEK_SET);
  }

 private:
  off_t begin_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
};

}  // namespace warpglass::tool
