"""What the old site kept from readers is kept from them: passwords, hidden pages, private facts."""

import pytest

from tests.importing.conftest import JSON_RESUME, Imported, Planned, Run, planned, source
from tests.importing.test_bad_sources import BASE

POST = "---\ntitle: Diary\ndate: 2024-02-02\n{}---\n\nOnly for friends.\n"


def shown_to_readers(site: Imported | Planned) -> list[str]:
    """The pages and records without a mark that keeps them from readers."""
    texts = {path: site.text(path) for path in site.files if path.startswith("content/")}
    marks = ("draft: true", "visibility: private")
    return [
        path
        for path, text in texts.items()
        if "Only for friends" in text and not any(mark in text for mark in marks)
    ]


def protected(site: Imported | Planned) -> set[tuple[str, str]]:
    codes = ("password", "unlisted")
    return {(code, file) for code in codes for file in site.named(code)}


@pytest.mark.parametrize(
    "fields", ["password: abc\n", "encrypt: true\nenc_pwd: 123\n", "tag: [[Diaries, X]]\n"]
)
def test_a_post_with_a_password_becomes_a_draft_and_leads_the_report(
    imported: Run, fields: str
) -> None:
    config = f"{BASE['_config.yml']!s}url: https://x.example.org\nencrypt:\n  tags:\n  - {{name: Diaries, password: xyz}}\n"
    site = imported({
        **BASE, "_config.yml": config, "source/_posts/diary.md": POST.format(fields),
        "source/_posts/links.md": "---\ntitle: L\ndate: 2024-01-02\n---\n{% post_link diary %}\n",
    })  # fmt: skip
    assert protected(site) == {("password", "source/_posts/diary.md")}
    assert shown_to_readers(site) == []
    report = site.text("import-report.md")
    assert [line for line in report.split("\n") if line.startswith("## ")][:2] == [
        "## Before you publish",
        "## Protected: no list showed it, or a password did, and readers do not see it now",
    ]
    assert "2. Pages that had a password (1): they are drafts now" in report  # 1. is `xyz`
    everything = report + site.text("import-report.json")
    assert not any(word in everything for word in ("abc", "xyz", "123"))
    assert not any(old["old"] == "/2024/02/02/diary/" for old in site.report["addresses"])
    assert "/diary/" not in site.text("content/posts/2024-01-02-links.md")


@pytest.mark.parametrize(
    "line", ["hidden: true", "hide: yes", "unlisted: true", "secret_page: true"]
)
def test_a_hidden_page_is_listed_nowhere(line: str) -> None:
    config = f"{BASE['_config.yml']!s}hide_posts: {{filter: secret_page}}\n"
    site = planned({
        **BASE, "_config.yml": config,
        "source/_posts/diary.md": POST.format(line + "\n"),
        "source/friends/index.md": POST.format(line + "\n"),
        "source/_posts/seen.md": POST.format("hidden: false\nsitemap: false\n").replace("friends", "all"),
    })  # fmt: skip
    pages = {"source/_posts/diary.md", "source/friends/index.md"}
    assert protected(site) == {("unlisted", page) for page in pages}
    assert shown_to_readers(site) == []
    assert "draft" not in site.text("content/posts/2024-02-02-seen.md")


@pytest.mark.parametrize(
    "fields",
    ["_build: {list: never}\n", "build:\n  render: never\n", "private: true\n", "password: 12\n"],
)
def test_pages_and_papers_of_hugo_that_no_list_shows_stay_so(fields: str) -> None:
    text = POST.format("authors: [admin]\nabstract: Only for friends.\n" + fields)
    site = planned({
        **source("hugo-blox"),
        "content/post/diary/index.md": text,
        "content/publication/diary/index.md": text,
        "content/friends/index.md": text,
    })  # fmt: skip
    files = {one for _, one in protected(site)}
    folders = ("post/diary", "publication/diary", "friends")
    assert files == {f"content/{folder}/index.md" for folder in folders}
    assert shown_to_readers(site) == []
    assert "private" in site.text("content/publications.yaml").partition("Diary")[2]


def test_a_text_that_is_encrypted_in_part_is_a_draft_without_its_password() -> None:
    body = '{{% hugo-encryptor "open-sesame" %}}\nOnly for friends.\n{{% /hugo-encryptor %}}\n'
    site = planned({**source("hugo-blox"), "content/post/diary/index.md": POST.format("") + body})
    assert protected(site) == {("password", "content/post/diary/index.md")}
    assert shown_to_readers(site) == []
    assert "open-sesame" not in site.text("content/posts/2024-02-02-diary.md")


def test_records_and_pages_of_jekyll_that_were_hidden_stay_so() -> None:
    text = POST.format("venue: V\nhidden: true\n")
    site = planned({
        **source("academicpages"), "_talks/2024-02-02-diary.md": text,
        "_posts/2024-02-02-diary.md": text, "_pages/diary.md": text,
    })  # fmt: skip
    files = {"_talks/2024-02-02-diary.md", "_posts/2024-02-02-diary.md", "_pages/diary.md"}
    assert protected(site) == {("unlisted", file) for file in files}
    assert shown_to_readers(site) == []


PRIVATE = {
    "telephone": "+49 170 1234567",
    "token": "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "street": "Secret Street 5",
    "mail": "tess.private@tester.example",
    "key": "-----BEGIN OPENSSH PRIVATE KEY-----",
}


def test_the_report_repeats_no_private_fact(imported: Run) -> None:
    said = "\n".join(
        [f"mobile_phone: {PRIVATE['telephone']}", f"deploy_hook: [{PRIVATE['token']}]",
         f"contact: {{street: {PRIVATE['street']}, by: {PRIVATE['mail']}}}",
         f"motto: Call {PRIVATE['telephone']} or {PRIVATE['street']}",
         f"signed: {PRIVATE['key']}"]
    )  # fmt: skip
    text = f"---\ntitle: X\ndate: 2024-01-02\n{said}\n---\n[c](tel:+491701234567) [m](/{PRIVATE['mail']})\n"
    config = f"{BASE['_config.yml']!s}{said}\n"
    site = imported({**BASE, "_config.yml": config, "source/_posts/x.md": text})
    reports = site.text("import-report.md") + site.text("import-report.json")
    assert {name for name, value in PRIVATE.items() if value in reports} == set()
    assert "mobile_phone" in site.found("private") and "491701234567" not in reports


def test_a_second_telephone_number_is_named_and_not_repeated(imported: Run) -> None:
    resume = JSON_RESUME.replace('"basics": {', '"basics": {"fax": "030 555 0199",', 1)
    site = imported({"resume.json": resume})
    assert "fax" in site.found("private")
    assert "555 0199" not in site.text("import-report.md") + site.text("import-report.json")


def test_git_ignores_the_report() -> None:
    ignored = planned(BASE).text(".gitignore").split("\n")
    assert {"/import-report.md", "/import-report.json"} <= set(ignored)
