"""What goes live from content/ and static/: known endings, nothing of a hidden page's, and no key."""

import pytest

from tests.conftest import SiteCase
from tests.faults.conftest import Broken, messages, page

UNKNOWN = "this file is not published: content/ is for pages, data, pictures, films, sound, documents and slides, with their usual endings"
KEY = "this is a private key: never publish it"


def test_a_file_with_another_ending_is_named_and_not_published(broken: Broken) -> None:
    names = [
        "references.yaml.old", "references.YAML", "references.yaml (1)", "references.json",
        "people.csv", "publications.BIB", "publications.bib.old", "site.yaml.1", "talks",
        "posts/notes.yaml.txt", "secrets.json", "credentials.csv", "env", "posts/x/key.txt",
        "id_rsa", "posts/server.pem", "login.kdbx", "index.md.save", "About.MD", "backup.zip",
        "db.sql", "x/y.sqlite3", "talk.key",
    ]  # fmt: skip
    for name in names:
        broken.write(f"content/{name}", "secret words")
    built = broken.accepts(*(f"content/{name}: warning: {UNKNOWN}" for name in sorted(names)))
    assert not built.files() & set(names)
    assert not any(b"secret words" in data for data in built.bytes().values())


def test_of_content_what_pages_link_to_is_published_and_of_static_anything(site: SiteCase) -> None:
    content = {"papers/goat.bib", "a/talk.pdf", "a/talk.PPTX", "a/song.mp3", "a/cv.docx"}
    static = {"CNAME", "code/goat v2.zip", "data.csv", ".well-known/security.txt", "id_rsa.pub"}
    for name in content | static:
        site.write(f"{'content' if name in content else 'static'}/{name}", "words")
    built = site.build()
    assert not messages(built)
    assert content | static <= built.files()


def test_a_private_key_is_refused_under_any_name(broken: Broken) -> None:
    keys = [
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3",
        "Bag Attributes\n    friendlyName: me\n-----BEGIN PRIVATE KEY-----\nMII",
        "-----BEGIN RSA PRIVATE KEY-----\r\nMII",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ",
        "PuTTY-User-Key-File-3: ssh-ed25519\n",
    ]
    names = [f"{place}/{place}{n}.pdf" for place in ("content", "static") for n in range(len(keys))]
    for name, key in zip(names, keys * 2, strict=True):
        broken.write(name, key)
    broken.refuses(*(f"{name}: error: {KEY}" for name in names))


def test_a_folder_whose_name_begins_with_an_underscore_stays_at_home(broken: Broken) -> None:
    broken.write("content/_drafts/p.md", page("title: Secret plan"))
    broken.write("content/_drafts/references.yaml", "- {name: A Referee}\n")
    broken.write("content/_drafts/deep/plan.pdf", "secret")
    said = "nothing in this folder is built or published, as its name begins with _"
    built = broken.accepts(f"content/_drafts: warning: {said}")
    assert not [path for path in built.files() if "drafts" in path]
    assert "Secret plan" not in "".join(map(str, built.bytes().values()))


FILES_OF_PAGES = {
    "posts/2024-01-01-goat/index.md": "posts/2024-01-01-goat/deep/er/fig.pdf",
    "posts/2024-01-02-lamb.md": "posts/2024-01-02-lamb/fig.pdf",
    "plan.md": "plan.pdf",
}


@pytest.mark.parametrize("hidden", ["draft: true", "visibility: private"])
def test_the_files_of_a_hidden_page_are_hidden(broken: Broken, hidden: str) -> None:
    for where, file in FILES_OF_PAGES.items():
        broken.write(f"content/{where}", page(f"title: T\n{hidden}", f"[fig](/{file})"))
        broken.write(f"content/{file}", "not for you")
    broken.write("content/other.pdf", "x").write("content/posts/2024-01-01-goats.pdf", "x")
    files = broken.accepts().files()
    assert not files & set(FILES_OF_PAGES.values())
    assert {"other.pdf", "posts/2024-01-01-goats.pdf"} <= files
    shown = broken.site.build(drafts=True).files() & set(FILES_OF_PAGES.values())
    assert len(shown) == (len(FILES_OF_PAGES) if "draft" in hidden else 0)
    assert not broken.site.build().files() & set(FILES_OF_PAGES.values())


def test_a_public_page_keeps_its_files_beside_and_below_a_hidden_one(broken: Broken) -> None:
    broken.write("content/notes/index.md", page("title: Posts\ndraft: true"))
    broken.write("content/notes/a/index.md", page("title: A", "[x](x.pdf)"))
    broken.write("content/notes/a/x.pdf", "x")
    broken.write("content/b.md", page("title: B", "[x](b/x.pdf)")).write("content/b/x.pdf", "x")
    broken.write("content/b.zh.md", page("title: B\ndraft: true"))
    assert {"notes/a/x.pdf", "b/x.pdf"} <= broken.accepts().files()
