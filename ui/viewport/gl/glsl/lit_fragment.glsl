in vec3 v_world;
in vec3 v_normal;
in vec3 v_local;
in vec4 v_color;
flat in vec4 v_state;

uniform float opacity;
#ifdef TEXTURED
in vec2 v_picture;             // to the right and down, 1 the whole
uniform sampler2D picture_of_body;
#endif

out vec4 result;

void main() {
    vec3 to_eye = view_direction(v_world);
    vec3 normal = normalize(v_normal);
    vec3 albedo = to_linear(v_color.rgb);
    float alpha = v_color.a * opacity;
#ifdef TEXTURED
    vec4 texel = texture(picture_of_body, v_picture);  // its colours are amounts of light: the card decodes them
    if (texel.a < 0.02) discard;                       // a hole, which must not hide what is behind it either
    albedo *= texel.rgb;
    alpha *= texel.a;
#endif
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
    result = vec4(to_srgb(c), alpha);
}
