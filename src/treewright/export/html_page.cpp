#include "treewright/export/html_page.h"

#include <fmt/format.h>

#include <string_view>

#include "treewright/base/sha256.h"
#include "treewright/export/display.h"
#include "treewright/export/drawing/palette.h"
#include "treewright/export/names.h"
#include "treewright/export/page/bundle.h"
#include "treewright/export/page/page_data.h"

namespace treewright {

namespace {

constexpr std::size_t title_width = 60;

std::string in_markup(std::string_view text) {
    std::string safe;
    for (const char c : text) switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            default: safe += c;
        }
    return safe;
}

/// JSON that can stand in an element: nothing in it can end the element or begin another. These characters occur in strings only.
std::string in_data_block(std::string_view json) {
    std::string safe;
    safe.reserve(json.size() + json.size() / 16);
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string_view rest = json.substr(i);
        if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {  // line and paragraph separator
            safe += rest[2] == '\xA8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else if (rest[0] == '<' || rest[0] == '>' || rest[0] == '&') {
            safe += fmt::format("\\u{:04x}", static_cast<unsigned>(rest[0]));
        } else {
            safe += rest[0];
        }
    }
    return safe;
}

unsigned hex_digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

/// The hash of a text as content security policies write it: 'sha256-…' in base 64.
std::string policy_hash(std::string_view text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::string hex = sha256_hex(text) + "00";  // 33 bytes: 11 groups of 3, the last byte of which is padding
    std::string base64;
    for (std::size_t i = 0; i < hex.size(); i += 3) {
        const unsigned bits = hex_digit(hex[i]) << 8U | hex_digit(hex[i + 1]) << 4U | hex_digit(hex[i + 2]);
        base64 += digits[bits >> 6U];
        base64 += digits[bits & 63U];
    }
    base64.back() = '=';
    return "'sha256-" + base64 + "'";
}

std::string theme_variables(const Theme& theme) {
    return fmt::format("--page:{};--box:{};--ink:{};--soft:{};--line:{};--edge:{}", theme.page, theme.box, theme.ink, theme.soft,
                       theme.line, theme.edge);
}

/// The colours of all pictures, then the page's own sheet.
std::string page_styles() {
    const std::string light = theme_variables(light_theme), dark = theme_variables(dark_theme);
    return fmt::format(":root{{{0}}}@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=\"light\"]){{{1}}}}}"
                       "@media screen{{:root[data-theme=\"dark\"]{{{1}}}}}\n",
                       light, dark) +
           std::string(page_style);
}

std::string page_of(const std::string& target, std::string_view what, const std::string& data) {
    const std::string style = page_styles();
    std::string page = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src {}; base-uri 'none'; "
        "form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
        "<meta name=\"generator\" content=\"Treewright {}\">\n<title>{}: {}</title>\n",
        policy_hash(page_program), policy_hash(style), TREEWRIGHT_VERSION,
        in_markup(shortened(shown_name(target), title_width)), what);
    page += "<style>" + style + "</style>\n</head>\n<body>\n";
    page += "<noscript>This page draws a tree with a program of its own: allow scripts to see it. It loads nothing.</noscript>\n";
    page += "<script type=\"application/json\" id=\"data\">" + in_data_block(data) + "</script>\n<script>";
    page += page_program;
    return page + "</script>\n</body>\n</html>\n";
}

}  // namespace

std::string html_page(const Model& model) { return page_of(model.schema.target.name, "a decision tree", page_data(model)); }

std::string html_page(const RuleModel& model) { return page_of(model.schema.target.name, "a rule list", page_data(model)); }

}  // namespace treewright
