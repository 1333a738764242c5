in vec3 v_ray;
out vec4 result;

void main() {
    float height = normalize(v_ray).z;
    vec3 c = mix(sky_bottom.rgb, sky_top.rgb, 1.0 - exp(-7.0 * max(height, 0.0)));
    // Half a step of noise: a gradient this slow would show its bands.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    result = vec4(to_srgb(c) + noise / 255.0, 1.0);
}
