#include "treewright/export/programs/table_code.h"

#include <algorithm>

#include "treewright/export/programs/conditions.h"

namespace treewright {

namespace {

/// Fills the table in the order of the steps.
class TableFiller {
public:
    TableFiller(const Program& program, TableCode& table) : program_(program), table_(table), targets_(program.tree().size()) {
        TableTarget questions = 0;
        for (std::uint32_t number = 0; number < targets_.size(); ++number)
            targets_[number] = program.tree().is_leaf(number) ? ~static_cast<TableTarget>(program.leaf_at(number)) : questions++;
    }

    void fill() {
        for (std::uint32_t number = 0; number < targets_.size(); ++number)
            if (!program_.tree().is_leaf(number)) add_step(program_.tree().step(number));
        table_.steps.push_back({table_.tests.size(), 0, 0, table_.parts.size()});
    }

private:
    void add_step(const LoweredStep& step) {
        table_.steps.push_back(
            {table_.tests.size(), targets_[step.when_missing], targets_[step.when_unseen], table_.parts.size()});
        table_.tests.push_back(own_test(step));
        if (!step.refuses_missing)
            for (const LoweredTest& surrogate : step.surrogates) table_.tests.push_back(surrogate_test(surrogate));
        for (const LoweredPart& part : step.parts) table_.parts.push_back({targets_[part.step], part.share});
    }

    [[nodiscard]] TableTestRow plain_test(const LoweredTest& test, TableTest kind) const {
        return {.kind = kind,
                .feature = program_.position_of_feature(test.split.feature),
                .threshold = test.split.threshold,
                .yes = targets_[test.yes],
                .no = targets_[test.no]};
    }

    TableTestRow own_test(const LoweredStep& step) {
        const LoweredTest& test = step.test;
        if (test.split.kind == SplitKind::threshold) return plain_test(test, TableTest::threshold);
        if (test.split.kind == SplitKind::is_missing) return missing_test(step);
        if (test.split.kind == SplitKind::multiway) return multiway_test(test);
        const std::vector<bool> goes_yes = levels_to_yes(step, levels_of(test));
        std::vector<LevelCode> yes;
        std::vector<LevelCode> no;
        for (std::size_t level = 0; level < goes_yes.size(); ++level) (goes_yes[level] ? yes : no).push_back(level_code(level));
        return subset_test(test, yes, no);
    }

    TableTestRow surrogate_test(const LoweredTest& test) {
        if (test.split.kind == SplitKind::threshold) return plain_test(test, TableTest::threshold);
        return subset_test(test, test.split.left_levels, test.split.right_levels);
    }

    /// Where rows without a value are refused, or where it is a category: whatever is known goes to `no`, and nothing else is decided.
    TableTestRow missing_test(const LoweredStep& step) {
        const LoweredTest& test = step.test;
        if (program_.feature(test.split.feature).is_value()) {
            TableTestRow row = plain_test(test, step.refuses_missing ? TableTest::threshold : TableTest::is_missing);
            if (step.refuses_missing) row.yes = row.no;
            return row;
        }
        std::vector<LevelCode> levels(levels_of(test));
        for (std::size_t level = 0; level < levels.size(); ++level) levels[level] = level_code(level);
        return subset_test(test, {}, levels);
    }

    TableTestRow subset_test(const LoweredTest& test, std::span<const LevelCode> yes, std::span<const LevelCode> no) {
        TableTestRow row = plain_test(test, TableTest::subset);
        row.first = table_.sets.add(yes, levels_of(test));
        row.second = table_.sets.add(no, levels_of(test));
        return row;
    }

    TableTestRow multiway_test(const LoweredTest& test) {
        TableTestRow row{.kind = TableTest::multiway,
                         .feature = program_.position_of_feature(test.split.feature),
                         .first = table_.targets.size(),
                         .second = test.by_level.size()};
        for (const std::uint32_t child : test.by_level) table_.targets.push_back(targets_[child]);
        return row;
    }

    [[nodiscard]] std::size_t levels_of(const LoweredTest& test) const {
        return program_.feature(test.split.feature).column->levels.size();
    }

    const Program& program_;
    TableCode& table_;
    std::vector<TableTarget> targets_;  ///< of each step
};

/// While the first of k parts is followed, k - 1 wait. Children come after their parents.
std::size_t most_waiting_parts(const TableCode& table) {
    std::vector<std::size_t> waiting(table.steps.size(), 0);
    std::size_t most = 0;
    const auto raise = [&](TableTarget target, std::size_t count) {
        most = std::max(most, count);
        if (target > 0) waiting[static_cast<std::size_t>(target)] = std::max(waiting[static_cast<std::size_t>(target)], count);
    };
    for (std::size_t s = 0; s + 1 < table.steps.size(); ++s) {
        const std::size_t here = waiting[s];
        for (std::size_t t = table.steps[s].first_test; t < table.steps[s + 1].first_test; ++t) {
            const TableTestRow& test = table.tests[t];
            raise(test.yes, here);
            raise(test.no, here);
            if (test.kind == TableTest::multiway)
                for (std::size_t i = 0; i < test.second; ++i) raise(table.targets[test.first + i], here);
        }
        raise(table.steps[s].missing, here);
        raise(table.steps[s].unseen, here);
        const std::size_t parts = table.steps[s + 1].first_part - table.steps[s].first_part;
        for (std::size_t i = 0; i < parts; ++i) raise(table.parts[table.steps[s].first_part + i].target, here + parts - 1 - i);
    }
    return most;
}

}  // namespace

TableCode::TableCode(const Program& program) {
    TableFiller(program, *this).fill();
    most_waiting = most_waiting_parts(*this) + 1;
}

}  // namespace treewright
