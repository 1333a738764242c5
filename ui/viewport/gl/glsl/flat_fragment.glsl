in vec3 v_normal;
in vec3 v_world;
uniform vec4 flat_color;  // sRGB and opacity
uniform float rim_only;   // 1: fades where the surface faces the eye
uniform float pattern;    // of a ghost: 0 plain, 1 stripes, 2 dots, 3 checks, 4 bars
out vec4 result;

float inked(vec2 at) {
    if (pattern < 0.5) return 1.0;
    if (pattern < 1.5) return step(mod(at.x + at.y, 12.0), 4.0);
    if (pattern < 2.5) return step(length(mod(at, 9.0) - 4.5), 2.4);
    if (pattern < 3.5) return mod(floor(at.x / 6.0) + floor(at.y / 6.0), 2.0);
    return step(mod(at.y, 8.0), 2.5);
}

void main() {
    float rim = 1.0 - abs(dot(normalize(v_normal), view_direction(v_world)));
    float opacity = flat_color.a * mix(1.0, 0.35 + 0.65 * rim * rim, rim_only);
    result = vec4(flat_color.rgb, opacity * mix(0.3, pattern < 0.5 ? 1.0 : 1.4, inked(gl_FragCoord.xy)));
}
