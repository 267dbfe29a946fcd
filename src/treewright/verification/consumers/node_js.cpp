// Files in JavaScript by Node.js.
#include "treewright/verification/consumers/consumer.h"

namespace treewright {

namespace {

/// Missing values are said in each of the ways that there are, rows both as objects and as Maps.
constexpr std::string_view node_driver = R"js("use strict";
const fs = require("fs");
const job = JSON.parse(fs.readFileSync("job.json", "utf8"));
const tree = require("./export.js");

const rows = fs.openSync("rows.bin");
function bytes(count) {
    const buffer = new ArrayBuffer(count);
    const most = 1 << 30;
    for (let at = 0; at < count;) {
        const read = fs.readSync(rows, new Uint8Array(buffer, at, Math.min(most, count - at)));
        if (read === 0) throw new Error("rows.bin is too short");
        at += read;
    }
    return buffer;
}
const columns = job.features.map((feature) =>
    feature.type === "categorical" ? new Int32Array(bytes(4 * job.rows)) : new Float64Array(bytes(8 * job.rows)));

function cell(feature, column, r) {
    const value = column[r];
    if (feature.type === "categorical")
        return value >= 0 ? feature.levels[value] : value === -1 ? undefined : feature.unseen[r % feature.unseen.length];
    if (Number.isNaN(value)) return undefined;
    return feature.type === "ordered" ? feature.levels[value] : value;
}

function rowAt(r) {
    const cells = [];
    job.features.forEach((feature, f) => {
        const value = cell(feature, columns[f], r);
        if (value !== undefined) cells.push([feature.name, value]);
        else if (r % 3 > 0) cells.push([feature.name, r % 3 === 1 ? null : NaN]);
    });
    return r % 2 === 0 ? Object.fromEntries(cells) : new Map(cells);
}

const view = new DataView(new ArrayBuffer(8));
function bits(number) {
    view.setFloat64(0, number);
    return view.getBigUint64(0).toString(16).padStart(16, "0");
}

function answer(row) {
    let got;
    try {
        got = tree.predict(row);
    } catch (error) {
        if (error instanceof RangeError && error.message.includes("the tree refuses such rows")) return "refused";
        throw error;
    }
    if (job.classes.length === 0) return got.leaf + " . " + bits(got.value);
    return [got.leaf, "x" + Buffer.from(got.label, "utf8").toString("hex"), ...got.probabilities.map(bits)].join(" ");
}

const out = fs.openSync("answers.txt", "w");
for (let first = 0; first < job.rows; first += 1000) {
    let text = "";
    for (let r = first; r < Math.min(first + 1000, job.rows); r++) text += answer(rowAt(r)) + "\n";
    fs.writeSync(out, text);
}
fs.closeSync(out);
)js";

std::vector<Tool> find_node(const Workplace& place) {
    const std::string node = place.program("node", "the Debian package nodejs");
    return {{"node", place.version_of({node, "--version"}), node}};
}

Answers replay_javascript(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    hand_over(replay, place);
    place.folder().write("export.js", replay.bytes);
    place.folder().write("package.json", R"({"type": "commonjs"})");  // whatever a folder above says
    place.run(place.call({tools.front().path, place.folder().write("driver.js", node_driver)}), "node");
    return read_answers(place.content("answers.txt"), replay.model.schema, replay.rows.rows);
}

}  // namespace

Consumer node_js() { return {"javascript", {}, find_node, replay_javascript}; }

}  // namespace treewright
