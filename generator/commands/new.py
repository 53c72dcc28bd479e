"""`masthead new DIR`: writes a small complete site to a folder."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from generator.api import themes
from generator.commands.sync import service_url
from generator.commands.terminal import (
    EXIT_FINE,
    EXIT_INTERRUPTED,
    EXIT_USAGE,
    CommandError,
    add_command,
    say,
    say_error,
    tell,
    tell_error,
)
from generator.disk import temporary_folder
from generator.hosting.hosts import HOSTS
from generator.hosting.installation import has_extra, own_wheel, quoted
from generator.model.files import ProjectFolders, modeline
from generator.model.languages import known_code
from generator.model.links import is_orcid
from generator.model.names import Name
from generator.model.people import Directory, Person
from generator.model.records.works import ServiceName
from generator.problems import speaks, spoken, which_one
from generator.scaffold import (
    QUESTIONS,
    Answers,
    address_of,
    asked,
    in_the_way,
    site_files,
    write_new,
)
from generator.sync.run import SyncRequest, SyncRun
from generator.works import SERVICES
from generator.works.client import TOO_SLOW, ServiceError, client_of, in_thread
from generator.works.found import NO_ROLE, Profile, name_in, text_of_name

PROFILES: dict[ServiceName, str] = {
    "orcid": "https://orcid.org/",
    "dblp": "https://dblp.org/pid/",
    "openalex": "https://openalex.org/",
}
"""Services with profiles of people, the most informative first, with the addresses before ids."""
_PATIENCE = 25.0
"""Seconds for a profile, and then for all services' data on its papers."""
_NEXT = {"github": "new-next-github", "gitlab": "new-next-gitlab", "rsync": "new-next-rsync"}
"""Host -> the message about publishing there."""
_SHOWN = 12
"""The most files in the way that a message lists."""


def add(commands: Any) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "new", run, "yes", project=Path())
    command.add_argument("folder", type=Path, metavar="DIR")
    flag = command.add_argument
    flag("--kind", choices=("person", "group"), default="person")
    flag("--host", choices=HOSTS, default="github")
    for name, (what, read) in QUESTIONS.items():
        flag(f"--{name}", type=_argument_type(read), metavar=what)
    flag("--theme", type=_argument_type(_packaged_theme), default="broadsheet", metavar="NAME")
    for service in PROFILES:
        flag(f"--{service}", type=_argument_type(partial(_id_in, service)), metavar="ID")
    flag("--service-url", action="append", default=[], metavar="SERVICE=URL", type=service_url)


def _id_in(name: ServiceName, text: str) -> str:
    """Return the id in a text or an address. Raises ValueError if there is none."""
    service, text = SERVICES[name], text.strip()
    url = text if "://" in text else PROFILES[name] + text
    id = service.id_of(Person(name=Name(), url=url))
    if not re.fullmatch(service.id_pattern, id) or (name == "orcid" and not is_orcid(id)):
        example = service.id_example
        raise ValueError(spoken("id-of-service", text=text, service=name, example=example))
    return id


def _argument_type(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a function for argparse's `type`; argparse shows its errors to the user."""

    def value(text: str) -> Any:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return value


def _packaged_theme(text: str) -> str:
    """Return the name of a packaged theme. Raises ValueError for any other name."""
    names = [theme.name for theme in themes(ProjectFolders(Path()))[1]]
    if text in names:
        return text
    raise ValueError(spoken("new-no-theme", name=text, known=which_one(text, names)))


def run(options: Any, _: ProjectFolders) -> int:
    """Write the site; print its files and the next steps."""
    has_profile = any(getattr(options, name) for name in PROFILES)
    if has_profile and options.kind == "group":
        raise CommandError(spoken("profile-of-group"))
    wheel = own_wheel()
    folder: Path = options.folder
    # This precedes all questions. The files depend on the answers only in content/, where any file
    # is in the way.
    answers = Answers(kind=options.kind, host=options.host)
    taken = in_the_way(folder, site_files(answers, date.today(), wheel=wheel))
    if taken:
        return _refuse(folder, taken)
    given = {name: value for name in QUESTIONS if (value := getattr(options, name))}
    profile = _profile(options) if has_profile else None
    if profile:
        given = _answers_in(profile) | given
    is_group = options.kind == "group"
    if not options.yes and sys.stdin.isatty():
        tell("new-begin")
        say("")
        unasked = {*given, "role"} if is_group else given  # a group has no role
        missing = [name for name in QUESTIONS if name not in unasked]
        try:
            given |= asked(missing, input, say, given.get("languages", (speaks(),))[0], is_group)
        except (EOFError, KeyboardInterrupt):
            say_error("")
            tell_error("new-stopped")
            return EXIT_INTERRUPTED
        say("")
    elif not options.yes:
        tell_error("new-not-asked")
    given.setdefault("languages", (speaks(),))
    try:
        url, account = address_of(given.pop("url", ""), options.host)
    except ValueError as error:
        raise CommandError(str(error)) from None
    chosen = {name: getattr(options, name) for name in ("kind", "host", "theme")}
    answers = Answers(**given, **chosen, url=url, account=account)
    records = dict[str, bytes]()
    if profile:
        answers, records = _with_records(answers, options)
    files = site_files(answers, date.today(), has_extra("zh"), wheel) | records
    try:
        write_new(folder, files)
    except OSError as error:
        reason = spoken("new-cannot-write", file=str(error.filename), error=str(error.strerror))
        raise CommandError(reason) from None
    _tell(folder, answers, files)
    return EXIT_FINE


def _profile(options: Any) -> Profile:
    """Return the chosen service's profile of the person, or one with only the given id."""
    name = next(name for name in PROFILES if getattr(options, name))
    found = _asked(name, getattr(options, name), options)
    if name == "orcid" or not found.orcid:
        return found
    own = _asked("orcid", found.orcid, options)  # the author writes it
    said = {
        field: getattr(own, field) or getattr(found, field) for field in Profile.__struct_fields__
    }
    return Profile(**{**said, "links": found.links | own.links})


def _asked(name: ServiceName, id: str, options: Any) -> Profile:
    service = SERVICES[name]
    tell_error("profile-asking", service=service.title)
    try:
        client = client_of(service, dict(options.service_url))
        assert service.profile is not None
        profile = partial(service.profile, client, service.checked(id))
        return in_thread(profile).result(_PATIENCE)
    except (ServiceError, TimeoutError) as error:
        reason = str(error) or str(TOO_SLOW)
        tell_error("profile-fault", service=service.title, reason=reason)
        if name == "orcid":
            return Profile(orcid=id)
        return Profile(links={str(name): PROFILES[name] + id})


def _answers_in(profile: Profile) -> dict[str, Any]:
    """Return the answers in a profile; those that it lacks are left out."""
    position = next((one.fields for one in profile.career if one.kind == "experience"
                     and one.fields.get("date", "").endswith("present")), {})  # fmt: skip
    role = position.get("role", "")
    name = name_in(profile.name)
    known = Directory((Person(name=name),) if name else ())
    found = {
        "name": text_of_name(name) if name else "",
        "native": profile.native,
        "role": "" if role == NO_ROLE else role,
        "affiliation": position.get("organization", ""),
        "orcid": profile.orcid,
        "aliases": tuple(text for text in profile.other_names
                         if (other := name_in(text)) and not known.find(other)),
        "links": profile.links,
    }  # fmt: skip
    return {name: value for name, value in found.items() if value}


def _with_records(answers: Answers, options: Any) -> tuple[Answers, dict[str, bytes]]:
    """Return the services' data on the person as files, and answers that mention them."""
    with temporary_folder() as folder:
        root = Path(folder.root)
        site = site_files(answers, date.today())["content/site.yaml"]
        write_new(root, {"content/site.yaml": site})
        sync_run = SyncRun(
            SyncRequest(
                project=ProjectFolders(root),
                today=date.today().isoformat(),
                bases=dict(options.service_url),
                patience=_PATIENCE,
                notes_sources=True,
            )
        )
        sync_run.ask_services()
        notes: dict[str, list[str]] = {}
        for name, _, reason in (note.partition(": ") for note in sync_run.notes):
            notes.setdefault(reason, []).append(name)
        for reason, names in notes.items():
            say_error(f"{', '.join(names)}: {reason}")
        sync_run.decide(lambda change: "add" if not change.doubt else "later")
        written = {way: folder.read(way) for way in sync_run.save()}
    _tell_found(sync_run)
    answers = msgspec.structs.replace(answers, kinds=tuple(Path(way).stem for way in written))
    return answers, {way: f"{modeline(Path(way).stem)}\n".encode() + data
                     for way, data in written.items()}  # fmt: skip


def _tell_found(sync_run: SyncRun) -> None:
    counts = Counter(change.kind for change in sync_run.accepted)
    found = ", ".join(f"content/{kind}.yaml ({number})" for kind, number in counts.items())
    if found:
        tell("profile-found", records=found)
    unsure = [change for change in sync_run.found.changes if change.doubt]
    if unsure:
        tell("profile-unsure", number=len(unsure))
    for change in unsure:
        say(f"  {change.name}: {change.doubt} ({', '.join(change.services)})")


def _refuse(folder: Path, taken: list[str]) -> int:
    if taken == ["."]:
        raise CommandError(spoken("new-folder-is-file", folder=str(folder)))
    tell_error("new-in-the-way", folder=str(folder))
    for path in taken[:_SHOWN]:
        say_error(f"  {path}")
    if len(taken) > _SHOWN:
        tell_error("new-and-more", number=len(taken) - _SHOWN)
    tell_error("new-move-away")
    return EXIT_USAGE


def _tell(folder: Path, answers: Answers, files: dict[str, bytes]) -> None:
    tell("new-wrote", number=len(files), folder=str(folder))
    unknown = [lang for lang in answers.languages if not known_code(lang)]
    if unknown:
        tell("new-texts-in-english", languages=", ".join(unknown))
    if bare := [path for path, data in files.items() if b"\npdf: none" in data]:
        tell("new-cv-without-pdf", files=", ".join(bare))
    top = next((above for above in folder.resolve().parents if (above / ".git").exists()), None)
    if top and not (folder / ".git").exists():
        tell("new-inside-repository", top=str(top))
    tell("new-next")
    if folder.resolve() != Path.cwd():
        say(f"  cd {quoted(str(folder))}")
    tell("new-next-edit")
    tell("new-next-preview")
    tell("new-next-check")
    tell(_NEXT[answers.host])
