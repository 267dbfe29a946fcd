// XML 1.0, the writing half: one element per line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treewright {

/// What XML 1.0 cannot hold, not even escaped: "the character U+001B", "a byte that is not UTF-8"; none if the text is fine.
std::optional<std::string> not_for_xml(std::string_view text);
/// With &, <, > and quotes, and what a reader would change (tabs and line breaks), as references.
std::string escaped_for_xml(std::string_view text);

/// begin, attribute, …, content or other elements, end. Texts must be fine for XML.
class XmlWriter {
public:
    XmlWriter() : out_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>") {}

    XmlWriter& begin(std::string_view element);
    XmlWriter& attribute(std::string_view name, std::string_view text);
    XmlWriter& attribute(std::string_view name, double value);
    XmlWriter& attribute(std::string_view name, std::size_t value) { return attribute(name, std::string_view(std::to_string(value))); }
    XmlWriter& content(std::string_view text);
    XmlWriter& end();
    /// An element without content, or with nothing else.
    XmlWriter& empty(std::string_view element) { return begin(element).end(); }

    /// The document, when all elements have ended.
    [[nodiscard]] std::string document() const;

private:
    void close_tag();

    std::string out_;
    std::vector<std::string> open_;
    bool in_tag_ = false;   ///< attributes may follow
    bool has_text_ = false;  ///< of the innermost element
};

}  // namespace treewright
