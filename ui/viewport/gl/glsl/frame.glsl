// What is the same for every draw call of a frame. FRAME in frame_block.py lists the same names in the same order.
layout(std140, row_major) uniform Frame {
    mat4 clip_from_world;
    mat4 shadow_from_world;  // to 0..1 in the shadow map
    vec4 eye;                // position; w: 1 orthographic, 0 perspective
    vec4 right, up, forward; // of the camera; right and up as long as half the picture at depth 1
    vec4 sun;                // direction to the sun; w: edge of a shadow texel [m]
    vec4 sun_light, sky_light, ground_light, fill_light;
    vec4 sky_top, sky_bottom;
    vec4 floor_light, floor_dark;
    vec4 floor_shape;        // x: tile [m], y: distance at which the floor is gone [m], z: its middle opacity, w: shadow depth range [m]
    vec4 selection;          // colour; w: index of the selected body, -1 for none
    vec4 picture;            // width, height [pixel], opacity of bodies, sharpness of the soft shadow
};
