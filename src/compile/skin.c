#include "compile/element_fill.h"
#include "compile/skin.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "compile/asset_file.h"

enum { BONE_NAME = 40 };

// --- from a file --------------------------------------------------------------------------------

// A read position in the file; after an error every further read returns nothing.
typedef struct {
  const unsigned char* data;
  size_t left;
  bool ok;
} file_cursor;

// The next n 4-byte words, copied to aligned memory.
static void* take_words(build* b, file_cursor* c, double n) {
  if (!c->ok || n < 0 || n * 4 > c->left) {
    c->ok = false;
    return NULL;
  }
  size_t bytes = (size_t)n * 4;
  void* copy = arena_alloc(b->memory, bytes ? bytes : 1);
  if (!copy) {
    c->ok = false;
    return NULL;
  }
  memcpy(copy, c->data, bytes);
  c->data += bytes;
  c->left -= bytes;
  return copy;
}

static int take_int(file_cursor* c) {
  int value = 0;
  if (!c->ok || c->left < 4) {
    c->ok = false;
    return 0;
  }
  memcpy(&value, c->data, 4);
  c->data += 4;
  c->left -= 4;
  return value;
}

static const char* take_name(build* b, file_cursor* c) {
  char* name = arena_alloc(b->memory, BONE_NAME);
  if (!name || !c->ok || c->left < BONE_NAME) {
    c->ok = false;
    return "";
  }
  memcpy(name, c->data, BONE_NAME - 1);
  c->data += BONE_NAME;
  c->left -= BONE_NAME;
  return name;
}

static void read_bone(build* b, file_cursor* c, skin_bone* bone) {
  bone->name = take_name(b, c);
  bone->bindpos = take_words(b, c, 3);
  float* quat = take_words(b, c, 4);
  if (quat) memcpy(bone->bindquat, quat, sizeof bone->bindquat);
  bone->n = take_int(c);
  if (bone->n < 1) c->ok = false;
  bone->vertex = take_words(b, c, bone->n);
  bone->weight = take_words(b, c, bone->n);
}

static bool read_file(build* b, build_skin* s) {
  const char* file = string_text(&s->src->own.file);
  const char* dot = strrchr(file, '.');
  asset_file f;
  if (!dot || strcasecmp(dot, ".skn")) {
    return build_error(b, &s->src->e, "skin file '%s' must have the extension .skn", file);
  }
  if (!asset_file_open(b, &s->src->e, file, ASSET_MESH_FOLDER, &f)) return false;
  file_cursor c = {f.data, (size_t)f.size, true};
  s->nvert = take_int(&c);
  s->ntexcoord = take_int(&c);
  s->nface = take_int(&c);
  s->nbone = take_int(&c);
  s->vert = take_words(b, &c, 3.0 * s->nvert);
  s->texcoord = take_words(b, &c, 2.0 * s->ntexcoord);
  s->face = take_words(b, &c, 3.0 * s->nface);
  // the data of a bone are longer than its name
  if (s->nbone < 0 || (double)s->nbone * BONE_NAME > c.left) c.ok = false;
  if (c.ok) s->bone = asset_alloc(b, &s->src->e, s->nbone, sizeof(skin_bone));
  for (int i = 0; s->bone && i < s->nbone && c.ok; i++) read_bone(b, &c, s->bone + i);
  bool whole = c.ok && s->bone && c.left == 0;
  asset_file_close(&f);
  if (whole) return true;
  return build_error(b, &s->src->e, "skin file '%s' is %s", file,
                     c.ok ? "longer than its counts say" : "cut short, or its counts are wrong");
}

// --- inline data --------------------------------------------------------------------------------

static bool read_inline(build* b, build_skin* s) {
  const spec_skin* src = s->src;
  int n = src->own.bodyname.size;
  if (src->own.vert.size % 3 || src->own.texcoord.size % 2 || src->own.face.size % 3) {
    return build_error(b, &src->e, "vertex and face come in threes, texcoord in twos");
  }
  if (src->own.bindpos.size != 3 * n || src->own.bindquat.size != 4 * n ||
      src->own.vertid.size != n || src->own.vertweight.size != n) {
    return build_error(b, &src->e, "every bone needs bindpos, bindquat, vertid and vertweight");
  }
  s->nvert = src->own.vert.size / 3;
  s->ntexcoord = src->own.texcoord.size / 2;
  s->nface = src->own.face.size / 3;
  s->nbone = n;
  s->vert = src->own.vert.data;
  s->texcoord = src->own.texcoord.data;
  s->face = src->own.face.data;
  s->bone = BUILD_NEW(b, skin_bone, n);
  for (int i = 0; i < n; i++) {
    skin_bone* bone = s->bone + i;
    const int_vec* vertex = src->own.vertid.data + i;
    const float_vec* weight = src->own.vertweight.data + i;
    if (!vertex->size || vertex->size != weight->size) {
      return build_error(b, &src->e,
                         "bone %d has %d vertices and %d weights; there must be as many", i,
                         vertex->size, weight->size);
    }
    bone->name = string_text(src->own.bodyname.data + i);
    bone->bindpos = src->own.bindpos.data + 3 * i;
    memcpy(bone->bindquat, src->own.bindquat.data + 4 * i, sizeof bone->bindquat);
    bone->n = vertex->size;
    bone->vertex = vertex->data;
    bone->weight = BUILD_NEW(b, float, bone->n);
    memcpy(bone->weight, weight->data, sizeof(float) * bone->n);
  }
  return true;
}

// --- checks -------------------------------------------------------------------------------------

static bool check_mesh(build* b, const build_skin* s) {
  const element* e = &s->src->e;
  if (!s->nvert || !s->nface || !s->nbone) {
    return build_error(b, e, "a skin needs vertices, faces and bones");
  }
  if (s->ntexcoord && s->ntexcoord != s->nvert) {
    return build_error(b, e, "%d texture coordinates do not fit %d vertices", s->ntexcoord,
                       s->nvert);
  }
  for (int i = 0; i < 3 * s->nface; i++) {
    if (s->face[i] < 0 || s->face[i] >= s->nvert) {
      return build_error(b, e, "face %d refers to vertex %d; there are %d", i / 3, s->face[i],
                         s->nvert);
    }
  }
  for (int i = 0; i < 3 * s->nvert; i++) {
    if (!isfinite(s->vert[i])) return build_error(b, e, "vertex %d is not finite", i / 3);
  }
  for (int i = 0; i < 3 * s->nbone; i++) {
    if (!isfinite(s->bone[i / 3].bindpos[i % 3])) {
      return build_error(b, e, "bindpos of bone %d is not finite", i / 3);
    }
  }
  return true;
}

// Normalise the weights of each vertex to the sum 1 over its bones.
static bool normalize_weights(build* b, build_skin* s) {
  const element* e = &s->src->e;
  float* total = BUILD_NEW(b, float, s->nvert);
  for (int i = 0; i < s->nbone; i++) {
    const skin_bone* bone = s->bone + i;
    for (int k = 0; k < bone->n; k++) {
      if (bone->vertex[k] < 0 || bone->vertex[k] >= s->nvert) {
        return build_error(b, e, "bone %d refers to vertex %d; there are %d", i, bone->vertex[k],
                           s->nvert);
      }
      // interpolation produces negative weights, so these are allowed
      if (!isfinite(bone->weight[k])) {
        return build_error(b, e, "weight %d of bone %d must be a finite number", k, i);
      }
      total[bone->vertex[k]] += bone->weight[k];
    }
  }
  for (int v = 0; v < s->nvert; v++) {
    if (total[v] <= mjMINVAL) return build_error(b, e, "no bone moves vertex %d", v);
  }
  for (int i = 0; i < s->nbone; i++) {
    for (int k = 0; k < s->bone[i].n; k++) s->bone[i].weight[k] /= total[s->bone[i].vertex[k]];
  }
  return true;
}

static void normalize_quats(build_skin* s) {
  for (int i = 0; i < s->nbone; i++) {
    float* q = s->bone[i].bindquat;
    double n =
        sqrt((double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3]);
    if (n < mjMINVAL || !isfinite(n)) {
      q[0] = 1;
      q[1] = q[2] = q[3] = 0;
      continue;
    }
    for (int k = 0; k < 4; k++) q[k] = (float)(q[k] / n);
  }
}

static bool find_bodies(build* b, build_skin* s) {
  for (int i = 0; i < s->nbone; i++) {
    skin_bone* bone = s->bone + i;
    bone->body = build_lookup(b, mjOBJ_BODY, bone->name);
    if (bone->body < 0) {
      return build_error(b, &s->src->e, "bone %d: no body is named '%s'", i, bone->name);
    }
  }
  return true;
}

static bool compile_one(build* b, build_skin* s) {
  const spec_skin* src = s->src;
  bool file = !string_empty(&src->own.file);
  if (file && (src->own.vert.size || src->own.texcoord.size || src->own.face.size ||
               src->own.bodyname.size)) {
    return build_error(b, &src->e, "a skin comes from a file or is given inline, not both");
  }
  bool read = file ? read_file(b, s) : read_inline(b, s);
  if (!read || !check_mesh(b, s) || !normalize_weights(b, s)) return false;
  normalize_quats(s);
  if (!find_bodies(b, s)) return false;
  double total = 0;
  for (int i = 0; i < s->nbone; i++) total += s->bone[i].n;
  if (total > INT_MAX / 4) return build_error(b, &src->e, "its bones have too many vertices");
  s->nbonevert = (int)total;
  return true;
}

void skins_compile(build* b) {
  int n = list_size(b, mjOBJ_SKIN);
  b->skin = BUILD_NEW(b, build_skin, n);
  for (int i = 0; i < n; i++) {
    b->skin[i].src = (const spec_skin*)list_at(b, mjOBJ_SKIN, i);
    compile_one(b, b->skin + i);
  }
}

void skins_size(build* b) {
  mjModel* size = &b->size;
  double numbers = 0;
  size->nskin = list_size(b, mjOBJ_SKIN);
  for (int i = 0; i < size->nskin; i++) {
    const build_skin* s = b->skin + i;
    size->nskinvert += s->nvert;
    size->nskintexvert += s->ntexcoord;
    size->nskinface += s->nface;
    size->nskinbone += s->nbone;
    size->nskinbonevert += s->nbonevert;
    numbers += 3.0 * s->nvert + 2.0 * s->ntexcoord + 3.0 * s->nface + 7.0 * s->nbone + s->nbonevert;
    if (numbers > INT_MAX / 2) {
      build_error(b, &s->src->e, "with this one the skins are more than a model can hold");
      return;
    }
  }
}

static void fill_bones(build* b, const build_skin* s, int bone_adr, int bonevert_adr) {
  mjModel* m = b->m;
  for (int i = 0; i < s->nbone; i++) {
    const skin_bone* bone = s->bone + i;
    int k = bone_adr + i;
    m->skin_bonevertadr[k] = bonevert_adr;
    m->skin_bonevertnum[k] = bone->n;
    m->skin_bonebodyid[k] = build_lookup(b, mjOBJ_BODY, bone->name);
    memcpy(m->skin_bonebindpos + 3 * k, bone->bindpos, 3 * sizeof(float));
    memcpy(m->skin_bonebindquat + 4 * k, bone->bindquat, 4 * sizeof(float));
    memcpy(m->skin_bonevertid + bonevert_adr, bone->vertex, sizeof(int) * bone->n);
    memcpy(m->skin_bonevertweight + bonevert_adr, bone->weight, sizeof(float) * bone->n);
    bonevert_adr += bone->n;
  }
}

static void fill_rows(mjModel* m, int i, const spec_skin* src) { SKIN_ROWS }

void skins_fill(build* b) {
  mjModel* m = b->m;
  int vert = 0, texcoord = 0, face = 0, bone = 0, bonevert = 0;
  for (int i = 0; i < m->nskin; i++) {
    const build_skin* s = b->skin + i;
    fill_rows(m, i, s->src);
    m->skin_matid[i] = build_material(b, &s->src->e, &s->src->own.material);
    m->skin_vertadr[i] = vert;
    m->skin_vertnum[i] = s->nvert;
    m->skin_texcoordadr[i] = s->ntexcoord ? texcoord : -1;
    m->skin_faceadr[i] = face;
    m->skin_facenum[i] = s->nface;
    m->skin_boneadr[i] = bone;
    m->skin_bonenum[i] = s->nbone;
    memcpy(m->skin_vert + 3 * vert, s->vert, 3 * sizeof(float) * s->nvert);
    if (s->ntexcoord) {
      memcpy(m->skin_texcoord + 2 * texcoord, s->texcoord, 2 * sizeof(float) * s->ntexcoord);
    }
    memcpy(m->skin_face + 3 * face, s->face, 3 * sizeof(int) * s->nface);
    fill_bones(b, s, bone, bonevert);
    vert += s->nvert;
    texcoord += s->ntexcoord;
    face += s->nface;
    bone += s->nbone;
    bonevert += s->nbonevert;
  }
}
