"""TeX's commands that are letters, accents, or say how words look.

Sources: Lamport, "LaTeX: A Document Preparation System", sections 3.2 and C.15; the packages
inputenc, textcomp and babel.
"""

from __future__ import annotations

import re

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306",
    ".": "\u0307", '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323",
    "c": "\u0327", "k": "\u0328", "b": "\u0331", "h": "\u0309", "G": "\u030f", "U": "\u030e",
    "textcommabelow": "\u0326", "t": "\u0361",
}  # fmt: skip
ALONE = dict(zip("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328",
                  "`´^~¯˘˙¨˚˝ˇ¸˛", strict=True))  # fmt: skip
"""Accents that stand on nothing: `\\~{}`."""
LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "SS": "SS",
    "S": "§", "P": "¶", "dag": "†", "ddag": "‡", "copyright": "©", "pounds": "£",
    "textregistered": "®", "texttrademark": "™", "textcopyright": "©", "texteuro": "€",
    "euro": "€", "textdegree": "°", "textmu": "µ", "textbullet": "•",
    "textendash": "–", "textemdash": "—", "ldots": "…", "dots": "…", "textellipsis": "…",
    "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "textquotesingle": "'", "textquotedbl": '"', "quotedblbase": "„",
    "glqq": "„", "grqq": "“", "guillemotleft": "«", "guillemotright": "»", "guilsinglleft": "‹",
    "guilsinglright": "›", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
    "textunderscore": "_", "textbar": "|", "textless": "<", "textgreater": ">",
    "textdollar": "$", "textbraceleft": "{", "textbraceright": "}", "textperiodcentered": "·",
    "textexclamdown": "¡", "textquestiondown": "¿", "textsection": "§", "slash": "/",
    "lbrack": "[", "rbrack": "]", "TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX",
    "quad": " ", "qquad": " ", "space": " ", "par": "\n\n", "newline": " ",
    "textasteriskcentered": "*", "texttildelow": "˷", "textsterling": "£", "yen": "¥",
    "textyen": "¥", "textcent": "¢", "textcurrency": "¤", "textlnot": "¬", "neg": "¬",
    "textpm": "±", "texttimes": "×", "textdiv": "÷", "textonesuperior": "¹", "micro": "µ",
    "texttwosuperior": "²", "textthreesuperior": "³", "textonehalf": "½", "textonequarter": "¼",
    "textthreequarters": "¾", "textordfeminine": "ª", "textordmasculine": "º", "textdagger": "†",
    "textdaggerdbl": "‡", "textparagraph": "¶", "textbrokenbar": "¦", "textperthousand": "‰",
    "textquoteleftbase": "‚", "quotesinglbase": "‚", "textfractionsolidus": "⁄",
    "textminus": "−", "textrightarrow": "→", "textleftarrow": "←", "textservicemark": "℠",
    "textcopyleft": "🄯", "textwon": "₩", "textlira": "₤", "textdong": "₫", "textnaira": "₦",
    "textohm": "Ω", "texttheta": "θ", "textschwa": "ə", "dbar": "đ", "hbar": "ħ", "IJ": "Ĳ",
    "ij": "ĳ", "textcelsius": "℃", "textmarried": "⚭", "textdied": "✝", "textborn": "⋆",
    "and": "and", "numero": "№", "textnumero": "№", "ordfeminine": "ª", "ordmasculine": "º",
}  # fmt: skip
SYMBOLS = {
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", ",": "\u202f",
    ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", "\\": " ", "\n": " ", "*": "",
}  # fmt: skip
MARKS = {"emph": "*", "textit": "*", "textsl": "*", "textbf": "**", "texttt": "`", "uline": "",
          "enquote": "“", "url": "", "path": "", "nolinkurl": ""}  # fmt: skip
SILENT = frozenset(
    re.findall(
        r"\w+",
        "textrm textsf textsc textup textmd textnormal mbox text hbox underline uppercase "
        "MakeUppercase em it bf sc rm sf tt sl itshape bfseries scshape ttfamily sffamily "
        "rmfamily upshape normalfont small footnotesize large normalsize relax protect nobreak "
        "noindent break allowbreak NoCaseChange bibnamedelima "
        "bibinitperiod centering xspace selectfont sloppy leavevmode ignorespaces unskip "
        "lowercase MakeLowercase bibstring nobreakspace textlatin ",
    )
)
"""Commands that say how words look and not what they are."""
DROPPED = frozenset({"label", "vspace", "hspace", "noopsort", "foreignlanguage", "selectlanguage"})
"""Commands whose first argument is no part of the words."""
NOTES = frozenset({"footnote", "thanks", "footnotemark", "footnotetext"})
"""Commands whose argument is words that have no place here."""
RAISED = {"textsuperscript": "^", "textsubscript": "_"}
