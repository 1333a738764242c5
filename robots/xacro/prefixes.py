"""Prefixes of XML that a xacro file uses and does not declare, `xacro:` above all."""

from __future__ import annotations

import re
from pathlib import Path

from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from ..faults import finding_of

XACRO = b"http://www.ros.org/wiki/xacro"
_USED = re.compile(rb"(?:</?|\s)([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*(?=[\s/>=])")
_DECLARED = re.compile(rb"\sxmlns:([A-Za-z_][\w.-]*)\s*=")
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_ROOT = re.compile(rb"<[A-Za-z_][\w.:-]*")
_MOST = 20


def with_prefixes(path: Path, content: bytes) -> tuple[bytes, list[Finding]]:
    """Return a text that declares in its root element all prefixes that it uses, and a finding for each that it did not."""
    seen = _COMMENT.sub(lambda found: re.sub(rb"[^\n]", b" ", found[0]), content)
    root = _ROOT.search(seen)
    declared = {b"xml", b"xmlns", *_DECLARED.findall(seen)}
    used = {found[1]: found.start(1) for found in reversed(list(_USED.finditer(seen))) if found[1] not in declared}
    if root is None or not used:
        return content, []
    findings = []
    for prefix, at in sorted(used.items(), key=lambda item: item[1])[:_MOST]:
        name = XACRO if prefix == b"xacro" else b"undeclared:" + prefix
        content = content[: root.end()] + b' xmlns:%s="%s"' % (prefix, name) + content[root.end() :]
        text = prefix.decode()
        message = tr("the XML prefix {text!r} is not declared; it is read as if it were", text=text)
        line = seen.count(b"\n", 0, at) + 1
        findings.append(finding_of("undeclared-prefix", path, message, line, "", text, f"xmlns:{text}="))
    return content, findings
