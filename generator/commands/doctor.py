"""`masthead doctor`: what is installed, what the site needs, and what to do about the rest."""

from __future__ import annotations

import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from generator.commands.terminal import EXIT_FINE, EXIT_MISTAKES, add_project, count, say
from generator.installation import has_extra, requirement_of

if TYPE_CHECKING:
    from generator.model.site import Site
    from generator.project import ProjectFolders


class Finding(NamedTuple):
    """One thing that was looked at."""

    state: Literal["ok", "note", "mend"]
    about: str
    said: str
    way_out: str = ""


_EXTRAS = {
    "thumbs": "first pages of papers as pictures",
    "import": "`masthead import`",
    "zh": "PDFs and cards in Chinese, Japanese and Korean",
}
"""Extra -> what it is for."""
_CJK = ("zh", "ja", "ko")


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    command = commands.add_parser(
        "doctor", help="say what is installed, and what the site needs",
        description="Look at this installation, at the site and at its repository, and say in a "
        "line each what is right and what to do about the rest. Nothing is changed, and no other "
        "host is asked.",
    )  # fmt: skip
    add_project(command)
    command.set_defaults(run=run)


def run(options: Any) -> int:
    """Look, print, and return the exit code: 1 where something must be mended."""
    from generator.project import ProjectFolders

    findings = [*_installation(), *_project(ProjectFolders(options.project))]
    width = max(len(one.about) for one in findings)
    for one in findings:
        say(f"{one.state:5} {one.about:{width}}  {one.said}")
        if one.way_out:
            say(f"{'':5} {'':{width}}  -> {one.way_out}")
    return EXIT_MISTAKES if any(one.state == "mend" for one in findings) else EXIT_FINE


# ---------------------------------------------------------------------- the installation


def _installation() -> Iterator[Finding]:
    from generator import __version__
    from generator.installation import how_to_add, origin

    came = origin()
    where = came.url or "an index, or from an installer that left no note"
    yield Finding("ok", "masthead", f"{__version__}, from {where}")
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield Finding("ok", "python", f"{platform.python_version()} at {sys.executable}; {system}")
    needed = _needed()
    missing = [name for name in needed if not _version(name)]
    if missing:
        way = "install Masthead again from where you have it"
        yield Finding("mend", "libraries", f"missing: {', '.join(missing)}", way)
    elif needed:
        yield Finding("ok", "libraries", ", ".join(f"{n} {_version(n)}" for n in needed))
    if find_spec("yaml") and not find_spec("yaml._yaml"):
        yield Finding(
            "note",
            "yaml",
            "PyYAML has no libyaml here: reading is about ten times slower",
            "install a wheel of PyYAML for this Python",
        )
    for extra, purpose in _EXTRAS.items():
        if has_extra(extra):
            yield Finding("ok", f"extra {extra}", f"installed, for {purpose}")
        else:
            yield Finding(
                "note", f"extra {extra}", f"not installed; it is for {purpose}", how_to_add(extra)
            )


def _needed() -> list[str]:
    """Return the libraries that Masthead's own metadata say it needs, without those of extras.

    Format: PEP 508. Empty where Masthead runs without having been installed.
    """
    try:
        found = requires("masthead") or []
    except PackageNotFoundError:
        return []
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in found if "extra ==" not in line]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


# ---------------------------------------------------------------------- the site


def _project(project: ProjectFolders) -> Iterator[Finding]:
    from generator.engine.build import read_site
    from generator.problems import SiteError

    if not project.content.is_dir():
        yield Finding(
            "note",
            "site",
            f"there is no folder content/ in {project.root.resolve()}",
            "run this in the folder of a site, or `masthead new DIR` makes one",
        )
        return
    try:
        site = read_site(project)
    except SiteError as error:
        said = f"{count(len(error.problems), 'error')} in the sources"
        yield Finding("mend", "site", said, "`masthead check` names each with its place")
    else:
        yield from _site(site)
    yield from _folders(project)
    yield from _workflow(project)
    yield from _repository(project)


def _site(site: Site) -> Iterator[Finding]:
    pages, papers = len(site.pages), len(site.records["publications"])
    languages = ", ".join(site.config.languages)
    yield Finding(
        "ok",
        "site",
        f"{count(pages, 'page')}, {count(papers, 'paper')}, in {languages}; "
        f"theme {site.config.theme.name}",
    )
    if not site.config.url:
        yield Finding(
            "note",
            "url",
            "site.yaml has no `url`: no canonical links, feed or cards",
            "write it, such as url: https://user.github.io/",
        )
    else:
        yield Finding("ok", "url", site.config.url)
    spoken = {*site.config.languages, *(cv.lang for cv in site.cvs if cv.pdf != "none")}
    wanted = sorted(lang for lang in spoken if lang.split("-")[0] in _CJK)
    if wanted and not has_extra("zh"):
        from generator.installation import how_to_add

        yield Finding(
            "mend",
            "fonts",
            f"PDFs in {', '.join(wanted)} need a font",
            how_to_add(wanted[0].split("-")[0]),
        )


def _folders(project: ProjectFolders) -> Iterator[Finding]:
    free = shutil.disk_usage(project.root).free
    if free < 200_000_000:
        yield Finding("mend", "disk", f"only {free / 1e6:.0f} MB are free", "make room")
    ignored = project.root / ".gitignore"
    lines = ignored.read_text("utf-8", "replace").split() if ignored.is_file() else []
    wanted = [name for name in ("_site", ".cache") if not any(name in line for line in lines)]
    if wanted and (project.root / ".git").exists():
        yield Finding(
            "note",
            ".gitignore",
            f"does not name {' and '.join(wanted)}",
            f"add a line for each: {', '.join(wanted)} are made anew by each build",
        )


def _workflow(project: ProjectFolders) -> Iterator[Finding]:
    workflow = project.root / ".github/workflows/pages.yml"
    if not workflow.is_file():
        yield Finding("ok", "workflow", "none; `masthead deploy` publishes the site from here")
        return
    named = requirement_of(project.root)
    if named is None or named.placeholder:
        yield Finding(
            "mend",
            "workflow",
            "requirements.txt does not say where to find Masthead",
            "`masthead upgrade` puts this one into vendor/ and names it",
        )
    elif named.is_checkout:
        yield Finding("ok", "workflow", "installs Masthead from this repository")
    elif named.vendored and not Path(project.root, named.vendored).is_file():
        yield Finding(
            "mend",
            "workflow",
            f"{named.vendored}, which requirements.txt names, is not there",
            "`masthead upgrade` puts it back",
        )
    else:
        yield Finding("ok", "workflow", f"installs {named.what}")


def _repository(project: ProjectFolders) -> Iterator[Finding]:
    if shutil.which("git") is None:
        yield Finding(
            "note",
            "git",
            "is not installed; `masthead deploy` and `diff` need it",
            "install it from https://git-scm.com/downloads",
        )
        return
    from generator.problems import SiteError
    from generator.publish.git import GitError, remote_of, repository, without_secret
    from generator.publish.github_pages import domain_of, pages_url

    try:
        with repository(project) as git:
            name = remote_of(git, "")
            address = git.run("remote", "get-url", name)
            branch = git.answer("branch", "--show-current")
            known = git.answer("branch", "--list", "--remotes", f"{name}/gh-pages")
    except SiteError as error:
        first = error.problems[0]
        yield Finding("note", "git", first.message, first.hint)
        return
    except GitError as error:
        yield Finding("note", "git", error.last_line, "`git status` says more")
        return

    yield Finding(
        "ok", "git", f"branch {branch or '(none)'}, remote {name}: {without_secret(address)}"
    )
    domain = project.static / "CNAME"
    named = domain_of(domain.read_bytes()) if domain.is_file() else ""
    url = pages_url(address, named)
    if url:
        yield Finding("ok", "pages", f"GitHub would show the site at {url}")
        how = "a branch, gh-pages" if known else "GitHub Actions, or of gh-pages after a deploy"
        yield Finding(
            "note",
            "pages",
            f"the source under Settings > Pages should be {how}",
            "only GitHub knows how it is set; look there once",
        )
