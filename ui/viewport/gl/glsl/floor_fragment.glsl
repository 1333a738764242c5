in vec3 v_world;
in vec2 v_plane;
uniform mat4 placement;
uniform vec4 patch_area;  // w: 1 for a plane that ends, 0 for the floor, which fades into the sky
out vec4 result;

// Integral of a wave that is +1 on even tiles and -1 on odd ones.
vec2 wave_sum(vec2 x) {
    vec2 t = fract(0.5 * x);
    return 2.0 * min(t, 1.0 - t);
}

// Mean of the checker over a pixel, exact for a pixel that is a rectangle along the tiles.
float checker(vec2 at) {
    vec2 width = clamp(abs(dFdx(at)) + abs(dFdy(at)), 1e-4, 64.0);
    vec2 mean = (wave_sum(at + 0.5 * width) - wave_sum(at - 0.5 * width)) / width;
    return 0.5 + 0.5 * mean.x * mean.y;
}

void main() {
    vec3 normal = normalize((placement * vec4(0.0, 0.0, 1.0, 0.0)).xyz);
    vec3 albedo = mix(floor_dark.rgb, floor_light.rgb, checker(v_plane / floor_shape.x));
    float to_sun = max(dot(normal, sun.xyz), 0.0);
    vec3 hemisphere = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * normal.z);
    vec3 c = albedo * (hemisphere + sun_light.rgb * (to_sun * sun_reaching(v_world, normal, 0.3)));
    float away = length(v_plane - patch_area.xy) / patch_area.z;
    float opacity = 1.0;
    if (patch_area.w > 0.5) {
        opacity = 1.0 - smoothstep(0.55, 1.0, away);
    } else {
        c = mix(c, sky_bottom.rgb, smoothstep(0.12, 1.0, sqrt(away)));
        opacity = floor_shape.z;
    }
    result = vec4(to_srgb(c), opacity);
}
