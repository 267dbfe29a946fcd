// Names from data as identifiers of programs: cleaned, different from each other and from every word that a target language or one of
// its headers has taken. The names themselves stand in comments and strings (literals.h).
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace treewright {

/// How the words of a name are joined.
enum class Casing {
    lower,   ///< petal_length
    upper,   ///< PETAL_LENGTH
    camel,   ///< petalLength
    pascal,  ///< PetalLength
};

/// The ASCII letters and digits of a name as words, at most 40 characters. Empty if there are none; may start with a digit.
[[nodiscard]] std::string cleaned(std::string_view name, Casing casing);

/// Whether C, C++, Java, JavaScript or Python, or one of the headers that the programs include, has taken the word.
[[nodiscard]] bool is_taken_word(std::string_view word);

/// Whether the C library has a global function of that name, which a namespace cannot have.
[[nodiscard]] bool is_library_word(std::string_view word);

/// The identifiers of one scope.
class Identifiers {
public:
    explicit Identifiers(Casing casing, std::initializer_list<std::string_view> taken = {});

    /// An identifier for a name. `otherwise` is what it is called if nothing of its name can be kept, and how it begins if that
    /// starts with a digit.
    [[nodiscard]] std::string make(std::string_view name, std::string_view otherwise);
    /// The same behind a prefix, which is an identifier: PREFIX_NAME.
    [[nodiscard]] std::string make_behind(std::string_view prefix, std::string_view name, std::string_view otherwise);

private:
    [[nodiscard]] std::string distinct(const std::string& wish);

    Casing casing_;
    std::unordered_set<std::string> used_;
    std::unordered_map<std::string, unsigned> last_number_;
};

}  // namespace treewright
