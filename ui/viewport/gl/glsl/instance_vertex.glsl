layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

uniform samplerBuffer instances;  // five texels each: three rows of an affine map, colour, x: pattern, z: how much nearer its depth is [m]
uniform int first;

out vec3 v_world;
out vec3 v_normal;
out vec3 v_local;
out vec4 v_color;
flat out vec4 v_state;

void main() {
    int at = (first + gl_InstanceID) * 5;
    vec4 r0 = texelFetch(instances, at), r1 = texelFetch(instances, at + 1), r2 = texelFetch(instances, at + 2);
    vec4 p = vec4(position, 1.0);
    v_world = vec3(dot(r0, p), dot(r1, p), dot(r2, p));
    // The columns are orthogonal but not of length 1: normals take the inverse of each length.
    vec3 squares = r0.xyz * r0.xyz + r1.xyz * r1.xyz + r2.xyz * r2.xyz;
    vec3 n = normal / squares;
    v_normal = vec3(dot(r0.xyz, n), dot(r1.xyz, n), dot(r2.xyz, n));
    v_local = position;
    v_color = texelFetch(instances, at + 3);
    v_state = texelFetch(instances, at + 4);
    v_state.y = 0.0;
#ifdef DEPTH_ONLY
    vec3 at_map = (shadow_from_world * vec4(v_world, 1.0)).xyz;
    gl_Position = vec4(2.0 * at_map - 1.0, 1.0);
#else
    gl_Position = clip_from_world * vec4(v_world, 1.0);
    vec3 to_eye = eye.w > 0.5 ? -forward.xyz : normalize(eye.xyz - v_world);
    vec4 nearer = clip_from_world * vec4(v_world + v_state.z * to_eye, 1.0);
    gl_Position.z = nearer.z / nearer.w * gl_Position.w;
#endif
}
