"""Writes data as YAML like an author; without a library, so that quoting is the same for all."""

from __future__ import annotations

import json
from collections.abc import Iterable

from tools.bench.corpus import Publication


def quoted(text: str) -> str:
    """Return a text in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def front_matter(**fields: str) -> str:
    """Return the head of a Markdown file; values are already YAML."""
    return "".join(["---\n", *(f"{key}: {value}\n" for key, value in fields.items()), "---\n\n"])


def publications_yaml(publications: Iterable[Publication]) -> str:
    """Return the data file of all publications: the same for Masthead and Hugo."""
    return "\n".join(
        f"""- id: {paper.id}
  title: {quoted(paper.title)}
  authors: [{", ".join(paper.authors)}]
  venue: {paper.venue}
  date: {paper.year}
  pages: "{paper.pages}"
  doi: {paper.doi}
  links: {{pdf: "{paper.pdf}"}}
  abstract: {quoted(paper.abstract)}
"""
        for paper in publications
    )
