"""What a theme may do: draw with what it is given, and reach nothing else."""

import socket

import pytest

from tests.cases import rows
from tests.conftest import Built, SiteCase, masthead
from tests.cv.conftest import AWARDS, CV


def page_drawn_with(site: SiteCase, template: str) -> Built:
    site.write("themes/bare/templates/page.html", f"<!doctype html>\n{template}\n")
    site.write("content/p.md", "---\ntitle: P\n---\n\nText.\n")
    return site.build()


@pytest.mark.parametrize(("what", "template"), rows("ways_in", "Ways of a template to Python"))
def test_a_template_cannot_reach_python(site: SiteCase, what: str, template: str) -> None:
    said = page_drawn_with(site, template).said()
    assert "themes/bare/templates/page.html:2: error: template: " in said
    assert "is out of a template's reach" in said and said.count("error:") == 1


@pytest.mark.parametrize("name", ["os", "open", "__import__", "eval", "environ"])
def test_a_template_knows_no_name_of_python(site: SiteCase, name: str) -> None:
    said = page_drawn_with(site, f"{{{{ {name} }}}}").said()
    assert f'themes/bare/templates/page.html:2: error: template: there is no "{name}"' in said


DESIGNS = {
    "a file of the project": '#read("/content/site.yaml")',
    "a file of the machine": '#read("/etc/passwd")',
    "a program": '#plugin("/x.wasm")',
}


@pytest.fixture
def design(site: SiteCase) -> SiteCase:
    """A site whose theme has a design for CVs; a test says which."""
    site.write("content/site.yaml", "person: {name: Ada}\ntheme: mine\n")
    site.write("content/awards.yaml", AWARDS).write("content/cv/resume.yaml", f"design: own\n{CV}")
    theme = "title: Mine\nextends: broadsheet\ncv: {own: {description: Mine.}}\n"
    return site.write("themes/mine/theme.yaml", theme)


@pytest.mark.parametrize("source", DESIGNS.values(), ids=DESIGNS.keys())
def test_a_design_reads_its_own_files_only(design: SiteCase, source: str) -> None:
    design.write("themes/mine/cv/own.typ", f"\n{source}\n")
    run = masthead("build", cwd=design.root)
    assert run.returncode == 1 and "themes/mine/cv/own.typ:2: error: " in run.stderr
    assert "a design gets the files in `cv/` of its theme" in run.stderr


@pytest.mark.slow
def test_a_design_asks_nobody_for_packages(design: SiteCase) -> None:
    source = '#eval("import \\"@pre" + "view/cetz:0.3.0\\"")'
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        proxy = f"http://127.0.0.1:{listener.getsockname()[1]}"
        others = ('#import "@preview/cetz:0.3.0": canvas', '#import "@local/a:0.1.0": *')
        for text in (source, *others):
            design.write("themes/mine/cv/own.typ", f"{text}\n")
            run = masthead("build", cwd=design.root, HTTPS_PROXY=proxy, all_proxy=proxy)
            assert "themes/mine/cv/own.typ:1: error: " in run.stderr, text
            assert "a design cannot import packages" in run.stderr, text
        with pytest.raises(BlockingIOError):
            listener.accept()


@pytest.mark.slow
def test_a_pdf_does_not_depend_on_the_folder_of_the_command(design: SiteCase) -> None:
    source = '#set document(title: "A CV")\n#import "words.typ": hello\n#hello\n'
    design.write("themes/mine/cv/own.typ", source)
    design.write("themes/mine/cv/words.typ", '#let hello = read("hello.txt")\n')
    design.write("themes/mine/cv/hello.txt", "Hello")
    made = []
    for folder in (design.root, design.root / "content", design.root.parent):
        run = masthead("build", "--project", str(design.root), "--force", cwd=folder)
        assert run.returncode == 0, run.stderr
        made.append((design.root / "_site/pdf/resume.pdf").read_bytes())
    assert made[0] == made[1] == made[2]
    design.write("themes/mine/cv/words.typ", "\n#let hello = nothing\n")
    said = {
        masthead("build", *words, cwd=folder).stderr
        for folder, words in ((design.root, ()), (design.root.parent, ("--project", "project")))
    }
    assert len(said) == 1 and "themes/mine/cv/words.typ:2: error: " in said.pop()


@pytest.mark.broadsheet
def test_a_template_that_is_nested_too_deeply_is_a_mistake_in_it(site: SiteCase) -> None:
    name = "themes/broadsheet/templates/home.html"
    site.write(name, "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}")
    (problem,) = site.build().problems
    assert f"{problem.where}: {problem.message}".startswith(f"{name}: template: this never ends")
