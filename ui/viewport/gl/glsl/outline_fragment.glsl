uniform sampler2D silhouette;  // 1 where the body is
uniform vec4 flat_color;       // sRGB and opacity
uniform float width;           // [pixel]
out vec4 result;

float at(vec2 shift) {
    return texture(silhouette, (gl_FragCoord.xy + shift) / picture.xy).r;
}

void main() {
    const float turn = 0.39269908;  // a sixteenth
    float inside = 0.25 * (at(vec2(-0.5, -0.5)) + at(vec2(0.5, -0.5)) + at(vec2(-0.5, 0.5)) + at(vec2(0.5, 0.5)));
    float near = inside;
    for (int k = 0; k < 16; ++k) {
        vec2 way = width * vec2(cos(float(k) * turn), sin(float(k) * turn));
        near = max(near, max(at(way), at(0.5 * way)));
    }
    result = vec4(flat_color.rgb, flat_color.a * near * (1.0 - inside));
}
