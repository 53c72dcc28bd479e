"""The Jinja environment, the filters for templates, and `site`, through which they read facts.

`asked_section` makes the section that a call such as `render_section('news', limit=5)` asks for.

Values of the site are arguments of a rendering, never globals of the environment: with a global,
`{% import %}` would cache the module, and the second page would record no read.
"""

import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, get_args, get_origin

import jinja2
import msgspec
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment, modifies_known_mutable
from jinja2.utils import missing
from markupsafe import Markup

from generator.model.files import Output
from generator.model.lookups import ReadTracker
from generator.model.sections import ANY_KINDS, Section
from generator.model.site import SECTION_KINDS
from generator.model.text import Text, fields_of, words_in
from generator.model.theme import OptionValue, Theme, ThemeFile
from generator.problems import Message, Place, Problem, Spot, did_you_mean
from generator.render.theme import BELOW, TemplateDigests, file_name, name_below, template_file

ReadSection = Callable[[str, str, Spot], tuple[Section | None, list[Problem]]]
"""Directive name, option lines and their place -> section and its problems."""


class TemplateMistake(jinja2.TemplateRuntimeError):
    """A template asked for something that does not exist; carries a hint."""

    def __init__(self, message: Message, hint: Message | None = None) -> None:
        super().__init__(str(message))
        self.text = message
        self.hint = hint


class Missing(jinja2.StrictUndefined):
    """An undefined name: using it is an error that suggests the nearest known name."""

    __slots__ = ()

    def _fail_with_undefined_error(self, *args: Any, **options: Any) -> NoReturn:
        name, thing = str(self._undefined_name), self._undefined_obj
        if self._undefined_hint:
            raise TemplateMistake(Message.of("template-undefined", reason=self._undefined_hint))
        if thing is missing:
            hint = did_you_mean(name, ("page", "site", "here", *FUNCTIONS))
            raise TemplateMistake(Message.of("template-name", name=name), hint)
        if isinstance(thing, msgspec.Struct):
            hint = did_you_mean(name, thing.__struct_fields__)
            message = Message.of("template-field", name=name, type=type(thing).__name__)
            raise TemplateMistake(message, hint)
        if isinstance(thing, dict):
            known = tuple(map(str, thing))
            message = Message.of("template-mapping", name=name, known=known or ("nothing",))
            raise TemplateMistake(message, did_you_mean(name, known))
        if thing is None:
            raise TemplateMistake(Message.of("template-of-nothing", name=name))
        if isinstance(thing, TemplateModule):
            macros = [macro for macro in vars(thing) if not macro.startswith("_")]
            file, known = vars(thing)["__name__"], tuple(macros) or ("none",)
            message = Message.of("template-macro", name=name, file=file, known=known)
            raise TemplateMistake(message, did_you_mean(name, macros))
        raise TemplateMistake(Message.of("template-field", name=name, type=type(thing).__name__))

    __str__ = __iter__ = __len__ = __bool__ = __eq__ = __ne__ = __hash__ = __contains__ = (
        _fail_with_undefined_error
    )


FUNCTIONS = (
    "word", "between", "icon", "asset", "picture", "film", "records", "render_section", "fitted",
    "entry_id", "source_mark", "content_policy",
)  # fmt: skip
"""Methods of `page.PageRendering` that templates may call."""


class Environment(SandboxedEnvironment):
    """Jinja as themes know it: undefined names are errors, texts are escaped.

    Jinja's sandbox keeps templates from reaching Python through values. `digests`, `facts` and
    `read_section` are kept for the rendering of pages.
    """

    def __init__(
        self,
        theme: Theme,
        digests: TemplateDigests,
        facts: Mapping[str, bool],
        read_section: ReadSection,
        compiled: jinja2.BytecodeCache | None = None,
    ) -> None:
        """`facts` maps the facts that templates may read to whether each takes arguments."""
        super().__init__(
            bytecode_cache=compiled,
            loader=jinja2.FunctionLoader(lambda name: _source(theme, name)),
            autoescape=lambda name: (
                name is None or not name.endswith((".txt", ".md", ".css", ".js"))
            ),
            undefined=Missing,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            cache_size=-1,
            optimized=False,  # folding constants takes a tenth of a compilation, and helps little
        )
        self.theme = theme
        self.digests = digests
        self.facts = facts
        self.read_section = read_section
        self.globals.pop("lipsum", None)
        for name in ("random", "pprint"):
            self.filters.pop(name, None)
        self.filters |= {name: _bound(name) for name in FILTERS}
        self._icons: dict[str, Markup] = {}
        self._is_safe: dict[tuple[type, str], bool] = {}

    def join_path(self, template: str, parent: str) -> str:
        """Return the name of a template that a template uses: `!page.html` is the file below it."""
        if template.startswith(BELOW):
            return name_below(self.theme, template, parent)
        return template

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute that a template may read.

        The field of a struct is data, so the sandbox has nothing to look for in it. These are most
        attributes of a page with many records.
        """
        if attribute in getattr(type(obj), "__struct_fields__", ()):
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may read an attribute. This depends only on the type of `obj`.

        Mappings may be shared between pages, so their methods that change them are refused. Lists
        are a template's own.
        """
        known = self._is_safe.get((type(obj), attr))
        if known is None:
            is_change = not isinstance(obj, list) and modifies_known_mutable(obj, attr)
            known = not is_change and super().is_safe_attribute(obj, attr, value)
            self._is_safe[type(obj), attr] = known
        return known

    def unsafe_undefined(self, obj: Any, attribute: str) -> NoReturn:
        """Refuse an unsafe attribute, with an explanation."""
        raise TemplateMistake(Message.of("template-reach", name=attribute, type=type(obj).__name__))

    def icon(self, file: ThemeFile) -> Markup:
        """Return an icon as SVG; its file is read only once for all pages."""
        if file.digest not in self._icons:
            self._icons[file.digest] = Markup(file.read().decode("utf-8").strip())
        return self._icons[file.digest]


class CompiledTemplates(FileSystemBytecodeCache):
    """Jinja's cache, for one version of Masthead. If a file cannot be read or written, or is
    damaged, its template is compiled again."""

    def __init__(self, folder: Path, version: str) -> None:
        super().__init__(str(folder))
        self._version = version

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(f"{self._version}\n{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # damaged data raise many kinds of errors
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


_OF_OUTPUT = {"translations": "key", "linked_data": "url", "trail": "url"}
"""Facts about the current output -> the output's field that is their argument."""


class SiteProxy:
    """`site` in a template: its attributes are facts in the page's language, each read once."""

    def __init__(self, known: Mapping[str, bool], reads: ReadTracker, output: Output) -> None:
        """`known` maps the facts that templates may read to whether each takes arguments."""
        self._known = known
        self._reads = reads
        self._output = output

    def __getattr__(self, name: str) -> Any:
        get, output = self._reads.get, self._output
        if name in _OF_OUTPUT:
            return get(name, output.lang, getattr(output, _OF_OUTPUT[name]))
        if name not in self._known:
            hint = did_you_mean(name, self._known)
            raise TemplateMistake(Message.of("template-fact", name=name), hint)
        if self._known[name]:
            return lambda *args: get(name, output.lang, *args)
        found = self.__dict__[name] = get(name, output.lang)
        return found


FILTERS = (
    "inline", "blocks", "plain", "json_ld", "href", "absolute", "content", "excerpt",
    "excerpt_text", "headings", "sections", "bibtex",
)  # fmt: skip
"""Methods of `text.TextRendering` that templates may use as filters."""


def _bound(name: str) -> Callable[..., Any]:
    @jinja2.pass_context
    def call(context: Context, value: Any, *args: Any, **options: Any) -> Any:
        here = context.parent.get("here")
        if here is None:
            message = f"the filter `{name}` needs the page: import this macro `with context`"
            raise jinja2.TemplateRuntimeError(message)
        return getattr(here.texts, name)(value, *args, **options)

    call.__name__ = name
    return call


def _source(theme: Theme, name: str) -> tuple[str, str, Callable[[], bool]] | None:
    file = template_file(theme, name)
    if file is None:
        return None
    return file.read().decode("utf-8"), file.path, lambda: True


def asked_section(
    kind: str, options: dict[str, Any], own_kinds: Callable[[], tuple[str, ...]]
) -> Section:
    """Return a section of one kind of record, or of several (`timeline`), with these options.

    `own_kinds` returns the kinds that the site declares; it is called only if the kind is not built
    in. Raises TemplateMistake for an unknown kind or option.
    """
    fields = fields_of(Section)
    for key in options:
        if key not in fields:
            raise TemplateMistake(
                Message.of("section-option", option=key), did_you_mean(key, fields)
            )
    given = {key: _short(value, fields[key].type) for key, value in options.items()}
    of = given.pop("of", ())
    if of and kind not in ANY_KINDS:
        raise TemplateMistake(Message.of("section-of-kind", kind=kind))
    if not of and kind in ANY_KINDS:
        raise TemplateMistake(Message.of("section-of-nothing", kind=kind))
    for word in of or (kind,):
        if word not in SECTION_KINDS and word not in (own := own_kinds()):
            known = (*SECTION_KINDS, *ANY_KINDS, *own)
            message = Message.of("kind-missing", kind=word, known=known)
            raise TemplateMistake(message, did_you_mean(word, known))
    return Section(of=of or (kind,), given_fields=tuple(given), **given)


def _short(value: Any, wanted: Any) -> Any:
    """Return the value of a section's option. A template may give a short form of it."""
    if isinstance(value, dict) and get_origin(wanted) is dict:
        return {name: _short(one, get_args(wanted)[1]) for name, one in value.items()}
    if wanted == tuple[str, ...]:
        words = value if isinstance(value, (list, tuple)) else words_in(_typed(value))
        return tuple(map(_typed, words))
    for form in (Text, OptionValue):
        if wanted is form or form in get_args(wanted):
            if isinstance(value, (list, tuple)) and form is OptionValue:
                return OptionValue(items=tuple(map(_typed, value)))
            is_scalar = isinstance(value, (str, int, float))
            return form.from_scalar(_typed(value)) if is_scalar else value
    return value


def _typed(value: Any) -> str:
    """Return a value of a template as it would be typed in YAML."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def template_problem(error: Exception, theme: Theme, template: str) -> Problem | None:
    """Return the problem of a template, at the last line of the theme that was running.

    None means that the error is our own bug rather than the theme's.
    """
    paths = {file.path for name in theme.files for file in theme.all_of(name)}
    if isinstance(error, jinja2.TemplateSyntaxError):
        path = error.filename or file_name(error.name or template)
        return Problem.of(Place(path, error.lineno), "template", what=error.message or "")
    own = template_file(theme, template)
    path = own.path if own else f"themes/{theme.name}/{file_name(template)}"
    trace = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in trace if frame.filename in paths]
    is_ours = Path(trace[-1].filename).is_relative_to(Path(__file__).parents[1])
    if not frames and not isinstance(error, (jinja2.TemplateNotFound, RecursionError)):
        return None
    if is_ours and isinstance(error, (AssertionError, ImportError, NameError, SyntaxError)):
        return None
    place = Place(frames[-1].filename, frames[-1].lineno or 0) if frames else Place(path)
    if isinstance(error, jinja2.TemplateNotFound):
        name = file_name(str(error.name))
        if str(error.name).startswith(BELOW):
            return Problem.of(place, "template-below-missing", file=name)
        hint = did_you_mean(name, theme.files)
        return Problem.of(place, "template-missing", file=name, hint=hint)
    if isinstance(error, RecursionError):
        return Problem.of(place, "template-endless")
    if isinstance(error, TemplateMistake):
        return Problem.of(place, "template", what=error.text, hint=error.hint)
    if isinstance(error, jinja2.TemplateError):
        return Problem.of(place, "template", what=error.message or "")
    hint = None
    if is_ours:
        there = f"{trace[-1].filename.rpartition('generator/')[2]}:{trace[-1].lineno}"
        hint = Message.of("fault-of-masthead", place=there)
    what = f"{type(error).__name__}: {error}"
    return Problem.of(place, "template", what=what, hint=hint)
