"""A tree as files of other software, one method per target."""

from __future__ import annotations


class Exports:
    """What models and estimators have in common: `export` writes, the methods below name its targets and their options.

    `docs/exports.md` says what each target can express; what it cannot is refused with a sentence.
    """

    def to_c(self, name: str | None = None, style: str = "nested", self_test: bool = False) -> str:
        """One header in C99 without dependencies. name: of the function; style: "nested" if and else, or "table"; self_test: with a main program
        that checks it."""
        return self.export("c", name=name, style=style, self_test=self_test)

    def to_cpp(self, name: str | None = None, style: str = "nested", self_test: bool = False) -> str:
        """One header in C++ without dependencies."""
        return self.export("cpp", name=name, style=style, self_test=self_test)

    def to_java(self, name: str | None = None, style: str = "nested", self_test: bool = False) -> str:
        """A class in Java without imports."""
        return self.export("java", name=name, style=style, self_test=self_test)

    def to_javascript(self, name: str | None = None, style: str = "nested", self_test: bool = False) -> str:
        """A file of JavaScript without imports, for browsers and Node.js."""
        return self.export("javascript", name=name, style=style, self_test=self_test)

    def to_python(self, name: str | None = None, style: str = "nested", self_test: bool = False) -> str:
        """A module of Python without imports."""
        return self.export("python", name=name, style=style, self_test=self_test)

    def to_sql(self, dialect: str = "duckdb", table: str = "data", form: str = "query") -> str:
        """SQL for "sqlite", "duckdb", "postgres" or "spark". form: a whole "query" over the table, or the expression of the "label" or the
        "leaf"."""
        return self.export("sql", dialect=dialect, table=table, form=form)

    def to_onnx(self, name: str | None = None, opset: int = 5) -> bytes:
        """The bytes of an ONNX file. opset: of ai.onnx.ml, 5, or 3 for old runtimes."""
        return self.export("onnx", name=name, opset=opset)

    def to_pmml(self, name: str | None = None) -> str:
        """PMML 4.4: a TreeModel with its verification."""
        return self.export("pmml", name=name)

    def to_markdown(self, depth: int | None = None) -> str:
        """A nested list in Markdown. depth: draw the tree down to this depth, and only count the nodes below."""
        return self.export("markdown", depth=depth)

    def to_latex(self, depth: int | None = None) -> str:
        """A document of LaTeX that draws the tree by the package forest (TikZ)."""
        return self.export("latex", depth=depth)
