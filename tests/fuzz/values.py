"""What stands where something else is wanted."""

from __future__ import annotations

NUMBERS = (
    "", " ", "0", "-0", "-1", "1e400", "-1e400", "1e300", "-1e300", "1e154", "1e17", "1e12", "1e-320", "nan", "-NaN", "inf",
    "-Infinity", "0,5", "0, 0, 1", "one", "1 2 3", "0 0 0", "1e200 1e200 1e200", "1 nan 0", "1 2", "1 2 3 4 5 6 7", "1_0",
    "0x10", "1.", ".5", "+1", "1e", "--1", "٣", "1\u00a02\u00a03", "9" * 400, "1 " * 5000, "true", "1/0",
)  # fmt: skip
WORDS = (
    "", " ", "\t\n", "revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical", "mimic", "Revolute",
    "world", "root_joint", "home", "é" * 300, "a" * 20_000, "\u202e\u200b", "名前", "🤖", "a/b", "..", "%00", "%s%n", "{0}",
    "{", "<b>", "&amp;", "'\"", "None", "__class__",
)  # fmt: skip
XACRO = (
    "${x}", "$(find p)/a", "$(arg a)", "$(env HOME)", "${", "$(", "$${x}", "${1/0}", "${'a' * 10**9}", "${9**9**9}",
    "$(eval 1)", "${open('/etc/passwd')}", "${().__class__}",
)  # fmt: skip
MESHES = (
    "../../outside/secret.stl", "{outside}/secret.stl", "file://{outside}/secret.stl", "file:///etc/passwd", "/etc/passwd",
    "package://fuzzed/../outside/secret.stl", "package://outside/secret.stl", "package://../outside/secret.stl",
    "package:///outside/secret.stl", "package://fuzzed/%2e%2e/outside/secret.stl", "..%2F..%2Foutside%2Fsecret.stl",
    "../meshes/link.stl", "../meshes/thief.obj", "../meshes/pipe.stl", "../meshes/folder.stl", "../meshes/part.stl/",
    "package://fuzzed", "package://fuzzed/", "package://", "package://.", "package://..", "package://./..", "file:",
    "file:///", "file://localhost/etc/passwd", "package://" + "a" * 5000 + "/b.stl", "a" * 5000 + ".stl", "../" * 200 + "a.stl",
    "http://127.0.0.1:9/a.stl", "https://example.org/a.stl", "ftp://127.0.0.1/a.stl", "model://a.stl", "data:,a", "x://",
    "//127.0.0.1/a.stl", "\\\\127.0.0.1\\a.stl", "C:\\a.stl", "~/a.stl", "/dev/zero", "/dev/stdin", "/proc/self/mem", ".", "..",
    "a.stl%00.png", "part", "part.STL", ".stl", "../meshes/part.zip",
)  # fmt: skip
FRAMES = ("world", "__model__", "base", "mount", "wrist", "tip", "arm::base", "nut", "nobody")
