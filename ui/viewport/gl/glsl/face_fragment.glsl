in vec3 v_world;
in vec3 v_normal;
in vec4 v_color;
uniform float far_side;
out vec4 result;

void main() {
    vec3 to_eye = view_direction(v_world);
    vec3 normal = normalize(v_normal);
    // Flat panes: each a little lighter or darker by where it looks, clearer where it is seen from the front.
    float slant = 1.0 - abs(dot(normal, to_eye));
    float light = 0.80 + 0.45 * max(dot(normal, sun.xyz), 0.0);
    float gloss = far_side > 0.5 ? 0.0 : pow(max(dot(normal, normalize(sun.xyz + to_eye)), 0.0), 40.0) * 0.30;
    float alpha = far_side > 0.5 ? 0.16 : mix(0.10, 0.30, slant * slant);
    result = vec4(to_srgb(to_linear(v_color.rgb) * light + gloss), max(alpha, gloss) * v_color.a);
}
