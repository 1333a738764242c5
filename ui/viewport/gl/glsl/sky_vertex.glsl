out vec3 v_ray;

void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    v_ray = forward.xyz + corner.x * right.xyz + corner.y * up.xyz;
    gl_Position = vec4(corner, 1.0, 1.0);
}
