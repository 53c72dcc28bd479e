"""The settings of a site of Hugo: one file, or one for each part of them.

Format: gohugo.io, "Configuration", "Configuration directory".
"""

from generator.importing.plan import SitePlan
from generator.importing.private_facts import secrets_in
from generator.importing.reading import Fields, Unreadable, read_toml, read_yaml
from generator.importing.source_tree import SourceTree
from generator.importing.sources.front_pages import leave, text_of


def settings_of(
    name: str, tree: SourceTree, plan: SitePlan, main: str, config: Fields
) -> tuple[str, Fields]:
    """Return the path and the content of a file of settings beside the main one, or of its part."""
    path = tree.first(*(f"config/_default/{name}.{end}" for end in ("yaml", "yml", "toml")))
    if path:
        return path, read_settings(tree, path, plan)
    inside = config.get(name)
    return main, inside if isinstance(inside, Fields) else Fields()


def read_settings(tree: SourceTree, path: str, plan: SitePlan) -> Fields:
    """Return a file of settings; empty after noting why it cannot be read."""
    text = text_of(tree, path, plan)
    if text is None:
        return Fields()
    for line, name in secrets_in(text):
        plan.findings.add("secret", "secret", path, name, line=line)
    plan.take(path, "content/site.yaml")
    try:
        found = read_toml(text) if path.endswith(".toml") else read_yaml(text, path, plan.findings)
    except Unreadable as error:
        leave(path, plan, "unreadable", error.reason, error.line)
        return Fields()
    return found if isinstance(found, Fields) else Fields()
