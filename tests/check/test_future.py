"""Posts whose day has not come: a build knows no clock, so checks and deployments name them."""

from datetime import date, timedelta

from tests.check.checking import check
from tests.conftest import SiteCase, masthead
from tests.faults.conftest import page

CODE = "post-from-the-future"
NOW = date(2024, 5, 17)


def posts(site: SiteCase, *days: str) -> SiteCase:
    for number, day in enumerate(days):
        site.write(f"content/posts/p{number}.md", page(f"title: P{number}\ndate: {day}"))
    return site


def test_a_post_that_lies_ahead_is_named(site: SiteCase) -> None:
    posts(site, "2024-05-16", "2024-05-17", "2024-05-18", "2024-06", "2024", "2025")
    said = [line for line in check(site.root, today=NOW).said() if CODE in line]
    assert said == [
        f"content/posts/p{n}.md:3:7: warning: this post is dated {day}, which is in the future, but it is published now [{CODE}]"
        for n, day in ((2, "2024-05-18"), (3, "2024-06"), (5, "2025"))
    ]


def test_without_a_day_nobody_knows_and_a_draft_may_wait(site: SiteCase) -> None:
    assert CODE not in check(posts(site, "2999-01-01").root).codes()
    site.write("content/posts/p0.md", page("title: P\ndate: 2999-01-01\ndraft: true"))
    assert CODE not in check(site.root, today=NOW).codes()


def test_the_command_knows_the_day_and_a_build_says_nothing(site: SiteCase) -> None:
    tomorrow = date.today() + timedelta(days=2)
    posts(site, tomorrow.isoformat())
    found = masthead("check", "--project", str(site.root))
    assert f"this post is dated {tomorrow.isoformat()}, which is in the future" in found.stdout
    built = masthead("build", "--project", str(site.root))
    assert (built.returncode, built.stderr) == (0, "")


def test_a_member_who_leaves_some_day_is_no_alumna_yet(site: SiteCase) -> None:
    untils = ("2024", "2024-05", "2024-06", "2031", "2031 (expected)")
    members = (
        f"- {{name: {n} Li, group: phd, until: {u}}}" for n, u in zip("ABCDE", untils, strict=True)
    )
    site.write("content/people.yaml", "\n".join(members) + "\n")
    said = [line for line in check(site.root, today=NOW).said() if "leaves-in" in line]
    assert said == [
        f"content/people.yaml:{n}:35: warning: this person leaves on {day}, which is in the future, but is "
        "already among the alumni [leaves-in-the-future]"
        for n, day in ((3, "2024-06"), (4, "2031"))
    ]
