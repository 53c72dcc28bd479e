"""Jekyll: Liquid, menus and HTML that owners of al-folio wrote themselves."""

from tests.importing.conftest import PNG, page
from tests.importing.test_jekyll_shown import CONFIG, body, folio, found

# ------------------------------------------------------------------ Liquid as Liquid has it


def test_nil_is_empty_in_each_filter() -> None:
    words = (
        "[one]({{ '/a/' | prepend: site.baseurl | prepend: site.url }}) {{ 'x' | append: page.no }}"
        "{{ 'x-y' | replace: '-', page.no }} {{ page.some | join: '+' }} {{ page.no | relative_url }}"
        "{{ page.no | date_to_string }}."
    )
    plan = folio({
        "_config.yml": f"{CONFIG}url: ''\nbaseurl: ''\n",
        "_pages/x.md": page("permalink: /x/\nno:\nsome: [a, '', b]", words),
        "_pages/a.md": page("permalink: /a/\ntitle: A"),
    })  # fmt: skip
    assert "[one](/a/) xxy a++b ." in body(plan, "/x/")


def test_an_error_costs_the_output_of_its_tag_and_not_the_loop() -> None:
    loop = (
        "{% for one in page.all %}\n- {{ one }}{{ one | minus: 1 | divided_by: 0 }}!\n{% endfor %}"
    )
    plan = folio({"_pages/x.md": page("permalink: /x/\nall: [Ann, Bob]", f"{loop}\n\nWords.")})
    text = body(plan, "/x/")
    assert "- Ann!\n" in text and "- Bob!\n" in text and "Words." in text
    assert text.count("TODO import") == 1 and len(found(plan, "template-error")) == 1


def test_a_picture_by_a_variable_of_a_loop_is_shown() -> None:
    loop = (
        "{% for one in page.all %}{% assign file = one.image | prepend: 'assets/img/' %}\n"
        "{% include figure.liquid path=file alt=one.name %}\n\n### {{ one.name }}\n{% endfor %}"
    )
    people = "[{name: Ann, image: a b.png}, {name: Bob, image: b.png}]"
    plan = folio({
        "_pages/x.md": page(f"permalink: /x/\nall: {people}", loop),
        "assets/img/a b.png": PNG, "assets/img/b.png": PNG,
    })  # fmt: skip
    text = body(plan, "/x/")
    assert "![Ann](/assets/img/a%20b.png)" in text and "![Bob](/assets/img/b.png)" in text
    assert "### Ann" in text and not found(plan, "template-error")
