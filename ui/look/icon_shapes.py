"""The drawings of the icons: SVG in a box of 16, lines of 1.4 with round ends; `ink` is the colour asked for."""

from __future__ import annotations

SHAPES: dict[str, str] = {
    # the timeline
    "play": '<path d="M5 3.3v9.4l7.6-4.7z" fill="ink"/>',
    "pause": '<path d="M5.4 4v8M10.6 4v8" stroke-width="2.4"/>',
    "step_forward": '<path d="M3.4 3.6v8.8M6.4 4v8l6-4z"/>',
    "step_back": '<path d="M12.6 3.6v8.8M9.6 4v8l-6-4z"/>',
    "to_start": '<path d="M3.4 3.4v9.2M12.6 3.8v8.4L6.3 8z"/>',
    "to_end": '<path d="M12.6 3.4v9.2M3.4 3.8v8.4L9.7 8z"/>',
    "loop": '<path d="M3 7.4v-.7a2.2 2.2 0 0 1 2.2-2.2h7.3M10.4 2.3l2.2 2.2-2.2 2.2'
    'M13 8.6v.7a2.2 2.2 0 0 1-2.2 2.2H3.5M5.6 13.7l-2.2-2.2 2.2-2.2"/>',
    "record": '<circle cx="8" cy="8" r="4" fill="ink"/>',
    "save": '<path d="M8 2.4v7.4M4.9 6.9 8 9.9l3.1-3M2.8 11v2.4h10.4V11"/>',
    # the view
    "camera": '<path d="M2.2 5.2h2.9l1.1-1.7h3.6l1.1 1.7h2.9v7.6H2.2z"/><circle cx="8" cy="8.8" r="2.1"/>',
    "fit": '<path d="M2.6 5.8V2.6h3.2M10.2 2.6h3.2v3.2M13.4 10.2v3.2h-3.2M5.8 13.4H2.6v-3.2"/>',
    "cube": '<path d="M8 2.1l5.1 2.9v6L8 13.9 2.9 11V5zM2.9 5 8 7.9 13.1 5M8 7.9v6"/>',
    "ellipsoid": '<g transform="rotate(-27 8 8)"><ellipse cx="8" cy="8" rx="6.1" ry="3.9"/><path d="M8 8h3.4"/></g>',
    "contact": '<path d="M8 10.6V2.8M5.2 5.5 8 2.7l2.8 2.8M2.6 13.2h10.8"/>',
    "cone": '<path d="M8 13.4 3.2 4.6M8 13.4l4.8-8.8"/><ellipse cx="8" cy="4.3" rx="4.9" ry="1.7"/>',
    "frames": '<path d="M4 2.6V12h9.4M4 12l4-4"/>',
    "mass": '<circle cx="8" cy="8" r="5.7"/><path d="M8 2.3A5.7 5.7 0 0 1 13.7 8H8zM8 13.7A5.7 5.7 0 0 1 2.3 8H8z"'
    ' fill="ink" stroke="none"/>',
    "trail": '<path d="M2.2 12.6h.6M4.9 12c1.5-.7 1.3-3 3.2-3.5s2.6-.6 3.2-2.6.8-2 2.4-2.4"/>',
    "opacity": '<circle cx="8" cy="8" r="5.7"/><path d="M8 2.3a5.7 5.7 0 0 1 0 11.4z" fill="ink" stroke="none"/>',
    "eye": '<path d="M1.6 8S4 3.9 8 3.9 14.4 8 14.4 8 12 12.1 8 12.1 1.6 8 1.6 8z"/><circle cx="8" cy="8" r="1.9"/>',
    "eye_off": '<path d="M3.4 5.9C2.2 7 1.6 8 1.6 8S4 12.1 8 12.1c.8 0 1.5-.1 2.1-.4M6.1 4.2c.6-.2 1.2-.3 1.9-.3'
    ' 4 0 6.4 4.1 6.4 4.1s-.6 1.1-1.8 2.2M6.7 6.6a1.9 1.9 0 0 0 2.7 2.7M2.8 2.8l10.4 10.4"/>',
    # the window
    "search": '<circle cx="7" cy="7" r="4.3"/><path d="M10.2 10.2l3.3 3.3"/>',
    "close": '<path d="M3.8 3.8l8.4 8.4M12.2 3.8l-8.4 8.4"/>',
    "undock": '<path d="M5.2 2.6h8.2v8.2H5.2zM2.6 5.4v8h8"/>',
    "copy": '<rect x="5.4" y="5.4" width="8" height="8" rx="1.4"/>'
    '<path d="M10.6 5.2V4A1.4 1.4 0 0 0 9.2 2.6H4A1.4 1.4 0 0 0 2.6 4v5.2A1.4 1.4 0 0 0 4 10.6h1.2"/>',
    "keep": '<path d="M4.4 2.6h7.2v10.8L8 10.3l-3.6 3.1z"/>',
    "link": '<path d="M6.6 9.4 9.4 6.6M7.6 4.6l1.5-1.5a2.7 2.7 0 0 1 3.8 3.8l-1.5 1.5'
    'M8.4 11.4l-1.5 1.5a2.7 2.7 0 0 1-3.8-3.8l1.5-1.5"/>',
    "minus": '<path d="M3 8h10"/>',
    "plus": '<path d="M8 3v10M3 8h10"/>',
    "more": '<path d="M3.2 8h.01M8 8h.01M12.8 8h.01" stroke-width="2.2"/>',
    "sun": '<circle cx="8" cy="8" r="2.8"/><path d="M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4'
    'M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1"/>',
    "moon": '<path d="M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z"/>',
    "chevron_down": '<path d="M4.4 6.4 8 10l3.6-3.6"/>',
    "chevron_up": '<path d="M4.4 9.6 8 6l3.6 3.6"/>',
    "chevron_right": '<path d="M6.4 4.4 10 8l-3.6 3.6"/>',
    "check": '<path d="M3 8.4l3.3 3.3L13 4.8"/>',
    "info": '<circle cx="8" cy="8" r="5.8"/><path d="M8 7.4v3.6M8 5.1h.01"/>',
    "warning": '<path d="M8 2.4 14.4 13.3H1.6zM8 6.4v3.2M8 11.4h.01"/>',
    "error": '<circle cx="8" cy="8" r="5.8"/><path d="M5.9 5.9l4.2 4.2M10.1 5.9l-4.2 4.2"/>',
    "folder": '<path d="M2.2 12.8V3.6h4l1.5 1.8h6.1v7.4z"/>',
    # robots and their poses
    "robot": '<path d="M3 13.4h5.4M5.7 13.4V9.7L4.4 5.6l5-2.6 2.2 3.4M11 7.7l.6-1.3 1.5.4"/>'
    '<circle cx="4.4" cy="5.4" r="1.1" fill="ink"/>',
    "home": '<path d="M2.6 7.6 8 2.7l5.4 4.9M4.2 6.4v6.8h2.5V9.4h2.6v3.8h2.5V6.4"/>',
    "zero": '<circle cx="8" cy="8" r="4.4"/><path d="M8 1.7v3.4M8 10.9v3.4M1.7 8h3.4M10.9 8h3.4"/>',
    "random": '<path d="M2 4.7h1.6c2 0 2.8 1.2 4.2 3.3s2.2 3.3 4.2 3.3h1.7M2 11.3h1.6c1.2 0 2-.4 2.7-1.2'
    'M9.5 5.9c.7-.8 1.4-1.2 2.5-1.2h1.7M11.9 2.8l1.9 1.9-1.9 1.9M11.9 9.4l1.9 1.9-1.9 1.9"/>',
    "reset": '<path d="M3.4 6.2A5.2 5.2 0 1 1 2.9 9M3 2.9v3.5h3.5"/>',
    # the model tree and its overlays
    "kind_body": '<path d="M8 2.6l4.7 2.7v5.4L8 13.4l-4.7-2.7V5.3zM3.5 5.4 8 8l4.5-2.6M8 8v5.2"/>',
    "kind_revolute": '<path d="M12.4 5.2A5.2 5.2 0 1 0 13.2 8M12.9 2.3v3.2H9.7"/><circle cx="8" cy="8" r="1" fill="ink"/>',
    "kind_prismatic": '<path d="M2.4 8h11.2M4.6 5.6 2.2 8l2.4 2.4M11.4 5.6 13.8 8l-2.4 2.4"/>',
    "kind_fixed": '<rect x="3.8" y="7.2" width="8.4" height="6" rx="1"/><path d="M5.6 7.2V5.1a2.4 2.4 0 0 1 4.8 0v2.1"/>',
    "kind_helical": '<path d="M3.4 12.6c0-2.2 9.2-1.4 9.2-3.6S3.4 7.6 3.4 5.4 12.6 5.6 12.6 3.2"/>',
    "kind_planar": '<path d="M1.8 10.8 5.4 5h8.8l-3.6 5.8zM8 8h3.4M8 8 6.6 9.8"/>',
    "kind_spherical": '<circle cx="8" cy="8" r="5.4"/><path d="M2.6 8c2.6 2 8.2 2 10.8 0M8 2.6c-2 2.6-2 8.2 0 10.8"/>',
    "kind_free_flyer": '<path d="M8 2v12M2 8h12M6.2 3.8 8 2l1.8 1.8M6.2 12.2 8 14l1.8-1.8M3.8 6.2 2 8l1.8 1.8'
    'M12.2 6.2 14 8l-1.8 1.8"/>',
    "kind_frame": '<path d="M5 3v8h8M5 11l-2.6 2.6"/>',
    "collision": '<path d="M8 2.1l5.1 2.9v6L8 13.9 2.9 11V5z" stroke-dasharray="2.2 1.9"/><circle cx="8" cy="8" r="1.6"/>',
    "force": '<path d="M3.4 12.6 12.3 3.7M7.4 3.5h5.1v5.1"/>',
    "moment": '<path d="M3 13 12.6 3.4M8.9 3.2h3.9v3.9M6.2 5.9h3.9v3.9"/>',
    "limits": '<path d="M2.6 12.2a6 6 0 0 1 10.8 0M8 12.6l3.2-5.2M1.6 11.4l2 1.2M14.4 11.4l-2 1.2"/>',
    "pick": '<circle cx="8" cy="8" r="2"/><path d="M8 1.8v3.4M8 10.8v3.4M1.8 8h3.4M10.8 8h3.4"/>',
    # plans
    "lock": '<rect x="3.6" y="7.2" width="8.8" height="6" rx="1.2"/><path d="M5.4 7.2V5.2a2.6 2.6 0 0 1 5.2 0v2"/>',
    "unlock": '<rect x="3.6" y="7.2" width="8.8" height="6" rx="1.2"/><path d="M5.4 7.2V4.6a2.6 2.6 0 0 1 5.1-.7"/>',
    "stop": '<rect x="4" y="4" width="8" height="8" rx="1.2" fill="ink"/>',
    "plan": '<path d="M2.4 12.8c1-6 3.6-9.4 5.6-9.4s4.6 3.4 5.6 9.4"/><circle cx="2.4" cy="12.8" r=".9" fill="ink"/>'
    '<circle cx="13.6" cy="12.8" r=".9" fill="ink"/>',
    "axis": '<path d="M8 14V2.4M5.8 4.6 8 2.3l2.2 2.3"/><path d="M3.4 8.6c0 2 9.2 2 9.2 0"/>',
}
