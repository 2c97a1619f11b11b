// The shaders, one source for all versions of the language: words in capitals are macros that are
// defined by a prefix for each version.
#include <string.h>

#include "render/gl/device.h"

// What lights are, and where a light is from a point: the way to it, and how far along its axis;
// for directional ones the direction.
static const char where_source[] =
    "#if LIGHTS\n"
    "uniform vec4 u_light_position[8];\n"             // w 0: directional
    "uniform vec4 u_light_direction[8];\n"            // w: cosine of the cutoff
    "const int kind[LIGHTS] = int[LIGHTS](KINDS);\n"  // directional, without and with a cone
    "vec4 way(vec3 from, int i) {\n"
    "  vec3 axis = u_light_direction[i].xyz, to = u_light_position[i].xyz - from;\n"
    "  return kind[i] > 0 ? vec4(to, -dot(to, axis)) : vec4(-axis, 0.0);\n"
    "}\n"
    "#endif\n";

static const char vertex_source[] =
    "ATTRIBUTE vec3 a_position;\n"
    "ATTRIBUTE vec3 a_normal;\n"
    "ATTRIBUTE vec2 a_coord;\n"
    "ATTRIBUTE vec4 a_other;\n"  // of lines: the other end, and the side
    "ATTRIBUTE vec4 a_facing;\n"
    "uniform mat4 u_projection;\n"
    "uniform vec4 u_pose[3];\n"
    "uniform vec3 u_turn[3];\n"
    "uniform vec4 u_line;\n"  // size of a pixel; width of lines in pixels, 0: none; hidden ones go
    "uniform vec3 u_eye;\n"
    "VARYING vec3 v_local;\n"
    "VARYING vec3 v_position;\n"
    "CENTROID VARYING vec3 v_normal;\n"
    "VARYING vec2 v_coord;\n"
    "VARYING vec3 v_view;\n"
    "uniform vec3 u_scale;\n"
    "#if LIGHTS && !CARRY\n"
    "VARYING vec4 v_way[AWAY];\n"
    "#endif\n"
    "#if CARRY\n"
    "flat VARYING vec4 v_way[AWAY];\n"
    "VARYING vec4 v_along;\n"
    "uniform vec3 u_light_ambient[8];\n"
    "uniform vec3 u_light_diffuse[8];\n"
    "uniform vec3 u_light_specular[8];\n"
    "uniform vec4 u_material;\n"
    "flat VARYING vec4 v_grey[AWAY];\n"
    "flat VARYING vec4 v_material;\n"
    "flat VARYING vec4 v_face;\n"
    "#endif\n"
    "bool behind() {\n"
    "  vec4 local = vec4(a_other.xyz, 1.0);\n"
    "  vec3 n = a_facing.xyz;\n"
    "  vec3 there = vec3(dot(u_pose[0], local), dot(u_pose[1], local), dot(u_pose[2], local));\n"
    "  n = vec3(dot(u_turn[0], n), dot(u_turn[1], n), dot(u_turn[2], n));\n"
    "  if (a_facing.w < 0.0 || dot(n, u_eye - there) > 0.0) return false;\n"
    "  return a_facing.w > 0.0 || dot(v_normal, u_eye - v_position) <= 0.0;\n"
    "}\n"
    "void main() {\n"
    "  vec4 local = vec4(a_position, 1.0);\n"
    "  v_local = a_position;\n"
    "  v_coord = a_coord;\n"
    "  v_position = vec3(dot(u_pose[0], local), dot(u_pose[1], local), dot(u_pose[2], local));\n"
    "  v_normal = vec3(dot(u_turn[0], a_normal), dot(u_turn[1], a_normal), dot(u_turn[2], "
    "a_normal));\n"
    "  vec4 p = u_projection * local;\n"
    "#if LINES\n"
    "  if (u_line.z > 0.0) {\n"
    "    vec4 q = u_projection * vec4(a_other.xyz, 1.0);\n"
    // cut at the near plane, where what lies behind the viewer would turn the line round
    "    float a = p.w - p.z, b = q.w - q.z;\n"
    "    if (a < 0.0 && b > 0.0) {\n"
    "      float t = a / (a - b);\n"
    "      p = mix(p, q, t);\n"
    "      v_local = mix(v_local, a_other.xyz, t);\n"
    "      local = vec4(v_local, 1.0);\n"
    "      v_position = vec3(dot(u_pose[0], local), dot(u_pose[1], local), dot(u_pose[2], "
    "local));\n"
    "    }\n"
    "    if (b < 0.0 && a > 0.0) q = mix(q, p, b / (b - a));\n"
    // as many pixels wide in every row, or column, that it crosses
    "    vec2 d = (q.xy * p.w - p.xy * q.w) / u_line.xy;\n"
    "    vec2 side = abs(d.y) > abs(d.x) ? vec2(-sign(d.y), 0) : vec2(0, sign(d.x));\n"
    "    p.xy += a_other.w * u_line.z * side * u_line.xy * p.w;\n"
    "    if (u_line.w > 0.0 && behind()) p = vec4(2.0, 2.0, 2.0, 1.0);\n"
    "  }\n"
    "#endif\n"
    "#if MAPPING == 2\n"
    "  v_coord = v_local.xy * u_scale.xy - 0.5;\n"
    "#elif MAPPING == 3\n"
    "  v_local *= u_scale;\n"
    "#endif\n"
    "  v_view = u_eye - v_position;\n"
    "#if LIGHTS && !CARRY\n"
    "  for (int i = 0; i < AWAY; i++) v_way[i] = way(v_position, i);\n"
    "#endif\n"
    "#if CARRY\n"
    "  vec3 n = v_normal * inversesqrt(max(dot(v_normal, v_normal), 1e-30));\n"
    "  v_along = vec4(0.0);\n"
    "  for (int i = 0; i < AWAY; i++) {\n"
    "    vec4 there = way(v_position, i);\n"
    "    vec3 to = kind[i] > 0 ? u_light_position[i].xyz - u_eye : there.xyz;\n"
    "    v_way[i] = vec4(to, dot(n, there.xyz));\n"
    "    v_along[i] = there.w;\n"
    "    v_grey[i] = vec4(u_light_ambient[i].x, u_light_diffuse[i].x, u_light_specular[i].x,\n"
    "                     u_light_direction[i].w);\n"
    "  }\n"
    "  v_material = u_material;\n"
    "  v_face = vec4(n, dot(n, v_view));\n"
    "#endif\n"
    "  gl_Position = p;\n"
    "}\n";

// What fragments are given, and the light on them.
static const char light_source[] =
    "VARYING_IN vec3 v_local;\n"
    "VARYING_IN vec3 v_position;\n"
    "CENTROID VARYING_IN vec3 v_normal;\n"
    "VARYING_IN vec2 v_coord;\n"
    "VARYING_IN vec3 v_view;\n"
    "OUTPUT\n"
    "uniform vec4 u_color;\n"
    "uniform vec4 u_material;\n"       // glow, specular, exponent of the highlight's squared cosine
    "uniform vec4 u_light_fade[8];\n"  // w: exponent
    "uniform vec3 u_light_ambient[8];\n"
    "uniform vec3 u_light_diffuse[8];\n"
    "uniform vec3 u_light_specular[8];\n"
    "uniform sampler2D u_flat;\n"
    "uniform samplerCube u_cube;\n"
    "uniform sampler2D u_shadow;\n"
    "uniform mat4 u_shadow_projection[4];\n"
    "uniform vec4 u_shadow_part[4];\n"  // of a light: texels it has, and where they begin
    "uniform vec3 u_shadow_size;\n"     // share of a texel in all maps
    "uniform vec4 u_fog;\n"             // colour; w: unused
    "uniform vec3 u_fog_range;\n"       // start, end
    "uniform vec4 u_distance;\n"
    "uniform vec4 u_keep;\n"  // what lies behind this plane is left out
    "#if LIGHTS\n"
    "#if CARRY\n"
    // from the eye to the first lights, or the direction to them; how far they are from the face
    "flat VARYING_IN vec4 v_way[AWAY];\n"
    "VARYING_IN vec4 v_along;\n"  // how far along their axes
    "#else\n"
    "VARYING_IN vec4 v_way[AWAY];\n"  // as way()
    "#endif\n"
    "const int fades[LIGHTS] = int[LIGHTS](FADES);\n"    // with distance
    "const int narrow[LIGHTS] = int[LIGHTS](NARROW);\n"  // exponent if it is small, or -1
    // bits for ambient, diffuse and specular: 1, 2, 4 if grey, 8, 16, 32 if black
    "const int grey[LIGHTS] = int[LIGHTS](GREY);\n"
    "#endif\n"
    // each number of a uniform is dear in llvmpipe, one that vertices carry is not; grey takes one,
    // black none
    "#if CARRY\n"
    "flat VARYING_IN vec4 v_grey[AWAY];\n"
    "flat VARYING_IN vec4 v_material;\n"
    "flat VARYING_IN vec4 v_face;\n"
    "#define CARRIED(i, carried, given) (i < AWAY ? carried[i < AWAY ? i : 0] : given)\n"
    "#define MATERIAL v_material\n"
    "#else\n"
    "#define CARRIED(i, carried, given) given\n"
    "#define MATERIAL u_material\n"
    "#endif\n"
    "#if LIGHTS\n"
    // to a light, and how far that is along its axis and along the normal
    "struct beam {\n"
    "  vec3 to;\n"
    "  float along, up;\n"
    "};\n"
    "beam beam_of(int i, vec3 normal) {\n"
    "#if CARRY\n"
    "  if (i < AWAY) {\n"
    "    vec4 there = v_way[i < AWAY ? i : 0];\n"
    "    vec3 to = kind[i] > 0 ? v_view + there.xyz : there.xyz;\n"
    "    return beam(to, v_along[i < AWAY ? i : 0], EVEN > 0 ? there.w : dot(normal, to));\n"
    "  }\n"
    "  vec4 there = way(v_position, i);\n"
    "#else\n"
    "  vec4 there = i < AWAY ? v_way[i < AWAY ? i : 0] : way(v_position, i);\n"
    "#endif\n"
    "  return beam(there.xyz, there.w, dot(normal, there.xyz));\n"
    "}\n"
    // of ambient, diffuse and specular; cosine of the cutoff
    "vec4 greys(int i) {\n"
    "  vec4 given = vec4(u_light_ambient[i].x, u_light_diffuse[i].x, u_light_specular[i].x,\n"
    "                    u_light_direction[i].w);\n"
    "  return CARRIED(i, v_grey, given);\n"
    "}\n"
    "vec3 tint(vec3 c, float x, int known) {\n"
    "  return known / 8 - known / 16 * 2 > 0 ? vec3(0.0) : known - known / 2 * 2 > 0 ? vec3(x) : "
    "c;\n"
    "}\n"
    "#endif\n"
    "#if SHADOWED\n"
    "float lit(vec2 at, float depth) {\n"
    "  return depth >= TEXTURE2D(u_shadow, (at + 0.5) * u_shadow_size.xy).r ? 1.0 : 0.0;\n"
    "}\n"
    "float shadow(int i) {\n"
    "  vec4 p = u_shadow_projection[i] * vec4(v_position, 1.0);\n"
    "  vec3 q = p.xyz / p.w;\n"
    "  vec4 part = u_shadow_part[i];\n"
    "  vec2 at = (q.xy * 0.5 + 0.5) * part.xy - 0.5, low = floor(at), share = at - low;\n"
    "  low += part.zw;\n"
    "  float a = mix(lit(low, q.z), lit(low + vec2(1.0, 0.0), q.z), share.x);\n"
    "  float b = mix(lit(low + vec2(0.0, 1.0), q.z), lit(low + vec2(1.0, 1.0), q.z), share.x);\n"
    "  bool outside = p.w <= 0.0 || abs(q.x) >= 1.0 || abs(q.y) >= 1.0;\n"
    "  return outside ? 1.0 : mix(a, b, share.y);\n"
    "}\n"
    "#endif\n"
    "#if LIGHTS\n"
    // x to the power of e, which is `whole` unless that is negative: by squares
    "float raise(float x, float e, int whole) {\n"
    "  if (whole < 0) return pow(max(x, 1e-18), e);\n"
    "  float r = 1.0;\n"
    "  for (int k = 0; k < 7; k++) {\n"
    "    if (whole - whole / 2 * 2 > 0) r *= x;\n"
    "    x *= x;\n"
    "    whole /= 2;\n"
    "  }\n"
    "  return r;\n"
    "}\n"
    // to the light that the surface scatters, and to that of the highlight
    // face: cosine of the angle between normal and view
    "void light(int i, vec3 normal, vec3 view, float face, inout vec3 dull, inout vec3 bright) {\n"
    "  vec4 each = greys(i);\n"
    "  beam b = beam_of(i, normal);\n"
    "  float strength = 1.0, near = 1.0;\n"
    "  if (kind[i] > 0) {\n"
    "    vec3 fade = u_light_fade[i].xyz;\n"
    "    float square = dot(b.to, b.to);\n"
    "    near = inversesqrt(max(square, 1e-30));\n"
    "    if (fades[i] > 0) {\n"
    "      float d = square * near * u_light_position[i].w;\n"
    "      float all = fade.x + d * (fade.y + d * fade.z);\n"
    "      strength = all > 0.0 ? 1.0 / all : 1.0;\n"
    "    }\n"
    "    if (kind[i] > 1) {\n"
    "      float c = b.along * near;\n"
    "      strength *= c >= each.w ? raise(max(c, 0.0), u_light_fade[i].w, narrow[i]) : 0.0;\n"
    "    }\n"
    "  }\n"
    "  float turned = near * b.up, lambert = max(turned, 0.0);\n"
    "  dull += strength * (tint(u_light_ambient[i], each.x, grey[i]) +\n"
    "                      tint(u_light_diffuse[i], each.y, grey[i] / 2) * lambert);\n"
    "#if SHINE\n"
    // squares of the lengths of to + view, and of what of it is along the normal
    "  float middle = max(2.0 + 2.0 * near * dot(b.to, view), 1e-6), h = max(turned + face, 0.0);\n"
    "  h = raise(h * h / middle, MATERIAL.z, SHARP);\n"
    "  bright += tint(u_light_specular[i], each.z, grey[i] / 4) * (lambert > 0.0 ? strength * "
    "MATERIAL.y "
    "* h : 0.0);\n"
    "#endif\n"
    "}\n"
    "#endif\n";

static const char fragment_source[] =
    "void main() {\n"
    "#if KEEP\n"
    "  if (dot(u_keep, vec4(v_position, 1.0)) <= 0.0) discard;\n"
    "#endif\n"
    "#if WHITE\n"
    "  vec4 own = vec4(1.0);\n"
    "#else\n"
    "  vec4 own = u_color;\n"
    "#endif\n"
    "  vec4 color = own;\n"
    "#if LIT\n"
    "  float near = inversesqrt(max(dot(v_view, v_view), 1e-30));\n"
    "  vec3 view = v_view * near;\n"
    "#if EVEN\n"
    "  vec3 normal = v_face.xyz;\n"
    "  float face = v_face.w * near;\n"
    "#else\n"
    "  vec3 normal = normalize(v_normal);\n"
    "  float face = dot(normal, view);\n"
    "#endif\n"
    "  if (TWO_SIDED && face < 0.0) {\n"
    "    normal = -normal;\n"
    "    face = -face;\n"
    "  }\n"
    "  vec3 dull = vec3(MATERIAL.x), bright = vec3(0.0);\n"
    "#if LIGHTS > SHADOWED\n"
    "  for (int i = SHADOWED; i < LIGHTS; i++) light(i, normal, view, face, dull, bright);\n"
    "#endif\n"
    "  color.rgb = clamp(dull * own.rgb + bright, 0.0, 1.0);\n"
    "#if SHADOWED\n"
    "  for (int i = 0; i < SHADOWED; i++) {\n"
    "    dull = bright = vec3(0.0);\n"
    "    light(i, normal, view, face, dull, bright);\n"
    "    color.rgb += clamp(dull * own.rgb + bright, 0.0, 1.0) * shadow(i);\n"
    "  }\n"
    "#endif\n"
    "#endif\n"
    "#if MAPPING == 3\n"
    "  color *= TEXTURECUBE(u_cube, v_local);\n"
    "#elif MAPPING\n"
    "  color *= TEXTURE2D(u_flat, v_coord);\n"
    "#endif\n"
    "#if VEIL\n"
    "  color.a *= v_coord.x;\n"
    "#endif\n"
    "#if FOG\n"
    "  float z = abs(dot(u_distance, vec4(v_position, 1.0)));\n"
    "  float clear = clamp((u_fog_range.y - z) / (u_fog_range.y - u_fog_range.x), 0.0, 1.0);\n"
    "  color.rgb = mix(u_fog.rgb, color.rgb, clear);\n"
    "#endif\n"
    "  COLOR = color;\n"
    "}\n";

// Shader for 2D drawing: polygons, glyphs, images, depths.
static const char flat_vertex_source[] =
    "ATTRIBUTE vec3 a_position;\n"
    "ATTRIBUTE vec3 a_normal;\n"
    "ATTRIBUTE vec2 a_coord;\n"
    "uniform vec4 u_window;\n"  // of the viewport: corner and size
    "VARYING vec3 v_normal;\n"
    "VARYING vec2 v_coord;\n"
    "void main() {\n"
    "  v_normal = a_normal;\n"
    "  v_coord = a_coord;\n"
    "  gl_Position = vec4(2.0 * (a_position.xy - u_window.xy) / u_window.zw - 1.0, 0.0, 1.0);\n"
    "}\n";

static const char flat_fragment_source[] =
    "VARYING_IN vec3 v_normal;\n"
    "VARYING_IN vec2 v_coord;\n"
    "OUTPUT\n"
    "uniform int u_what;\n"  // 0: polygon, 1: glyphs, 2: picture, 3: depth, 4: depth as bytes
    "uniform vec4 u_color;\n"
    "uniform sampler2D u_flat;\n"
    "void main() {\n"
    "  vec4 texel = TEXTURE2D(u_flat, v_coord);\n"
    "  vec4 color = vec4(v_normal, v_coord.x);\n"
    "  if (u_what == 1) color = vec4(u_color.rgb, u_color.a * texel.r);\n"
    "  if (u_what == 2) color = vec4(texel.rgb, 1.0);\n"
    "  DEPTH_PACKED\n"
    "  DEPTH_OUTPUT\n"
    "  COLOR = color;\n"
    "}\n";

// The prefix of a source, by version.
static const char* words(const gl_functions* gl, bool vertex, char text[1000]) {
  int language = gl->es               ? 300
                 : gl->version >= 330 ? 330
                 : gl->version >= 320 ? 150
                 : gl->version >= 300 ? 130
                                      : 120;
  bool old = language == 120;
  snprintf(
      text, 1000,
      "#version %d%s\n%s#define ATTRIBUTE %s\n#define VARYING %s\n#define VARYING_IN %s\n"
      "#define CENTROID centroid\n#define TEXTURE2D %s\n#define TEXTURECUBE %s\n#define OUTPUT "
      "%s\n#define COLOR %s\n"
      "#define DEPTH_OUTPUT %s\n#define DEPTH_PACKED %s\n",
      language, gl->es ? " es" : "",
      gl->es ? "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n" : "",
      old ? "attribute" : "in", old ? "varying" : "out", old ? "varying" : "in",
      old ? "texture2D" : "texture", old ? "textureCube" : "texture",
      old || vertex ? "" : "out vec4 o_color;", old ? "gl_FragColor" : "o_color",
      vertex ? ""
             : "gl_FragDepth = u_what == 3 ? dot(texel.rgb, vec3(16711680.0, 65280.0, 255.0)) / "
               "16777215.0 : gl_FragCoord.z;",
      gl->es ? "uint b = floatBitsToUint(texel.r); if (u_what == 4) color = vec4(b & 255u, "
               "b >> 8 & 255u, b >> 16 & 255u, b >> 24) / 255.0;"
             : "");
  return text;
}

// A shader of three parts.
static GLuint compile(const gl_functions* gl, GLenum kind, const char* choice,
                      const char* const source[3]) {
  char before[1000];
  const char* parts[5] = {words(gl, kind == GL_VERTEX_SHADER, before), choice, source[0], source[1],
                          source[2]};
  GLuint shader = gl->CreateShader(kind);
  gl->ShaderSource(shader, 5, parts, NULL);
  gl->CompileShader(shader);
  GLint fine = 0;
  gl->GetShaderiv(shader, GL_COMPILE_STATUS, &fine);
  if (fine) return shader;
  char log[1000] = "";
  gl->GetShaderInfoLog(shader, sizeof log, NULL, log);
  mju_warning("mjr_makeContext: a shader does not compile: %s", log);
  gl->DeleteShader(shader);
  return 0;
}

static GLuint link_program(const gl_functions* gl, const GLuint shaders[2]) {
  GLuint program = gl->CreateProgram();
  static const char* const names[] = {"a_position", "a_normal", "a_coord", "a_other", "a_facing"};
  for (int i = 0; i < 2; i++) {
    if (shaders[i]) gl->AttachShader(program, shaders[i]);
  }
  for (GLuint i = 0; i < 5; i++) gl->BindAttribLocation(program, i, names[i]);
  gl->LinkProgram(program);
  for (int i = 0; i < 2; i++) {
    if (shaders[i]) gl->DeleteShader(shaders[i]);
  }
  GLint fine = 0;
  gl->GetProgramiv(program, GL_LINK_STATUS, &fine);
  if (fine && shaders[0] && shaders[1]) return program;
  gl->DeleteProgram(program);
  return 0;
}

// Numbers with commas between them.
enum { LIST = 5 * GL_LIGHTS };
static void write_list(char text[LIST], const int8_t* number, int n) {
  text[0] = 0;
  for (int i = 0, at = 0; i < n; i++) {
    at += snprintf(text + at, (size_t)(LIST - at), i ? ",%d" : "%d", number[i]);
  }
}

static bool make_program(render_device* dev, gl_program* p, const gl_features* f) {
  const gl_functions* gl = &dev->gl;
  char choice[800], kinds[LIST], fades[LIST], narrow[LIST], grey[LIST];
  write_list(kinds, f->kind, f->nlight);
  write_list(fades, f->fades, f->nlight);
  write_list(narrow, f->narrow, f->nlight);
  write_list(grey, f->grey, f->nlight);
  snprintf(choice, sizeof choice,
           "#define LIGHTS %d\n#define SHADOWED %d\n#define KINDS %s\n#define FADES %s\n"
           "#define NARROW %s\n#define GREY %s\n#define SHARP %d\n#define MAPPING %d\n"
           "#define LIT %d\n#define SHINE %d\n#define KEEP %d\n#define FOG %d\n#define VEIL %d\n"
           "#define TWO_SIDED %s\n#define WHITE %d\n#define AWAY %d\n#define CARRY %d\n"
           "#define EVEN %d\n#define LINES %d\n",
           f->nlight, f->nshadow, kinds, fades, narrow, grey, f->sharp, f->mapping, f->lit,
           f->shine, f->keep, f->fog, f->veil, f->two_sided ? "true" : "false", f->white,
           f->nlight < 4 ? f->nlight : 4, f->carry, f->even, f->lines);
  const char* const vertex[3] = {where_source, vertex_source, ""};
  const char* const fragment[3] = {where_source, light_source, fragment_source};
  const GLuint shaders[2] = {compile(gl, GL_VERTEX_SHADER, choice, vertex),
                             compile(gl, GL_FRAGMENT_SHADER, choice, fragment)};
  p->name = link_program(gl, shaders);
  if (!p->name) return false;
#define GL_LOCATE(uniform) p->at.uniform = gl->GetUniformLocation(p->name, "u_" #uniform);
  GL_UNIFORMS(GL_LOCATE)
  gl->UseProgram(p->name);
  gl->Uniform1i(p->at.flat, 0);
  gl->Uniform1i(p->at.cube, 1);
  gl->Uniform1i(p->at.shadow, 2);
  return true;
}

gl_program* gl_program_for(render_device* dev, const gl_features* f) {
  for (int i = 0; i < dev->nprogram; i++) {
    gl_program* p = dev->program + i;
    if (!memcmp(&p->features, f, sizeof *f)) return p->name ? p : NULL;
  }
  if (!gl_room(&dev->program, &dev->program_room, dev->nprogram + 1, sizeof *dev->program))
    return NULL;
  gl_program* p = dev->program + dev->nprogram++;
  memset(p, 0, sizeof *p);
  p->features = *f;
  return make_program(dev, p, f) ? p : NULL;
}

bool gl_make_programs(render_device* dev) {
  const gl_functions* gl = &dev->gl;
  const char* const vertex[3] = {flat_vertex_source, "", ""};
  const char* const fragment[3] = {flat_fragment_source, "", ""};
  const GLuint flat[2] = {compile(gl, GL_VERTEX_SHADER, "", vertex),
                          compile(gl, GL_FRAGMENT_SHADER, "", fragment)};
  dev->flat = link_program(gl, flat);
  const gl_features plain = {.nlight = 1, .lit = 1};
  if (!dev->flat || !gl_program_for(dev, &plain)) return false;
  dev->at_window = gl->GetUniformLocation(dev->flat, "u_window");
  dev->at_what = gl->GetUniformLocation(dev->flat, "u_what");
  dev->at_flat_color = gl->GetUniformLocation(dev->flat, "u_color");
  gl->UseProgram(dev->flat);
  gl->Uniform1i(gl->GetUniformLocation(dev->flat, "u_flat"), 0);
  gl->UseProgram(0);
  return true;
}
