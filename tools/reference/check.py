"""The page on `masthead check`, made from its rules."""

from __future__ import annotations

from generator.check.rules import FAMILIES, RULES, Rule
from generator.check.silencing import OWN_CODES
from tools.reference.docstrings import one_line
from tools.reference.wording import table

_INTRO = """
`masthead check` says everything that a build would say, and what a careful reader would notice.
Nothing is written. Each finding has its place, a code, and mostly a way out:

```
content/awards.yaml:3:10: warning: the award was won 3 times, but has 2 dates [award-count-differs]
    3 |   count: 3
      |          ^
      help: bring `count` and `date` in step
```

An `error` fails the check (exit code 1), a `warning` does with `--strict`, and a `note` never.

## Silencing

One finding is silenced by a comment, on its line or on a line of its own right above it. Above a
text of several lines it speaks for the whole text, in Markdown for the paragraph below.

```yaml
# masthead: ignore translation-missing
title: {en: A talk that only the English page shows}
date: 2024  # masthead: ignore date-differs-from-record
```

In BibTeX the comment begins with `%`; in Markdown it is
`<!-- masthead: ignore count-differs -->`. Several codes have commas between them. For the whole
site, `site.yaml` says so, for all files or for some:

```yaml
check:
  ignore: [page-without-translation, picture-too-large static/maps/*]
```

An ignore that silences nothing is a note (`ignore-unused`), one that names no rule a warning
(`ignore-unknown`). Mistakes that stop a build cannot be silenced.

## Formats

`--format text` is for people. The findings go to the standard output, a last line with their
number to the error stream.

`--format json` is one object: `version` (1), `findings`, `counts` (of `error`, `warning`, `note`)
and `silenced` (a number). A finding has `file` (in the project), `line` and `column` (from 1; 0
where there is none), `severity`, `code`, `message` and `hint`. Later versions may add keys.

`--format github` marks the lines, by the workflow commands of GitHub Actions: on a pull request,
on a commit and on the page of the run. GitHub shows ten marks of each severity, errors first here;
the error stream, which is the log, has all findings as text.
`--format sarif` is SARIF 2.1.0, which GitHub's code scanning and many editors read.

## Links to other hosts

`--external` asks each host that the site links to, with `HEAD` and, where that fails, `GET`; one
request at a time to each host, at most 300 in a run, 10 seconds each. What answered is not asked
again for a week, what did not for a day; `.cache/links.json` remembers. Only pages that are gone
(404, 410), wrong certificates and hosts that do not answer are said: a host that refuses robots
(403, 429, 999) or has a bad day (5xx) says nothing about its pages.
"""


def check_page() -> str:
    """Return the page on `masthead check`: how to silence it, its formats, all codes."""
    parts = [_INTRO.strip(), "## Rules"]
    families = {
        family: [rule for rule in RULES.values() if rule.family == family] for family in FAMILIES
    }
    rows = [(f"`{rule.code}`", rule.severity, rule.title) for rules in families.values()
            for rule in rules]  # fmt: skip
    own = [(f"`{code}`", "", about) for code, about in OWN_CODES.items() if code not in RULES]
    parts.append(table(("Code", "Severity", "What it finds"), [*rows, *own]))
    for family, rules in families.items():
        parts.append(f"## {family}")
        parts += map(_section, rules)
    return "\n\n".join(parts)


def _section(rule: Rule) -> str:
    paragraphs = [one_line(part) for part in rule.about.split("\n\n")]
    return "\n\n".join([f"### {rule.code}", f"{rule.severity.capitalize()}.", *paragraphs])
