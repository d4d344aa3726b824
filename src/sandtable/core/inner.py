"""Rules called by rules: compiled to what a caller can link, and no further.

numba makes of every function a program of its own: machine code, a wrapper for Python, and all that the
function calls linked in and optimised again, level by level. A rule that only rules call needs none of it.
Here it stops at code not yet optimised; what Python calls (an entry, or a rule in a test) links all it needs
once and is optimised as one program. So a small function costs little: a rulebook compiles in about a third
of the time and runs as fast.

This leans on numba's insides in three places: a pass, a library, and the two questions that a caller asks of
a dispatcher. Its version is pinned, and `tests/core/test_compile.py` tells when a newer one differs.
"""

# mypy: disable-error-code="attr-defined, misc, no-untyped-call"
from __future__ import annotations

from typing import Any

from numba.core import sigutils, types, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.dispatcher import _FunctionCompiler
from numba.core.typed_passes import NativeLowering


class InnerLibrary(JITCodeLibrary):
    """The code of one rule, and the libraries it calls, for a caller to link."""

    def finalize(self) -> None:
        """Nothing is linked, optimised or made machine code here."""
        self._raise_if_finalized()
        self._finalized = True

    def closure(self) -> list[Any]:
        """This library and all it needs, each once; those it calls have listed theirs."""
        return callers_first([self, *self._linking_libraries])


class OuterLibrary(JITCodeLibrary):
    """The code of a rule that Python calls, linked with all it needs."""

    def finalize(self) -> None:
        """Link, optimise, make machine code."""
        self._linking_libraries = callers_first(self._linking_libraries)
        super().finalize()


def callers_first(libraries: list[Any]) -> list[Any]:
    """Each once, where it comes last: behind all that may call it.

    LLVM leaves out what nobody has asked for when its turn to be linked comes.
    """
    return list(dict.fromkeys(reversed(libraries)))[::-1]


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):
    """Lowers a rule into an `InnerLibrary` and makes it known to those that call it."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function of ``state``."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        name = object()
        state.targetctx.insert_user_function(name, state.cr.fndesc, state.library.closure())
        state.cr = state.cr._replace(cfunc=name)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class OuterLowering(NativeLowering):
    """Lowers a rule that Python calls into an `OuterLibrary`."""

    _name = "outer_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function of ``state``."""
        state.library = OuterLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class OuterCompiler(CompilerBase):
    """numba's compiler with the last pass exchanged."""

    lowering: type[NativeLowering] = OuterLowering

    def define_pipelines(self) -> list[Any]:
        """The passes in their order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (self.lowering if kind is NativeLowering else kind, why) for kind, why in passes.passes
        ]
        passes._finalized = False
        passes.finalize()
        return [passes]


class InnerCompiler(OuterCompiler):
    """The same for what rules call."""

    lowering = InnerLowering


class Inner(_FunctionCompiler):
    """A rule as its callers see it: one compiled form for each list of argument types."""

    def __init__(self, dispatcher: Any) -> None:
        options = dispatcher.targetoptions | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(dispatcher.py_func, dispatcher.targetdescr, options, {}, InnerCompiler)
        self.forms: dict[tuple[Any, ...], Any] = {}

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = True
        return flags

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a caller needs to type the call.

        Integers are passed as 64 bits, so that a rule is compiled once and not for each width and constant.
        """
        pysig, args = self.fold_argument_types(
            tuple(map(wide, args)), {name: wide(kind) for name, kind in kws.items()}
        )
        args = tuple(args)
        if args not in self.forms:
            with global_compiler_lock:
                self.forms[args] = self.compile(args, None)
        name = self.py_func.__name__
        signatures = [form.signature for form in self.forms.values()]
        return typing.make_concrete_template(f"CallTemplate({name})", name, signatures), pysig, args, {}

    def get_overload(self, signature: Any) -> object:
        """The name under which the compiled form of a signature is known to callers."""
        args, _ = sigutils.normalize_signature(signature)
        return self.forms[tuple(args)].entry_point


def wide(kind: Any) -> Any:
    """The type an argument is passed as."""
    whole = isinstance(kind, types.IntegerLiteral) or kind in types.signed_domain
    return types.int64 if whole else kind


def from_rules(dispatcher: Any) -> Any:
    """Have calls among rules go to the inner form of a dispatcher's function; calls from Python stay."""
    inner = Inner(dispatcher)
    dispatcher.get_call_template = inner.get_call_template
    dispatcher.get_overload = inner.get_overload
    return dispatcher
