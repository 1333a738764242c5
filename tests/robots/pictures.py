"""Small pictures, encoded as tests need them."""

import struct
import zlib
from io import BytesIO

import av
import numpy as np


def png(pixels):
    """Return a PNG file of pixels (height, width, 3 or 4) uint8."""
    height, width, channels = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in np.ascontiguousarray(pixels))
    head = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def jpeg(pixels):
    """Return a JPEG file of pixels (height, width, 3) uint8."""
    file = BytesIO()
    with av.open(file, "w", format="mjpeg") as container:
        stream = container.add_stream("mjpeg", rate=1)
        stream.height, stream.width, stream.pix_fmt = *pixels.shape[:2], "yuvj444p"
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels), format="rgb24")
        container.mux([*stream.encode(frame), *stream.encode(None)])
    return file.getvalue()


def quarters(size=8):
    """Return a picture (size, size, 3): red, green above blue, white."""
    pixels = np.zeros((size, size, 3), np.uint8)
    half = size // 2
    for rows, columns, color in (
        (slice(half), slice(half), (255, 0, 0)),
        (slice(half), slice(half, None), (0, 255, 0)),
        (slice(half, None), slice(half), (0, 0, 255)),
        (slice(half, None), slice(half, None), (255, 255, 255)),
    ):
        pixels[rows, columns] = color
    return pixels
