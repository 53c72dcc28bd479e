"""Films made by code: heads without a frame, in MP4 and in WebM."""

import struct


def box(name: bytes, *inside: bytes) -> bytes:
    """A box (ISO/IEC 14496-12, 4.2)."""
    body = b"".join(inside)
    return struct.pack(">I4s", 8 + len(body), name) + body


def _matrix(is_turned: bool) -> bytes:
    one = 0x10000
    rows = (
        (0, one, 0, -one, 0, 0, 0, 0, 0x40000000)
        if is_turned
        else (one, 0, 0, 0, one, 0, 0, 0, 0x40000000)
    )
    return struct.pack(">9i", *rows)


def mp4(
    codec: bytes = b"avc1",
    width: int = 640,
    height: int = 360,
    is_turned: bool = False,
    handler: bytes = b"vide",
    user_data: bytes = b"",
    frames: bytes = b"\0" * 64,
    brand: bytes = b"isom",
) -> bytes:
    """An MP4 with one track."""
    head = bytes(40) + _matrix(is_turned)
    head += struct.pack(">II", width << 16, height << 16)
    entry = bytes(24) + struct.pack(">HH", width, height) + bytes(50)
    table = box(b"stsd", bytes(4), struct.pack(">I", 1), box(codec, entry))
    media = box(b"mdia", box(b"hdlr", bytes(8), handler, bytes(12)),
                box(b"minf", box(b"stbl", table)))  # fmt: skip
    moov = box(
        b"moov", box(b"mvhd", bytes(100)), box(b"trak", box(b"tkhd", head), media), user_data
    )
    return box(b"ftyp", brand, bytes(4), b"isomavc1") + moov + box(b"mdat", frames)


def element(number: int, *inside: bytes, size: int | None = None) -> bytes:
    """An element (RFC 8794); `size` lies about it, -1 says that it is not known."""
    body = b"".join(inside)
    length = len(body) if size is None else size
    head = number.to_bytes((number.bit_length() + 7) // 8, "big")
    if length < 0:
        return head + b"\x01" + b"\xff" * 7 + body
    return head + (length | 1 << 56).to_bytes(8, "big") + body


def number(value: int) -> bytes:
    return value.to_bytes(max((value.bit_length() + 7) // 8, 1), "big")


def webm(
    codec: bytes = b"V_VP9",
    width: int = 640,
    height: int = 360,
    size: int | None = None,
    kind: int = 1,
    tags: bytes = b"",
) -> bytes:
    """A WebM with one track."""
    picture = element(0xE0, element(0xB0, number(width)), element(0xBA, number(height)))
    track = element(
        0xAE, element(0xD7, b"\1"), element(0x83, number(kind)), element(0x86, codec), picture
    )
    segment = element(0x18538067, element(0x1549A966, element(0x2AD7B1, number(1_000_000))),
                      element(0x1654AE6B, track), tags, element(0x1F43B675, element(0xE7, b"\0")),
                      size=size)  # fmt: skip
    return element(0x1A45DFA3, element(0x4282, b"webm")) + segment
