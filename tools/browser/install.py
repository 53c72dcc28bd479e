"""Installs programs that tests need and this machine lacks; silent and quick if all are there.

Node, Java, Chromium and pdftotext come from Debian's packages, but only if this runs as root on a
machine with apt-get. Elsewhere it prints what to install and lets `make test` go on, because tests
report that they are skipped. It names packages before it installs them. At a terminal it asks
first; without a terminal, as on a build machine, it goes on. Scripts of npm packages are not run.
With MASTHEAD_REQUIRE_BROWSER=1, a missing tool is an error.
"""

import os
import shutil
import subprocess
import sys

from tools.browser.browser_tools import HERE, find_tools, packages_are_installed


def install_debian_packages() -> None:
    """Install missing programs, if this machine allows it."""
    tools = find_tools()
    wanted = []
    if tools.node is None:
        wanted += ["nodejs"]
    if shutil.which("npm") is None and not packages_are_installed():
        wanted += ["npm"]
    if tools.chromium is None:
        wanted += ["chromium-headless-shell"]  # it opens a new tab in a tenth of Chromium's time
    if tools.java is None:
        wanted += ["default-jre-headless"]
    if shutil.which("pdftotext") is None:
        wanted += ["poppler-utils"]
    if not wanted or shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    print(
        f"For the tests, apt-get will install on this system: {' '.join(wanted)}",
        flush=True,
    )
    if not agreed():
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    options = ["-qq", "-o", "Dpkg::Use-Pty=0", "--no-install-recommends"]
    for words in (["update", "-qq"], ["install", "-y", *options, *wanted]):
        subprocess.run(["apt-get", *words], env=environment, stdout=subprocess.DEVNULL, check=False)


def agreed() -> bool:
    """Whether the person at the terminal agrees; without a terminal, yes."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    try:
        return input("Install them now? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def install_npm_packages() -> None:
    """Run `npm ci`, unless each package is installed in its locked version."""
    npm = shutil.which("npm")
    if npm and not packages_are_installed():
        print(f"For the browser tests, npm will install what {HERE / 'package-lock.json'} names",
              flush=True)  # fmt: skip
        words = [npm, "ci", "--ignore-scripts", "--loglevel=error", "--no-progress"]
        subprocess.run(words, cwd=HERE, check=False)


def main() -> int:
    """Install, then print in plain words what is still missing."""
    install_debian_packages()
    install_npm_packages()
    missing = find_tools().missing
    if not missing:
        return 0
    required = os.environ.get("MASTHEAD_REQUIRE_BROWSER") == "1"
    print("The browser tests cannot run here" + ("." if required else ", and will be skipped:"))
    for sentence in missing:
        print(f"  - {sentence}")
    packages = "chromium-headless-shell default-jre-headless nodejs npm"
    print(f"On Debian, as root: apt-get install {packages}")
    return 1 if required else 0


if __name__ == "__main__":
    sys.exit(main())
