"""Imports and builds sites that were drawn at random, and scores each against its source.

`python -m tools.import_draw SOURCES RESULTS` takes each folder in SOURCES, puts the new site, its
logs and what is missing into RESULTS, and prints a table. Its reader of sources is crude and shares
no code with `generator/importing`, so that it cannot repeat a mistake of the import.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from bs4 import BeautifulSoup

_SECONDS = 300
"""How long an import or a build may take."""
_OF_PROGRAMS = re.compile(
    r"(^|/)(_layouts|_includes|_sass|_plugins|_scripts|themes|layouts?|node_modules|public|resources|archetypes|"
    r"scaffolds|scripts|exampleSite|i18n|languages|bin|lighthouse_results|readme_preview|markdown_generator|talkmap|"
    r"_site|docs|vendor|tests?|assets/(css|js|libs|fonts|plotly)|\.[^/]+)/"
)
_OF_DEVELOPERS = re.compile(
    r"^(README|CHANGELOG|CONTRIBUTING|LICENSE|CUSTOMIZE|INSTALL|FAQ|404)\b", re.IGNORECASE
)
_FRONT = re.compile(
    r"\A\ufeff?(-{3,}|\+{3})[ \t]*\r?\n(.*?)^\1[ \t]*\r?$", re.DOTALL | re.MULTILINE
)
_HIDDEN = re.compile(
    r"^((published|active) *[:=] *false|(draft|exclude) *[:=] *true)\b|^type: *[\"']?hide",
    re.MULTILINE,
)
_CODE = re.compile(
    r"^ *(```|~~~).*?^ *\1|`[^`\n]+`|\{% *(highlight|raw).*?\{% *end", re.DOTALL | re.MULTILINE
)
_CALLS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<(script|style).*?</\1>|\{:.*?\}", re.DOTALL)
_PICTURES = re.compile(
    r"!\[[^\]]*\]\(\s*<?([^)\s>]+)|<img[^>]*?src *= *[\"']?([^\"'\s>]+)|asset_img +(\S+)|"
    r"include figure\S* [^%]*?path *= *[\"']([^\"']+)|\{\{<\s*figure[^>]*?src=[\"']?([^\"'\s]+)"
)
_LINKS = re.compile(
    r"(?<!!)\[[^\]]*\]\(\s*<?(https?://[^)\s>]+)|<a[^>]*?href *= *[\"'](https?://[^\"']+)"
)
_FORMULAS = re.compile(r"\$\$.+?\$\$|\\begin\{(?:equation|align)", re.DOTALL)
_LEFTOVERS = re.compile(
    r"\{%|\{\{|\{:|(?<![\w/:])\:[a-z_]{3,}\:(?![\w/])|\\begin\{|</?(?:div|span|br|img|center|font|p|a)\b[^<>]{0,80}>|\$\$"
)
_WORD = re.compile(r"[\u4e00-\u9fff]{2}|[^\W\d_\u4e00-\u9fff]{4,}")
_ENTRY = re.compile(
    r"^[ \t]*@(\w+)\s*[{(]\s*([^,\s]+)\s*,(.*?)(?=^[ \t]*@\w+\s*[{(]|\Z)", re.DOTALL | re.MULTILINE
)
_NOTATION = re.compile(r"\\[a-zA-Z]+|[{}\\$\"'`^~*<>]|<[^>]+>")


class Text:
    """A text of the source as its author sees it in a file."""

    def __init__(self, root: Path, path: Path) -> None:
        self.name = path.relative_to(root).as_posix()
        typed = path.read_text(encoding="utf-8", errors="replace")
        found = _FRONT.search(typed)
        self.front = found[2] if found else ""
        self.body = _CODE.sub(" ", typed[found.end() :] if found else typed)
        self.is_hidden = bool(_HIDDEN.search(self.front)) or "_drafts/" in self.name

    def field(self, name: str) -> str:
        found = re.search(rf"^{name}[ \t]*[:=][ \t]*(.+?)\s*$", self.front, re.MULTILINE)
        return found[1].strip("\"'") if found else ""

    def words(self) -> set[str]:
        plain = re.sub(r"\]\([^)]*\)|https?://\S+|<[^>]+>|&\w+;", " ", _CALLS.sub(" ", self.body))
        plain = re.sub(
            r"\$\$.*?\$\$|\$[^$\n]+\$|\\begin\{.*?\\end\{\w+\*?\}", " ", plain, flags=re.DOTALL
        )
        return {one.lower() for one in _WORD.findall(plain)}


class Source:
    """The folder of an old site."""

    def __init__(self, root: Path) -> None:
        self.root = root
        ends = {".md", ".markdown", ".html", ".Rmd", ".qmd"}
        names = sorted(path for path in root.rglob("*") if path.suffix in ends and path.is_file())
        self.texts = [
            Text(root, path)
            for path in names
            if not _OF_PROGRAMS.search(path.relative_to(root).as_posix())
            and not _OF_DEVELOPERS.search(path.name)
        ]

    def papers(self) -> Iterator[tuple[str, str, list[str], str, str]]:
        """Yield where it stands, title, families of authors, year and journal of each record."""
        for path in sorted(
            {*self.root.glob("_bibliography/*.bib"), *self.root.glob("content/*.bib")}
        ):
            for entry in _ENTRY.finditer(path.read_text(encoding="utf-8", errors="replace")):
                if entry[1].lower() in ("string", "comment", "preamble"):
                    continue
                names = re.split(r"\s+and\s+", _value(entry[3], "author"))
                families = [
                    (n.split(",")[0] if "," in n else n).split()[-1] for n in names if n.strip(", ")
                ]
                yield (
                    f"{path.name} {entry[2]}", _value(entry[3], "title"), families,
                    _value(entry[3], "year")[:4], _value(entry[3], "journal"),
                )  # fmt: skip
        for text in self.texts:
            is_list = text.is_hidden or text.name.endswith("_index.md")
            if re.search(r"(^|/)_?publications?/.", text.name) and text.field("title"):
                year = (re.search(r"\d{4}", text.field("date")) or [""])[0]
                if not is_list:
                    yield text.name, text.field("title"), [], year, text.field("venue")


def _value(fields: str, name: str) -> str:
    found = re.search(rf"\b{name}\s*=\s*", fields, re.IGNORECASE)
    if not found:
        return ""
    rest, depth, value = fields[found.end() :], 0, ""
    if rest[:1] not in '{"':
        return rest.split(",")[0].strip()
    for sign in rest:
        depth += (sign == "{") - (sign == "}")
        value += sign
        if len(value) > 1 and depth == 0 and (rest[0] == "{" or sign == '"'):
            break
    return " ".join(value[1:-1].split())


class Result:
    """The built site and the report."""

    def __init__(self, folder: Path) -> None:
        self.site = folder / "_site"
        self.pages = {
            path.relative_to(self.site).as_posix(): BeautifulSoup(path.read_bytes(), "html.parser")
            for path in sorted(self.site.rglob("*.html"))
            if path.is_file()
        }
        report = folder / "import-report.json"
        self.report = json.loads(report.read_bytes()) if report.is_file() else {}
        pages = self.pages.values()
        sources = [one.get("src") for page in pages for one in page.find_all(src=True)]
        targets = [one.get("href") for page in pages for one in page.find_all("a", href=True)]
        self.pictures = {Path(unquote(str(name))).stem.lower() for name in (*sources, *targets)}
        self.links = {_bare(str(target)) for target in targets}

    @cached_property
    def plain(self) -> str:
        """Letters and digits of all pages."""
        return _bare(" ".join(page.get_text(" ") for page in self.pages.values()))

    @cached_property
    def words(self) -> set[str]:
        return {
            w.lower() for page in self.pages.values() for w in _WORD.findall(page.get_text(" "))
        }

    def serves(self, address: str) -> bool:
        name = unquote(address).strip("/")
        names = (name, f"{name}.html", f"{name}/index.html".lstrip("/"))
        return any((self.site / one).is_file() for one in names)

    def leftovers(self) -> Iterator[str]:
        for name, page in self.pages.items():
            main = page.find("main") or page
            for hidden in main.find_all(["pre", "code", "script", "style", "math", "textarea"]):
                hidden.extract()
            for one in sorted(set(_LEFTOVERS.findall(main.get_text(" ")))):
                yield f"{name}: {one[:60]}"

    def named(self, path: str) -> bool:
        """Whether the report names a file as left out, or in a finding of something lost."""
        left = {one["file"] for one in self.report.get("files", {}).get("left", [])}
        found = {
            one["file"] for one in self.report.get("findings", []) if one["severity"] != "changed"
        }
        return path in left or path in found


def _bare(text: str) -> str:
    return "".join(one for one in _NOTATION.sub("", text).lower() if one.isalnum())


def _share(found: int, of: int) -> str:
    return f"{found}/{of}"


def score(source: Source, result: Result) -> tuple[dict[str, str], list[str]]:
    """Return a row of the table, and what is missing."""
    missing: list[str] = []
    samples = {
        one["file"]
        for one in result.report.get("files", {}).get("left", [])
        if one["why"] == "template-sample"
    }
    samples |= {
        one["file"] for one in result.report.get("findings", []) if one["code"] == "template-sample"
    }
    own = [text for text in source.texts if not text.is_hidden and text.name not in samples]
    kept = addresses = pictures = shown = links = led = formulas = 0
    whole = 0
    for text in own:
        unsaid = "" if result.named(text.name) else "  NOT IN THE REPORT"
        words = text.words()
        there = len(words & result.words)
        whole += there >= 0.9 * len(words)
        if there < 0.9 * len(words):
            few = ", ".join(sorted(words - result.words)[:8])
            missing.append(f"words {_share(there, len(words))} of {text.name}: {few}{unsaid}")
        if text.field("permalink"):
            addresses += 1
            kept += result.serves(text.field("permalink"))
            if not result.serves(text.field("permalink")):
                missing.append(f"address {text.field('permalink')} of {text.name}{unsaid}")
        for found in _PICTURES.finditer(text.body):
            name = unquote(next(filter(None, found.groups())))
            if "{" in name:
                continue
            pictures += 1
            shown += "://" in name or Path(name).stem.lower() in result.pictures
            if "://" not in name and Path(name).stem.lower() not in result.pictures:
                plain = re.sub(r"([\[\]*?])", r"[\1]", Path(name).name) or "-"
                where = "" if any(source.root.rglob(plain)) else " (not in the source)"
                missing.append(f"picture {name} of {text.name}{where}{unsaid}")
        for found in _LINKS.finditer(_CALLS.sub(" ", text.body)):
            links += 1
            led += _bare(found[1] or found[2]) in result.links
        formulas += len(_FORMULAS.findall(text.body))
    papers, equal = 0, 0
    for place, title, families, year, journal in source.papers():
        if any(place == name or place.split()[0] in name for name in samples):
            continue
        papers += 1
        at = result.plain.find(_bare(title))
        around = result.plain[max(0, at - 200) : at + len(title) + 2500]
        wrong = "title" if at < 0 else "year" if year and year not in result.plain else ""
        wrong = wrong or next((f"author {f}" for f in families if _bare(f) not in around), "")
        wrong = wrong or (f"journal {journal}" if _bare(journal) not in result.plain else "")
        equal += not wrong
        if wrong:
            missing.append(f"paper {place}: {wrong}")
    home = result.pages.get("index.html")
    said = len(_WORD.findall((home.find("main") or home).get_text(" "))) if home else 0
    menu = home.select("header nav a, nav a") if home else []
    shown_formulas = sum(len(page.find_all("math")) for page in result.pages.values())
    over = list(result.leftovers())
    missing += [f"left over {one}" for one in over]
    gone = [one for one in result.report.get("addresses", []) if one["how"] == "gone"]
    row = {
        "texts": _share(whole, len(own)),
        "addresses": _share(kept, addresses),
        "gone": str(len(gone)),
        "pictures": _share(shown, pictures),
        "links": _share(led, links),
        "papers": _share(equal, papers),
        "formulas": _share(shown_formulas, formulas),
        "home": str(said),
        "menu": str(len(menu)),
        "left over": str(len(over)),
        "before": str(len(result.report.get("before_you_publish", []))),
    }
    return row, missing


def _run(log: Path, folder: Path, *words: str) -> int:
    with log.open("w") as out:
        command = [sys.executable, "-m", "generator", *words]
        try:
            return subprocess.run(
                command, cwd=folder, stdout=out, stderr=out, timeout=_SECONDS
            ).returncode
        except subprocess.TimeoutExpired:
            return 124


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--only", default="", help="a part of the names of the sites")
    parser.add_argument("--score", action="store_true", help="score what has been imported before")
    asked = parser.parse_args()
    asked.results.mkdir(parents=True, exist_ok=True)
    rows = []
    for folder in sorted(path for path in asked.sources.iterdir() if asked.only in path.name):
        target = asked.results.resolve() / folder.name
        codes = "-"
        if not asked.score:
            subprocess.run(["rm", "-rf", str(target)], check=True)
            first = _run(
                Path(f"{target}.log"), Path.cwd(), "import", str(folder.resolve()), str(target)
            )
            second = _run(Path(f"{target}.build"), target, "build") if target.is_dir() else "-"
            codes = f"{first} {second}"
        if not (target / "_site").is_dir():
            rows.append({"site": folder.name, "exit": codes})
            continue
        row, missing = score(Source(folder), Result(target))
        rows.append({"site": folder.name, "exit": codes, **row})
        Path(f"{target}.missing").write_text("\n".join(missing) + "\n", encoding="utf-8")
    names = max(rows, key=len)
    print("| " + " | ".join(names) + " |", "|---" * len(names) + "|", sep="\n")
    for row in rows:
        print("| " + " | ".join(row.get(name, "") for name in names) + " |")


if __name__ == "__main__":
    main()
