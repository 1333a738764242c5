"""Writing a video: H.264 in an MP4 file, or an animated WebP picture for web pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.safe_write import safe_write

if TYPE_CHECKING:
    from av import VideoStream
    from av.container import OutputContainer

ENCODINGS = {
    ".mp4": ("mp4", "libx264", "yuv420p", {"crf": "20", "preset": "medium"}),
    ".webp": ("webp", "libwebp_anim", "yuv420p", {"quality": "72"}),
}


class VideoFile:
    """Takes pictures one by one."""

    def __init__(self, container: OutputContainer, stream: VideoStream) -> None:
        self._container, self._stream = container, stream

    def add(self, pixels: np.ndarray) -> None:
        """Append a picture (height, width, 3) uint8."""
        import av

        pixels = np.ascontiguousarray(pixels[: self._stream.height, : self._stream.width])
        self._container.mux(self._stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))


@contextmanager
def video_file(path: Path, size: tuple[int, int], fps: float) -> Iterator[VideoFile]:
    """A video of pictures of a size (width, height), there once the block ends; odd ones lose a row or column, as encoders want.

    Raises SaveError if it cannot be written.
    """
    import av

    kind, codec, pixel_format, options = ENCODINGS[path.suffix.lower()]
    with safe_write(path, "video") as file:
        # WebP takes "loop" as an option of the file, H.264 its options as those of the stream.
        container = av.open(file, "w", format=kind, options={"loop": "0"} if kind == "webp" else {})
        try:
            stream = container.add_stream(codec, rate=Fraction(fps).limit_denominator(1001), options=options)
            assert isinstance(stream, av.VideoStream), "both encodings are of videos"
            stream.width, stream.height = size[0] // 2 * 2, size[1] // 2 * 2
            stream.pix_fmt = pixel_format
            yield VideoFile(container, stream)
            container.mux(stream.encode())
            container.close()
        finally:
            with suppress(OSError, av.error.FFmpegError):  # its end cannot be written where a picture could not, which is said
                container.close()
