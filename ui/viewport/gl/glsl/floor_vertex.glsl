uniform mat4 placement;  // of the plane in the world; the floor itself: identity
uniform vec4 patch_area; // centre in the plane, half edge

out vec3 v_world;
out vec2 v_plane;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    v_plane = patch_area.xy + corner * patch_area.z;
    v_world = (placement * vec4(v_plane, 0.0, 1.0)).xyz;
    gl_Position = clip_from_world * vec4(v_world, 1.0);
}
