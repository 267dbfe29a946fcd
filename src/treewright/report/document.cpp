#include "treewright/report/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "treewright/base/base64.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/xml_text.h"
#include "treewright/report/page.h"

namespace treewright {

// --- blocks ------------------------------------------------------------------------------------------------------------------

Document& Document::add(Block block) {
    blocks_.push_back(std::move(block));
    return *this;
}

Document& Document::heading(std::string text) { return add({Kind::heading, std::move(text)}); }
Document& Document::title(std::string text) { return add({Kind::title, std::move(text)}); }
Document& Document::paragraph(std::string text) { return add({Kind::paragraph, std::move(text)}); }
Document& Document::fact(std::string label, std::string value) {
    return add({Kind::fact, std::move(value), std::move(label)});
}
Document& Document::table(TextTable table) {
    Block block{Kind::table};
    block.tables.push_back(std::move(table));
    return add(std::move(block));
}
Document& Document::line(std::string text) { return add({Kind::line, std::move(text)}); }
Document& Document::verbatim(std::string text) { return add({Kind::verbatim, std::move(text)}); }
Document& Document::only_text(std::string text) { return add({Kind::only_text, std::move(text)}); }
Document& Document::chart(std::string svg, std::string words) {
    return add({Kind::chart, std::move(svg), std::move(words)});
}
Document& Document::drawing(std::string svg) { return add({Kind::drawing, std::move(svg)}); }
Document& Document::gap() { return add({Kind::gap}); }

Document& Document::append(Document other) {
    for (Block& block : other.blocks_) blocks_.push_back(std::move(block));
    return *this;
}

// --- as text -----------------------------------------------------------------------------------------------------------------

std::string Document::text_of(const Block& block) {
    switch (block.kind) {
        case Kind::heading:
        case Kind::line: return block.text + "\n";
        case Kind::title:
        case Kind::paragraph: return summary_paragraph(block.text);
        case Kind::fact: return summary_line(block.label, block.text);
        case Kind::table: return block.tables.front().text(0, any_width);
        case Kind::verbatim:
        case Kind::only_text: return block.text;
        case Kind::chart:
        case Kind::drawing: return "";
        case Kind::gap: return "\n";
    }
    return "";
}

std::string Document::text() const {
    std::string text;
    for (const Block& block : blocks_) text += text_of(block);
    return text;
}

// --- as HTML -----------------------------------------------------------------------------------------------------------------

std::string html_text(std::string_view text) { return xml_text(printable(text)); }

namespace {

/// Line breaks stay.
std::string html_lines(std::string_view text) {
    std::string html;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        html += html_text(text.substr(begin, end - begin)) + "\n";
        begin = end + 1;
    }
    return html;
}

std::string html_cells(const TextTable& table, const std::vector<std::string>& cells, bool are_names) {
    std::string html;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
        const bool is_right = table.columns()[c] == TextTable::Align::right;
        const std::string text = c < cells.size() ? html_text(cells[c]) : "";
        const std::string_view tag = are_names && !text.empty() ? "th" : "td";  // a header without text says nothing to a screen reader
        html += fmt::format("<{}{}{}>{}</{}>", tag, tag == "th" ? " scope=\"col\"" : "", is_right ? " class=\"number\"" : "", text, tag);
    }
    return html;
}

std::string html_table(const TextTable& table) {
    std::string html = "<div class=\"scrolls\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\n";
    for (std::size_t r = 0; r < table.rows().size(); ++r) {
        if (r == 0) html += "<thead>";
        if (r == 1) html += "<tbody>\n";
        html += fmt::format("<tr>{}</tr>{}\n", html_cells(table, table.rows()[r], r == 0), r == 0 ? "</thead>" : "");
    }
    return html + (table.rows().size() > 1 ? "</tbody>" : "") + "</table></div>\n";
}

/// As an image, so that the drawing's style and the page's do not meet.
std::string html_image(std::string_view svg, std::string_view words) {
    return fmt::format("<p class=\"chart\"><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\"></p>\n", html_text(words),
                       base64_text(svg));
}

}  // namespace

std::string Document::html_of(const Block& block, int level) {
    switch (block.kind) {
        case Kind::heading:
        case Kind::title: return fmt::format("<h{0}>{1}</h{0}>\n", level, html_text(block.text));
        case Kind::line:
        case Kind::paragraph: return fmt::format("<p>{}</p>\n", html_text(block.text));
        case Kind::fact: return fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(block.label), html_text(block.text));
        case Kind::table: return html_table(block.tables.front());
        case Kind::verbatim: return block.text.empty() ? "" : fmt::format("<pre tabindex=\"0\">{}</pre>\n", html_lines(block.text));
        case Kind::chart: return html_image(block.text, block.label);
        case Kind::drawing: return fmt::format("<div class=\"scrolls drawing\" tabindex=\"0\" role=\"group\" aria-label=\"Drawing\">{}</div>\n", block.text);
        case Kind::only_text:
        case Kind::gap: return "";
    }
    return "";
}

std::string Document::html(int level) const {
    std::string html;
    bool in_facts = false;
    for (const Block& block : blocks_) {
        const bool is_fact = block.kind == Kind::fact;
        if (is_fact != in_facts && block.kind != Kind::gap) html += is_fact ? "<dl>\n" : "</dl>\n";
        if (block.kind != Kind::gap) in_facts = is_fact;
        html += html_of(block, level);
    }
    return html + (in_facts ? "</dl>\n" : "");
}

namespace {

constexpr std::string_view page_style = R"css(
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; background: #fff; color: #1f2328; font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .6rem; padding-top: 1rem; border-top: 1px solid; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
p { margin: .6rem 0; max-width: 44rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: .8rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
.scrolls { overflow-x: auto; margin: .8rem 0; }
.drawing svg { max-width: none; }
nav ul { padding-left: 1.1rem; columns: 2; }
p.lead { font-size: 1.1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .94rem; }
th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid; vertical-align: top; }
th { font-weight: 600; }
.number { text-align: right; white-space: nowrap; }
pre { border: 1px solid; border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; font: .85rem/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
img, svg { max-width: 100%; height: auto; }
p.chart { max-width: none; }
a { color: inherit; }
.soft, dt { color: #57606a; }
h2, th, td, pre { border-color: #d0d7de; }
pre { background: #f6f8fa; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
@media screen and (prefers-color-scheme: dark) {
  body { background: #14181d; color: #e6edf3; }
  .soft, dt { color: #9da7b1; }
  h2, th, td, pre { border-color: #3d444d; }
  pre { background: #1d2229; }
}
@media (max-width: 36rem) { nav ul { columns: 1; } }
@media screen and (min-width: 62rem) {
  .drawing { width: calc(100vw - 4rem); margin-left: calc(50% - 50vw + 2rem); text-align: center; }
  .drawing svg { max-width: 100%; height: auto; }
}
@media print {
  nav { display: none; }
  h2, h3 { break-after: avoid; }
  tr, img, svg { break-inside: avoid; }
  .scrolls { overflow: visible; }
  .drawing svg { max-width: 100%; height: auto; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; overflow: visible; }
}
)css";

}  // namespace

std::string html_page(std::string_view title, std::string_view body) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"Treewright " TREEWRIGHT_VERSION "\">\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        html_text(title), page_style, body);
}

std::string html_page(std::string_view title, const Document& document) {
    return html_page(title, fmt::format("<h1>{}</h1>\n{}", html_text(title), document.html()));
}

}  // namespace treewright
