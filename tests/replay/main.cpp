// Reads a description (description.h) from standard input, replays it, and prints the report as one line of JSON.
#include <exception>
#include <iostream>
#include <iterator>
#include <string>

#include "replay.h"

int main() {
    try {
        const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
        std::cout << treewright::replay::to_json(treewright::replay::replay(treewright::replay::parse_description(text)))
                  << '\n';
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "replay: " << error.what() << '\n';
        return 1;
    }
}
