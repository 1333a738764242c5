in vec4 v_color;
in float v_across;
flat in float v_half;
out vec4 result;

void main() {
    result = vec4(v_color.rgb, v_color.a * clamp(v_half - abs(v_across), 0.0, 1.0));
}
