"""Mutants of the model answers: one line changed, as a slip of the pen would change it.

Comparisons, constants, signs, the order of arguments, dropped statements, conditions that always or never
hold, `and` for `or`, a part of a condition left out, a list that is shared where each should have its own, a
copy that is not made. A mutant is named by its line, so that it can be written down:
`(8, "if bound >= highest:")`. `wider` changes more.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

ORDER = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
}
OTHER = ORDER | {ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,)}
SIGNS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Div, ast.Div: ast.FloorDiv}
SYMBOLS = dict(
    zip(
        (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Add, ast.Sub, ast.Mult),
        ("<", "<=", ">", ">=", "==", "!=", "in", "not in", "+", "-", "*"),
        strict=True,
    )
)
SYMBOLS |= {ast.FloorDiv: "//", ast.Div: "/", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&"}
SYMBOLS |= {ast.BitOr: "|", ast.And: "and", ast.Or: "or"}
SIGNS |= {ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd}
NAMES = {"max": "min", "min": "max", "floor": "ceil", "ceil": "floor"}
COPIES = ("list", "sorted", "set", "frozenset", "reversed")


class Mutant(NamedTuple):
    kind: str
    line: int  # of the unparsed model, from 1
    text: str  # the line as it is now
    source: str
    words: str  # what was changed


def mutants(model: str) -> list[Mutant]:
    """All of them, each once."""
    tree = ast.parse(model)
    plain = ast.unparse(tree).split("\n")
    found: dict[str, Mutant] = {}
    for node in range(sum(1 for _ in ast.walk(tree))):
        for kind, words, changed in _changes(tree, node, _replacements):
            lines = ast.unparse(ast.fix_missing_locations(changed)).split("\n")
            different = [
                number for number, pair in enumerate(zip(plain, lines, strict=False)) if pair[0] != pair[1]
            ]
            if len(lines) == len(plain) and len(different) == 1:
                source = "\n".join(lines)
                text = lines[different[0]].strip()
                found.setdefault(source, Mutant(kind, different[0] + 1, text, source, words))
    return list(found.values())


Changes = Callable[[ast.AST], Iterator[tuple[str, str, ast.AST]]]


def _changes(tree: ast.Module, number: int, changes: Changes) -> Iterator[tuple[str, str, ast.Module]]:
    """Every change at the node of this number, each in a tree of its own."""
    before = list(ast.walk(tree))[number]
    for kind, words, replacement in changes(before):
        changed = copy.deepcopy(tree)
        node = list(ast.walk(changed))[number]
        for parent in ast.walk(changed):
            for name, value in ast.iter_fields(parent):
                if value is node:
                    setattr(parent, name, replacement)
                elif isinstance(value, list):
                    value[:] = [replacement if each is node else each for each in value]
        yield kind, words, changed


def _instead(new: type, old: type) -> str:
    return f"`{SYMBOLS[new]}` for `{SYMBOLS[old]}`"


def _replacements(node: ast.AST) -> Iterator[tuple[str, str, ast.AST]]:
    """(kind, words, changed node)."""
    if isinstance(node, ast.Compare):
        for place, operation in enumerate(node.ops):
            for other in OTHER.get(type(operation), ()):
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                words = _instead(other, type(operation))
                yield "comparison", words, ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "constant", f"{not node.value} for {node.value}", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        for value in (node.value + 1, node.value - 1) if node.value else (1,):
            yield "constant", f"{value:g} for {node.value:g}", ast.Constant(value)
    elif isinstance(node, ast.UnaryOp):
        is_not = isinstance(node.op, ast.Not)
        yield "sign", "a `not` is missing" if is_not else "a minus is missing", node.operand
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SIGNS:
        changed = copy.copy(node)
        changed.op = SIGNS[type(node.op)]()
        yield "sign", _instead(type(changed.op), type(node.op)), changed
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "condition", _instead(other, type(node.op)), ast.BoolOp(other(), node.values)
        for place in range(len(node.values)):
            values = node.values[:place] + node.values[place + 1 :]
            kept = ast.BoolOp(node.op, values) if len(values) > 1 else values[0]
            yield "left out", "a part of a condition is left out", kept
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    elif isinstance(node, ast.If):
        for value, words in ((True, "a condition always holds"), (False, "a condition never holds")):
            yield "condition", words, ast.If(ast.Constant(value), node.body, node.orelse)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield "sign", "what is returned has the other sign", ast.Return(ast.UnaryOp(ast.USub(), node.value))
        yield "dropped", "a `return` is missing", ast.Pass()
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.Break | ast.Raise | ast.Expr):
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
            yield "dropped", f"a step is missing, {_step(node)}", ast.Pass()
    elif isinstance(node, ast.Tuple) and len(node.elts) > 1 and isinstance(node.ctx, ast.Load):
        for place in range(len(node.elts) - 1):
            yield "order", "two things are exchanged", ast.Tuple(_swapped(node.elts, place), node.ctx)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield "copy", "a list is taken whole, not copied or cut", node.value
    elif isinstance(node, ast.ListComp) and _own_lists(node.elt):
        # One list for all: `[x for shared in [[]] for ...]` is the comprehension with a list made once.
        shared = ast.comprehension(
            ast.Name("shared", ast.Store()), ast.List([ast.List([], ast.Load())], ast.Load()), [], 0
        )
        changed = ast.ListComp(_Shared().visit(copy.deepcopy(node.elt)), [shared, *node.generators])
        yield "aliasing", "one list stands where each should have its own", changed


def _step(node: ast.stmt) -> str:
    if isinstance(node, ast.Break):
        return "the `break`"
    if isinstance(node, ast.Raise):
        return "the `raise`"
    if isinstance(node, ast.Expr):
        called = node.value.func if isinstance(node.value, ast.Call) else node.value
        return f"the call of `{ast.unparse(called)}`"
    return "something that grows" if isinstance(node, ast.AugAssign) else "something that is set"


def _calls(node: ast.Call) -> Iterator[tuple[str, str, ast.AST]]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    for place in range(len(node.args) - 1):
        words = f"two arguments of `{ast.unparse(node.func)}` are exchanged"
        yield "order", words, ast.Call(node.func, _swapped(node.args, place), node.keywords)
    if name in NAMES:
        changed = ast.Call(ast.Name(NAMES[name], ast.Load()), node.args, node.keywords)
        yield "sign", f"`{NAMES[name]}` for `{name}`", changed
    if name in COPIES and node.args:
        yield "copy", f"without `{name}`", node.args[0]


def _swapped(items: list[ast.expr], place: int) -> list[ast.expr]:
    return [*items[:place], items[place + 1], items[place], *items[place + 2 :]]


def _own_lists(element: ast.AST) -> bool:
    return any(isinstance(node, ast.List) and not node.elts for node in ast.walk(element))


class _Shared(ast.NodeTransformer):
    """Every `[]` becomes the shared list."""

    def visit_List(self, node: ast.List) -> ast.AST:
        return self.generic_visit(node) if node.elts else ast.Name("shared", ast.Load())


# --- wider changes, by which `check` names slips: several lines may change --------------------------------

LEFT_OUT = {ast.Add: "a term", ast.Sub: "a term", ast.Mult: "a factor", ast.Div: "a division"}
LEFT_OUT |= {ast.FloorDiv: "a division", ast.Mod: "a remainder", ast.Pow: "a power", ast.BitAnd: "a mask"}
ONE = ast.Constant(1)


def wider(model: str) -> list[Mutant]:
    """What is left out, exchanged or turned round, in one place or in all places of its kind."""
    tree = ast.parse(model)
    plain, found = ast.unparse(tree), {}
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef))
    names = [argument.arg for argument in function.args.args]

    def add(words: str, changed: ast.AST) -> None:
        with suppress(SyntaxError):
            source = ast.unparse(ast.parse(ast.unparse(ast.fix_missing_locations(changed))))
            if source != plain:
                found.setdefault(source, Mutant("wider", 0, "", source, words))

    def changes(node: ast.AST) -> Iterator[tuple[str, str, ast.AST]]:
        yield from _wider(node)
        if isinstance(node, ast.For | ast.While) and isinstance(function.body[-1], ast.Return):
            changed = copy.copy(node)
            changed.body = [*node.body, function.body[-1]]
            yield "loop", "a `return` ends a loop in its first round", changed
        if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
            for other in names:
                yield "name", f"`{other}` for `{node.id}`", ast.Name(other, ast.Load())

    nodes = list(ast.walk(tree))
    for number in range(len(nodes)):
        for _, words, changed in _changes(tree, number, changes):
            add(words, changed)
    every = [words for node in nodes for _, words, _ in (*_replacements(node), *_wider(node))]
    for words in sorted({words for words in every if every.count(words) > 1}):
        add(f"{words}, in every place", _Everywhere(words).visit(copy.deepcopy(tree)))
    returns = [node for node in nodes if isinstance(node, ast.Return)]
    for one, other in combinations(range(len(returns)), 2):
        changed = copy.deepcopy(tree)
        found_there = [node for node in ast.walk(changed) if isinstance(node, ast.Return)]
        found_there[one].value, found_there[other].value = found_there[other].value, found_there[one].value
        add("what two `return`s give is exchanged", changed)
    for one, other in combinations(names, 2):
        changed = copy.deepcopy(tree)
        for node in ast.walk(changed):
            if isinstance(node, ast.Name) and node.id in (one, other):
                node.id = one if node.id == other else other
        add(f"`{one}` and `{other}` are exchanged throughout", changed)
    return list(found.values())


class _Everywhere(ast.NodeTransformer):
    """The same change in every place."""

    def __init__(self, words: str) -> None:
        self.words = words

    def visit(self, node: ast.AST) -> ast.AST:
        node = self.generic_visit(node)
        fitting = [new for _, words, new in (*_replacements(node), *_wider(node)) if words == self.words]
        return fitting[0] if fitting else node


def _wider(node: ast.AST) -> Iterator[tuple[str, str, ast.AST]]:
    """(kind, words, changed node)."""
    if isinstance(node, ast.BinOp):
        if type(node.op) in LEFT_OUT:
            for side in (node.left, node.right):
                yield "left out", f"{LEFT_OUT[type(node.op)]} is left out", side
        if isinstance(node.op, ast.Add | ast.Pow):
            yield "sign", "`*` for another sign", ast.BinOp(node.left, ast.Mult(), node.right)
        if isinstance(node.op, ast.Div):
            yield "left out", "1 is divided", ast.BinOp(ONE, node.op, node.right)
        yield "order", "the two sides of a sign are exchanged", ast.BinOp(node.right, node.op, node.left)
        for side in (node.left, node.right):
            if isinstance(side, ast.BinOp):
                text = ast.unparse(node).replace(f"({ast.unparse(side)})", ast.unparse(side), 1)
                yield "brackets", "brackets are missing", ast.parse(text, mode="eval").body
    elif isinstance(node, ast.UnaryOp) and ast.unparse(node) == "-INF":
        yield "constant", "0 for -INF", ast.Constant(0)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield from _wider_calls(node, node.func.id)
    elif isinstance(node, ast.AugAssign):
        yield "sign", "`=` where something should grow", ast.Assign([node.target], node.value)
        largest = ast.Call(ast.Name("max", ast.Load()), [node.target, node.value], [])
        yield "sign", "the largest for the sum", ast.Assign([node.target], largest)
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield "condition", "a condition is turned round", changed
    elif isinstance(node, ast.For | ast.comprehension):
        changed = copy.copy(node)
        every = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
        changed.iter = ast.Call(ast.Name("reversed", ast.Load()), [every], [])
        yield "loop", "a loop runs backwards", changed
        if isinstance(node, ast.comprehension) and node.ifs:
            words = "a condition is left out"
            yield "left out", words, ast.comprehension(node.target, node.iter, node.ifs[1:], 0)


def _wider_calls(node: ast.Call, name: str) -> Iterator[tuple[str, str, ast.AST]]:
    if name in ("max", "min", "abs", "sqrt", "floor", "ceil", "int"):
        for value in node.args:
            yield "left out", f"`{name}` is left out", value
    elif name == "sum":
        largest = ast.Call(ast.Name("max", ast.Load()), node.args, [ast.keyword("default", ast.Constant(0))])
        yield "sign", "`max` for `sum`", largest
    elif name == "range":
        *first, end = node.args[:2]
        begin = ast.BinOp(first[0], ast.Add(), ONE) if first else ONE
        for words, arguments in (
            ("a loop ends one too early", [*first, ast.BinOp(end, ast.Sub(), ONE)]),
            ("a loop ends one too late", [*first, ast.BinOp(end, ast.Add(), ONE)]),
            ("a loop begins one too late", [begin, end]),
        ):
            yield "loop", words, ast.Call(node.func, [*arguments, *node.args[2:]], [])
