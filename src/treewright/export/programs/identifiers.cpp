#include "treewright/export/programs/identifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace treewright {

namespace {

constexpr std::size_t longest_identifier = 40;

// ASCII only, whatever the locale.
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char upper_of(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
char lower_of(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

/// "PetalLength (cm)" has the words petal, length, cm.
std::vector<std::string> words_of_name(std::string_view name) {
    std::vector<std::string> words;
    std::size_t length = 0;
    char before = ' ';
    for (const char c : name) {
        if (length == longest_identifier) break;
        if (is_upper(c) || is_lower(c) || is_digit(c)) {
            const bool is_inside = is_upper(before) || is_lower(before) || is_digit(before);
            if (!is_inside || (is_upper(c) && !is_upper(before))) words.emplace_back();
            words.back() += lower_of(c);
            ++length;
        }
        before = c;
    }
    return words;
}

const std::unordered_set<std::string_view>& taken_words() {
    static const std::unordered_set<std::string_view> words = {
        // C and C++
        "alignas", "alignof", "and", "and_eq", "asm", "atomic_cancel", "atomic_commit", "atomic_noexcept", "auto", "bitand", "bitor",
        "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
        "compl", "complex", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default",
        "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend",
        "goto", "if", "imaginary", "inline", "int", "long", "module", "mutable", "namespace", "new", "noexcept", "noreturn", "not",
        "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "reflexpr", "register", "reinterpret_cast",
        "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
        "synchronized", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof",
        "typeof_unqual", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
        // macros of compilers, of the headers that the programs include, and of those that are often included before them
        "linux", "unix", "i386", "arm", "mips", "sparc", "sun", "vax", "near", "far", "small", "huge", "min", "max", "interface",
        "assert", "errno", "offsetof", "signbit", "isnan", "isinf", "isfinite", "isnormal", "isless", "isgreater", "isunordered",
        "fpclassify", "stdin", "stdout", "stderr", "std", "main", "NAN", "INFINITY", "NULL", "EOF", "I", "TRUE", "FALSE", "BUFSIZ",
        "HUGE_VAL", "RAND_MAX", "DOMAIN", "OVERFLOW", "UNDERFLOW", "IN", "OUT", "OPTIONAL", "ERROR", "DELETE", "CONST", "VOID",
        // Java
        "abstract", "boolean", "byte", "extends", "final", "finally", "implements", "import", "instanceof", "native", "non_sealed",
        "null", "package", "permits", "record", "sealed", "strictfp", "super", "throws", "transient", "var", "yield", "Boolean",
        "Double", "IllegalArgumentException", "Integer", "Long", "Math", "Object", "String", "System", "Throwable",
        // JavaScript
        "arguments", "async", "await", "debugger", "eval", "function", "in", "let", "of", "undefined", "with", "globalThis", "window",
        "NaN", "Infinity", "Map", "Number", "Array", "Error", "RangeError", "TypeError", "exports", "require", "process", "console",
        // Python
        "None", "True", "False", "as", "def", "del", "elif", "except", "from", "global", "is", "lambda", "nonlocal", "pass", "raise",
        "match", "type", "dict", "list", "tuple", "str", "len", "range", "print", "isinstance", "ValueError", "set", "exec", "sys",
        "math"};
    return words;
}

std::string joined(std::string_view prefix, Casing casing, std::string rest) {
    const bool has_bars = casing == Casing::lower || casing == Casing::upper;
    if (!has_bars && !rest.empty()) rest[0] = upper_of(rest[0]);
    return fmt::format("{}{}{}", prefix, has_bars ? "_" : "", rest);
}

}  // namespace

std::string cleaned(std::string_view name, Casing casing) {
    const bool has_bars = casing == Casing::lower || casing == Casing::upper;
    std::string result;
    for (std::string& word : words_of_name(name)) {
        if (casing == Casing::upper)
            for (char& c : word) c = upper_of(c);
        else if (casing == Casing::pascal || (casing == Casing::camel && !result.empty()))
            word[0] = upper_of(word[0]);
        if (has_bars && !result.empty()) result += '_';
        result += word;
    }
    return result;
}

bool is_taken_word(std::string_view word) {
    constexpr std::string_view numbered = "share";  // share7 is a variable of the programs
    if (word.starts_with(numbered) && std::ranges::all_of(word.substr(numbered.size()), is_digit)) return true;
    return taken_words().contains(word);
}

bool is_reserved_name(std::string_view word) {
    static const std::unordered_set<std::string_view> words = {
        "abort", "abs", "access", "acos", "alarm", "asin", "atan", "atexit", "bind", "bsearch", "calloc", "cbrt", "ceil", "chdir",
        "clock", "close", "connect", "cos", "cosh", "daemon", "div", "drem", "dup", "erf", "execl", "exit", "exp", "fabs", "fdim",
        "floor", "fma", "fmax", "fmin", "fmod", "fork", "free", "frexp", "gamma", "getenv", "hypot", "index", "ioctl", "j0", "j1",
        "jn", "kill", "ldiv", "link", "listen", "log", "logb", "lseek", "malloc", "modf", "nan", "nearbyint", "nice", "open", "pause",
        "pipe", "poll", "pow", "printf", "puts", "qsort", "raise", "rand", "random", "read", "realloc", "remove", "rename", "rewind",
        "rindex", "rint", "round", "scalb", "scanf", "select", "send", "signal", "significand", "sin", "sinh", "sleep", "socket",
        "sqrt", "stat", "stpcpy", "strcpy", "swab", "symlink", "sync", "system", "tan", "tanh", "time", "trunc", "ulong", "uint",
        "unlink", "ushort", "wait", "write", "y0", "y1", "yn",
        // classes within the program of Java
        "Row", "Mix", "Prediction", "Level", "Leaf"};
    return words.contains(word);
}

Identifiers::Identifiers(Casing casing, std::initializer_list<std::string_view> taken) : casing_(casing) {
    for (const std::string_view word : taken) used_.emplace(word);
}

std::string Identifiers::make(std::string_view name, std::string_view otherwise) {
    std::string word = cleaned(name, casing_);
    if (word.empty())
        word = cleaned(otherwise, casing_);
    else if (is_digit(word[0])) word = joined(cleaned(otherwise, casing_), casing_, word);
    return distinct(is_taken_word(word) ? word + "_" : word);
}

std::string Identifiers::make_behind(std::string_view prefix, std::string_view name, std::string_view otherwise) {
    const std::string word = cleaned(name, casing_);
    return distinct(joined(prefix, casing_, word.empty() ? cleaned(otherwise, casing_) : word));
}

std::string Identifiers::distinct(const std::string& wish) {
    if (used_.insert(wish).second) return wish;
    const bool ends_with_bar = wish.back() == '_';
    for (unsigned& number = last_number_[wish];;) {
        number = number == 0 ? 2 : number + 1;
        std::string next = fmt::format("{}{}{}", wish, ends_with_bar ? "" : "_", number);
        if (used_.insert(next).second) return next;
    }
}

}  // namespace treewright
