#include "cli/console/console.h"
#include "cli/shells/shells.h"
#include "cli/verbs.h"

namespace treewright::cli {

std::vector<VerbDescription> all_descriptions() {
    std::vector<VerbDescription> descriptions;
    Console listening;
    listening.listen(&descriptions);
    for (const Verb& verb : verbs()) verb.run({"--help"}, listening);
    return descriptions;
}

}  // namespace treewright::cli
