"""Files for calendars: what RFC 5545 wants of them."""

from generator.model.dates import Clock
from generator.model.page_views import CalendarView, EventView
from generator.model.text import Phrase
from generator.render.exports import calendar_file


def written(*events: EventView, base: str = "https://jin.example.org") -> str:
    view = CalendarView(title=Phrase("Talks"), events=events)
    return calendar_file(view, lambda phrase: phrase.text, lambda url: base + url)


def event(**fields: object) -> EventView:
    given = {"uid": "u@x", "start": "2024-10-28", "title": Phrase("T"), "url": "/t/", **fields}
    return EventView(**given)  # type: ignore[arg-type]


def test_a_file_has_all_that_is_required_and_ends_its_lines_in_crlf() -> None:
    assert written(event(location=Phrase("Room 1"))).split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Masthead//Masthead//EN",
        "X-WR-CALNAME:Talks",
        "BEGIN:VEVENT",
        "UID:u@x",
        "DTSTAMP:20241028T000000Z",
        "DTSTART;VALUE=DATE:20241028",
        "DTEND;VALUE=DATE:20241029",
        "SUMMARY:T",
        "LOCATION:Room 1",
        "URL:https://jin.example.org/t/",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_a_time_is_that_of_the_place_or_where_it_is_known_utc() -> None:
    assert "DTSTART:20241028T140000\r\n" in written(event(time=Clock(840)))
    text = written(event(time=Clock(60, 150, 480)))
    assert "DTSTART:20241027T170000Z\r\nDTEND:20241027T183000Z\r\n" in text
    assert "DTSTART;VALUE=DATE:20241028\r\nDTEND;VALUE=DATE:20241031" in written(
        event(end="2024-10-30")
    )


def test_a_time_is_that_on_each_of_several_days() -> None:
    text = written(event(end="2024-10-30", time=Clock(840, 900)))
    assert "DTSTART:20241028T140000\r\nDTEND:20241028T150000\r\n" in text
    assert "RRULE:FREQ=DAILY;COUNT=3\r\n" in text
    assert "RRULE" not in written(event(end="2024-10-30"), event(time=Clock(840)))


def test_signs_and_lines_are_escaped_and_nothing_begins_a_property() -> None:
    text = written(event(title=Phrase("a, b; c\\d\nBEGIN:VEVENT\r\x00")))
    assert "SUMMARY:a\\, b\\; c\\\\d\\nBEGIN:VEVENT\r\n" in text


def test_long_lines_are_folded_at_75_octets_and_between_characters() -> None:
    title = "山羊与调度" * 30 + "é" * 50
    text = written(event(title=Phrase(title)))
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert f"SUMMARY:{title}\r\n" in text.replace("\r\n ", "")


def test_without_the_sites_url_an_event_has_none() -> None:
    assert "URL:" not in written(event(), base="")
