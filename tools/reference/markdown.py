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
    "note": ("A box with a title; its other names are below.", "the title"),
    "details": ("A text that readers can unfold.", "the words to click on"),
    "figure": (
        "A picture; the text inside is its caption.",
        "the picture",
    ),
    "logos": (
        "Logos in a row, each a picture or a link with a picture; a white background keeps them "
        "legible on dark pages.",
        "",
    ),
    "gallery": (
        "Pictures and films in rows; write each on a line of its own.",
        "",
    ),
    "compare": (
        "Two pictures, with a slider between them.",
        "",
    ),
    "bibliography": ("The papers that the page cites; the block is empty.", ""),
}
"""Block -> its description, and the argument after its name."""
OPTIONS_IN_WORDS: dict[str, str] = {
    "class": "Classes, for the theme's styles.",
    "name": "An id, for links to this block.",
    "open": "The text is unfolded at first. Has no value.",
    "alt": "A description of the picture, for readers who cannot see it.",
    "width": "The width: `300` pixels, `50%`, `12em`.",
    "height": "The height, likewise.",
    "still": "The picture that a film shows until it plays.",
    "columns": "The number of pictures in a row on a wide screen, from 1 to 6; by default, as many "
    "as fit.",
}

_PAGE = r"""Pages, posts and the texts of data files are Markdown: CommonMark with the additions
below. Raw HTML is kept on pages, unless `markdown.html` in `site.yaml` is false; in data, it is
shown as text.

## Links and pictures

A link names a page of the site by its id or address, a file under `static/`, or a URL. A broken
link is an error with line and column.

````markdown
[the paper](goat), [all posts](/posts/), [slides](pdf/goat-slide.pdf), <https://example.org>
````

Put a photograph or figure beside the page that shows it, or under `static/`, as it comes from the
camera. The site gets smaller copies in WebP, and browsers choose the one that fits their screen.
The field `pictures` of `site.yaml` names the pictures to leave alone; with
`pictures: false` there are no copies. Copies contain no EXIF data. The original picture stays at
its address, with its pixels, colours and orientation. The site leaves out all other metadata of a
JPEG, PNG or WebP, such as the place where it was taken or a film that a phone appended. Your own
file, and a repository with it, keep the metadata. A picture whose metadata is cut off is an error;
so is a film, or another type of picture, that contains the place where it was taken. A picture
that cannot be read, or lacks a part of its pixels, is a warning. The contents of PDFs and archives
do not change.

Under `content/`, other files are published, too, if they have a usual ending of a picture, a film,
sound, a document or slides. Any other file is named in a message and not published, and neither are
the files of a draft or a private page: those in its folder (`goat/` for `goat.md` and for
`goat/index.md`) and those with its name (`goat.pdf`). Folders whose names begin with `_` are
ignored. All files in `static/` are published as they are, except private keys.

````markdown
![The test bed on the roof](testbed.jpg)
````

## Films

A film is written like a picture, and plays without sound. It begins when it is in view, unless a
reader wants nothing to move, and can be stopped. Write `{width=400}` after it to make it smaller.

````markdown
![A goat jumps over a wall](goat.mp4)
````

Films are MP4 or WebM with H.264, VP8, VP9 or AV1, of at most 16 megabytes. If a page shows a larger
film, or one that browsers would refuse (HEVC from phones, QuickTime, a file without its header),
that is an error with its place; a link may lead to any file. To make a short film for a page:

````sh
ffmpeg -i IMG_1234.MOV -an -vf scale=800:-2 -c:v libx264 -pix_fmt yuv420p goat.mp4
````

Until a film plays, it shows its first frame, so readers load the beginning of the film; a still
(`:still:` of a figure, `preview_still` of a record) is smaller. Masthead cannot extract a frame;
`ffmpeg -i goat.mp4 -frames:v 1 goat.jpg` does.

## Attributes

Braces give ids, classes and further attributes to the element before them (a link, a picture, code,
a heading, words in square brackets) or, on a line of their own, to the block below.

````markdown
## Results {#results}

The term is [Rechnernetz]{lang=de}.

![The test bed](photo.jpg){width=50% .framed}

{.lead}
This paragraph opens the page.
````

## Formulas

TeX between dollar signs becomes MathML; browsers show it without scripts. Two dollar signs set a
formula on lines of its own; `\label` and `\eqref` number formulas and refer to them.

Most of LaTeX's mathematics and of `amsmath` is supported: fractions, roots, accents, matrices,
`cases`, `aligned`, `align`, `gather`, `multline`, `\operatorname`, `\text`, alphabets, arrows and
colours. Extensions of MathJax such as `\ce` and `\bbox`, plain TeX's `\matrix`, sizes, and formulas
inside `\text{}` are not. An unknown command is an error with its place; in a `.bib` file, it is a
warning, and the TeX is shown. `masthead import` rewrites commands that have another name here.

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

Pages and posts cite papers by the ids of `publications.yaml`, and list them at the end, or in place
of a block `bibliography`. An id that no paper has is an error with line and column. `citations`, in
`site.yaml` or on the page, sets the form: `author-year` (Fang et al., 2023), `numbered` [1],
`superscript`, or a standard style for citations and their list: `ieee`, `acm`, `apa`, `chicago`,
`vancouver`, `gbt7714`. E-mail addresses, code and links stay as they are, and so does `@name` in a
sentence if no paper has that id; `\@` is never a citation. Texts of data files cannot cite.

````markdown
Switches can add [@goat; @grid, sec. 3], and @goat says how many. So does @grid [p. 12].
````

With `apa` and `chicago`, citations follow those manuals: (Fang & Xu, 2024; Li, 2023a, 2023b) and
Fang and Xu (2024, p. 12) in APA, (Fang and Xu 2024, 12) in Chicago. If two works would look the
same, letters after the years distinguish them. The initials and further names that the manuals
would add are not supported.

## Superscripts and subscripts

`3^rd^`, `H~2~O` and `10^-3^`: text between carets is raised, text between tildes is lowered. It may
contain letters, digits and a few signs; write a space as `\ `. Ranges such as `5~10` stay as they
are, and so does any mark after a backslash. This works in all texts: titles, CVs and PDFs, feeds
and BibTeX.

## Lists and tables

In addition to CommonMark: task lists, definition lists, tables, and `~~struck out~~` text.

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

A code fence names its language; the code is highlighted when the page is built.

````markdown
```python
print("hello")
```
````

## Typography

Straight quotes become curly ones, `--` and `---` become dashes, and `...` an ellipsis. Emphasis
works beside Chinese characters (`**注意：**请`), and a line break between two of these
makes no space.

## Excerpts

Lists of posts show the beginning of a post: the text before the line `<!-- more -->` or, without
that line, the first paragraph.

## Blocks

A block begins with three colons and a name in braces, and ends with three colons. An outer block
needs more colons than those inside it. Options follow directly below the first line.

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

In a gallery and a comparison, each line is a picture followed by its caption. A picture of a
gallery opens in full size above the page, and the arrow keys show the next ones; without scripts,
it is a link.

These are the boxes, with their default titles. Other names are understood, too: <<aliases>>.

<<boxes>>

<<sections>>

## Words

Words that rendering adds to a text:

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
        "blocks": table(("Block", "What it is", "After the name", "Options"), blocks),
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
            f"""The other block names are sections of records: {code(SECTION_KINDS)}, `section` or
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
