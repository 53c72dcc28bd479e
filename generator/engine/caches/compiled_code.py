"""What processes keep for each other of the code that Python would compile or look for anew."""

from __future__ import annotations

import sys
from pathlib import Path

from generator.engine.caches.compiled_modules import CompiledModules
from generator.engine.caches.compiled_patterns import CompiledPatterns, use
from generator.engine.caches.users_cache import users_cache

_kept: list[CompiledModules | CompiledPatterns] = []


def start(project: Path, is_build: bool) -> None:
    """Have this process and its copies use what is kept: patterns, and the modules of builds.

    Other commands load modules that hardly anybody needs twice a day.
    """
    folder = users_cache(project)
    if folder is None or _kept:
        return
    if is_build:
        modules = CompiledModules(folder)
        sys.meta_path.insert(0, modules)
        _kept.append(modules)
    patterns = CompiledPatterns(folder)
    use(patterns)
    _kept.append(patterns)


def save() -> None:
    """Keep what this process has compiled or loaded, for the processes to come."""
    for kept in _kept:
        kept.save()
