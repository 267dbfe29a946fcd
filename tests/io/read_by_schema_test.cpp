#include "treewright/io/read_by_schema.h"

#include <gtest/gtest.h>

#include "io/io_testing.h"

namespace treewright {

using testing::replaced;
using testing::shown;
using testing::TemporaryFile;

namespace {

Schema golf() {
    Schema schema;
    schema.features = {{"Outlook", ColumnType::categorical, {"overcast", "rain", "sunny"}},
                       {"Humidity", ColumnType::numeric, {}},
                       {"Day", ColumnType::date, {}},
                       {"Wind", ColumnType::ordered, {"weak", "strong"}}};
    schema.target = {"Play", ColumnType::categorical, {"no", "yes"}};
    return schema;
}

Schema unnamed() {
    Schema schema;
    schema.features = {{"c1", ColumnType::numeric, {}}, {"c2", ColumnType::categorical, {"a", "b"}}};
    schema.target = {"c3", ColumnType::categorical, {"no", "yes"}};
    return schema;
}

struct SchemaReading {
    SchemaRows rows;
    std::string result;  ///< the features as text, or the error
    std::vector<std::string> messages;
};

SchemaReading read(const std::string& bytes, const Schema& schema, const KeepColumns& keep = {},
                   const ReadOptions& options = {}) {
    const TemporaryFile file(bytes);
    Messages messages;
    Progress progress;
    SchemaReading reading;
    try {
        reading.rows = read_by_schema(file.path(), schema, options, keep, {Threads(0), progress, messages});
        reading.result = shown(reading.rows.features);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        reading.result = "error: " + replaced(error.what(), file.path(), "FILE");
    }
    for (const Message& message : messages.list()) reading.messages.push_back(replaced(message.text, file.path(), "FILE"));
    return reading;
}

}  // namespace

TEST(ReadBySchema, columns_are_found_by_name) {
    const SchemaReading reading =
        read("Wind,Day,Play,Humidity,Outlook\nstrong,2020-01-01,yes,85,sunny\n\nweak,?,no,,rain\n", golf());
    EXPECT_EQ(reading.result,
              "Outlook {overcast|rain|sunny}: 'sunny' 'rain'\nHumidity number: 85 -\nDay date: 2020-01-01 -\nWind ordered: "
              "strong weak\n");
    EXPECT_EQ(reading.rows.lines, (std::vector<std::size_t>{2, 4}));
    EXPECT_TRUE(reading.messages.empty());
}

TEST(ReadBySchema, an_unseen_level_of_an_ordered_category_is_counted_and_has_no_rank) {
    const SchemaReading reading = read("Outlook,Humidity,Day,Wind\nrain,1,,storm\nrain,1,,strong\n", golf());
    EXPECT_TRUE(is_missing(reading.rows.features.columns[3].values[0]));
    EXPECT_EQ(reading.rows.features.columns[3].values[1], 1.0);
    EXPECT_EQ(reading.messages, (std::vector<std::string>{"Wind: 1 row holds a level that the model never saw (storm)"}));
}

TEST(ReadBySchema, unseen_levels_are_counted_and_extra_columns_said) {
    const SchemaReading reading = read(
        "id,Outlook,Humidity,Day,Wind,note\n1,snow,1,,weak,x\n2,foggy,2,,weak,x\n3,rain,3,,weak,x\n4,,4,,weak,x\n5,snow,5,,"
        "weak,x\n",
        golf());
    EXPECT_EQ(reading.rows.features.columns[0].codes,
              (std::vector<std::int32_t>{unseen_code, unseen_code, 1, missing_code, unseen_code}));
    EXPECT_EQ(reading.rows.features.columns[0].schema, golf().features[0]);
    EXPECT_EQ(reading.messages,
              (std::vector<std::string>{"FILE: 2 columns that the model does not use are ignored (id, note)",
                                        "Outlook: 3 rows hold levels that the model never saw (foggy, snow)"}));
}

TEST(ReadBySchema, missing_columns) {
    EXPECT_EQ(read("Outlok,Humidity,Day,Wind\nrain,1,,weak\n", golf()).result,
              "error: FILE: the model needs the column 'Outlook', which is not there; did you mean 'Outlok'?");
    EXPECT_EQ(
        read("Humidity,x\n1,2\n", golf()).result,
        "error: FILE: the model needs the columns 'Outlook', 'Day', 'Wind', which are not there; its columns are Humidity, x");
    EXPECT_EQ(read("rain,1,2020-01-01,weak\nsunny,2,,weak\n", golf()).result,
              "error: FILE: it has none of the model's columns ('Outlook', 'Humidity', 'Day', 'Wind') but 'rain', '1', "
              "'2020-01-01', 'weak'; add a header "
              "with their names, or give the names (names)");
}

TEST(ReadBySchema, columns_that_are_not_needed_may_be_absent) {
    const TemporaryFile file("Humidity,Play\n85,no\n90,yes\n");
    const Schema schema = golf();
    Messages messages;
    Progress progress;
    const treewright::Run run{Threads(0), progress, messages};
    const SchemaRows rows = read_by_schema(file.path(), schema, {}, {}, run, {false, true, false, false});
    EXPECT_EQ(rows.features.columns[1].values[1], 90.0);
    EXPECT_EQ(rows.features.columns[0].codes, (std::vector<std::int32_t>{missing_code, missing_code}));
    EXPECT_TRUE(is_missing(rows.features.columns[3].values[0]));
    EXPECT_EQ(rows.features.columns[3].schema, schema.features[3]);
    ASSERT_EQ(messages.list().size(), 1U);
    EXPECT_EQ(
        replaced(messages.list()[0].text, file.path(), "FILE"),
        "FILE: 3 columns that the model never asks about are not there (Outlook, Day, Wind): no prediction depends on them");
    EXPECT_THROW((void)read_by_schema(file.path(), schema, {}, {}, run, {false, true, true, false}), Error);
}

TEST(ReadBySchema, cells_must_fit) {
    const std::string header = "Outlook,Humidity,Day,Wind\nrain,1,2020-01-01,weak\n";
    const std::string advice = "; fix the cell, or name the words that mean missing (na)";
    EXPECT_EQ(read(header + "rain,wet,,weak\n", golf()).result,
              "error: FILE, line 3, column 'Humidity': \"wet\" is not a number" + advice);
    EXPECT_EQ(read(header + "rain,1,today,weak\n", golf()).result,
              "error: FILE, line 3, column 'Day': \"today\" is not a date (YYYY-MM-DD)" + advice);
    EXPECT_EQ(read(header + "rain,1e999,,weak\n", golf()).result,
              "error: FILE, line 3, column 'Humidity': \"1e999\" is beyond the largest double (about 1.8e308); fix the cell, "
              "or leave it empty");
    EXPECT_EQ(read("Outlook,Humidity,Day,Wind\n", golf()).result,
              "error: FILE: it has a header but no rows; give a file with rows");
}

TEST(ReadBySchema, times_take_dates) {
    Schema schema;
    schema.features = {{"at", ColumnType::time, {}}};
    EXPECT_EQ(read("at\n2020-01-01\n2020-01-01T01:00Z\n", schema).result, "at time: 2020-01-01 00:00:00 2020-01-01 01:00:00\n");
    EXPECT_EQ(read("at\nnoon\n", schema).result,
              "error: FILE, line 2, column 'at': \"noon\" is not a time (YYYY-MM-DD hh:mm:ss); fix the cell, or name the "
              "words that mean missing (na)");
}

TEST(ReadBySchema, types_are_the_schemas_not_guessed) {
    Schema schema;
    schema.features = {{"zip", ColumnType::categorical, {"007", "8"}}};
    EXPECT_EQ(read("zip\n007\n7\n8\n", schema).result, "zip {007|8}: '007' unseen '8'\n");
}

TEST(ReadBySchema, made_up_names_are_positions) {
    EXPECT_EQ(read("1,a\n2,b\n", unnamed()).result, "c1 number: 1 2\nc2 {a|b}: 'a' 'b'\n");
    EXPECT_EQ(read("1,a,yes\n", unnamed()).result, "c1 number: 1\nc2 {a|b}: 'a'\n");
    EXPECT_EQ(read("c2,c1\na,1\n", unnamed()).result, "c1 number: 1\nc2 {a|b}: 'a'\n");
    EXPECT_EQ(read("1\n2\n", unnamed()).result,
              "error: FILE: the model needs the column 'c2', which is not there; its columns are c1");
}

TEST(ReadBySchema, given_names_and_no_header) {
    ReadOptions names;
    names.names = {"Wind", "Day", "Humidity", "Outlook"};
    const std::string row = "weak,2020-01-01,5,rain\n";
    const std::string expected =
        "Outlook {overcast|rain|sunny}: 'rain'\nHumidity number: 5\nDay date: 2020-01-01\nWind ordered: weak\n";
    EXPECT_EQ(read(row, golf(), {}, names).result, expected);
    EXPECT_EQ(read("Wind,Day,Humidity,Outlook\n" + row, golf(), {}, names).result, expected);
    ReadOptions no_header;
    no_header.header = false;
    EXPECT_EQ(read("1,a\n", unnamed(), {}, no_header).result, "c1 number: 1\nc2 {a|b}: 'a'\n");
}

TEST(ReadBySchema, kept_columns_are_as_written) {
    KeepColumns all;
    all.all = true;
    const SchemaReading reading = read("c2,note,c1\na,\"x,y\",1.50\nb,NA,?\na,\"NA\",\nb,\"x,y\",1.50\n", unnamed(), all);
    ASSERT_EQ(reading.rows.kept.size(), 3u);
    const KeptColumn& note = reading.rows.kept[1];
    EXPECT_EQ(note.name, "note");
    EXPECT_EQ(note.at(0).text, "x,y");
    EXPECT_EQ(note.at(3).text, "x,y");
    EXPECT_EQ(note.at(1).text, "NA");
    EXPECT_TRUE(note.at(1).missing);
    EXPECT_FALSE(note.at(2).missing);
    EXPECT_EQ(reading.rows.kept[2].at(3).text, "1.50");
    EXPECT_EQ(reading.rows.kept[2].at(1).text, "?");
    EXPECT_TRUE(reading.messages.empty());  // a kept column is not ignored
}

TEST(ReadBySchema, kept_columns_by_name) {
    const std::string bytes = "id,c1,c2,c3\n7,1,a,yes\n";
    const SchemaReading reading = read(bytes, unnamed(), {false, {"c3", "id"}});
    ASSERT_EQ(reading.rows.kept.size(), 2u);
    EXPECT_EQ(reading.rows.kept[0].at(0).text, "yes");
    EXPECT_EQ(reading.rows.kept[1].at(0).text, "7");
    EXPECT_EQ(read(bytes, unnamed(), {false, {"ID"}}).result, "error: FILE: there is no column 'ID'; did you mean 'id'?");
}

TEST(ReadBySchema, reads_arff) {
    const SchemaReading reading =
        read("@relation r\n@attribute c2 {b,a,z}\n@attribute c1 numeric\n@data\na,1\nz,?\n", unnamed());
    EXPECT_EQ(reading.result, "c1 number: 1 -\nc2 {a|b}: 'a' unseen\n");
    EXPECT_EQ(reading.rows.lines, (std::vector<std::size_t>{5, 6}));
    EXPECT_EQ(reading.messages, (std::vector<std::string>{"c2: 1 row holds a level that the model never saw (z)"}));
}

TEST(ReadBySchema, block_size_changes_nothing) {
    const std::string bytes =
        "Wind,Day,Play,Humidity,Outlook\nstrong,2020-01-01,yes,85,\"snow\nand ice\"\n\nweak,?,no,,rain\nweak,?,no,oops,rain\n";
    ReadOptions options;
    for (options.block_size = 16; options.block_size < 120; ++options.block_size) {
        ASSERT_EQ(read(bytes, golf(), {}, options).result,
                  "error: FILE, line 6, column 'Humidity': \"oops\" is not a number; fix the cell, or name the words that "
                  "mean missing (na)");
    }
}

TEST(ReadBySchema, reads_as_the_table_of_the_model_was_read) {
    Schema schema = golf();
    schema.features[1].reading.missing_words = {{"-9"}};
    const SchemaReading reading = read("Outlook,Humidity,Day,Wind\nrain,-9,2020-01-01,weak\n", schema);
    EXPECT_EQ(reading.result,
              "Outlook {overcast|rain|sunny}: 'rain'\nHumidity number: -\nDay date: 2020-01-01\nWind ordered: weak\n");
    schema.features[1].reading = {};
    schema.features[1].reading.decimal_sign = ",";
    schema.features[1].reading.thousands_separator = ".";
    schema.features[1].reading.unit = " %";
    schema.features[2].reading.date_format = "%d.%m.%Y";
    EXPECT_EQ(
        read("Outlook;Humidity;Day;Wind\nrain;1,234;24.08.1990;weak\nrain;1.234,5 %;2020-01-01;weak\n", schema).result,
        "Outlook {overcast|rain|sunny}: 'rain' 'rain'\nHumidity number: 1.234 1234.5\nDay date: 1990-08-24 2020-01-01\nWind "
        "ordered: weak weak\n");
}

TEST(ReadBySchema, parts_of_dates_are_read_from_the_date) {
    Schema schema = golf();
    schema.features[1] = {"Day.weekday", ColumnType::categorical, {"Monday", "Wednesday"}};
    schema.features[1].reading.part_of = PartOf{"Day", ColumnType::date, DatePart::weekday};
    schema.features[3] = {"Seen.hour", ColumnType::numeric, {}};
    schema.features[3].reading.part_of = PartOf{"Seen", ColumnType::time, DatePart::hour};
    schema.features[3].reading.date_format = "%d.%m.%Y %H:%M";
    const SchemaReading reading = read(
        "Outlook,Day,Seen\nsunny,2020-01-01,24.12.2020 18:30\nrain,2020-01-06,?\nrain,?,24.12.2020 0:30\n"
        "rain,2020-01-03,2020-12-24 07:00\n",
        schema);
    EXPECT_EQ(reading.result,
              "Outlook {overcast|rain|sunny}: 'sunny' 'rain' 'rain' 'rain'\n"
              "Day.weekday {Monday|Wednesday}: 'Wednesday' 'Monday' - unseen\n"
              "Day date: 2020-01-01 2020-01-06 - 2020-01-03\n"
              "Seen.hour number: 18 - 0 7\n");
    EXPECT_EQ(read("Outlook,Day\nsunny,2020-01-01\n", schema).result,
              "error: FILE: the model needs the column 'Seen', which is not there; its columns are Outlook, Day");
}

TEST(ReadBySchema, levels_by_any_spelling) {
    Schema schema = golf();
    schema.features[0].reading.folds_case = true;
    schema.features[3].reading.folds_case = true;
    const SchemaReading reading =
        read("Wind,Day,Humidity,Outlook\nStrong,?,1,SUNNY\nWEAK,?,1,rain\nno,?,1,\"Rain \"\nweak,?,1,hail\n", schema);
    EXPECT_EQ(reading.result,
              "Outlook {overcast|rain|sunny}: 'sunny' 'rain' 'rain' unseen\n"
              "Humidity number: 1 1 1 1\n"
              "Day date: - - - -\n"
              "Wind ordered: strong weak - weak\n");
}

}  // namespace treewright
