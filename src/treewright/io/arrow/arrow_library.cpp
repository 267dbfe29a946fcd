#include "treewright/io/arrow/arrow_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "treewright/base/error.h"

namespace treewright {

namespace {

namespace fs = std::filesystem;

constexpr const char* plugin_name = "treewright_arrow.so";

/// The folder of the program, and that of the shared library which holds this very function (the same for the program).
std::vector<fs::path> own_folders() {
    std::vector<fs::path> folders;
    std::error_code error;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error) folders.push_back(program.parent_path());
    Dl_info own{};
    if (::dladdr(reinterpret_cast<const void*>(&own_folders), &own) != 0 && own.dli_fname != nullptr)
        if (const fs::path library = fs::canonical(own.dli_fname, error); !error) folders.push_back(library.parent_path());
    return folders;
}

/// TREEWRIGHT_PLUGINS, then next to the program, then where `make install` puts it: ../lib/treewright.
std::vector<fs::path> places() {
    std::vector<fs::path> places;
    if (const char* folder = std::getenv("TREEWRIGHT_PLUGINS"); folder != nullptr && *folder != '\0')
        places.push_back(fs::path(folder) / plugin_name);
    for (const fs::path& folder : own_folders()) {
        places.push_back(folder / plugin_name);
        places.push_back(folder.parent_path() / "lib" / "treewright" / plugin_name);
    }
    return places;
}

struct Loaded {
    const TreewrightArrowPlugin* plugin = nullptr;
    std::string complaint;  ///< why there is none
};

Loaded load_from(const fs::path& place) {
    void* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {nullptr, fmt::format("{} cannot be loaded ({})", place.string(), ::dlerror())};
    const auto entry = reinterpret_cast<decltype(&treewright_arrow_plugin)>(::dlsym(library, "treewright_arrow_plugin"));
    if (entry == nullptr || entry()->version != treewright_arrow_version)
        return {nullptr, fmt::format("{} belongs to another version of treewright", place.string())};
    return {entry(), {}};
}

Loaded load() {
    std::error_code error;
    for (const fs::path& place : places())
        if (fs::exists(place, error)) return load_from(place);
    return {nullptr, fmt::format("the plugin for it ({}) is not installed", plugin_name)};
}

}  // namespace

const TreewrightArrowPlugin& arrow_library(const std::string& what) {
    static const Loaded loaded = load();
    if (loaded.plugin == nullptr)
        throw input_error(
            fmt::format("{}, but {}; install Treewright with its Arrow plugin, or use a CSV file", what, loaded.complaint));
    return *loaded.plugin;
}

}  // namespace treewright
