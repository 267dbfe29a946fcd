#include "treewright/verification/replay/workplace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"

namespace treewright {

namespace {

using std::chrono::milliseconds;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// The last lines, which say what is wrong in most programs; a compiler's first are enough, too.
std::string complaint_in(const std::string& errors) {
    constexpr std::size_t enough = 600;
    std::string text = errors;
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    if (text.size() <= enough) return text;
    return text.substr(0, enough / 2) + " […] " + text.substr(text.size() - enough / 2);
}

/// The packages that a user has installed for themselves stay visible, though HOME is another folder.
std::vector<std::pair<std::string, std::string>> python_environment() {
    std::vector<std::pair<std::string, std::string>> variables = {{"PYTHONDONTWRITEBYTECODE", "1"}, {"PYTHONUTF8", "1"}};
    const char* const home = std::getenv("HOME");
    if (std::getenv("PYTHONUSERBASE") == nullptr && home != nullptr && *home != '\0')
        variables.emplace_back("PYTHONUSERBASE", std::string(home) + "/.local");
    return variables;
}

}  // namespace

Workplace::Workplace(const Progress& progress, double seconds, std::string python)
    : progress_(progress),
      seconds_(seconds),
      python_(std::move(python)),
      end_(std::chrono::steady_clock::now() + milliseconds(static_cast<std::int64_t>(seconds * 1000.0))) {}

milliseconds Workplace::time_left() const {
    return std::max(std::chrono::duration_cast<milliseconds>(end_ - std::chrono::steady_clock::now()), milliseconds{0});
}

std::string Workplace::program(std::string_view name, std::string_view package) const {
    if (const auto path = find_program(name)) return *path;
    throw system_error(fmt::format("{} is not installed: {} brings it", name, package));
}

ProgramCall Workplace::call(std::vector<std::string> arguments) const {
    ProgramCall call{std::move(arguments), folder_.path()};
    call.limit = time_left();
    return call;
}

std::string Workplace::version_of(std::vector<std::string> arguments) const {
    const std::string name = arguments.front().substr(arguments.front().rfind('/') + 1) + " ";
    const ProgramEnd end = run_program(call(std::move(arguments)), progress_);
    const std::string line = first_line(end.output.empty() ? end.errors : end.output);
    return line.starts_with(name) ? line.substr(name.size()) : line;
}

Tool Workplace::python() const {
    const std::string path = program(python_.empty() ? "python3" : python_, "the Debian package python3");
    return {"python", version_of({path, "-c", "import platform; print(platform.python_version())"}), path};
}

Tool Workplace::java() const {
    const std::string path = program("java", "the Debian package default-jre-headless");
    const std::string version = version_of({path, "-version"});  // openjdk version "17.0.15" 2025-04-15
    const std::size_t start = version.find('"') + 1;
    return {"java", version.substr(start, version.find('"', start) - start), path};
}

Tool Workplace::python_module(const Tool& python, std::string_view module, std::string_view package) const {
    ProgramCall asked = call({python.path, "-c", fmt::format("import importlib.metadata, {}; print(importlib.metadata.version('{}'))", module, package)});
    asked.environment = python_environment();
    const ProgramEnd end = run_program(asked, progress_);
    if (end.succeeded()) return {std::string(module), first_line(end.output)};
    throw system_error(fmt::format("{} has no module {}: the package {} of PyPI brings it; {} names another Python", python.path, module,
                                   package, named("python")));
}

std::string Workplace::run(ProgramCall call, std::string_view what) const {
    const ProgramEnd end = run_program(std::move(call), progress_);
    if (end.timed_out)
        throw ReplayFailure(fmt::format("{} did not end within {} s ({})", what, readable_number(seconds_), named("timeout")));
    if (end.succeeded()) return end.output;
    const std::string complaint = complaint_in(end.errors.empty() ? end.output : end.errors);
    throw ReplayFailure(fmt::format("{} failed with exit code {}{}{}", what, end.exit_code, complaint.empty() ? "" : ": ", complaint));
}

std::string Workplace::run_python(const Tool& python, std::string_view script) const {
    ProgramCall driver = call({python.path, folder_.write("driver.py", script)});
    driver.environment = python_environment();
    run(std::move(driver), python.name);
    return content("answers.txt");
}

std::string Workplace::content(std::string_view name) const {
    std::ifstream file(folder_.file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace treewright
