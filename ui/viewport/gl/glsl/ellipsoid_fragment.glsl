in vec3 v_world;
in vec3 v_normal;
in vec3 v_local;       // on the unit ball
in vec4 v_color;
flat in vec4 v_state;  // x: 1 dashed, 2 dotted
uniform float far_side;
out vec4 result;

// A line, about two pixels wide, where the ball meets the plane "coordinate = 0"; `turn` runs 0 to 1 along it.
float section(float coordinate, float turn, float pattern) {
    float line = 1.0 - smoothstep(0.5, 1.5, abs(coordinate) / max(fwidth(coordinate), 1e-6));
    float dots = step(fract(turn * 72.0), 0.36), dashes = step(fract(turn * 28.0), 0.58);
    return pattern > 1.5 ? line * dots : pattern > 0.5 ? line * dashes : line;
}

float turn_of(float y, float x) { return atan(y, x) * 0.15915494; }

void main() {
    vec3 to_eye = view_direction(v_world);
    vec3 normal = normalize(v_normal);
    float rim = 1.0 - abs(dot(normal, to_eye));
    rim = rim * rim * rim;
    bool near_side = far_side < 0.5;
    vec3 albedo = to_linear(v_color.rgb);
    float light = 0.95 + 0.35 * max(dot(normal, sun.xyz), 0.0);
    float gloss = near_side ? pow(max(dot(normal, normalize(sun.xyz + to_eye)), 0.0), 60.0) * 0.45 : 0.0;
    // Glass: clear in the middle, dense towards the outline. What hides behind the near side must keep its colour.
    float alpha = near_side ? mix(0.15, 0.62, rim) : mix(0.26, 0.50, rim);
    alpha = max(alpha, gloss);
    if (v_state.x > 0.5) alpha *= 1.25;
    vec3 p = v_local;
    float lines = max(max(section(p.x, turn_of(p.y, p.z), v_state.x), section(p.y, turn_of(p.z, p.x), v_state.x)),
                      section(p.z, turn_of(p.x, p.y), v_state.x));
    alpha = mix(alpha, 0.85, lines * (near_side ? 0.75 : 0.25));
    result = vec4(to_srgb(albedo * light + gloss), alpha * v_color.a);
}
