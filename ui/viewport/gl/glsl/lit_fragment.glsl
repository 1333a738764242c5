in vec3 v_world;
in vec3 v_normal;
in vec3 v_local;
in vec4 v_color;
flat in vec4 v_state;

uniform float opacity;

out vec4 result;

void main() {
    vec3 to_eye = view_direction(v_world);
    vec3 normal = normalize(v_normal);
    vec3 albedo = to_linear(v_color.rgb);
    if (v_state.x > 1.5) {
        // A centre of mass: its eighths in colour and white by turns.
        albedo = v_local.x * v_local.y * v_local.z > 0.0 ? vec3(0.93) : albedo;
    } else if (v_state.x > 0.5) {
        // A hollow point: pale inside, its colour towards the outline.
        float rim = smoothstep(0.55, 0.85, 1.0 - abs(dot(normal, to_eye)));
        albedo = mix(vec3(0.9), albedo, rim);
    }
    vec3 c = shaded(albedo, v_world, normal, to_eye);
    c = mix(c, selection.rgb, 0.20 * v_state.y);
    result = vec4(to_srgb(c), v_color.a * opacity);
}
