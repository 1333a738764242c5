in vec3 v_normal;
in vec3 v_world;
uniform vec4 flat_color;  // sRGB and opacity
uniform float rim_only;   // 1: fades where the surface faces the eye
out vec4 result;

void main() {
    float rim = 1.0 - abs(dot(normalize(v_normal), view_direction(v_world)));
    result = vec4(flat_color.rgb, flat_color.a * mix(1.0, 0.35 + 0.65 * rim * rim, rim_only));
}
