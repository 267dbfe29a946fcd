// A progress bar and warnings of one's own. The library never prints: it tells a session, which calls back.
//   progress_bar loans.csv repaid
#include <treewright/treewright.h>
#include <cstdio>
#include <iostream>

int main(int argc, char** argv) try {
    if (argc != 3) throw treewright::usage_error("usage: progress_bar DATA TARGET");
    std::size_t calls = 0;
    const treewright::Session session([&](std::string_view stage, double share) {
        ++calls;
        std::fprintf(stderr, "\r%-40s %3.0f %%", std::string(stage).c_str(), 100.0 * share);
    });
    const auto data = treewright::Dataset::read(argv[1], {.target = argv[2]}, session);
    const auto result = treewright::cross_validate(data, {}, {.repeats = 3}, session);
    std::fprintf(stderr, "\n");
    for (const treewright::Message& message : session.messages()) std::cerr << message.text << "\n";
    std::cout << result.validation.rounds.size() << " rounds, progress was " << (calls > 0 ? "shown" : "not shown") << "\n";
} catch (const treewright::Cancelled&) {  // session.cancel() from a signal handler or another thread
    return 130;
} catch (const treewright::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
