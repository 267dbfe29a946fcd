// How the languages spell what all programs say. The defaults are those that C, C++, Java and JavaScript share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "treewright/export/programs/code_writer.h"
#include "treewright/export/programs/literals.h"
#include "treewright/export/programs/program.h"

namespace treewright {

class Syntax {
public:
    virtual ~Syntax() = default;

    [[nodiscard]] virtual Blocks blocks() const { return Blocks::braces; }
    [[nodiscard]] virtual bool has_switch() const { return true; }

    // --- expressions ---
    [[nodiscard]] virtual std::string_view both() const { return " && "; }
    [[nodiscard]] virtual std::string_view either() const { return " || "; }
    [[nodiscard]] virtual std::string negated(const std::string& condition) const { return "!(" + condition + ")"; }
    [[nodiscard]] virtual std::string truth(bool value) const { return value ? "true" : "false"; }
    [[nodiscard]] virtual std::string chosen(const std::string& condition, const std::string& yes, const std::string& no) const {
        return condition + " ? " + yes + " : " + no;
    }
    /// Whether a number is missing; whether it is known.
    [[nodiscard]] virtual std::string is_nan(const std::string& variable) const = 0;
    [[nodiscard]] virtual std::string is_number(const std::string& variable) const { return "!" + is_nan(variable); }
    /// Whether a level is in the set of LevelSets at this position; not so for missing and unseen ones.
    [[nodiscard]] virtual std::string in_set(const std::string& variable, std::size_t position) const = 0;
    [[nodiscard]] virtual std::string level(const ProgramFeature& feature, LevelCode code) const = 0;

    // --- statements ---
    [[nodiscard]] virtual std::string if_header(const std::string& condition) const { return "if (" + condition + ")"; }
    [[nodiscard]] virtual std::string else_if_header(const std::string& condition) const { return "else if (" + condition + ")"; }
    [[nodiscard]] virtual std::string comment(const std::string& text) const = 0;  ///< at the end of a line
    [[nodiscard]] virtual std::string share_declared(const std::string& name, const std::string& value) const = 0;
    /// The end of a row that goes to a single leaf.
    [[nodiscard]] virtual std::string leaf_returned(std::size_t leaf) const = 0;
    /// A share of a row ends in a leaf.
    [[nodiscard]] virtual std::string leaf_added(std::size_t leaf, const std::string& share) const = 0;
    [[nodiscard]] virtual std::string refusal(const ProgramFeature& feature) const = 0;
    [[nodiscard]] virtual CommentLetters letters() const { return CommentLetters::any; }
};

}  // namespace treewright
