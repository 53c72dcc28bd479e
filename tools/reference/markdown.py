"""The page on Markdown: the syntax of texts, including named blocks.

Most of it is prose, because the code has no table of Markdown's features. Names and words are
filled in from the code, and the tests render every example.
"""

from __future__ import annotations

from generator.model.languages import language
from generator.model.site import SECTION_KINDS
from generator.render.markdown.directives import _ALIASES, ADMONITIONS, OPTIONS
from tools.reference.wording import code, prose, table

WORDS = ("details", "table", "formula", "footnotes", "footnote", "backlink")
"""Words of the interface that rendering adds to a text, except the titles of boxes."""
BLOCKS: dict[str, tuple[str, str]] = {
    "note": ("A box with a title; its other names stand below.", "the title"),
    "details": ("A text that folds away.", "what to click on"),
    "figure": (
        "A picture with a caption, which is the text inside.",
        "the picture",
    ),
    "qr": (
        "A QR code of an address or a text, drawn while the site is built; the text inside is its "
        "caption.",
        "what the code says",
    ),
    "logos": (
        "Logos in a row, each a picture or a link with one; white behind them keeps them legible "
        "on dark pages.",
        "",
    ),
    "gallery": (
        "Pictures and films beside each other, each on a line of its own.",
        "",
    ),
    "compare": (
        "Two pictures, with a slider between them.",
        "",
    ),
    "bibliography": ("The papers that the page cites; holds nothing.", ""),
}
"""Block -> its description, and the argument after its name."""
OPTIONS_IN_WORDS: dict[str, str] = {
    "class": "Classes, for the theme's styles.",
    "name": "An id, for links that lead here.",
    "open": "The text stands unfolded. Takes no value.",
    "alt": "What the picture shows, for those who cannot see it.",
    "width": "How wide: `300` pixels, `50%`, `12em`.",
    "height": "How high, likewise.",
    "still": "The picture that a film shows until it plays.",
    "columns": "How many pictures stand beside each other on a wide screen, from 1 to 6; left out, "
    "as many as have room.",
}

_PAGE = r"""
Pages, posts and the texts of data files are Markdown: CommonMark, and what is listed here. Raw
HTML is kept on pages, unless `markdown.html` in `site.yaml` is false; in data it shows as text.

## Links and pictures

A link names a page of the site by its id or address, a file under `static/`, or a URL. One that
leads nowhere is an error with line and column.

````markdown
[the paper](goat), [all posts](/posts/), [slides](pdf/goat-slide.pdf), <https://example.org>
````

A photograph or figure lies beside the page that shows it, or under `static/`. Drop it there as it
comes from the camera: the site gets smaller copies in WebP, and a
browser takes what its screen needs. The field `pictures` of `site.yaml` says how wide they are and
which pictures are left alone; with `pictures: false` there are none. Copies hold no EXIF. The
picture itself stays at its address, with its pixels, its colours and which side is up. All other
metadata of a JPEG, PNG or WebP are left out, with the place where it was taken and the film that a
telephone appended. Your file keeps them, and so does a repository that holds it. A picture that
cannot be read to its end is an error. So is a film, or a picture of another kind, that says where
it was taken. What is inside of PDFs and archives stays.

Under `content/`, files of other kinds are published, too, if they have a usual ending of a picture,
a film, sound, a document or slides; what else lies there is named and stays at home. So does what
belongs to a draft or a private page: the files in its folder (`goat/` for `goat.md` and for
`goat/index.md`) and those of its name (`goat.pdf`). Folders whose names begin with `_` are passed
over. Any file is published from `static/`, as it stands, unless it is a private key.

````markdown
![The test bed on the roof](testbed.jpg)
````

## Films

A film is written as a picture is, and has no sound: it begins when it is in view, unless a reader
wants nothing to move, and can be stopped. Write `{width=400}` behind it to make it smaller.

````markdown
![A goat jumps over a wall](goat.mp4)
````

Films are MP4 or WebM with H.264, VP8, VP9 or AV1, of at most as many megabytes as `largest_film`
under `pictures` in `site.yaml` says (16). What browsers would refuse (HEVC as telephones write it,
QuickTime, a file whose head is missing) is a mistake with its place, where a page shows the film; a
link may lead to any file. A short film for a page is made by

````sh
ffmpeg -i IMG_1234.MOV -an -vf scale=800:-2 -c:v libx264 -pix_fmt yuv420p goat.mp4
````

Until a film plays, it shows its first frame, for which readers load its head; a still (`:still:` of
a figure, `preview_still` of a record) is lighter. Masthead takes no frame out itself: that needs a
decoder. `ffmpeg -i goat.mp4 -frames:v 1 goat.jpg` does.

## Attributes

Braces give ids, classes and further attributes to what stands before them (a link, a picture,
code, a heading, words in square brackets) or, on a line of their own, to the block below.

````markdown
## Results {#results}

The term is [Rechnernetz]{lang=de}.

![The test bed](photo.jpg){width=50% .framed}

{.lead}
This paragraph opens the page.
````

## Formulas

TeX between dollars becomes MathML, which browsers draw without scripts. Two dollars set a formula
on lines of its own; `\label` and `\eqref` number formulas and refer to them.

Most of LaTeX's mathematics and of `amsmath` is known: fractions, roots, accents, matrices, `cases`,
`aligned`, `align`, `gather`, `multline`, `\operatorname`, `\text`, alphabets, arrows and colours.
Extensions of MathJax such as `\ce` and `\bbox`, plain TeX's `\matrix`, sizes, and formulas inside
`\text{}` are not known. What is not known is an error with its place; in a `.bib` it is a warning,
and the TeX is shown. `masthead import` rewrites what has another name here.

````markdown
Let $x_{w,s}$ say whether worker $w$ sends to switch $s$.

$$
\sum_{s \in S_w} x_{w,s} = 1
$$
````

## Footnotes

````markdown
An old bound[^chernoff], and a remark in place^[like this one].

[^chernoff]: H. Chernoff, 1952.
````

## Citations

Pages and posts cite papers by the ids of `publications.yaml`, and get a list of them at their end,
or where a block `bibliography` stands. An id that no paper has is an error with line and column.
`citations`, in `site.yaml` or on the page, says how: `author-year` (Fang et al., 2023), `numbered`
[1], `superscript`, or a style of the field, which writes the list as well: `ieee`, `acm`, `apa`,
`chicago`, `vancouver`, `gbt7714`. E-mail addresses, code and links stay as they are, and so does
`@name` in a sentence where no paper has that id; `\@` cites nothing. The texts of data files cite
nothing.

````markdown
Switches can add [@goat; @grid, sec. 3], and @goat says how many. So does @grid [p. 12].
````

With `apa` and `chicago` citations read as in those manuals: (Fang & Xu, 2024; Li, 2023a, 2023b) and
Fang and Xu (2024, p. 12) in APA, (Fang and Xu 2024, 12) in Chicago. Letters behind the years tell
works apart that would look alike; initials and further names, which the manuals add, do not.

## Superscripts and subscripts

`3^rd^`, `H~2~O` and `10^-3^`: carets raise what stands between them, tildes lower it. A script
holds letters, digits and a few signs; a blank in it is written `\ `. Ranges such as `5~10` stay as
they are, and so does any mark behind a backslash. They work in all texts: titles, CVs and PDFs,
feeds and BibTeX.

## Lists and tables

Besides those of CommonMark: tasks, terms with definitions, tables, and `~~struck out~~` text.

````markdown
- [x] submitted
- [ ] camera-ready

Straggler
: A worker that all others wait for.

| Routing | Flows |
| --- | ---: |
| none | 6 |
| **ours** | 2 |
````

## Code

A fence names its language, and its words are coloured while the page is built.

````markdown
```python
print("hello")
```
````

## Typography

Straight quotes become curly, `--` and `---` dashes, `...` an ellipsis. Emphasis works beside
Chinese characters (`**注意：**请`), and a line break between two of them leaves no space.

## Excerpts

Lists of posts show the head of a post: what stands before the line `<!-- more -->` or, without
one, the first paragraph.

## Blocks

A block begins with three colons and a name in braces, and ends with three colons. An outer block
takes more colons than those inside it. Options stand directly below the first line.

<<blocks>>

<<options>>

````markdown
:::{note}
A box with the title “Note”.
:::

::::{warning} Mind the **gap**
:name: gap

:::{details} Why?
:open:
Because it is there.
:::
::::

:::{figure} photo.jpg
:alt: Six racks of servers
:width: 60%
The test bed in 2022.
:::

:::{gallery}
:columns: 2
![The roof in winter](roof.jpg) Before, in *January*
![A drone passes over the roof](drone.mp4) After
:::

:::{compare}
![A blurred street](input.jpg) Input
![The same street, sharp](output.jpg) Ours
:::
````

In a gallery and a comparison, each line is a picture, with a caption behind it. A picture of a
gallery opens in full above the page, and the arrow keys lead on; without a script it is a link.

These are the boxes, with the titles that they have when none is written. Other spellings are
understood, too: <<aliases>>.

<<boxes>>

<<sections>>

## Words

What rendering itself adds to a text:

<<words>>
"""


def markdown_page() -> str:
    """Return the page on Markdown."""
    blocks = [
        (f"`{name}`", what, argument, code(OPTIONS[name]))
        for name, (what, argument) in BLOCKS.items()
    ]
    aliases = (f"`{alias}` for `{name}`" for alias, name in sorted(_ALIASES.items()))
    filled = {
        "blocks": table(("Block", "What it is", "Behind the name", "Options"), blocks),
        "options": table(
            ("Option", "What it does"),
            [(code([name]), text) for name, text in OPTIONS_IN_WORDS.items()],
        ),
        "aliases": ", ".join(aliases),
        "boxes": table(
            ("Block", *_NAMES),
            [_translated(name, f"admonition.{name}") for name in sorted(ADMONITIONS)],
        ),
        "sections": prose(
            f"""Any other name is a section of records: {code(SECTION_KINDS)}, `section` or
            `timeline`. See [sections](sections.md)."""
        ),
        "words": table(("Word", *_NAMES), [_translated(key, key) for key in WORDS]),
    }
    page = _PAGE
    for name, text in filled.items():
        page = page.replace(f"<<{name}>>", text)
    return page


SHOWN = ("en", "zh")
"""Languages whose words are listed; the page on languages tells where to find the others."""
_NAMES = tuple(language(code).name for code in SHOWN)


def _translated(name: str, key: str) -> tuple[str, ...]:
    return (f"`{name}`", *(language(code).word(key) for code in SHOWN))
