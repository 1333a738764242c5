layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 color;
layout(location = 3) in uint body;
#ifdef TEXTURED
layout(location = 4) in vec2 coordinates;
out vec2 v_picture;
#endif

uniform samplerBuffer bodies;  // four texels a body: the rows of its pose; x of the last: 0 shown, 1 hidden
uniform vec2 nudge;            // shift of the whole picture [pixel], for outlines

out vec3 v_world;
out vec3 v_normal;
out vec3 v_local;
out vec4 v_color;
flat out vec4 v_state;         // x: pattern, y: selected

void main() {
    int at = int(body) * 4;
    vec4 r0 = texelFetch(bodies, at), r1 = texelFetch(bodies, at + 1), r2 = texelFetch(bodies, at + 2);
    vec4 state = texelFetch(bodies, at + 3);
    vec4 p = vec4(position, 1.0);
    v_world = vec3(dot(r0, p), dot(r1, p), dot(r2, p));
    v_normal = vec3(dot(r0.xyz, normal), dot(r1.xyz, normal), dot(r2.xyz, normal));
    v_local = position;
    v_color = color;
#ifdef TEXTURED
    v_picture = coordinates;
#endif
    v_state = vec4(0.0, abs(selection.w - float(body)) < 0.5 ? 1.0 : 0.0, 0.0, 0.0);
#ifdef DEPTH_ONLY
    vec3 at_map = (shadow_from_world * vec4(v_world, 1.0)).xyz;
    gl_Position = vec4(2.0 * at_map - 1.0, 1.0);
#else
    gl_Position = clip_from_world * vec4(v_world, 1.0);
    gl_Position.xy += 2.0 * nudge / picture.xy * gl_Position.w;
#endif
    if (state.x > 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
