"""`for_page(fn, ...)`: the same function as WebAssembly, to be called by the script of a web page.

Numba has already turned the function into LLVM's code; here another target is written over it. Then `wasm-ld`
(Debian: lld-16) makes a module of it. What the arguments are in memory is told as a *layout*, plain data that
`face.js` reads, so that a page calls the function as Python does: `await search(state, depth)`.

Records and arrays among the arguments go along as they are. Two arguments that share memory here share it in
the page too. A record that knows a table by its address only (`WORK`) says nothing of what lies there: name
such arrays in `reaches=`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import zlib
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import njit, typeof, types
from numba.core.errors import NumbaError
from numba.np.numpy_support import as_dtype

from gamekit.code_cache import folder
from gamekit.compiling import code_stamp
from gamekit.errors import BadText, GamekitError
from gamekit.twins import copy_of, family, plain_function

FACE = Path(__file__).with_name("face.js")
TRIPLE = "wasm32-unknown-unknown"
MEMORY_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
STACK_BYTES = 1 << 20
LEAST_LLD = 16
NO_LINKER = f"there is no wasm-ld of LLVM {LEAST_LLD} or later (Debian: lld-{LEAST_LLD}), so pages stay still"

# What a page gives a module beside memory. Numba mentions the second where arrays end their lives; in code
# that allocates nothing, nobody calls it.
KNOWN_IMPORTS = {"clock_gettime", "NRT_MemInfo_call_dtor", "page_tell"}
KNOWN_IMPORTS |= {"exp", "log", "log2", "log10", "pow", "sin", "cos", "tan", "tanh", "atan2", "fmod"}


@dataclass(frozen=True)
class PageModule:
    """Functions as one WebAssembly module, and what a page must know to call them."""

    wasm: bytes
    layout: dict[str, Any]

    def script(self, name: str) -> str:
        """A classic script that makes the module known to the page under this name (see `face.js`)."""
        told = json.dumps(self.layout | {"wasm": packed(self.wasm)}, separators=(",", ":"))
        return f"(globalThis.gamekitModules ??= {{}})[{json.dumps(name)}] = {told};\n"


def for_page(function: Callable[..., Any], *examples: Any, reaches: Sequence[Any] = ()) -> PageModule:
    """A function as a module for web pages, for arguments of the types of these examples.

    In the page, arguments that are left out at the end are these examples themselves.

    >>> def double(x):
    ...     return 2 * x
    >>> list(for_page(double, 21).layout["functions"]) if linker() else ["double"]
    ['double']
    """
    return module_for_page({plain_function(function).__name__: (function, examples)}, reaches=reaches)


def module_for_page(
    functions: Mapping[str, tuple[Callable[..., Any], Sequence[Any]]], *, reaches: Sequence[Any] = ()
) -> PageModule:
    """Several functions as one module: for each name a function and its examples.

    >>> module_for_page({"f": (lambda x: x + 1, [1])}).wasm[:4] if linker() else b"\\0asm"
    b'\\x00asm'
    """
    if linker() is None:
        raise GamekitError(NO_LINKER)
    layout = _Layout(reaches)
    objects, told = [], {}
    for name, (function, examples) in functions.items():
        signature = _signature(name, examples)
        arguments = [
            layout.argument(typ, example, f"{name}: argument {number}")
            for number, (typ, example) in enumerate(zip(signature, examples, strict=True), 1)
        ]
        gives, code = _compiled(name, plain_function(function), signature)
        told[name] = {"arguments": arguments, "gives": gives}
        objects.append(code)
    wasm = _linked(objects, list(functions))
    return PageModule(wasm, {"functions": told, "blocks": layout.packed_blocks(), "points": layout.points})


# --- from Python to LLVM ----------------------------------------------------------------------------------


def _signature(name: str, examples: Sequence[Any]) -> tuple[Any, ...]:
    """The types of the examples, as numba has them."""
    found = []
    for number, example in enumerate(examples, 1):
        try:
            typ = typeof(example)
        except (NumbaError, ValueError):
            typ = types.undefined
        if isinstance(typ, types.PyObject | types.Undefined):
            raise BadText(
                f"{name} cannot go into a page: argument {number} is a Python object "
                f"({type(example).__name__}), not words, numbers, records or arrays"
            )
        found.append(typ)
    return tuple(found)


def _compiled(name: str, function: FunctionType, signature: tuple[Any, ...]) -> tuple[Any, bytes]:
    """How to read what a function gives, and its code; both are kept on disk, as machine code is."""
    members = family(function)
    stamp = code_stamp(members)
    kept = None
    if stamp:
        known = f"{stamp} {name} {signature} {Path(__file__).read_text(encoding='utf-8')}"
        kept = folder() / f"page-{hashlib.sha256(known.encode()).hexdigest()[:24]}.o"
        if kept.exists():
            told, _, code = kept.read_bytes().partition(b"\n")
            return json.loads(told), code
    copies = {member: copy_of(member, "page") for member in members}
    fresh = {member: njit(copy, nogil=True) for member, (copy, _) in copies.items()}
    for member, (_, bind) in copies.items():
        bind({called: fresh[target] for called, target in members[member].items()})
    made: Any = fresh[function]
    try:
        made.compile(signature)  # here and now: code from the disk has no source
    except NumbaError as problem:
        reason = next((line.strip() for line in str(problem).splitlines() if line.strip()), "")
        raise GamekitError(f"{name} cannot go into a page: it cannot be compiled ({reason})") from None
    result = made.overloads[signature]
    gives = _result(result.fndesc.restype, name)
    source = result.library.get_llvm_str().replace(result.fndesc.llvm_func_name, f"page_{name}")
    code = _object(_for_wasm(source), name)
    if kept:
        with suppress(OSError), NamedTemporaryFile(dir=kept.parent, delete=False) as file:
            file.write(json.dumps(gives).encode() + b"\n" + code)
            os.replace(file.name, kept)
    return gives, code


# In code made for x86 an array's owners are counted down by one instruction that no other processor has.
_COUNT_DOWN = re.compile(
    r"^ *(%[\w.]+) = .*call i8 @llvm\.x86\.atomic\.sub\.cc\.i64\(ptr[^%]*(%[\w.]+), i64 1, i32 4\).*$", re.M
)
_BRACES = re.compile(r"\{[^{}]*\}")


def _counted_down(found: re.Match[str]) -> str:
    """Subtract 1; is it 0 now?"""
    name, place, number = found[1], found[2], found.start()
    return (
        f"  %was{number} = atomicrmw sub ptr {place}, i64 1 monotonic\n"
        f"  %gone{number} = icmp eq i64 %was{number}, 1\n"
        f"  {name} = zext i1 %gone{number} to i8"
    )


def _for_wasm(source: str) -> str:
    """Numba's code for this machine as code for WebAssembly, without what speaks to Python."""
    source = re.sub(r"^target datalayout.*$", f'target datalayout = "{MEMORY_LAYOUT}"', source, flags=re.M)
    source = re.sub(r"^target triple.*$", f'target triple = "{TRIPLE}"', source, flags=re.M)
    source = re.sub(r'"target-(cpu|features)"="[^"]*"', "", source)
    source = _COUNT_DOWN.sub(_counted_down, source)
    kept, skipping = [], False
    for line in source.replace(" common ", " ").splitlines():
        if line.startswith("define "):
            name = re.search(r'@"?([^\s("]+)', line)
            skipping = name is not None and name[1].startswith(("_ZN7cpython", "cfunc."))
        if not skipping:
            # Optimised code counts bytes as if an address had eight: structures must have that room.
            if " alloca " in line or "getelementptr" in line:
                line = _BRACES.sub(lambda found: re.sub(r"\bptr\b", "i64", found[0]), line)
            kept.append(line)
        skipping = skipping and line != "}"
    return "\n".join(kept)


def _object(source: str, name: str) -> bytes:
    found = re.search(r"call [^\n]*(@llvm\.(?:x86|aarch64)\.[\w.]+)", source)
    if found:
        raise GamekitError(f"{name} cannot go into a page: it uses {found[1]}, which only this machine has")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    module = llvm.parse_assembly(source)
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name != f"page_{name}":
            thing.linkage = "internal"  # the same helper may be in the code of several functions
    # Numba has optimised for this machine; what suits WebAssembly better is smaller and some percent faster.
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    builder.getModulePassManager().run(module, builder)
    emitted: bytes = machine.emit_object(llvm.parse_assembly(_LANE_SHIFT.sub(_by_pairs, str(module))))
    return emitted


# WebAssembly shifts all lanes of a vector by one number; each lane by its own (`lanes.py`) is done lane by
# lane, which took a fifth of Othello's time. Last, as LLVM's passes would put it together again.
_LANE_SHIFT = re.compile(
    r"^  (%[\w.]+) = (shl|lshr)[a-z ]* <4 x i64> (%[\w.]+), <i64 (\d+), i64 (\d+), i64 (\d+), i64 (\d+)>.*$",
    re.M,
)


def _by_pairs(found: re.Match[str]) -> str:
    """Two lanes at once, shifted by both numbers, and of each the lane that was meant."""
    name, shift, four, lines = found[1], found[2], found[3], []
    halves = [f"%half{found.start()}.{lane}" for lane in (0, 2)]
    for half, lane in zip(halves, (0, 2), strict=True):
        one, other = found[4 + lane], found[5 + lane]
        pick = f"<2 x i32> <i32 {lane}, i32 {lane + 1}>"
        lines += [
            f"{half} = shufflevector <4 x i64> {four}, <4 x i64> poison, {pick}",
            f"{half}a = {shift} <2 x i64> {half}, <i64 {one}, i64 {one}>",
            f"{half}b = {shift} <2 x i64> {half}, <i64 {other}, i64 {other}>",
            f"{half}c = shufflevector <2 x i64> {half}a, <2 x i64> {half}b, <2 x i32> <i32 0, i32 3>",
        ]
    both = f"<2 x i64> {halves[0]}c, <2 x i64> {halves[1]}c"
    lines.append(f"{name} = shufflevector {both}, <4 x i32> <i32 0, i32 1, i32 2, i32 3>")
    return "\n".join(f"  {line}" for line in lines)


# --- linking ----------------------------------------------------------------------------------------------


@cache
def linker() -> str | None:
    """The `wasm-ld` of this machine; None where there is none, or only an old one."""
    for name in ("wasm-ld", *(f"wasm-ld-{version}" for version in range(40, LEAST_LLD - 1, -1))):
        path = shutil.which(name)
        if path:
            said = subprocess.run([path, "--version"], capture_output=True, encoding="utf-8").stdout
            version = re.search(r"LLD (\d+)", said)
            if version and int(version[1]) >= LEAST_LLD:
                return path
    return None


def _linked(objects: Sequence[bytes], names: Sequence[str]) -> bytes:
    """One module of all; whatever it wants from outside, a page must have."""
    with TemporaryDirectory() as folder:
        out, known = Path(folder) / "module.wasm", Path(folder) / "known.txt"
        known.write_text("\n".join(KNOWN_IMPORTS), "utf-8")
        paths = [Path(folder) / f"{number}.o" for number in range(len(objects))]
        for path, one in zip(paths, objects, strict=True):
            path.write_bytes(one)
        exports = [f"--export={name}" for name in (*(f"page_{name}" for name in names), "__heap_base")]
        call = [str(linker()), "--no-entry", *exports, "--gc-sections", f"--allow-undefined-file={known}"]
        call += ["--strip-all", "--stack-first", "-z", f"stack-size={STACK_BYTES}", *map(str, paths)]
        call += ["-o", str(out)]
        done = subprocess.run(call, capture_output=True, encoding="utf-8")
        if not done.returncode:
            return out.read_bytes()
    missing = re.search(r"undefined symbol: (\S+)", done.stderr)
    if missing is None:
        raise GamekitError(f"wasm-ld failed: {done.stderr.strip().splitlines()[-1:]}")
    why = f"it needs {missing[1]}, which is not there"
    if missing[1].startswith("NRT_"):
        why = "it allocates memory while it runs, and a page has no runtime"
    raise GamekitError(f"{' and '.join(names)} cannot go into a page: {why}")


# --- the layout of arguments ------------------------------------------------------------------------------


class _Layout:
    """What the arguments are in memory: blocks of bytes, and how each argument is told to the function."""

    def __init__(self, reaches: Sequence[Any]) -> None:
        self._blocks: dict[int, Any] = {}  # by address here: an array of bytes, or of equal entries
        self.points: list[tuple[int, int, int]] = []  # [block, offset, block whose address stands there]
        self._reached = {array.ctypes.data: array for array in reaches}

    def argument(self, typ: Any, example: Any, where: str) -> dict[str, Any]:
        """How an argument is passed, with the example's own value."""
        if isinstance(typ, types.Boolean | types.Integer | types.Float):
            return {"kind": _scalar(typ), "value": str(example)}
        if isinstance(typ, types.NoneType):
            return {"kind": "none"}
        if isinstance(typ, types.BaseTuple):
            parts = [self.argument(part, one, where) for part, one in zip(typ.types, example, strict=True)]
            return {"kind": "tuple", "parts": parts, "names": list(getattr(typ, "fields", ()))}
        if isinstance(typ, types.Record):
            return {"kind": "record", "block": self._block(np.asarray(example)), "fields": _fields(typ)}
        if isinstance(typ, types.Array) and example.flags.c_contiguous:
            told = {"kind": "array", "block": self._block(example), "shape": list(example.shape)}
            told |= {"strides": list(example.strides), "size": example.itemsize}
            return told | ({"fields": _fields(typ.dtype)} if isinstance(typ.dtype, types.Record) else {})
        raise BadText(f"{where} cannot go into a page: it is {typ}, not words, numbers, records or arrays")

    def _block(self, memory: Any) -> int:
        """The number of the block that holds this memory."""
        address = memory.ctypes.data
        known = list(self._blocks)
        if address not in self._blocks:
            self._blocks[address] = memory
            known.append(address)
            for name, (typ, offset, *_) in (memory.dtype.fields or {}).items():
                if typ == np.uint64 and memory.size == 1:
                    target = self._reached.get(int(memory.reshape(-1)[0][name]))
                    if target is not None:
                        self.points.append((known.index(address), offset, self._block(target)))
                        known = list(self._blocks)
        return list(self._blocks).index(address)

    def packed_blocks(self) -> list[dict[str, Any]]:
        """Every block as text; equal entries one after the other are told once."""
        told = []
        for memory in self._blocks.values():
            flat = memory.reshape(-1)
            raw = memory.tobytes()
            entry = flat[:1].tobytes()
            times = flat.size if flat.size > 1 and raw == entry * flat.size else 1
            whole = entry if times > 1 else raw
            rows, changes = _row_by_row(memory)
            halves = changes[0::2] + changes[1::2]  # the upper halves are nearly all alike
            # A quick look tells which is smaller; to pack both well took seconds for Othello's weights.
            is_halved = len(zlib.compress(halves, 1)) < len(zlib.compress(whole, 1))
            told.append({"bytes": len(raw), "times": times, "halves": is_halved})
            told[-1] |= {"rows": rows if is_halved else None, "data": packed(halves if is_halved else whole)}
        return told


def _row_by_row(memory: Any) -> tuple[list[int] | None, bytes]:
    """A record's table of 16-bit numbers, each row as its change from the one before: where, and the bytes.

    Stages that follow each other have nearly the same weights. [first byte, numbers in a row, rows], or None.
    """
    for name, (dtype, offset, *_) in (memory.dtype.fields or {}).items():
        if memory.size == 1 and dtype.subdtype and dtype.base == np.int16 and len(dtype.shape) == 2:
            changed = memory.reshape(-1).copy()
            table = changed[name][0]
            table[1:] -= table[:-1].copy()
            return [offset, dtype.shape[1], dtype.shape[0]], changed.tobytes()
    return None, memory.tobytes()


def _result(typ: Any, name: str) -> dict[str, Any]:
    """How what a function gives is read."""
    if isinstance(typ, types.Boolean | types.Integer | types.Float):
        return {"kind": _scalar(typ)}
    if isinstance(typ, types.NoneType):
        return {"kind": "none"}
    if isinstance(typ, types.BaseTuple):
        return {"kind": "tuple", "parts": [_result(part, name) for part in typ.types]}
    raise BadText(f"{name} cannot go into a page: it returns {typ}, not numbers or tuples of them")


def _scalar(typ: Any) -> str:
    """ "i64", "u64", "f32", ...: the type of a number."""
    if isinstance(typ, types.Boolean):
        return "bool"
    return f"{'f' if isinstance(typ, types.Float) else 'i' if typ.signed else 'u'}{typ.bitwidth}"


def _fields(record: Any) -> dict[str, Any]:
    """Of each field of a record: its type, its place, and its shape if it is an array."""
    found = {}
    for name, (dtype, offset, *_) in (as_dtype(record).fields or {}).items():
        base, shape = dtype.subdtype or (dtype, ())
        found[name] = [f"{base.kind}{8 * base.itemsize}", offset, *([list(shape)] if shape else [])]
    return found


def packed(data: bytes) -> str:
    """Bytes as text that `gamekit.unpacked` of `face.js` reads."""
    return b64encode(zlib.compress(data, 9)).decode()
