layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 color;   // sRGB and opacity

out vec3 v_world;
out vec3 v_normal;
out vec4 v_color;

void main() {
    v_world = position;
    v_normal = normal;
    v_color = color;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
