"""`python -m tools.docs_site docs FOLDER`: `docs/` as a project to build.

The pages lie in `docs/` as a repository shows them: a title as the first heading, links to files.
Masthead understands both. What is different is where things lie, so they are copied: a `README.md`
is the `index.md` of its folder, `site.yaml` belongs into `content/`. Lines keep their numbers.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

_README = re.compile(r"(\]\((?:[^)\s]*/)?)README\.md(?=[#)])")


def gather(docs: Path, folder: Path) -> list[str]:
    """Make the project in a folder, which is emptied first; return the files, sorted.

    The folder's own `.cache/` stays. Raises OSError.
    """
    content = folder / "content"
    shutil.rmtree(content, ignore_errors=True)
    made = []
    for source in sorted(path for path in docs.rglob("*") if path.is_file()):
        path = source.relative_to(docs)
        target = content / (path.with_name("index.md") if path.name == "README.md" else path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            text = _README.sub(r"\1index.md", source.read_text("utf-8"))
            target.write_bytes(text.encode("utf-8"))
        else:
            shutil.copyfile(source, target)
        made.append(target.relative_to(folder).as_posix())
    return made


if __name__ == "__main__":
    gather(Path(sys.argv[1]), Path(sys.argv[2]))
