// Why a node has its question, or why it is a leaf.
#pragma once

#include <string>

#include "treewright/export/work_text.h"
#include "treewright/export/worked/ledger.h"

namespace treewright {

/// "Gains: Outlook 0.247, Humidity 0.102, …", the best first; nothing if fewer than two features have a question.
std::string ranking_text(const Ledger& ledger, const SearchResult& search);
/// "Outlook is chosen: the highest gain, 0.247."; for ties and filters a sentence more. Nothing without a
/// winner. `splits`: whether the node is split by it in the end.
std::string choice_text(const Ledger& ledger, const SearchResult& search, bool splits);
/// "χ² test: D = 3.547 with 2 degrees of freedom, p = 0.170; not significant at 0.05."; nothing where no test was made.
std::string test_sentence(const Ledger& ledger, const Node& node, const SearchResult& search);
/// "A leaf, yes: all rows are of one class."; nothing where the node is split.
std::string leaf_sentence(const Ledger& ledger, const NodeWork& work, const Node& node);

}  // namespace treewright
