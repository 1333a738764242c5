"""Writing a video: H.264 in an MP4 file, or an animated WebP picture for web pages."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import TracebackType

import numpy as np

from torseur.sim.errors import RecordingError

ENCODINGS = {
    ".mp4": ("mp4", "libx264", "yuv420p", {"crf": "20", "preset": "medium"}),
    ".webp": ("webp", "libwebp_anim", "yuv420p", {"quality": "72"}),
}


class VideoFile:
    """Takes pictures one by one. Use it in a `with` statement; what is not finished is not left behind."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float) -> None:
        """Open a file for pictures of a size (width, height); odd ones lose a row or column, as encoders want even ones."""
        import av

        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._width, self._height = size[0] // 2 * 2, size[1] // 2 * 2
        kind, codec, pixel_format, options = ENCODINGS[path.suffix.lower()]
        # WebP takes "loop" as an option of the file, H.264 its options as those of the stream.
        try:
            self._container = av.open(
                str(self._part), "w", format=kind, options={"loop": "0"} if kind == "webp" else {}
            )
        except (OSError, av.error.FFmpegError) as error:
            raise RecordingError(f"{path}: the video cannot be written: {error}") from error
        rate = Fraction(fps).limit_denominator(1001)
        stream = self._container.add_stream(codec, rate=rate, options=options)
        assert isinstance(stream, av.VideoStream), "both encodings are of videos"
        self._stream = stream
        self._stream.width, self._stream.height = self._width, self._height
        self._stream.pix_fmt = pixel_format

    def add(self, pixels: np.ndarray) -> None:
        """Append a picture (height, width, 3) uint8."""
        import av

        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels[: self._height, : self._width]), format="rgb24")
        self._container.mux(self._stream.encode(frame))

    def __enter__(self) -> VideoFile:
        """Return itself; leaving the block finishes the file."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish the file, or remove it if something went wrong."""
        try:
            if kind is None:
                self._container.mux(self._stream.encode())
            self._container.close()
            if kind is None:
                self._part.replace(self._path)
        except OSError as problem:
            raise RecordingError(f"{self._path}: the video cannot be written: {problem.strerror}") from problem
        finally:
            self._part.unlink(missing_ok=True)
