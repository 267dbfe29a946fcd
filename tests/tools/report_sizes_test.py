"""The size report must find functions in C++ as we write it, and fail when they grow too long."""

import contextlib
import io
import pathlib
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import report_sizes


def functions(text):
    return [(f.name, f.length, f.parameters) for f in report_sizes.functions_of(textwrap.dedent(text), "x.cpp")]


class FindingTest(unittest.TestCase):
    def test_functions_in_namespaces_and_classes(self):
        self.assertEqual([("first", 3, 2), ("second", 1, 0), ("third", 4, 1)], functions("""\
            namespace a {
            namespace {
            int first(int a, std::map<int, int> b) {
                return a;
            }
            }
            class C final : public B<int(int)> {
            public:
                [[nodiscard]] bool second() const noexcept { return true; }
                static constexpr double limit = 3.0;
                template <typename T = int>
                auto third(T x = {1, 2}) -> T
                {
                    if (x) { return x; } }
            };
            }
            """))

    def test_the_template_line_counts(self):
        self.assertEqual([("f", 2, 1)], functions("template <class T, class U>\nvoid f(T t) { t(); }\n"))

    def test_constructors_with_initializers(self):
        self.assertEqual([("C", 3, 2)], functions("C::C(int a, int b) : a_{a}, b_(b), c_{} {\n    run();\n}\n"))

    def test_operators(self):
        self.assertEqual([("operator", 1, 1)], functions("bool operator==(const A& a) const { return true; }\n"))
        self.assertEqual([2], [n for _, _, n in functions("int operator()(int a, int b) { return a; }\n")])

    def test_data_and_declarations_are_no_functions(self):
        self.assertEqual([], functions("""\
            enum class Kind : std::uint8_t { a, b };
            struct Point { double x{0.0}; double y = f(3); };
            constexpr std::array<int, 2> table = {1, 2};
            const auto other = make({1, 2});
            int declared(int a, int b);
            Foo(const Foo&) = delete;
            """))

    def test_a_lambda_belongs_to_its_function(self):
        self.assertEqual([("f", 5, 0)], functions("void f() {\n    auto g = [](int a, int b) {\n        return a;\n    };\n}\n"))

    def test_braces_in_text_are_no_braces(self):
        self.assertEqual([("f", 5, 0), ("g", 1, 0)], functions("""\
            void f() {
                auto a = "{"; auto b = '{'; auto c = R"x({{)x";  // {
                /* { */ auto d = 1'000;
            #define OPEN {
            }
            void g() {}
            """))


class LimitsTest(unittest.TestCase):
    def exit_code(self, lengths):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "src" / "a.cpp"
            source.parent.mkdir()
            source.write_text("".join("void f() {\n" + "    g();\n" * (length - 2) + "}\n" for length in lengths))
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                code = report_sizes.main([folder])
        return code

    def test_the_share_of_short_functions(self):
        self.assertEqual(0, self.exit_code([29] * 9 + [30]))
        self.assertEqual(1, self.exit_code([29] * 8 + [30] * 2))

    def test_the_share_of_long_functions(self):
        self.assertEqual(0, self.exit_code([5] * 99 + [81]))
        self.assertEqual(0, self.exit_code([5] * 98 + [80] * 2))
        self.assertEqual(1, self.exit_code([5] * 98 + [81] * 2))


if __name__ == "__main__":
    unittest.main()
