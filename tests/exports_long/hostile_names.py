"""Names that a careless export would take for code, markup or the end of something: more than 200, all different."""

QUOTES = ["'", '"', "`", "''", '""', "\\", "\\\\", "\\'", '\\"', "\\n", "a'b", 'a"b', "a`b", "d\\\"q", "'; --", "\"; --", "' OR '1'='1", "''''", '"""', "'''"]
COMMENTS = ["*/", "/*", "/**/", "*/ int x; /*", "//", "// x", "--", "-- x", "#", "# x", "-->", "<!--", "<!-- x -->", "]]>", "<![CDATA[x]]>", "%", "%}", "{%",
            "{{x}}", "${x}", "$(x)", "#{x}", "%s%n", "%d", "{0}", "{", "}", "}}", "})", "};"]
MARKUP = ["<", ">", "&", "<b>", "</b>", "</script>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&amp;", "&lt;", "&#0;", "&#x1F;",
          "<?xml?>", "<!DOCTYPE x>", "javascript:alert(1)", "<Node>", "</Node></TreeModel>", "\"/><True/>", "a<b", "a>b", "a&b", "<svg/onload=x>"]
INJECTIONS = ['"); DROP TABLE data; --', "'); DROP TABLE data; --", "=HYPERLINK(\"http://x\")", "=1+1", "+1", "-1", "@SUM(A1)", "`id`", "$(id)", "; rm -rf x", "| ls",
              "../../etc/passwd", "C:\\x", "\\input{x}", "\\def\\x{}", "__import__('os')", "os.system('x')", "System.exit(0)", "exit(1);", "abort()", "x = 1", "??/", "??'",
              "Robert'); DROP TABLE Students;--", "'||'", "' + '", "E'\\\\'", "$$x$$", "q'[x]'", "U&'\\0041'"]
KEYWORDS = ["if", "else", "for", "while", "return", "int", "double", "class", "struct", "switch", "case", "default", "static", "void", "NULL", "null", "nil", "None",
            "nan", "NaN", "inf", "true", "false", "True", "False", "SELECT", "select", "FROM", "WHERE", "table", "order", "group", "function", "var", "let", "def", "lambda",
            "import", "package", "public", "this", "self", "super", "new", "delete", "operator", "enum", "union", "main", "printf", "label", "probabilities", "leaf", "value",
            "prediction", "missing", "unseen", "row", "tree", "data", "N", "v0", "v1", "v2", "feature_1"]
BLANKS = [" ", "  ", " a", "a ", " a ", "a b", "a  b", "\t", "a\tb", "\u00a0", "\u2003x", "\u3000", "\u200b", "a\u200bb", "\ufeffa"]
LINES = ["\n", "a\nb", "\r", "a\rb", "a\r\nb", "\u2028", "\u2029", "a\u0085b", "\x0b", "\x0c"]
CONTROLS = ["\x01", "\x07", "\x08", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x7f", "a\x02b", "\x1f", "\x9b31m", "\ufffe", "\uffff", "\ufffd"]
SCRIPTS = ["ä", "ß", "é", "e\u0301", "Größe (m²)", "年齢", "возраст", "العمر", "\u202eabc", "\u202aabc\u202c", "\u2066x\u2069", "🌳", "👩‍👩‍👧", "ﬁ", "Ⅷ", "İ", "ı", "K", "Å", "Å",
           "𝒳", "\U0010ffff", "\u0378"]
NUMBERS = ["0", "1", "007", "1.50", "1e5", "-0", "0x1F", "1,5", "1_000", "½", "٣"]
ALIKE = ["a.b", "a-b", "a_b", "a/b", "a:b", "a;b", "a,b", "a|b", "a+b", "a*b", "a=b", "a!b", "a?b", "a@b", "a^b", "a~b", "A_B", "_", "__", "_a", "a_", "9a", "x", "X", "x_1", "x1"]
LONG = ["n" * 1000, "long name " * 1000, "\"" * 300, "<" * 300, "'" * 10_000, "\\" * 10_001]
DIRECTIONS = ["\u200f", "\u200e", "\u061c", "a\u200fb", "\u202bx\u202c", "\u202d", "\u2067x\u2069", "\u2068", "user\u202e \u2066// admin\u2069 \u2066"]
ESCAPES = ["C:\\users", "\\u000a", "\\u0022", "\\uuu002a/", "\\uXYZ", "\\N{BULLET}", "\\x41", "\\101", "\\U0001F333", "\\\nx", "x\\", "%u000a", "&NewLine;"]
LINES_OF_PROGRAMS = ["coding: utf-7", "-*- coding: rot13 -*-", "\n#error x", "\n#include \"x\"", "#define int", "_Pragma(\"x\")", "'use strict'", "sourceURL=x",
                     "//# sourceMappingURL=x", "@Override", "@import x", "__proto__", "constructor", "hasOwnProperty", "prototype", "__class__", "__name__",
                     "then", "IllegalArgumentException", "RangeError", "java", "std"]
EXECUTED = "executed"  # the file that each of these would make
PROGRAMS = ["*/ int x = fopen(\"executed\", \"w\") != 0; /*", "\"); fopen(\"executed\", \"w\"); (\"", "\n}; static int x = (fopen(\"executed\", \"w\"), 1); {",
            "\"; static { new java.io.File(\"executed\").mkdir(); } String x = \"", "\\u000a static { new java.io.File(\"executed\").mkdir(); } //",
            "\"+require(\"fs\").writeFileSync(\"executed\",\"\")+\"", "${require('fs').writeFileSync('executed','')}", "\u2028require('fs').writeFileSync('executed','')//",
            "\"+open(\"executed\",\"w\").name+\"", "{open('executed','w')}", "\nopen('executed','w')\n", "'''+open('executed','w').name+'''", "$(touch executed)", "`touch executed`"]

NAMES = list(dict.fromkeys(QUOTES + COMMENTS + MARKUP + INJECTIONS + KEYWORDS + BLANKS + LINES + CONTROLS + SCRIPTS + NUMBERS + ALIKE + LONG + DIRECTIONS + ESCAPES +
                           LINES_OF_PROGRAMS + PROGRAMS))
WITH_NUL = ["\0", "a\0b", "a\0c", "\0x"]  # no file and no table holds such a name; only a program that calls the library can
assert len(NAMES) >= 300
