// What a user writes behind the parameter tune, as a list of values.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "treewright/base/error.h"
#include "treewright/base/nearest.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/resampling/tuning.h"

namespace treewright {

namespace {

constexpr double most_values = 1000.0;

const LearnerParameter& parameter_named(const std::string& name) {
    const LearnerParameter* found = find_parameter(name == "prune-folds" ? "folds" : name);
    if (found != nullptr && found->group == ParameterGroup::learner) return *found;
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters()) names.emplace_back(parameter.name);
    std::string hint = did_you_mean(name, names);
    for (const std::string& known : names)
        if (hint.empty() && known.ends_with("-" + name)) hint = fmt::format("did you mean '{}'?", known);
    if (hint.empty()) hint = fmt::format("it takes parameters of the learner, such as {}", named("max-depth"));
    throw usage_error(fmt::format("{} has no parameter '{}': {}", named("tune"), name, hint));
}

double number_in(const std::string& text, const std::string& piece) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value)) return value;
    throw usage_error(fmt::format(
        "{} cannot read '{}': a range has two numbers and optionally a step, such as 2..12 or 2..12:2", named("tune"), piece));
}

/// "2..12" or "2..12:2"; the last number is among the values if a step leads there.
void add_range(const std::string& piece, std::vector<std::string>& values) {
    const std::size_t dots = piece.find("..");
    const std::size_t colon = piece.find(':', dots);
    const double first = number_in(piece.substr(0, dots), piece);
    const double last = number_in(piece.substr(dots + 2, colon == std::string::npos ? colon : colon - dots - 2), piece);
    const double step = colon == std::string::npos ? 1.0 : number_in(piece.substr(colon + 1), piece);
    if (!(step > 0.0))
        throw usage_error(fmt::format("{} cannot step through '{}': the step must be above 0", named("tune"), piece));
    if (first > last)
        throw usage_error(
            fmt::format("the range '{}' of {} is empty: its first number is above its last", piece, named("tune")));
    const double count = std::floor((last - first) / step + 1e-9) + 1.0;
    if (count > most_values)
        throw usage_error(fmt::format("the range '{}' of {} holds more than {:.0f} values: give it a larger step", piece,
                                      named("tune"), most_values));
    for (double i = 0.0; i < count; i += 1.0) {
        // The digits of a sum of steps, not those of its rounding.
        const double value = std::round((first + i * step) * 1e12) / 1e12;
        values.push_back(number_text(value));
    }
}

/// "1-3" is not a number, and not a range here.
void refuse_dash(const std::string& piece, const Parameter& parameter) {
    const bool is_number = parameter.kind == ParameterKind::integer || parameter.kind == ParameterKind::real;
    const std::size_t dash = piece.find('-', 1);
    if (!is_number || dash == std::string::npos || piece[dash - 1] == 'e' || piece[dash - 1] == 'E') return;
    if (piece.find_first_not_of("0123456789.-") != std::string::npos) return;
    throw usage_error(fmt::format("{} cannot read '{}': a range is written {}..{}", named("tune"), piece, piece.substr(0, dash),
                                  piece.substr(dash + 1)));
}

std::vector<std::string> pieces_of(const std::string& text) {
    std::vector<std::string> pieces;
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(',', begin);
        pieces.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
    }
    return pieces;
}

}  // namespace

TuneAxis tune_axis(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw usage_error(
            fmt::format("{} cannot be '{}': it is a parameter and its values, such as max-depth=2..12", named("tune"), text));
    TuneAxis axis{&parameter_named(text.substr(0, equals)), {}};
    for (const std::string& piece : pieces_of(text.substr(equals + 1))) {
        refuse_dash(piece, *axis.parameter);
        if (piece.find("..") != std::string::npos)
            add_range(piece, axis.values);
        else if (!piece.empty())
            axis.values.push_back(piece);
    }
    if (axis.values.empty())
        throw usage_error(fmt::format("{} has no values: give some, such as 2..12 or 2,4,8", named("tune", text)));
    std::vector<std::string> distinct, meanings;
    for (const std::string& value : axis.values) {
        TrainOptions trial;
        axis.parameter->set(trial, value);
        const std::string meaning = axis.parameter->get(trial);  // 0.10 is 0.1
        if (std::find(meanings.begin(), meanings.end(), meaning) != meanings.end()) continue;
        meanings.push_back(meaning);
        distinct.push_back(value);
    }
    axis.values = std::move(distinct);
    return axis;
}

}  // namespace treewright
