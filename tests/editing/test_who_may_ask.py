"""The panel answers its own script, in a run of this machine, and nobody else."""

import json

import pytest

from tests.conftest import SiteCase, masthead
from tests.editing.conftest import Session

QUESTIONS = ("list", "kinds")


def test_the_panel_has_an_origin_of_its_own_and_its_page_holds_no_token(shared: Session) -> None:
    assert shared.origin != shared.preview.url.rstrip("/")
    page = shared.request("/", "GET", {})
    assert page.status == 200
    assert shared.token not in page.text
    assert shared.preview.url in page.text
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert f"frame-src {shared.preview.url.rstrip('/')};" in policy
    assert "frame-ancestors 'none'" in policy
    for name in ("panel.js", "panel.css"):
        file = shared.request(f"/{name}", "GET", {})
        assert file.status == 200
        assert shared.token not in file.text


def test_pages_of_the_site_may_be_framed_by_the_panel_and_by_no_other(shared: Session) -> None:
    page = shared.preview.ask("/")
    assert page.headers["Content-Security-Policy"] == f"frame-ancestors 'self' {shared.origin}"
    assert "X-Frame-Options" not in page.headers
    assert shared.token not in page.text
    assert f'data-panel="{shared.origin}"' in page.text


def test_a_question_is_answered_as_json(shared: Session) -> None:
    answer = shared.post("kinds")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert json.loads(answer.body)[0]["kind"] == "site"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X_Masthead_Token": "wrong"}, 403),
        ({"X_Masthead_Token": ""}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "multipart/form-data; boundary=x"}, 400),
    ],
)
def test_others_are_refused(shared: Session, headers: dict[str, str], status: int) -> None:
    for name in QUESTIONS:
        assert shared.post(name, **headers).status == status


def test_the_site_s_own_pages_are_others(shared: Session) -> None:
    origin = shared.preview.url.rstrip("/")
    assert shared.post("kinds", Origin=origin).status == 403
    assert shared.upload("a.pdf", b"%PDF", Origin=origin).status == 403


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT", "OPTIONS"])
def test_questions_are_asked_by_post_alone(shared: Session, method: str) -> None:
    assert shared.request("/api/kinds", method, shared.headers, "{}").status == 405
    assert shared.request("/api/upload?name=a.pdf", "POST", shared.headers, "{}").status == 405


@pytest.mark.parametrize("body", ["", "[]", "x", "{", "1", '"a"', "\x00"])
def test_what_is_no_question_is_refused(shared: Session, body: str) -> None:
    answer = shared.request("/api/kinds", "POST", shared.headers, body)
    assert answer.status == 400
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("path", ["/x", "/api/", "/api/secret", "/../site.yaml", "/panel.html"])
def test_there_is_nothing_else(shared: Session, path: str) -> None:
    assert shared.request(path, "POST", shared.headers, "{}").status in (404, 405)
    assert shared.request(path, "GET", shared.headers).status in (404, 405)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_nothing_is_edited_from_other_machines(site: SiteCase, host: str) -> None:
    site.write("content/site.yaml", "person: {name: Ada}\n")
    run = masthead("edit", "--project", str(site.root), "--host", host, "--port", "0")
    assert run.returncode == 2
    assert f"{host} can be reached by other machines" in run.stderr
    assert "editing:" not in run.stderr
