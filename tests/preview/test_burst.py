"""When a build begins after a save, and when it waits for the rest of it."""

from generator.preview.watcher import (
    LONGEST,
    MANY_QUIET,
    QUIET,
    STILL_OPEN,
    Burst,
    FileChange,
    Kind,
)


def ready(*changes: tuple[float, Kind, str], reports_closes: bool = True) -> float:
    burst = Burst()
    for time, kind, path in changes:
        burst.note(FileChange(kind, path), time)
    assert burst
    return round(burst.ready_at(reports_closes), 6)


def test_a_save_in_place_is_acted_on_at_once() -> None:
    assert ready((1, "written", "a"), (1.001, "written", "a"), (1.002, "saved", "a")) == 1.002


def test_a_file_that_replaces_another_is_acted_on_at_once() -> None:
    assert ready((1, "came", "a")) == 1


def test_a_file_that_was_emptied_is_not_read_before_its_writer_is_done() -> None:
    assert ready((1, "written", "a")) == 1 + STILL_OPEN


def test_where_no_end_of_a_write_is_told_a_short_rest_is_waited_for() -> None:
    assert ready((1, "written", "a"), reports_closes=False) == 1 + QUIET
    assert ready((1, "came", "a"), reports_closes=False) == 1 + QUIET


def test_a_file_that_goes_may_be_a_backup_so_its_successor_is_waited_for() -> None:
    assert ready((1, "gone", "a")) == 1 + QUIET
    assert ready((1, "gone", "a"), (1.01, "made", "a")) == 1.01 + QUIET
    done = ready(
        (1, "gone", "a"), (1.01, "made", "a"), (1.02, "written", "a"), (1.03, "saved", "a")
    )
    assert done == 1.03 + QUIET


def test_a_temporary_file_is_not_built_before_it_is_renamed() -> None:
    assert ready((1, "made", "sedX"), (1.01, "written", "sedX"), (1.02, "saved", "sedX")) > 1.02


def test_a_checkout_of_many_files_is_waited_for_longer() -> None:
    changes = [(1 + n / 1000, "saved", f"{n}.md") for n in range(200)]
    assert ready(*changes) == round(1.199 + MANY_QUIET, 6)  # type: ignore[arg-type]


def test_a_file_that_is_written_all_the_time_does_not_stop_the_builds() -> None:
    changes = [(1 + n / 100, "written", "log") for n in range(1000)]
    assert ready(*changes) == 1 + LONGEST  # type: ignore[arg-type]
