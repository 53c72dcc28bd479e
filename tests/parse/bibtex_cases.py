r"""Messy BibTeX of our own: one thing that is odd or wrong in each, and what becomes of it.

A case is a name, the text of a .bib file, what the records say (a mapping of id to fields, where
a field is written as in `said`), and the messages (`line:column severity message`).
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Case(NamedTuple):
    """One messy file."""

    name: str
    text: str
    records: dict[str, dict[str, Any]]
    problems: tuple[str, ...] = ()


def misc(fields: str) -> str:
    """An entry `a` that is right but for what the fields say."""
    return f"@misc{{a, author={{X}}, {fields}}}"


def title(raw: str) -> str:
    return misc(f"title={{{raw}}}")


def by(raw: str) -> str:
    return f"@misc{{a, title={{T}}, author={{{raw}}}}}"


OK: dict[str, dict[str, Any]] = {"a": {"title": "T"}}

CASES = [
    # ------------------------------------------------------------------ the form of entries
    Case("an ordinary entry", misc("title={T}"), OK),
    Case("round brackets", "@misc(a, title={T}, author={X})", OK),
    Case("capitals in type and field", "@MISC{a, TITLE={T}, Author={X}}", OK),
    Case("blanks everywhere", "  @ misc { a , title = { T } , author = {X} , }", OK),
    Case("a value in quotation marks", misc('title="T"'), OK),
    Case("quotation marks inside of braces", title('The "T"'), {"a": {"title": 'The "T"'}}),
    Case("braces inside of quotation marks", misc('title="a {"}T{"}"'), {"a": {"title": 'a "T"'}}),
    Case("a value over two lines", title("A\n   T"), {"a": {"title": "A T"}}),
    Case("Windows line ends", "@misc{a,\r\n title={A\r\nT},\r\n author={X}}\r\n", {"a": {"title": "A T"}}),
    Case("a byte order mark", "\ufeff" + misc("title={T}"), OK),
    Case("al-folio's front matter", "---\n---\n\n" + misc("title={T}"), OK),
    Case("prose between entries", "My papers, see me@x.org.\n" + misc("title={T}"), OK),
    Case("an entry behind a per cent sign", "%@misc{b, title={B}}\n" + misc("title={T}"), OK),
    Case("a comment inside of an entry", "@misc{a,\n % title={No},\n title={T}, author={X}}", OK),
    Case("an @ behind a brace of a title", title("{GOAT} @ SIGCOMM (demo) and {A} @ and {B}"), {"a": {"title": "GOAT @ SIGCOMM (demo) and A @ and B"}}),
    Case("@comment", "@comment{jabref-meta: @x{y};}\n" + misc("title={T}"), OK),
    Case("@preamble", '@preamble{"\\newcommand{\\x}{y}"}\n' + misc("title={T}"), OK),
    Case("no comma after the last field", "@misc{a, author={X}, title={T}\n}", OK),
    Case(
        "a missing comma between fields",
        "@misc{a,\n  title={T}\n  author={X}\n}",
        {"a": {"title": "T", "authors": ["X"]}},
        ('2:11 warning a comma is missing after the field "title"',),
    ),
    Case("a missing comma after the key", "@misc{a\n title={T}, author={X}}", OK,
         ("1:8 warning a comma is missing after the key",)),
    Case("no key", "@misc{title={T}}\n@misc{b, title={B}, author={X}}", {"b": {"title": "B"}},
         ("1:2 error this entry has no key and cannot be read",)),
    Case("an empty key", "@misc{, title={T}}", {}, ("1:2 error this entry has no key and cannot be read",)),
    Case("a key of signs alone", "@misc{:::, title={T}}", {},
         ('1:7 error the key ":::" cannot be an address',)),
    Case("a key of a library", "@misc{DBLP:conf/x/Y24, title={T}, author={X}}", {"DBLP:conf/x/Y24": {"title": "T"}}),
    Case("a Chinese key", "@misc{方缙2024, title={T}, author={X}}", {"方缙2024": {"title": "T"}}),
    Case(
        "a brace that is never closed",
        "@misc{a, title={T},\n author={X {Y}\n}\n@misc{b, title={B}, author={X}}",
        {"a": {"title": "T"}, "b": {"title": "B"}},
        ("1:2 error this entry is never closed: a \"}\" is missing",),
    ),
    Case(
        "a quotation mark that is never closed",
        '@misc{a, author={X},\n title="T}\n@misc{b, title={B}, author={X}}',
        {"b": {"title": "B"}},
        (
            '1:2 error this entry is never closed: a "}" is missing',
            '1:7 error the entry "a" has no title',
            '2:8 error this quotation mark of the field "title" is never closed',
        ),
    ),
    Case("an entry that is never closed", "@misc{a, title={T}, author={X}", OK,
         ('1:2 error this entry is never closed: a "}" is missing',)),
    Case("a brace too many", "@misc{a, title={T}}, author={X}}", {"a": {"title": "T", "authors": []}},
         ('1:7 warning the entry "a" has no author', "1:20 warning this text stands outside of any entry and is not read")),
    Case("no brace at all", "@article a, title={T}\n@misc{b, title={B}, author={X}}", {"b": {"title": "B"}},
         ('1:1 error no "{" follows "@article": this entry is not read',)),
    Case("text where a field should be", misc("title={T}, what is this"), OK,
         ('1:33 error "what is this" in the entry "a" is no field',)),
    Case("a field without a value", misc("title={T}, year=, note={N}"), {"a": {"title": "T", "note": "N"}},
         ('1:38 error the field "year" has no value',)),
    Case("a field twice", misc("title={T}, title={U}"), OK,
         ('1:33 warning the field "title" stands here a second time and is left out',)),
    Case("a field twice, the same", misc("title={T}, title={T}"), OK),
    Case("two entries of one key", "@misc{a, title={T}, author={X}}\n@misc{A, title={U}, author={X}}", OK,
         ('2:7 error two publications have the id "A"',)),
    Case("a type that nobody knows", "@artcle{a, title={T}, author={X}}", OK,
         ('1:9 warning BibTeX has no type "@artcle" of entry',)),
    Case("no title", "@misc{a, author={X}}", {}, ('1:7 error the entry "a" has no title',)),
    Case("a title of blanks", title("  "), {}, ('1:7 error the entry "a" has no title',)),
    Case("no author", "@misc{a, title={T}}", {"a": {"title": "T", "authors": []}},
         ('1:7 warning the entry "a" has no author',)),
    Case("an editor and no author", "@book{a, title={T}, editor={X}}", {"a": {"authors": ["X"], "kind": "book"}}),
    # ------------------------------------------------------------------ macros, joins, crossref
    Case("@string", '@string{n = "Net"}\n' + misc("title={T}, howpublished=n"), {"a": {"venue": "Net"}}),
    Case("@string in other capitals", "@STRING(Net={Net})\n" + misc("title={T}, howpublished=NET"), {"a": {"venue": "Net"}}),
    Case("a join of macro and text", '@string{n="IEEE"}\n' + misc('title={T}, howpublished = n # " Press"'), {"a": {"venue": "IEEE Press"}}),
    Case("a macro out of macros", '@string{a="X"} @string{b=a # "Y"}\n' + misc("title={T}, howpublished=b"), {"a": {"venue": "XY"}}),
    Case("a macro that is not there", '@string{nets="N"}\n' + misc("title={T}, howpublished=net"), {"a": {"venue": "net"}},
         ('2:46 warning there is no macro "net", so it is taken as text',)),
    Case("a macro twice", "@string{n={M}}\n@string{n={N}}\n" + misc("title={T}, howpublished=n"), {"a": {"venue": "N"}},
         ('2:9 warning the macro "n" is set a second time',)),
    Case("@string without a value", "@string{n}\n" + misc("title={T}"), OK,
         ("1:2 error this @string has no name and value",)),
    Case(
        "crossref to a later entry",
        "@inproceedings{a, title={T}, author={X}, crossref={p}}\n@proceedings{p, title={Proc. P}, year=2019, publisher={Q}}",
        {"a": {"venue": "Proc. P", "date": "2019", "publisher": "Q"}},
    ),
    Case("crossref to nothing", misc("title={T}, crossref={q}"), OK,
         ('1:43 error there is no entry "q" to inherit from',)),
    Case("crossref to itself", misc("title={T}, crossref={a}"), OK,
         ('1:43 error there is no entry "a" to inherit from',)),
    # ------------------------------------------------------------------ names
    Case("first von last", by("Ludwig van Beethoven"), {"a": {"authors": ["Ludwig|van Beethoven"]}}),
    Case("von last, first", by("van der Berg, Jan"), {"a": {"authors": ["Jan|van der Berg"]}}),
    Case("last, junior, first", by("King, Jr., Martin Luther"), {"a": {"authors": ["Martin Luther|King|Jr."]}}),
    Case("two names without a comma between", by("A B and\nC D"), {"a": {"authors": ["A|B", "C|D"]}}),
    Case("and others", by("B, A and others"), {"a": {"authors": ["A|B", "et al."]}}),
    Case("et al.", by("B, A and et al."), {"a": {"authors": ["A|B", "et al."]}}),
    Case("a corporate author", by("{World Health Organization} and B, A"), {"a": {"authors": ["World Health Organization", "A|B"]}}),
    Case("a corporate author with `and`", by("{Food and Drug Administration}"), {"a": {"authors": ["Food and Drug Administration"]}}),
    Case("a Chinese name", by("方缙 and 赵, 功名"), {"a": {"authors": ["方缙", "赵功名"]}}),
    Case("a name in braces in part", by("{de la Cruz}, Ana and Jean {van der Berg}"), {"a": {"authors": ["Ana|de la Cruz", "Jean|van der Berg"]}}),
    Case("accents in names", by(r"{\v{S}}koda, {\'E}va and M{\"u}ller, J{\"o}rg and Erd{\H o}s, P."),
         {"a": {"authors": ["Éva|Škoda", "Jörg|Müller", "P.|Erdős"]}}),
    Case("an `and` with nothing beside it", by("A B and and C D"), {"a": {"authors": ["A|B", "C|D"]}},
         ("1:33 warning a name is missing beside this `and`",)),
    Case("a star at a name", by("Bee*, Ann and Cee, Bob"), {"a": {"authors": ["Ann|Bee+equal", "Bob|Cee"]}}),
    Case("marks behind names", by(r"Bee\textsuperscript{1,*}, Ann and Cee, Bob$^\dagger$ and Dee†, C. and {\'E}e$^2$, D. and \'Eva Fee\thanks{x}"),
         {"a": {"authors": ["Ann|Bee+equal", "Bob|Cee", "C.|Dee", "D.|Ée", "Éva|Fee"]}},
         (r'1:29 warning the mark "1,*" behind this name is left out', r'1:63 warning the mark "†" behind this name is left out',
          '1:86 warning the mark "†" behind this name is left out', '1:99 warning the mark "2" behind this name is left out')),
    Case("names between commas", by("Ann Bee, Bob Cee, Carl Dee"), {"a": {"authors": ["Carl Dee|Ann Bee|Bob Cee"]}},
         ('1:29 warning "Ann Bee, Bob Cee, Carl Dee" is read as one name',)),
    Case("names between many commas", by("A B, C D, E F, G H"), {"a": {"authors": ["G H|A B|C D"]}},
         ('1:29 warning "A B, C D, E F, G H" is read as one name',)),
    Case("names between other signs", by(r"Ann Bee; Bob Cee and C Dee \& E Fee and {Gee \& Hee; Ltd}"),
         {"a": {"authors": ["Ann Bee; Bob|Cee", "C Dee & E|Fee", "Gee & Hee; Ltd"]}},
         ('1:29 warning "Ann Bee; Bob Cee" is read as one name', '1:50 warning "C Dee & E Fee" is read as one name')),
    Case("an initial behind the family name", by("Lovelace A. and Weinan E and Plato, A."), {"a": {"authors": ["Lovelace|A.", "Weinan|E", "A.|Plato"]}},
         ('1:29 warning "A." is read as a family name',)),
    Case("a tie in a name", by("Ann~B. Cee"), {"a": {"authors": ["Ann B.|Cee"]}}),
    # ------------------------------------------------------------------ words
    Case("protected capitals", title("{GOAT}: {A} {S}tudy of {eBPF}"), {"a": {"title": "GOAT: A Study of eBPF"}}),
    Case("capitals that only braces keep", title("On {B}ayesian {Games}"), {"a": {"title": "On Bayesian Games", "bibtex": {"title": "On {B}ayesian {Games}"}}}),
    Case("capitals that stay without braces", title(r"{GOAT} of \'{E}va, {\"O}l and $X_{A}$"),
         {"a": {"title": "GOAT of Éva, Öl and $X_{A}$", "bibtex": {}}}),
    Case("capitals that braces keep beside others", title(r"GOAT, \emph{eBPF} and {Bayes} on {IEEE LANs} of M\"UX"),
         {"a": {"title": 'GOAT, *eBPF* and Bayes on IEEE LANs of MÜX', "bibtex": {"title": r'{GOAT}, \emph{{eBPF}} and {Bayes} on {IEEE LANs} of M\"UX'}}}),
    Case("capitals of a subtitle", misc("title={On {Mars}}, subtitle={The {Game}}"), {"a": {"title": "On Mars: The Game", "bibtex": {"title": "On {Mars}: The {Game}"}}}),
    Case("a title in two braces", title("{Kept As It Is}"), {"a": {"title": "Kept As It Is"}}),
    Case("accents in all spellings", title(r"\'e \'{e} {\'e} {\'{e}} \c{c} {\aa} \o{} \ss \i \"{\i} na\"\i ve"),
         {"a": {"title": "é é é é ç å ø ßıï naïve"}}),
    Case("specials", title(r"50\% \& \$1 a\_b \#1"), {"a": {"title": r"50% & \$1 a\_b #1"}}),
    Case("a formula", title(r"On $n_1^{2} * \alpha$ and \(x\)"), {"a": {"title": r"On $n_1^{2} * \alpha$ and $x$"}}),
    Case("a lone dollar", title("5$ a day"), {"a": {"title": r"5\$ a day"}}),
    Case("what would be Markdown", title("A* [search] `q` _x_ <b>"), {"a": {"title": r"A\* \[search\] \`q\` \_x\_ \<b>"}}),
    Case("emphasis", title(r"\emph{In vivo} \textbf{b} {\em e} \textsc{Small}"), {"a": {"title": "*In vivo* **b** e Small"}}),
    Case("dashes and quotation marks", title("a--b --- ``c'' `d'"), {"a": {"title": r"a–b — “c” \`d'"}}),
    Case("a command that nobody knows", title(r"\foo{T}"), {"a": {"title": "T"}},
         (r'1:29 warning the LaTeX command "\foo" is not known here and is left out',)),
    Case("HTML of publishers", title("Food &amp; <i>E. coli</i> in H<sub>2</sub>O: <b>A</b> <x> &#8217; a<b"),
         {"a": {"title": r"Food & *E. coli* in H$_{2}$O: **A** \<x> ’ a\<b"}}),
    Case("Chinese", title("关于{网络}的研究"), {"a": {"title": "关于网络的研究"}}),
    Case("an abstract of two paragraphs", misc("title={T}, abstract={One.\n\n# Two}"), {"a": {"abstract": "One.\n\n\\# Two"}}),
    # ------------------------------------------------------------------ fields
    Case("pages with two dashes", misc("title={T}, pages={1--12}"), {"a": {"pages": "1-12"}}),
    Case("a year and a month's macro", misc("title={T}, year=2020, month=sep"), {"a": {"date": "2020-09"}}),
    Case("a day joined to a month", misc('title={T}, year=2020, month="10~" # jan'), {"a": {"date": "2020-01-10"}}),
    Case("a month in words", misc("title={T}, year={2020}, month={September}"), {"a": {"date": "2020-09"}}),
    Case("a month that is none", misc("title={T}, year={2020}, month={Foo}"), {"a": {"date": "2020"}},
         ('1:53 warning "Foo" is not a month',)),
    Case("biblatex's date", misc("title={T}, date={2020-05-03}"), {"a": {"date": "2020-05-03"}}),
    Case("a year that is none", misc("title={T}, year={soon}"), {"a": {"date": ""}},
         ('1:39 warning "soon" is not a year, so this entry has no date',)),
    Case("a year with more", misc("title={T}, year={2020a}"), {"a": {"date": "2020"}},
         ('1:39 warning "2020a" is read as the year 2020',)),
    Case("no year", misc("title={T}"), {"a": {"date": ""}}),
    Case("in press", misc("title={T}, year={to appear}"), {"a": {"date": "", "status": "accepted"}}),
    Case("a DOI as a URL", misc(r"title={T}, doi={https://doi.org/10.1145/3_4}"), {"a": {"doi": "10.1145/3_4"}}),
    Case("a DOI with LaTeX's escapes", misc(r"title={T}, doi={10.1145/3\_4}"), {"a": {"doi": "10.1145/3_4"}}),
    Case("a DOI in `url` alone", misc("title={T}, url={https://doi.org/10.1145/3}"), {"a": {"doi": "10.1145/3", "links": {}}}),
    Case("a DOI twice", misc("title={T}, doi={10.1145/AB}, url={http://dx.doi.org/10.1145/ab}"), {"a": {"doi": "10.1145/AB", "links": {}}}),
    Case("another DOI in `url`", misc("title={T}, doi={10.1145/1}, url={https://doi.org/10.5281/2}"),
         {"a": {"doi": "10.1145/1", "links": {"url": "https://doi.org/10.5281/2"}}}),
    Case("eprint", misc("title={T}, eprint={2404.01234}, archivePrefix={arXiv}, primaryClass={cs.NI}"),
         {"a": {"arxiv": "2404.01234", "kind": "preprint", "bibtex": {"primaryclass": "cs.NI"}}}),
    Case("arXiv as a journal", "@article{a, title={T}, author={X}, journal={arXiv preprint arXiv:2404.01234}}",
         {"a": {"arxiv": "2404.01234", "kind": "preprint", "venue": "arXiv"}}),
    Case("CoRR", "@article{a, title={T}, author={X}, journal={CoRR}, volume={abs/2404.01234}}",
         {"a": {"arxiv": "2404.01234", "kind": "preprint", "venue": "arXiv", "volume": ""}}),
    Case("another archive", misc("title={T}, eprint={hal-1}, archivePrefix={HAL}"),
         {"a": {"arxiv": "", "bibtex": {"eprint": "hal-1", "archiveprefix": "HAL"}}}),
    Case("a URL in howpublished", misc(r"title={T}, howpublished={\url{https://x.org/a_b~c}}"),
         {"a": {"links": {"url": "https://x.org/a_b~c"}, "venue": ""}}),
    Case("a file with a blank in its name", misc(r"title={T}, slides={my  talk.pdf}, code={https://x.org/a/  b}"),
         {"a": {"links": {"slides": "my talk.pdf", "code": "https://x.org/a/b"}}}),
    Case("keywords", misc("title={T}, keywords={a b, c,, a b}"), {"a": {"tags": ["a b", "c"]}}),
    Case("keywords with semicolons", misc("title={T}, keywords={a, b; c}"), {"a": {"tags": ["a, b", "c"]}}),
    Case("a master's thesis", "@mastersthesis{a, title={T}, author={X}, school={S}}",
         {"a": {"kind": "thesis", "venue": "S", "bibtex": {"type": "Master's thesis"}}}),
    Case("a report", "@techreport{a, title={T}, author={X}, institution={I}, number={TR-7}}",
         {"a": {"kind": "report", "venue": "I", "number": "TR-7"}}),
    Case("a book", "@book{a, title={T}, author={X}, publisher={P}, isbn={1}}",
         {"a": {"kind": "book", "venue": "P", "publisher": "", "isbn": "1"}}),
    Case("al-folio's fields", misc("title={T}, abbr={ICNP}, selected={true}, bibtex_show={true}, pdf={a.pdf}, slides={s.pdf}, code={https://c.org}, preview={p.png}, award={Best}"),
         {"a": {"selected": True, "links": {"pdf": "a.pdf", "slides": "s.pdf", "code": "https://c.org"}, "award": "Best",
                "bibtex": {"abbr": "ICNP", "bibtex_show": "true", "preview": "p.png"}}}),
    Case("al-folio's two fields for awards", misc("title={T}, award={It was the best}, award_name={Best Paper}"), {"a": {"award": "Best Paper: It was the best"}}),
    Case("a field of one's own", misc("title={T}, mood={good}"), {"a": {"bibtex": {"mood": "good"}}}),
    Case("a field's name that BibTeX cannot read", misc("title={T}, ünfug={x}"), {"a": {"bibtex": {}}},
         ('1:33 warning the field "ünfug" is left out: BibTeX cannot read its name',)),
    Case("a subtitle", misc("title={T}, subtitle={U}"), {"a": {"title": "T: U"}}),
]  # fmt: skip
