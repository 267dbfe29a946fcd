// What the library has to say beside its result. It never prints: it appends here, and a front decides where the lines go.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace treewright {

struct Message {
    enum class Level { note, warning };
    Level level = Level::note;
    std::string text;  ///< one sentence, without a final newline
};

class Messages {
public:
    void note(std::string text) { list_.push_back({Message::Level::note, std::move(text)}); }
    void warn(std::string text) { list_.push_back({Message::Level::warning, std::move(text)}); }
    [[nodiscard]] const std::vector<Message>& list() const { return list_; }

private:
    std::vector<Message> list_;
};

}  // namespace treewright
