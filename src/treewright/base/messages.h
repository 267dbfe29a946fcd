// Notes and warnings besides the result. The library never prints: it appends here, and a front decides where the messages go.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "treewright/base/spelling.h"

namespace treewright {

struct Message {
    enum class Level { note, warning };
    Level level = Level::note;
    std::string text;      ///< one sentence, without a final newline, readable without a front
    std::string sentence;  ///< the same with the marks of parameters (see spelling.h), for a front to spell
};

class Messages {
public:
    void note(std::string sentence) { add(Message::Level::note, std::move(sentence)); }
    void warn(std::string sentence) { add(Message::Level::warning, std::move(sentence)); }
    void add(Message message) { list_.push_back(std::move(message)); }
    [[nodiscard]] const std::vector<Message>& list() const { return list_; }

private:
    void add(Message::Level level, std::string sentence) {
        std::string text = spelled(sentence);
        list_.push_back({level, std::move(text), std::move(sentence)});
    }

    std::vector<Message> list_;
};

}  // namespace treewright
