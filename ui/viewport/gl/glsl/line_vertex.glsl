// One instance a piece of line: four corners of a strip of constant width on the screen.
layout(location = 0) in vec4 start;   // w: width [pixel]
layout(location = 1) in vec4 end;
layout(location = 2) in vec4 color;   // sRGB and opacity
out vec4 v_color;
out float v_across;
flat out float v_half;

void main() {
    vec4 a = clip_from_world * vec4(start.xyz, 1.0), b = clip_from_world * vec4(end.xyz, 1.0);
    // Pull an end that is behind the eye to just in front of it.
    float least = 1e-4;
    if (a.w < least && b.w < least) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    if (a.w < least) a = mix(a, b, (least - a.w) / (b.w - a.w));
    if (b.w < least) b = mix(b, a, (least - b.w) / (a.w - b.w));
    vec2 pa = a.xy / a.w * picture.xy, pb = b.xy / b.w * picture.xy;
    vec2 along = pb - pa;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    bool at_end = gl_VertexID >= 2;
    vec4 p = at_end ? b : a;
    v_half = 0.5 * start.w + 1.0;
    vec2 shift = vec2(-along.y, along.x) * side * v_half;
    p.xy += 2.0 * shift / picture.xy * p.w;
    p.z -= 2e-5 * p.w;
    v_across = side * v_half;
    v_color = color;
    gl_Position = p;
}
