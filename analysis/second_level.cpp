#include "analysis/second_level.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace warpglass::analysis {

/// Each group has its thread, which answers its requests in order.
class SecondLevel::Threads {
 public:
  /// \param spare  places for requests; those that have been answered are put there
  Threads(std::span<SecondLevelPart> parts, std::vector<std::uint32_t*>& spare) : spare_(spare), queues_(parts.size()) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      threads_.emplace_back([this, &part = parts[i], &queue = queues_[i]] { run(part, queue); });
  }
  /// All is answered then.
  ~Threads() {
    {
      const std::lock_guard lock(mutex_);
      last_ = true;
    }
    for (Queue& queue : queues_) queue.has_work.notify_one();
    for (std::thread& thread : threads_) thread.join();
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// \returns a place for the group's next requests
  [[nodiscard]] std::uint32_t* answer(std::size_t group, std::span<std::uint32_t> requests) {
    std::unique_lock lock(mutex_);
    Queue& queue = queues_[group % queues_.size()];
    queue.requests.push_back(requests);
    queue.has_work.notify_one();
    has_room_.wait(lock, [this] { return !spare_.empty(); });
    std::uint32_t* const place = spare_.back();
    spare_.pop_back();
    return place;
  }

 private:
  struct Queue {
    std::deque<std::span<std::uint32_t>> requests;
    std::condition_variable has_work;
  };

  void run(SecondLevelPart& part, Queue& queue) {
    std::unique_lock lock(mutex_);
    for (;;) {
      queue.has_work.wait(lock, [&] { return !queue.requests.empty() || last_; });
      if (queue.requests.empty()) return;
      const std::span<std::uint32_t> requests = queue.requests.front();
      queue.requests.pop_front();
      lock.unlock();
      part.answer(requests);
      lock.lock();
      spare_.push_back(requests.data());
      has_room_.notify_one();
    }
  }

  std::vector<std::uint32_t*>& spare_;
  std::deque<Queue> queues_;  // by thread
  std::mutex mutex_;
  std::condition_variable has_room_;
  bool last_ = false;  // no more will come
  std::vector<std::thread> threads_;
};

SecondLevel::SecondLevel() = default;
SecondLevel::~SecondLevel() = default;
SecondLevel::SecondLevel(SecondLevel&&) noexcept = default;
SecondLevel& SecondLevel::operator=(SecondLevel&&) noexcept = default;

void SecondLevel::start(const arch::CacheRules& rules, std::size_t ops, std::size_t threads, std::size_t parts) {
  if (partitions_ == nullptr || rules_.l2_bytes != rules.l2_bytes) {
    partitions_ =
        std::make_unique<Partitions>(rules.l2_partitions, rules.l2_bytes / rules.l2_partitions, rules.l2_eviction);
    index_ = (*partitions_)[0].index();
    groups_.assign(index_.sets() / kSetsInGroup + 1, {});
    words_ = {};
  } else {
    partitions_->clear();
  }
  rules_ = rules;
  const std::size_t places = groups_.size() + threads * kSparePlaces;
  group_words_ = threads == 0 ? kGroupWords : kThreadsGroupWords;
  const std::size_t stride = group_words_ + kApart;
  if (words_.size() < places * stride) words_ = ZeroedArray<std::uint32_t>(places * stride);
  for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i] = {.words = &words_[i * stride]};
  spare_.clear();
  for (std::size_t i = groups_.size(); i < places; ++i) spare_.push_back(&words_[i * stride]);
  parts_.assign(std::max(parts, threads), SecondLevelPart(*partitions_, rules_, ops));
  part_mask_ = parts - 1;
  totals_ = {};
  by_op_.assign(ops, {});
}

void SecondLevel::hand_over(Group& group) {
  const std::span<std::uint32_t> requests(group.words, group.filled);
  group.filled = 0;
  const auto number = static_cast<std::size_t>(&group - groups_.data());
  if (threads_ == nullptr && spare_.empty()) return parts_[number % parts_.size()].answer(requests);
  if (threads_ == nullptr) threads_ = std::make_unique<Threads>(parts_, spare_);
  group.words = threads_->answer(number, requests);
}

void SecondLevel::put(std::span<const std::uint32_t> requests) {
  const std::uint32_t* words = requests.data();
  for (const std::uint32_t* const end = words + requests.size(); words != end;) {
    const LineRequest request(words[2]);
    put(words[0], words[1], request, words + kHeadWords);  // a run is of one group
    words += kHeadWords + request.partly_count();
  }
}

void SecondLevel::finish_part(std::size_t part) {
  for (std::size_t i = part; i < groups_.size(); i += parts_.size()) {
    parts_[part].answer(std::span<const std::uint32_t>(groups_[i].words, groups_[i].filled));
    groups_[i].filled = 0;
  }
}

void SecondLevel::finish() {
  threads_ = nullptr;
  for (std::size_t part = 0; part < parts_.size(); ++part) finish_part(part);
  totals_ = {};
  by_op_.assign(by_op_.size(), {});
  for (const SecondLevelPart& part : parts_) part.add_to(totals_, by_op_);
}

}  // namespace warpglass::analysis
