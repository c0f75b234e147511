// Launches that take turns with others of the device: one that waits for what another stream, or the host, has yet to
// do gives way, and goes on when something may have changed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>

namespace warpglass::sim {

/// All blocks of a launch that could run only look whether something has changed, and nothing has.
struct Stand {
  bool moved = true;      // since it came to its last stand
  bool for_good = false;  // it has stood for so long that it never ends, should nobody else change anything
};

enum class Turn : std::uint8_t {
  go_on,    // something may have changed
  give_up,  // nothing ever will: the launch ends with a fault
  abandon,  // the launch ends as if it were cancelled
};

class Turns {
 public:
  virtual ~Turns() = default;
  /// Returns when it is the launch's turn again. Called on the thread that launched.
  [[nodiscard]] virtual Turn give_way(const Stand& stand) = 0;
};

/// A listener that keeps something of the launch under way. Where another may have its turn, that is put aside.
class PutsAside {
 public:
  virtual ~PutsAside() = default;
  /// \return  takes it up again; to be called once
  [[nodiscard]] virtual std::function<void()> put_aside() = 0;

 protected:
  /// Leaves members as they are before the first launch. \return  gives them back what they had
  template <class... Members>
  [[nodiscard]] static std::function<void()> aside(Members&... members) {
    auto kept = std::make_shared<std::tuple<Members...>>(std::exchange(members, Members{})...);
    return [kept = std::move(kept), &members...] { std::tie(members...) = std::move(*kept); };
  }
};

}  // namespace warpglass::sim
