"""A formula in plain text: `O(\\log n)` of a title is `O(log n)` where no formula can stand.

It is used in `<title>`, in metadata, feeds and exports, and on social cards.
"""

from __future__ import annotations

import re


def _signs(names: str, signs: str) -> dict[str, str]:
    return dict(zip(names.split(), signs, strict=True))


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


_LETTERS = _signs(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega varepsilon vartheta varpi varrho varsigma varphi Gamma Delta Theta "
    "Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar infty partial nabla aleph emptyset "
    "varnothing forall exists star ast dagger sum prod int sqrt neg langle rangle lceil rceil "
    "lfloor rfloor prime ldots dots cdots vert Vert lvert rvert lVert rVert",
    "αβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφΓΔΘΛΞΠΣΥΦΨΩℓℏ∞∂∇ℵ∅∅∀∃⋆∗†∑∏∫√¬⟨⟩⌈⌉⌊⌋′………|‖||‖‖",
)
_BETWEEN = _signs(
    "times cdot pm mp le leq ge geq ne neq approx sim simeq equiv propto in notin subset subseteq "
    "supset cup cap to rightarrow leftarrow Rightarrow leftrightarrow mapsto ll gg oplus otimes "
    "circ land lor mid parallel perp leqslant geqslant setminus",
    "×·±∓≤≤≥≥≠≠≈∼≃≡∝∈∉⊂⊆⊃∪∩→→←⇒↔↦≪≫⊕⊗∘∧∨∣∥⊥⩽⩾∖",
)
"""Signs with a blank on both sides."""
_WORDS = _names(
    "log ln lg exp sin cos tan cot sinh cosh tanh min max sup inf lim arg det dim gcd deg ker Pr"
    " argmin argmax bmod mod"
)
_STYLES = _names(
    "mathrm mathit mathbf mathsf mathtt mathcal mathfrak mathscr boldsymbol bm text textrm textit"
    " textbf textsf texttt operatorname mbox mathop"
)
_SILENT = _names("left right big Big bigg Bigg displaystyle textstyle limits nolimits !")
_BLANKS = frozenset({",", ";", ":", " ", "quad", "qquad"})
_BOARD = dict(zip("CHNPQRZE", "ℂℍℕℙℚℝℤ𝔼", strict=True))
_INSIDE = re.compile(r"(?<=[(\[{|]) | (?=[)\]},;])")
_TOKEN = re.compile(
    r"\\([A-Za-z]+)\*?[ \t\n]*|\\(.)|([{}^_~&])|[ \t\n]+|[^\\{}^_~& \t\n]+", re.DOTALL
)


def formula_words(tex: str) -> str:
    """Return a formula as one line of text; the TeX itself where a part of it cannot be said so."""
    try:
        found, end = _group(tex, 0, 0)
    except ValueError:
        return tex
    return _INSIDE.sub("", " ".join(found.split())) if end == len(tex) else tex


def _group(tex: str, at: int, depth: int) -> tuple[str, int]:
    """Return the words up to the end of a group or of all, and where they end."""
    if depth > 20:
        raise ValueError
    words: list[str] = []
    while at < len(tex) and tex[at] != "}":
        word, at = _next(tex, at, depth)
        words.append(word)
    return "".join(words), at


def _next(tex: str, at: int, depth: int) -> tuple[str, int]:
    """Return the words of the next command, group or piece of text, and where it ends."""
    token = _TOKEN.match(tex, at)
    if token is None or token[3] in ("}", "&"):
        raise ValueError
    name, sign, mark = token.groups()
    end = token.end()
    if name or sign:
        return _command(tex, name or sign, end, depth)
    if mark == "{":
        found, end = _group(tex, end, depth + 1)
        if end == len(tex):
            raise ValueError
        return found, end + 1
    if mark in ("^", "_"):
        return _raised(tex, mark, end, depth)
    return (" " if mark == "~" else token[0]), end


def _command(tex: str, name: str, end: int, depth: int) -> tuple[str, int]:
    if name in _LETTERS:
        return _LETTERS[name], end
    if name in _BETWEEN:
        return f" {_BETWEEN[name]} ", end
    if name in _WORDS:
        follows = tex[end : end + 1]
        return f" {name}{' ' if follows.isalnum() or follows == chr(92) else ''}", end
    if name in _BLANKS:
        return " ", end
    if name in _SILENT:
        return "", end
    if name in ("{", "}", "%", "$", "#", "_", "&", "|"):
        return name, end
    if name in _STYLES:
        return _argument(tex, end, depth)
    if name == "mathbb":
        found, end = _argument(tex, end, depth)
        return _BOARD.get(found, found), end
    if name in ("frac", "tfrac", "dfrac"):
        above, end = _argument(tex, end, depth)
        below, end = _argument(tex, end, depth)
        return f"{_held(above.strip())}/{_held(below.strip())}", end
    raise ValueError


def _argument(tex: str, at: int, depth: int) -> tuple[str, int]:
    """Return the words of a command's argument: a group, a command or one letter."""
    at += len(tex[at:]) - len(tex[at:].lstrip())
    if at < len(tex) and tex[at] not in "{}\\^_~&":
        return tex[at], at + 1
    return _next(tex, at, depth + 1)


def _raised(tex: str, mark: str, at: int, depth: int) -> tuple[str, int]:
    found, end = _argument(tex, at, depth)
    found = found.strip()
    if found in ("∗", "*", "′", "∘"):
        return ("°" if found == "∘" else found), end
    return f"{mark}{_held(found)}", end


def _held(words: str) -> str:
    """Return words in brackets, unless they are one number or letter."""
    return words if words.isalnum() or len(words) == 1 else f"({words})"
