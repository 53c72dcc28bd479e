"""`python -m tools.looks`: examines the gallery in a browser, in each theme, and prints findings.

Builds both sites in each packaged theme, then examines a page of each kind and language, at five
widths, light and dark; with `--quick`, only the home and a list of papers, at two widths.
`--lighthouse` adds Lighthouse's scores. The exit code is 1 if there are findings.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path

from tools.browser.browser_tools import find_tools
from tools.gallery import SITES, place, themes
from tools.looks import audit, lighthouse
from tools.looks.first_screen import first_screens
from tools.looks.server import serve
from tools.looks.words import addresses, lost_words


def built(project: Path) -> float:
    """Make a clean build of a project in `_site/`; return its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [
        sys.executable,
        "-m",
        "generator",
        "build",
        "--strict",
        "--force",
        "--project",
        str(project),
    ]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{project} does not build:\n{done.stdout}{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Examine everything, print progress, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--site", choices=SITES, action="append")
    parser.add_argument("--theme", choices=themes(), action="append")
    parser.add_argument("--folder", type=Path, default=Path(".cache/looks"))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-audit", action="store_true", help="only words, bytes, first screens")
    parser.add_argument("--lighthouse", action="store_true")
    options = parser.parse_args()
    tools = find_tools()
    if tools.missing:
        sys.exit("\n".join(tools.missing))
    faults = 0
    for site in options.site or SITES:
        known: dict[str, Path] = {}
        for theme in options.theme or themes():
            project = place(site, theme, options.folder / f"{site}-{theme}")
            took, folder = built(project), project / "_site"
            known[theme] = folder
            first = next(iter(known.values()))
            found = [f"address: {path}" for path in sorted(addresses(first) ^ addresses(folder))]
            weight = audit.home_weight(tools, folder)
            light = sum(size for name, size in weight.items() if name != "pictures")
            if light > audit.HOME_BYTES:
                found.append(f"home: {light} bytes without pictures")
            print(f"\n== {site} in {theme}: built in {took:.1f} s of CPU")
            print(f"   home {light} bytes, {weight}")
            for screen, seen in first_screens(tools, folder).items():
                print(f"   {screen[0]}x{screen[1]}: first paper at {seen['paper']} px, {seen}")
            if not options.no_audit:
                pages = audit.kinds_of_pages(folder)
                if options.quick:
                    pages, widths = [pages[0], "publications/", "ar/"], (320, 1280)
                    found += audit.findings(tools, folder, pages, widths)
                else:
                    found += audit.findings(tools, folder, pages)
                found += audit.html_findings(tools, folder)
            if options.lighthouse:
                found += lighthouse_findings(options.folder, folder, str(tools.chromium))
            print(*found, sep="\n", flush=True)
            faults += len(found)
        lost = lost_words(known)
        print(*lost, sep="\n")
        faults += len(lost)
    print(f"\n{faults} found")
    return 1 if faults else 0


def lighthouse_findings(cache: Path, folder: Path, chromium: str) -> list[str]:
    """Print Lighthouse's scores of the home, the papers and a paper; return the low ones."""
    command, found = lighthouse.installed(cache.resolve() / "lighthouse"), []
    papers = sorted(path.parent.name for path in folder.glob("publications/*/index.html"))
    with serve(folder, compressed=True) as site:
        for page in ("", "publications/", f"publications/{papers[0]}/"):
            scores, weak = lighthouse.scores(command, site.root + page, chromium)
            print(f"   lighthouse /{page}: {'/'.join(map(str, scores.values()))} {weak}")
            if scores["performance"] < 98 or any(
                scores[name] < 100 for name in lighthouse.CATEGORIES[1:]
            ):
                found.append(f"lighthouse /{page}: {scores} {weak}")
    return found


if __name__ == "__main__":
    sys.exit(main())
