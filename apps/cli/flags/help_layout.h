// Help texts within 80 columns.
#pragma once

#include <string>
#include <string_view>

namespace treewright::cli {

class HelpLayout {
public:
    void paragraph(std::string_view text);
    void heading(std::string_view title);
    void blank() { text_ += '\n'; }
    /// An indented line that is not wrapped.
    void verbatim(std::string_view line);
    /// A name on the left, its description on the right.
    void entry(std::string_view name, std::string_view sentence);
    void example(std::string_view comment, std::string_view command);
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// "-o,--output" as "-o, --output".
std::string spaced_names(std::string_view names);

}  // namespace treewright::cli
