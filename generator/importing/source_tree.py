"""The files of a source: of a folder, or of a commit. They are only read, no link is followed: one
that leads to a file of the source is read as that file, by its path in the tree."""

import errno
import os
import re
import stat
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from posixpath import basename, dirname, join, normpath, splitext
from urllib.parse import unquote

import msgspec

from generator.disk import OwnFolder
from generator.hosting.git import Git, GitError, repository
from generator.problems import Message, Place, Problem, SiteError
from generator.processes import step

MOST_FILES = 200_000
LARGEST = 256 << 20
"""Bytes of a file. Hosts of pages take no larger ones."""
_MOST_LINKS = 500
"""Links of which it is read where they lead."""
LARGEST_TEXT = 16 << 20
"""Bytes of a file that is read as a text."""
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif")
"""Endings of pictures that a person can be shown in."""
_PICTURE_FOLDERS = ("", *(
    top + inner for top in ("images/", "assets/img/", "assets/images/", "img/")
    for inner in ("", "team/", "people/", "members/")
))  # fmt: skip
_PASSED_OVER = frozenset({".git", "node_modules", "__pycache__", ".bundle", ".sass-cache",
                          ".jekyll-cache", ".jekyll-metadata", ".venv"})  # fmt: skip
"""Folders that programs fill."""
OF_MANY = re.compile(
    r"(?i)(?:image|img|fig|figure|pic|picture|photo|logo|icon|cover|banner|featured|avatar|"
    r"profile|portrait|prof_pic|me|bio|thumb|untitled|screenshot|paper|article|main|slides|"
    r"poster|supplement)?[\W_\d]*"
)
"""Names that files of any text may have."""
_ON_GITHUB = re.compile(
    r"https?://(?:(?:www\.)?github|raw\.githubusercontent)\.com/(?P<owner>[\w-]+)/"
    r"(?P<repository>[\w.-]+)/(?:(?:blob|raw|refs/heads)/)?[\w.-]+/"
    r"(?P<path>[^\n\"'<>()\[\]?#]{1,300}?\.(?:png|jpe?g|webp|gif|avif|svg|pdf))\b(?:\?raw=\w+)?",
    re.IGNORECASE,
)
"""The address of a picture or a PDF in a repository."""
_BACKUPS = ("_bk", ".bak", "~")
"""Endings of what editors and people keep of a file."""
_LAST = chr(0x10FFFF)
"""Comes after every character of a path."""
_LFS = b"version https://git-lfs.github.com/spec/"
LONGEST_POINTER = 1024
"""Bytes of what git has of a file that is on another server."""
_CONTROLS = {code: None for code in range(32) if chr(code) not in "\n\t"} | {0x7F: None}
ON_LFS = "its content is on a server of Git LFS: `git lfs pull` gets it"
"""Why a file is not there that git has only a note of."""


class SourceTree(msgspec.Struct, frozen=True, dict=True):
    """All files of a source by their paths from its top, with slashes."""

    name: str
    """What the person typed."""
    sizes: Mapping[str, int]
    """Path of each file, in order -> its bytes."""
    left: Mapping[str, str]
    """Path of what is not read -> why: links, pipes, folders that programs fill."""
    reader: Callable[[str], bytes]
    commit: str = ""
    """The commit that was read; empty for a folder."""

    def read(self, path: str) -> bytes:
        """Return the bytes of a file. Raises OSError where it cannot be read."""
        return self.reader(path)

    def bytes_if_any(self, path: str) -> bytes:
        """Return the bytes of a file, or nothing where they cannot be read."""
        try:
            return self.read(path) if self.has(path) else b""
        except OSError:
            return b""

    def without(self, left_out: Mapping[str, str]) -> "SourceTree":
        """Return the same tree in which some files cannot be read, each with the reason; it says
        before each file that it reads it."""

        def read(path: str) -> bytes:
            if path in left_out:
                raise OSError(errno.EFBIG, left_out[path], path)
            step(path)
            return self.reader(path)

        return msgspec.structs.replace(self, reader=read)

    def text(self, path: str) -> str:
        """Return a file as text, with plain line ends and no byte order mark.

        Raises UnicodeDecodeError and OSError.
        """
        return self.text_of(self.read(path))

    def text_of(self, data: bytes) -> str:
        """Return bytes of the source as text. What it names of the source by an address on GitHub
        is named by its path. Raises UnicodeDecodeError."""
        return _ON_GITHUB.sub(self._own, plain_text(data))

    def _own(self, link: re.Match[str]) -> str:
        """Return the path of a file of the source that a text names by its address on GitHub."""
        path, names = unquote(link["path"]), link.group("owner", "repository")
        is_ours = all(name.lower() in self._settings for name in names)
        is_rare = not OF_MANY.fullmatch(splitext(basename(path))[0])
        return f"/{link['path']}" if self.has(path) and (is_ours or is_rare) else link[0]

    @cached_property
    def _settings(self) -> str:
        """What the settings say, in lower case: where the site and its repository are."""
        files = (p for p in self.sizes if re.match(r"(?:_?config|hugo)\.|config/_default/", p))
        return b"\n".join(map(self.bytes_if_any, files)).decode(errors="replace").lower()

    def text_if_any(self, path: str) -> str:
        """Return a file as text, or nothing where it cannot be read as one."""
        try:
            return self.text(path) if self.has(path) else ""
        except (OSError, UnicodeDecodeError):
            return ""

    def below(self, folder: str, *endings: str) -> list[str]:
        """Return the files in a folder and those below it: `_posts/`, or all of them for ``."""
        paths = self._paths
        first, end = bisect_left(paths, folder), bisect_left(paths, folder + _LAST)
        found = paths[first:end] if folder else paths
        return [path for path in found if not endings or path.lower().endswith(endings)]

    @cached_property
    def _paths(self) -> list[str]:
        """All paths in order, so that a folder's files are found without looking at all others."""
        return sorted(self.sizes)

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return path in self.sizes

    def first(self, *paths: str) -> str:
        """Return the first of some paths that is there, or nothing, as settings write them: with a
        slash before it, or with two where a template puts a folder before it."""
        found = (re.sub("/{2,}", "/", path).lstrip("/") for path in paths)
        return next((path for path in found if path in self.sizes), "")

    def picture(self, named: str) -> str:
        """Return the picture that a record names, under any ending: where the pictures of records
        are, else the only one so called, as templates may put any folder before it."""
        named = unquote(named).strip("/")
        stem = splitext(named)[0]
        names = [named, *(stem + ending for ending in PICTURES)]
        found = self.first(*(folder + name for name in names for folder in _PICTURE_FOLDERS))
        same = [path for path in self.sizes if path.endswith(f"/{named}")]
        return found or (same[0] if len(same) == 1 and same[0].lower().endswith(PICTURES) else "")


def plain_text(data: bytes) -> str:
    """Return bytes as text, with plain line ends, no byte order mark and no control characters."""
    text = data.decode(encoding_of(data)).replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(_CONTROLS)


def encoding_of(data: bytes) -> str:
    """Return UTF-8, or what Windows writes in China for bytes that are Chinese in that, but for few
    signs: letters with accents, read so, are rare ones that GB 2312 lacks; Korean, read so, has
    hardly one of the commonest."""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        signs = re.sub(r"[\x00-\x7f]+", "", data.decode("gb18030", "replace"))
        common = signs.encode("gb2312", "ignore").decode("gb2312")
        if re.search("[的一是不了在有人我这个上中大]", common) and len(common) > 0.9 * len(signs):
            return "gb18030"
    return "utf-8-sig"


def is_lfs_pointer(data: bytes) -> bool:
    """Whether git has only a note here that the file is on another server (Git LFS)."""
    return data.startswith(_LFS)


@contextmanager
def open_source(source: str, ref: str = "") -> Iterator[SourceTree]:
    """Yield the files of a folder, or of a commit of the repository in it; or one file, a CV.

    Raises SiteError where there is no such thing.
    """
    folder = Path(source)
    if folder.is_file() and not folder.is_symlink() and not ref:
        yield _one_file(folder, source)
        return
    if not folder.is_dir():
        raise SiteError([Problem.of(Place(source), "folder-missing")])
    if ref:
        with repository(folder, is_strange=True) as git:
            yield _committed(git, source, ref)
    else:
        yield _in_folder(folder, source)


def _one_file(file: Path, name: str) -> SourceTree:
    """Return a CV, and the pictures beside it that it names."""
    beside = OwnFolder(os.path.realpath(file.parent))
    size = file.stat().st_size
    text = beside.read(file.name) if size <= LARGEST_TEXT else b""
    sizes = {file.name: size}
    for entry in beside.entries():
        is_picture = entry.name.lower().endswith(PICTURES) and _is_nameable(entry.name)
        if is_picture and entry.is_file(follow_symlinks=False) and entry.name.encode() in text:
            sizes[entry.name] = entry.stat(follow_symlinks=False).st_size
    return SourceTree(name, dict(sorted(sizes.items())), {}, beside.read)


def _in_folder(folder: Path, name: str) -> SourceTree:
    root = OwnFolder(os.path.realpath(folder))
    sizes: dict[str, int] = {}
    left: dict[str, str] = {}
    _walk(root, "", sizes, left)
    tree = SourceTree(name, sizes, left, root.read)
    return _with_links(tree, lambda path: Path(root.path(path)).readlink().as_posix())


def _with_links(tree: SourceTree, target: Callable[[str], str]) -> SourceTree:
    """Return a tree in which each link that leads to one of its files is read as this file."""
    links = [path for path, why in tree.left.items() if why == "link"][:_MOST_LINKS]
    led = {path: normpath(join(dirname(path), target(path))) for path in links}
    files = {path: file for path, file in led.items() if tree.has(file)}
    sizes = {**tree.sizes, **{path: tree.sizes[file] for path, file in files.items()}}
    left = {path: why for path, why in tree.left.items() if path not in files}
    sizes = dict(sorted(sizes.items()))
    return SourceTree(tree.name, sizes, left, lambda p: tree.read(files.get(p, p)), tree.commit)


def _walk(root: OwnFolder, way: str, sizes: dict[str, int], left: dict[str, str]) -> None:
    folders = [way]
    while folders:
        here = folders.pop()
        try:
            entries = root.entries(here)
        except OSError as error:
            left[f"{here}/"] = f"unreadable: {error.strerror}"
            continue
        for entry in entries:
            path = f"{here}/{entry.name}" if here else entry.name
            if not entry.is_dir(follow_symlinks=False) or not _is_nameable(path):
                seen = entry.stat(follow_symlinks=False)
                why = "" if stat.S_ISREG(seen.st_mode) else "not a regular file"
                _note(path, "link" if entry.is_symlink() else why, seen.st_size, sizes, left)
            elif entry.name in _PASSED_OVER:
                left[f"{path}/"] = "made by programs"
            else:
                folders.append(path)


def _note(path: str, why: str, size: int, sizes: dict[str, int], left: dict[str, str]) -> None:
    """Note the size of a file, or why it is left: for a reason that is known, or another."""
    if not _is_nameable(path):
        left[repr(path)[1:-1]] = "name"
    elif why:
        left[path] = why
    elif path.rpartition("/")[2].startswith("._"):  # what macOS keeps beside a file
        left[path] = "made by programs"
    elif path.endswith(_BACKUPS):
        left[path] = "a backup copy"
    elif size > LARGEST:
        left[path] = f"too large: {size >> 20} MB"
    else:
        sizes[path] = size
    if len(sizes) > MOST_FILES:
        raise SiteError([Problem.of(Place(path), "source-too-large", most=MOST_FILES)])


def _is_nameable(path: str) -> bool:
    """Whether a name can be one in a site: UTF-8, without control characters and backslashes."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return "\\" not in path and path.isprintable()


_MODES = {b"120000": "link", b"160000": "submodule"}
"""What git calls what is no file."""


def _committed(git: Git, name: str, ref: str) -> SourceTree:
    commit = commit_of(git, ref)
    sizes: dict[str, int] = {}
    left: dict[str, str] = {}
    blobs: dict[str, str] = {}
    for entry in git.run_bytes("ls-tree", "-r", "-l", "-z", "--full-tree", commit).split(b"\0"):
        if not entry:
            continue
        head, _, raw = entry.partition(b"\t")
        mode, _, blob, size = head.split()
        path = raw.decode("utf-8", "surrogateescape")
        folder = next((f for f in path.split("/")[:-1] if f in _PASSED_OVER), "")
        why = _MODES.get(mode, "")
        if folder and _is_nameable(path):
            left[path[: path.index(folder)] + folder + "/"] = "made by programs"
        else:
            blobs[path] = blob.decode()
            number = int(size) if size.isdigit() else 0
            why = "not a regular file" if why and number > LONGEST_POINTER else why
            _note(path, why, number, sizes, left)

    def read(path: str) -> bytes:
        try:
            return git.run_bytes("cat-file", "blob", blobs[path])
        except GitError:
            lacking = "this clone of the repository lacks its content: import from a whole one"
            raise OSError(errno.EIO, lacking, path) from None

    tree = SourceTree(name, sizes, left, read, commit)
    return _with_links(tree, lambda path: git.answer("cat-file", "blob", blobs[path]))


def commit_of(git: Git, ref: str) -> str:
    """Return the commit that a branch, a tag or a commit's name stands for. Raises SiteError."""
    for name in (ref, f"refs/remotes/origin/{ref}"):
        found = git.answer("rev-parse", "--verify", "--quiet", "--end-of-options",
                           f"{name}^{{commit}}")  # fmt: skip
        if found:
            return found
    known = branches_of(git)[:8]
    hint = Message.of("branches-are", known=known) if known else None
    raise SiteError([Problem.of(Place(ref), "branch-missing", hint=hint)])


def branches_of(git: Git) -> tuple[str, ...]:
    """Return the names of a repository's branches, those of its remote among them."""
    said = git.answer("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes")
    names = (line.removeprefix("origin/") for line in said.split("\n") if line)
    return tuple(dict.fromkeys(name for name in names if name not in ("HEAD", "origin")))
