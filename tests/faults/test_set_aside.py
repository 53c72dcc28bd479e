"""What was set aside under `content/` stays aside: keys, copies of data and pages, drafts' files."""

from __future__ import annotations

import pytest

from tests.conftest import SiteCase
from tests.faults.conftest import Broken, messages, page

DATA = "this looks like data and is not read under this name; as a file of the site it would be published, with all that is private in it"
KEY = "this is a key or a list of passwords: never publish it"
COPY = "this looks like a copy of a page that was laid aside: it is not published"
DUMP = "this looks like a dump, an archive or a file laid aside, and no public page links to it: it is not published"


@pytest.mark.parametrize(
    "name",
    [
        "references.yaml.old", "references.YAML", "references.yaml.save", "references.yaml.rej",
        "references.json", "people.csv", "publications.BIB", "publications.bib.old", "site.yaml.1",
        "awards.save", "talks", "skills.old", "cv/resume.YML", "publications/goat.json",
        "posts/notes.yaml.txt",
    ],
)  # fmt: skip
def test_what_looks_like_data_is_refused(broken: Broken, name: str) -> None:
    broken.write(f"content/{name}", "- {name: A Referee, phone: secret}\n")
    broken.refuses(f"content/{name}: error: {DATA}")


@pytest.mark.parametrize(
    "name",
    ["id_rsa", "id_ed25519", "id_rsa.old", "posts/server.pem", "x.p12", "login.kdbx", "prod.env",
     "credentials.json", "talk.key", "signature.asc"],
)  # fmt: skip
def test_keys_are_refused(broken: Broken, name: str) -> None:
    broken.write(f"content/{name}", "-----BEGIN OPENSSH PRIVATE KEY-----\n")
    broken.refuses(f"content/{name}: error: {KEY}")


def test_what_only_sounds_like_data_or_a_key_is_published(site: SiteCase) -> None:
    names = {"id_rsa.pub", "talk.key", "me.asc", "papers/goat.bib", "posts/a/data.json",
             "posts/a/points.csv", "teaching.pdf", "awards.jpg"}  # fmt: skip
    for name in names:
        site.write(f"content/{name}", "words")
    built = site.build()
    assert not [line for line in messages(built) if "jpg" not in line]
    assert names <= built.files()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("index.md.save", COPY), ("posts/a.md.old", COPY), ("About.MD", COPY),
        ("backup.zip", DUMP), ("site.tar.gz", DUMP), ("db.sql", DUMP), ("x/y.sqlite3", DUMP),
        ("note.txt.save", DUMP), ("patch.rej", DUMP),
    ],
)  # fmt: skip
def test_copies_of_pages_dumps_and_archives_are_named_and_not_published(
    broken: Broken, name: str, said: str
) -> None:
    broken.write(f"content/{name}", "secret")
    built = broken.accepts(f"content/{name}: warning: {said}")
    assert name not in built.files()
    assert not any(b"secret" in data for data in built.bytes().values())


def test_an_archive_that_a_page_links_to_is_published(broken: Broken) -> None:
    broken.write("content/code/goat v2.zip", "x").write("content/code/data.tar.gz", "y")
    broken.write("content/code/index.md", page("title: Code", "[All](<goat v2.zip>)"))
    broken.write("content/publications.yaml",
                 "- {id: goat, title: G, authors: [Ada Lovelace], date: 2020, links: {data: code/data.tar.gz}}\n")  # fmt: skip
    assert {"code/goat v2.zip", "code/data.tar.gz"} <= broken.accepts().files()


def test_a_folder_of_drafts_is_not_built(broken: Broken) -> None:
    broken.write("content/_drafts/p.md", page("title: Secret plan"))
    broken.write("content/_drafts/references.yaml", "- {name: A Referee}\n")
    broken.write("content/_drafts/plan.pdf", "secret").write("content/_drafts/shown.pdf", "x")
    broken.write("content/q.md", page("title: Q", "[shown](_drafts/shown.pdf)"))
    said = "this folder is set aside, as its name begins with _: no page in it is built"
    built = broken.accepts(f"content/_drafts: warning: {said}")
    assert {path for path in built.files() if "drafts" in path} == {"_drafts/shown.pdf"}
    assert "Secret plan" not in "".join(map(str, built.bytes().values()))


HIDDEN = pytest.mark.parametrize("hidden", ["draft: true", "visibility: private"])


@HIDDEN
@pytest.mark.parametrize(
    ("where", "file"),
    [
        ("posts/2024-01-01-goat/index.md", "posts/2024-01-01-goat/fig.pdf"),
        ("posts/2024-01-01-goat/index.md", "posts/2024-01-01-goat/deep/er/fig.pdf"),
        ("posts/2024-01-01-goat.md", "posts/fig.pdf"),
        ("posts/2024-01-01-goat.md", "posts/2024-01-01-goat/fig.pdf"),
        ("plan.md", "fig.pdf"),
    ],
)
def test_files_beside_a_hidden_page_are_published_when_something_public_links_to_them(
    broken: Broken, hidden: str, where: str, file: str
) -> None:
    front = f"title: Goat\n{hidden}"
    broken.write(f"content/{where}", page(front, f"[fig](/{file})"))
    broken.write(f"content/{file}", "not for you").write("content/humans.txt", "x")
    built = broken.accepts()
    assert file not in built.files() and "humans.txt" in built.files()
    broken.write("content/other/fig.txt", "x")
    broken.write("content/other/public.md", page("title: P", "fig.pdf, not a [link](fig.txt)."))
    assert file not in broken.accepts().files()
    broken.write("content/other/public.md", page("title: P", f"[see](/{file})"))
    assert file in broken.accepts().files()
    broken.write("content/other/public.md", page(f"title: P\n{hidden}", f"[see](/{file})"))
    assert file not in broken.accepts().files()


def test_a_file_of_the_same_name_elsewhere_is_another_one(broken: Broken) -> None:
    broken.write("content/a/index.md", page("title: A\ndraft: true", "[x](cover.txt)"))
    broken.write("content/b/index.md", page("title: B", "[x](cover.txt)"))
    broken.write("content/a/cover.txt", "secret").write("content/b/cover.txt", "public")
    files = broken.site.build().files()
    assert "b/cover.txt" in files and "a/cover.txt" not in files


def test_with_drafts_their_files_are_there(site: SiteCase) -> None:
    site.write("content/a/index.md", page("title: A\ndraft: true", "[x](notes.txt)"))
    site.write("content/a/notes.txt", "x")
    assert "a/notes.txt" not in site.build().files()
    assert "a/notes.txt" in site.build(drafts=True).files()
    assert "a/notes.txt" not in site.build().files()
