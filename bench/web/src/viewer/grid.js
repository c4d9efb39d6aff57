// Lines every metre on what is drawn, so that an eye sees where one floor ends and how far things are.
//
// In: a material of three. Out: the same, with lines where a coordinate along the face is a whole number, in the frame of the viewer; they
// fade where they would lie closer than the pixels. They are those of the world if the viewer's origin lies at whole metres.

/** Part of the light that a line takes. */
const DARK = '0.22';
/** Half of a line's width, metres, and the least one, pixels. */
const HALF = '0.012';
const PIXELS = '0.7';

const LINES = `
  #include <color_fragment>
  {
    vec3 face = abs(cross(dFdx(vPlace), dFdy(vPlace)));
    vec2 along = face.y >= max(face.x, face.z) ? vPlace.xz : face.x >= face.z ? vPlace.yz : vPlace.xy;
    vec2 pixel = fwidth(along);
    vec2 away = abs(fract(along - 0.5) - 0.5);
    vec2 half_width = max(vec2(${HALF}), ${PIXELS} * pixel);
    vec2 line = (1.0 - smoothstep(half_width - 0.5 * pixel, half_width + 0.5 * pixel, away)) * clamp(${HALF} * 8.0 / pixel, 0.0, 1.0);
    diffuseColor.rgb *= 1.0 - ${DARK} * max(line.x, line.y);
  }
`;

export function withGrid(material) {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `varying vec3 vPlace;\n${shader.vertexShader}`.replace(
      '#include <project_vertex>',
      '#include <project_vertex>\n  vPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;',
    );
    shader.fragmentShader = `varying vec3 vPlace;\n${shader.fragmentShader}`.replace('#include <color_fragment>', LINES);
  };
  material.customProgramCacheKey = () => 'grid';
  return material;
}
