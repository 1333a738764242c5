// Light, shadow and the coding of colours.

// Fitted to the sRGB curves instead of computing powers: at most 2/255 off, and far cheaper where the processor has
// to draw. Black and white are exact.
vec3 to_linear(vec3 c) { return c * (0.01814221 + c * (0.66744626 + c * 0.31441153)); }
vec3 to_srgb(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    vec3 half_power = sqrt(c), quarter = sqrt(half_power), eighth = sqrt(quarter);
    return clamp(1.24408208 * half_power + 0.03269615 * quarter - 0.06218857 * eighth - 0.21458966 * c, 0.0, 1.0);
}

#if SHADOWS > 0
uniform sampler2DShadow shadow_map;
#endif
#if SHADOWS > 1
uniform sampler2D shadow_depth;

// Points of a disc, evenly spread if their radii are: a sunflower.
vec2 on_sunflower(float i, float radius, float turn) {
    float angle = i * 2.39996323 + turn;
    return radius * vec2(cos(angle), sin(angle));
}
#endif

// How much of the sun reaches a point, 0 to 1.
float sun_reaching(vec3 world, vec3 normal, float lift) {
#if SHADOWS == 0
    return 1.0;
#else
    // Lifted off its own surface by a texel or so, lest it shade itself.
    vec3 lifted = world + normal * (sun.w * lift);
    vec3 at = (shadow_from_world * vec4(lifted, 1.0)).xyz;
    vec2 edge = min(at.xy, 1.0 - at.xy);
    float inside = clamp(min(edge.x, edge.y) * 40.0, 0.0, 1.0);
    if (inside <= 0.0) return 1.0;
    at.z = min(at.z, 0.9999);
#if SHADOWS == 1
    float lit = texture(shadow_map, at);
#else
    // Soft edges: the farther from what casts it, the wider. First the mean depth of what is in the way, looked for from the
    // point itself outwards, ever farther apart: in a large scene the disc is wider than the shadow of a small body ...
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    const float SEARCH = 0.022;
    // How the depth of the surface itself changes across the map: on a slope, a neighbour that is nearer to the sun is
    // not in the way.
    vec3 across = vec3(shadow_from_world[0].x, shadow_from_world[1].x, shadow_from_world[2].x);
    vec3 upwards = vec3(shadow_from_world[0].y, shadow_from_world[1].y, shadow_from_world[2].y);
    vec2 slope = vec2(dot(normal, normalize(across)), dot(normal, normalize(upwards))) / max(dot(normal, sun.xyz), 0.05);
    slope = clamp(slope, -4.0, 4.0);
    float blockers = 0.0, depth = 0.0;
    for (int i = 0; i < SEARCH_TAPS; ++i) {
        vec2 shift = on_sunflower(float(i), SEARCH * float(i) / float(SEARCH_TAPS), turn);
        float d = texture(shadow_depth, at.xy + shift).r;
        if (d < at.z + dot(shift, slope) - 0.0015) { blockers += 1.0; depth += d; }
    }
    if (blockers < 0.5) return 1.0;
    // ... then the share of a disc of that width that is free.
    float width = clamp((at.z - depth / blockers) * picture.w, 0.0011, SEARCH);
    float lit = 0.0;
    for (int i = 0; i < SOFT_TAPS; ++i) {
        vec2 shift = on_sunflower(float(i), width * sqrt((float(i) + 0.5) / float(SOFT_TAPS)), turn);
        lit += texture(shadow_map, vec3(at.xy + shift, min(at.z + dot(shift, slope) - 0.0005, 0.9999)));
    }
    lit /= float(SOFT_TAPS);
#endif
    return mix(1.0, lit, inside);
#endif
}

vec3 view_direction(vec3 world) {
    return eye.w > 0.5 ? -forward.xyz : normalize(eye.xyz - world);
}

// Light leaving a plain, slightly glossy surface; albedo and result are linear.
vec3 shaded(vec3 albedo, vec3 world, vec3 normal, vec3 to_eye) {
    float facing = dot(normal, to_eye);
    // Some meshes are inside out. Smooth normals dip a little below the horizon at an outline: not those.
    if (facing < -0.3) { normal = -normal; facing = -facing; }
    facing = clamp(facing, 0.0, 1.0);
    float to_sun = max(dot(normal, sun.xyz), 0.0);
    float reaching = to_sun > 0.0 ? sun_reaching(world, normal, 1.6 + 2.5 * (1.0 - to_sun)) : 0.0;
    vec3 hemisphere = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * normal.z);
    float fill = max(dot(normal, to_eye), 0.0);
    vec3 light = hemisphere + sun_light.rgb * (to_sun * reaching) + fill_light.rgb * fill;
    vec3 half_way = normalize(sun.xyz + to_eye);
    float gloss = pow(max(dot(normal, half_way), 0.0), 48.0) * 0.22 * reaching;
    float rim = 1.0 - facing;
    rim = rim * rim * rim * rim;
    vec3 mirrored = reflect(-to_eye, normal);
    vec3 around = mix(ground_light.rgb, sky_light.rgb, smoothstep(-0.25, 0.35, mirrored.z));
    // Nothing is quite white, which would leave no room for highlights, and nothing quite black, which would have no shape.
    vec3 c = (0.012 + 0.918 * albedo) * light + sun_light.rgb * gloss + around * (0.04 + 0.60 * rim);
    // A soft shoulder: bright surfaces keep their shape instead of burning out.
    return mix(c, 1.0 - 0.3 * exp(-(c - 0.7) / 0.3), step(0.7, c));
}
