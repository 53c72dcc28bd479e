"""Strings that break programs, written for this project. One fault is behind each."""

TITLES = [
    # marks of YAML
    "- item", "# comment", "key: value", "? key", "[flow", "{flow", "&anchor", "*alias", "!tag",
    "| block", "> folded", "@at", "`tick`", "%percent", "'single", '"double', "''", '""', "~",
    "null", "true", "no", "NO", "off", "1.10", "1e3", "0x1F", "0o17", "2024-01-01", "12:30:45",
    "---", "...", ": ", "a: b: c", "<<",
    # markup
    "<script>alert(1)</script>", "</title><script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>', "' onmouseover='alert(1)", "<!-- comment", "-->", "<![CDATA[ x ]]>",
    "]]>", "</script>", "</style><b>", "<?xml version='1.0'?>", "<!DOCTYPE html>", "&amp;", "&lt;b&gt;",
    "&#60;script&#62;", "&notanentity;", "&", "<", ">", "a < b > c", "x<y", "<b", "<iframe src=//x>",
    "<base href=//evil.example>", "<form action=//x><input>", "<plaintext>", "<a href='javascript:x'>",
    # marks of templates
    "{{ 7*7 }}", "{% raw %}", "{% include 'x' %}", "{# note #}", "{{ site.info }}", "${7*7}", "#{7*7}",
    "<%= 7*7 %>", "{{", "}}", "{%", "%}",
    # marks of Markdown
    "*", "**", "***bold", "_under_", "__init__", "a_b_c", "`", "``` code", "~~gone~~", "# Title",
    "1. one", "> quoted", "\\", "\\*", "a\\", "[text]", "[a][b]", "![alt]", "^sup^", ":::", ":::{note}",
    "{#id .class}", "{onclick=alert(1)}", "[^1]", "===", "| a | b |", "--", "---x", "...", '"quoted"',
    # marks of TeX and BibTeX
    "$", "$$", "$x$", "$\\frac{1}{", "\\input{/etc/passwd}", "\\write18{ls}", "\\def\\x{\\x\\x}\\x", "{", "}",
    "}{", "{{{", "\\href{javascript:alert(1)}{x}", "100% of $5 & #1_a^b~c", "@article{x,", "\\",
    # paths and addresses
    "../../etc/passwd", "..", ".", "/", "//evil.example", "\\\\server\\share", "C:\\con", "con", "~root",
    "%2e%2e%2f", "%00", "file:///etc/passwd", "javascript:alert(1)", "a/b\\c:d*e?f|g", "?q=1#frag", "index.html",
    # letters
    "é", "e\u0301", "ﬁ", "İstanbul", "ß", "Ω", "方缙", "日本語", "한국어", "עברית", "العربية", "हिन्दी", "ไทย",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "𠮷", "👩‍👩‍👧‍👦", "🇨🇳", "👍🏽", "a\u0300\u0301\u0302\u0303\u0304", "\u200b", "a\u200bb", "\ufeffx",
    "\u202eright to left", "a\u2066b\u2069", "\u00adsoft", "a\u2028b", "a\u2029b", "a\u0085b", "\u3000wide\u3000",
    "\u00a0", "ａｂｃ", "Ⅷ", "½", "x\u0000y", "x\u0007y", "x\u001b[31my", "x\u007fy", "x\ufffey", "\u0001",
    # sizes
    "a" * 5000, "ab " * 2000, "<" * 500, "&" * 500, "[" * 300, "*" * 300, "(" * 300, "方" * 3000, "👩‍👩‍👧" * 200,
]  # fmt: skip

_REFUSED = (
    # Rightly an error in a body, with its place: directives, formulas, attributes.
    ":::", ":::{note}", "{onclick=alert(1)}", "$$",
)  # fmt: skip
BODIES = [text for text in TITLES if text not in _REFUSED]
