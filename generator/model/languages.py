"""The words of each language: months, dates, labels.

A language that has no table of its own borrows the English one; `words:` and `labels:` in
`site.yaml` change or add single words.
"""

from __future__ import annotations

import msgspec


class Language(msgspec.Struct, frozen=True):
    """One language's own name, its dates and its words."""

    name: str
    """As its speakers call it."""
    months: tuple[str, ...] = ()
    """Short names of the months, where dates are written with names."""
    long_months: tuple[str, ...] = ()
    words: dict[str, str] = {}

    def word(self, key: str) -> str:
        """Return a word, in English where the language has none."""
        return self.words.get(key) or ENGLISH.words.get(key) or key


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

ENGLISH = Language(
    name="English",
    months=tuple(month[:3] for month in _MONTHS),
    long_months=_MONTHS,
    words={
        "present": "present",
        "expected": "expected",
        "et_al": "et al.",
        "comma": ", ",
        "cv": "Curriculum vitae",
        "cv.page": "{name} · page {page} of {pages}",
        "undated": "Forthcoming and preprints",
        "more": "All {}",
        # sections
        "publications": "Publications",
        "experience": "Experience",
        "education": "Education",
        "projects": "Projects",
        "patents": "Patents",
        "awards": "Awards",
        "service": "Service",
        "teaching": "Teaching",
        "talks": "Talks",
        "skills": "Skills",
        "news": "News",
        "references": "References",
        "interests": "Other interests",
        "posts": "Posts",
        # kinds, as headings of groups
        "kind.conference": "Conference papers",
        "kind.workshop": "Workshop papers",
        "kind.journal": "Journal articles",
        "kind.preprint": "Preprints",
        "kind.book": "Books",
        "kind.chapter": "Book chapters",
        "kind.thesis": "Theses",
        "kind.report": "Technical reports",
        "kind.demo": "Demonstrations",
        "kind.poster": "Posters",
        "kind.dataset": "Data sets",
        "kind.software": "Software",
        "kind.other": "Other",
        "kind.patent": "Patents",
        "kind.trade-secret": "Trade secrets",
        "status.accepted": "accepted",
        "status.submitted": "submitted",
        "status.in-preparation": "in preparation",
        "status.filed": "filed",
        "status.published": "published",
        "status.granted": "granted",
        "status.expired": "expired",
        # details
        "advisors": "Advisors",
        "thesis": "Thesis",
        # labels of links
        "link.pdf": "pdf",
        "link.slides": "slides",
        "link.video": "video",
        "link.code": "code",
        "link.blog": "blog",
        "link.doi": "doi",
        "link.arxiv": "arXiv",
        "link.poster": "poster",
        "link.data": "data",
        "link.demo": "demo",
        "link.website": "website",
        "link.url": "website",
        "link.bibtex": "bibtex",
        "link.email": "E-mail",
        "link.phone": "Phone",
        "link.github": "GitHub",
        "link.scholar": "Google Scholar",
        "link.orcid": "ORCID",
        "link.dblp": "DBLP",
        "link.linkedin": "LinkedIn",
        "link.twitter": "Twitter",
        "link.x": "X",
        "link.mastodon": "Mastodon",
        "link.bluesky": "Bluesky",
        "link.zhihu": "Zhihu",
        "link.bilibili": "Bilibili",
        "link.semanticscholar": "Semantic Scholar",
        "link.cv": "CV",
        "link.rss": "Feed",
        # Markdown
        "admonition.note": "Note",
        "admonition.tip": "Tip",
        "admonition.hint": "Hint",
        "admonition.important": "Important",
        "admonition.warning": "Warning",
        "admonition.caution": "Caution",
        "admonition.seealso": "See also",
        "table": "Table",
        "footnote.back": "Back to the text",
        "footnotes": "Footnotes",
    },
)

CHINESE = Language(
    name="中文",
    words={
        "present": "至今",
        "expected": "预计",
        "et_al": "等",
        "comma": "，",
        "cv": "个人简历",
        "cv.page": "{name} · 第 {page} 页，共 {pages} 页",
        "undated": "预印本与待发表",
        "more": "全部{}",
        "publications": "学术成果",
        "experience": "工作经历",
        "education": "教育背景",
        "projects": "项目经历",
        "patents": "专利",
        "awards": "奖项荣誉",
        "service": "学术服务",
        "teaching": "教学",
        "talks": "报告",
        "skills": "技能",
        "news": "动态",
        "references": "推荐人",
        "interests": "其他",
        "posts": "博客",
        "kind.conference": "会议论文",
        "kind.workshop": "研讨会论文",
        "kind.journal": "期刊论文",
        "kind.preprint": "预印本",
        "kind.book": "专著",
        "kind.chapter": "章节",
        "kind.thesis": "学位论文",
        "kind.report": "技术报告",
        "kind.demo": "演示",
        "kind.poster": "海报",
        "kind.dataset": "数据集",
        "kind.software": "软件",
        "kind.other": "其他",
        "kind.patent": "专利",
        "kind.trade-secret": "技术秘密",
        "status.accepted": "已录用",
        "status.submitted": "在投",
        "status.in-preparation": "撰写中",
        "status.filed": "已申请",
        "status.published": "已公开",
        "status.granted": "已授权",
        "status.expired": "已失效",
        "advisors": "导师",
        "thesis": "学位论文",
        "link.slides": "幻灯片",
        "link.video": "视频",
        "link.code": "代码",
        "link.blog": "博客",
        "link.poster": "海报",
        "link.data": "数据",
        "link.demo": "演示",
        "link.website": "网站",
        "link.url": "网站",
        "link.email": "电子邮件",
        "link.phone": "电话",
        "link.scholar": "谷歌学术",
        "link.zhihu": "知乎",
        "link.bilibili": "哔哩哔哩",
        "link.cv": "简历",
        "link.rss": "订阅",
        "admonition.note": "说明",
        "admonition.tip": "提示",
        "admonition.hint": "提示",
        "admonition.important": "重要",
        "admonition.warning": "警告",
        "admonition.caution": "注意",
        "admonition.seealso": "另见",
        "table": "表格",
        "footnote.back": "回到正文",
        "footnotes": "脚注",
    },
)

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def language(code: str) -> Language:
    """Return a language by its code; `zh-CN` finds `zh`; an unknown one speaks English."""
    found = LANGUAGES.get(code) or LANGUAGES.get(code.partition("-")[0])
    return found or Language(code, ENGLISH.months, ENGLISH.long_months)
