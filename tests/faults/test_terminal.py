"""What a terminal gets: nothing that steers it, and no password, whoever wrote it."""

import ast
import io
import json
import re
import subprocess
import sys
from typing import cast

import pytest

from generator.problems import PrintableStream, one_line, printable
from tests.conftest import REPOSITORY, SiteCase, masthead
from tests.faults.conftest import page
from tests.test_floor_plan import PACKAGE, dotted, modules, nodes

CONTROLS = [chr(n) for n in (*range(0x20), *range(0x7F, 0xA0))]
DIRECTION = [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
STEERING = re.compile(f"[{re.escape(''.join(set(CONTROLS) - set(chr(10))))}{''.join(DIRECTION)}]")
LINK = "\x1b]8;;https://evil.example/\x07here\x1b]8;;\x1b\\"
NASTY = f"{LINK}\x9b31m\u202eabc\u2066\r\x7f\u200f"
SECRETS = ["s3cret", "s3@cret", "s3/cret", "s3%2Fcret", "s3:cret", "s3?cret", "s3#cret", "s3@c/r@t"]


def test_what_steers_a_terminal_is_spelt_out() -> None:
    for ch in [*CONTROLS, *DIRECTION, "\u2028", "\u2029", "\ufeff", "\udc80"]:
        assert one_line(f"a{ch}b").isprintable(), repr(ch)
        assert ch in "\n\t" or printable(f"a{ch}b").isprintable(), repr(ch)
        assert json.loads(f'"{one_line(ch)}"') == ch
    told = json.dumps({"a": NASTY}, ensure_ascii=False, indent=2)
    assert json.loads(printable(told)) == {"a": NASTY}, "JSON remains JSON"


@pytest.mark.parametrize(
    "text",
    [
        "方缙 é e\u0301 👩‍🔬 שלום עולם — “x” a\u200db \U0001f1e8\U0001f1ed",
        "https://social.example/@ada", "https://x.example:8000/@ada", "write to a@b.org",
        "https://x.example/a:b@c", "https://web.example/2020/https://y.example/@ada", "a://b",
        "git@github.com:ada/site.git", "[x](https://y.example/) by a@b.org",
    ],
)  # fmt: skip
def test_all_other_letters_and_addresses_without_a_password_stay_as_they_are(text: str) -> None:
    assert one_line(text) == text
    assert printable(f"{text}\n\t{text}\n") == f"{text}\n\t{text}\n"


def test_a_stream_passes_on_nothing_that_steers() -> None:
    below = io.StringIO()
    print(NASTY, "x\ty", file=cast(io.StringIO, PrintableStream(below)))
    assert not STEERING.search(below.getvalue().replace("\t", ""))
    assert below.getvalue().endswith("x\ty\n")


@pytest.mark.parametrize("user", ["t0ken", *(f"ada:{secret}" for secret in SECRETS)])
@pytest.mark.parametrize("around", ["{}", "fatal: unable to access '{}': no", "see {} and a@b.org"])
def test_a_password_in_an_address_is_not_printed(user: str, around: str) -> None:
    told = one_line(around.format(f"https://{user}@x.example/p"))
    assert told == around.format("https://x.example/p")


def _nasty(site: SiteCase) -> SiteCase:
    """A site that says what steers a terminal wherever a message may repeat it."""
    quoted = json.dumps(NASTY)
    site.write(f"content/{NASTY.replace('/', '_')}.md", page("titel: x", "[x](gone)"))
    site.write("content/a.md", page(f"title: {quoted}\ntags: [{quoted}]", f"[x]({NASTY}) TODO"))
    site.write("content/b.md", page(f"{NASTY}: x", ":::{" + NASTY + "}\n:::\n"))
    site.write("content/news.yaml", f"- {{date: {quoted}, text: {quoted}}}\n")
    site.write("content/publications.yaml", f"- {{id: {quoted}, title: {quoted}, x: 1}}\n")
    site.write("content/p.bib", f"@article{{a, title = {{{NASTY}}}, author = {{\\{NASTY}}}, x}}\n")
    return site


@pytest.mark.parametrize(
    "words",
    [
        ("build",), ("check", "--format", "json"), ("check", "--format", "github"),
        ("diff", "--against", NASTY), ("deploy",),
        ("theme", "eject", NASTY), ("build", "--base-url", NASTY), ("build", f"--{NASTY}"),
        ("build", "--output", NASTY), ("preview", "--host", NASTY),
    ],
    ids=lambda words: ascii(" ".join(words))[:30],
)  # fmt: skip
def test_no_command_lets_content_steer_the_terminal(site: SiteCase, words: tuple[str, ...]) -> None:
    told = _told(_nasty(site), *words)
    assert told.strip()


def test_no_command_lets_a_site_that_builds_steer_the_terminal(site: SiteCase) -> None:
    name = NASTY.replace("/", "_")
    site.write(f"content/{name}.md", page(f"title: {json.dumps(NASTY)}", "TODO"))
    assert "\\u001b" in _told(site, "build", "--explain")
    assert "\\u001b" in _told(site, "check")
    assert "\\u001b" in _told(site, "new", f"content/{name}.md")


def _told(site: SiteCase, *words: str) -> str:
    run = masthead(*words, cwd=site.root)
    told = run.stdout + run.stderr
    assert not STEERING.search(told), ascii(told)
    assert "Traceback" not in told
    return told


def test_a_traceback_does_not_steer_the_terminal_either() -> None:
    program = (
        "import sys; from generator import __main__; from generator.commands import cli\n"
        "def fail(**_): raise RuntimeError(sys.stdin.read())\n"
        "cli.main = fail; sys.argv = ['masthead', 'check']; __main__.main()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, input=NASTY, capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert "RuntimeError" in run.stderr
    assert not STEERING.search(run.stderr), ascii(run.stderr)


def test_only_one_place_prints() -> None:
    """Whatever is printed goes through `commands/terminal.py`; two lines know no content."""
    may = {"__main__.py", "commands/cli.py", "commands/terminal.py"}
    printing: dict[str, list[str]] = {}
    streams: dict[str, set[str]] = {}
    for path in modules():
        name = path.relative_to(PACKAGE).as_posix()
        for node in nodes(path) if name not in may else ():
            if isinstance(node, ast.Call):
                if dotted(node.func).rpartition(".")[2] in ("print", "print_exc", "writelines"):
                    printing.setdefault(name, []).append(ast.unparse(node))
            elif re.fullmatch(r"sys\.(__)?std(out|err)(__)?", dotted(node)):
                streams.setdefault(name, set()).add(dotted(node))
    # How far a build is, which steers the terminal itself.
    progress = "print(marks, end='', file=sys.__stderr__, flush=True)"
    assert printing == {"commands/build.py": [progress]}
    assert streams.pop("commands/build.py") == {"sys.stderr", "sys.__stderr__"}
    assert streams.pop("language.py") == {"sys.stdout", "sys.stderr"}, "whether a person reads them"
    assert streams.pop("processes.py") <= {"sys.stdout", "sys.stderr"}, "its own pipes"
    assert streams == {}
