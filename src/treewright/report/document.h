// A report as a sequence of blocks, before it becomes a page of text or of HTML: what is said is worded once, whatever the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/export/table_text.h"

namespace treewright {

class Document {
public:
    /// The name of a part. As text a line by itself.
    Document& heading(std::string text);
    /// The same for a longer one, which is broken at the width of the page.
    Document& title(std::string text);
    /// Whole sentences, broken at the width of the page.
    Document& paragraph(std::string text);
    /// A label with its value; several in a row belong together.
    Document& fact(std::string label, std::string value);
    /// The first row of the table names its columns.
    Document& table(TextTable table);
    /// A line as it is, such as a remark below a table.
    Document& line(std::string text);
    /// Lines whose blanks matter: a drawing made of characters, a command.
    Document& verbatim(std::string text);
    /// The same, but only as text: HTML has a chart in its place.
    Document& only_text(std::string text);
    /// A drawing, only as HTML, and words for those who do not see it.
    Document& chart(std::string svg, std::string words);
    /// A drawing of a tree, only as HTML: part of the page, so that it has its tooltips, and as wide as it is.
    Document& drawing(std::string svg);
    /// An empty line of the text.
    Document& gap();
    Document& append(Document other);

    [[nodiscard]] std::string text() const;
    /// A fragment of a page: headings are of the second level (`level` = 2) or below.
    [[nodiscard]] std::string html(int level = 2) const;

private:
    enum class Kind { heading, title, paragraph, fact, table, line, verbatim, only_text, chart, drawing, gap };
    struct Block {
        Kind kind = Kind::gap;
        std::string text = {};
        std::string label = {};
        std::vector<TextTable> tables = {};  ///< one, of a table
    };
    Document& add(Block block);
    static std::string text_of(const Block& block);
    static std::string html_of(const Block& block, int level);

    std::vector<Block> blocks_;
};

/// A whole page: one file that loads nothing, runs no script, and reads well on a light screen, on a dark one and on paper. `body` is HTML.
[[nodiscard]] std::string html_page(std::string_view title, std::string_view body);
/// A page of one document, with the title as its heading.
[[nodiscard]] std::string html_page(std::string_view title, const Document& document);
/// Text for HTML: what HTML would take as markup is written as entities, what is not printed as escapes.
[[nodiscard]] std::string html_text(std::string_view text);

}  // namespace treewright
