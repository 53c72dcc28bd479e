"""What the head of a film says, and how far a head that lies is followed."""

import random
import struct

import pytest

from generator.parse.pictures import film_in, is_film
from tests.pictures.drawing import photo, saved
from tests.pictures.filming import box, element, mp4, webm


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (mp4(), "mp4"),
        (mp4(b"av01"), "mp4"),
        (webm(), "webm"),
        (webm(b"V_AV1\0"), "webm"),
        (webm(size=-1), "webm"),
    ],
)
def test_the_size_stands_in_the_head(data: bytes, kind: str) -> None:
    film = film_in(data)
    assert is_film(data) and not film.fault
    assert (film.kind, film.width, film.height) == (kind, 640, 360)
    assert film.is_animated


def test_a_film_that_was_held_upright_is_as_wide_as_it_is_shown() -> None:
    film = film_in(mp4(is_turned=True))
    assert (film.width, film.height) == (360, 640)


CUT = "there is no film in it that can be read: it is damaged, or its end is missing"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (mp4(b"hvc1"), "it is HEVC, which not all browsers play"),
        (mp4(b"apch"), 'it is "apch", which not all browsers play'),
        (mp4(width=0, height=0), "it does not give its width and height"),
        (mp4(handler=b"soun"), CUT),
        (webm(kind=2), CUT),
        (webm(b"V_MPEGH/ISO/HEVC"), "it is HEVC, which not all browsers play"),
        (webm(size=10**9), CUT),
        (box(b"ftyp", b"isom") + box(b"mdat", bytes(99)), CUT),
        (box(b"moov", struct.pack(">I4s", 4, b"trak")), CUT),
        (b"\x1a\x45\xdf\xa3", CUT),
    ],
)
def test_what_browsers_do_not_play_is_said_in_words(data: bytes, why: str) -> None:
    assert is_film(data)
    assert why in str(film_in(data).fault)


def test_pictures_in_boxes_are_no_films() -> None:
    assert not is_film(saved(photo(64, 48), "AVIF"))
    assert not is_film(b"\0\0\0\x18ftypheic") and not is_film(b"") and not is_film(b"GIF89a")


def test_a_film_of_a_million_boxes_is_given_up() -> None:
    beside = box(b"free") * 1_000_000
    _, head, film = mp4().partition(mp4()[: mp4().index(b"moov") - 4])
    assert film_in(head + film).fault is None
    assert str(film_in(head + beside + film).fault) == CUT
    voids = element(0x18538067, element(0xEC) * 1_000_000)
    assert str(film_in(element(0x1A45DFA3) + voids).fault) == CUT


@pytest.mark.parametrize("whole", [mp4(), webm(), webm(size=-1)])
def test_a_film_that_is_cut_or_changed_anywhere_is_read_without_an_exception(whole: bytes) -> None:
    chance = random.Random(14)
    for end in range(len(whole)):
        film_in(whole[:end])
    for _ in range(2000):
        bent = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            bent[chance.randrange(len(bent))] = chance.randrange(256)
        film_in(bytes(bent))
