// Writes attributes: differences between an element and its base, row by row.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/path.h"
#include "base/resource.h"
#include "mjcf/sections.h"
#include "mjcf/write.h"

// ---------------------------------------------------------------------------- bases of elements

const void* write_public(const element* e) {
  switch (e->base.elemtype) {
#define PUBLIC(type, Struct) \
  case type: return &((const Struct*)e)->pub;
    PUBLIC(mjOBJ_BODY, spec_body)
    PUBLIC(mjOBJ_FRAME, spec_frame)
    PUBLIC(mjOBJ_JOINT, spec_joint)
    PUBLIC(mjOBJ_GEOM, spec_geom)
    PUBLIC(mjOBJ_SITE, spec_site)
    PUBLIC(mjOBJ_CAMERA, spec_camera)
    PUBLIC(mjOBJ_LIGHT, spec_light)
    PUBLIC(mjOBJ_FLEX, spec_flex)
    PUBLIC(mjOBJ_MESH, spec_mesh)
    PUBLIC(mjOBJ_HFIELD, spec_hfield)
    PUBLIC(mjOBJ_SKIN, spec_skin)
    PUBLIC(mjOBJ_TEXTURE, spec_texture)
    PUBLIC(mjOBJ_MATERIAL, spec_material)
    PUBLIC(mjOBJ_PAIR, spec_pair)
    PUBLIC(mjOBJ_EXCLUDE, spec_exclude)
    PUBLIC(mjOBJ_EQUALITY, spec_equality)
    PUBLIC(mjOBJ_TENDON, spec_tendon)
    PUBLIC(mjOBJ_ACTUATOR, spec_actuator)
    PUBLIC(mjOBJ_SENSOR, spec_sensor)
    PUBLIC(mjOBJ_NUMERIC, spec_numeric)
    PUBLIC(mjOBJ_TEXT, spec_text)
    PUBLIC(mjOBJ_TUPLE, spec_tuple)
    PUBLIC(mjOBJ_KEY, spec_key)
    PUBLIC(mjOBJ_PLUGIN, spec_plugin)
#undef PUBLIC
    default: return NULL;
  }
}

static const void* of_class(const spec_default* def, mjtObj type) {
  switch (type) {
    case mjOBJ_JOINT: return def->pub.joint;
    case mjOBJ_GEOM: return def->pub.geom;
    case mjOBJ_SITE: return def->pub.site;
    case mjOBJ_CAMERA: return def->pub.camera;
    case mjOBJ_LIGHT: return def->pub.light;
    case mjOBJ_MESH: return def->pub.mesh;
    case mjOBJ_MATERIAL: return def->pub.material;
    case mjOBJ_PAIR: return def->pub.pair;
    case mjOBJ_EQUALITY: return def->pub.equality;
    case mjOBJ_TENDON: return def->pub.tendon;
    case mjOBJ_ACTUATOR: return def->pub.actuator;
    default: return NULL;
  }
}

// A new element, for types without default classes, stored in the plain specification.
static const void* of_type(mjSpec* plain, mjtObj type) {
  mjsBody* world = mjs_findBody(plain, "world");
  const mjsElement* made = mjs_firstElement(plain, type);
  if (made && type != mjOBJ_BODY) return write_public((const element*)made);
  switch (type) {
    case mjOBJ_BODY: {
      mjsBody* first = mjs_asBody(mjs_firstChild(world, mjOBJ_BODY, 0));
      return first ? first : mjs_addBody(world, NULL);
    }
    case mjOBJ_FRAME: return mjs_addFrame(world, NULL);
    case mjOBJ_FLEX: return mjs_addFlex(plain);
    case mjOBJ_HFIELD: return mjs_addHField(plain);
    case mjOBJ_SKIN: return mjs_addSkin(plain);
    case mjOBJ_TEXTURE: return mjs_addTexture(plain);
    case mjOBJ_EXCLUDE: return mjs_addExclude(plain);
    case mjOBJ_SENSOR: return mjs_addSensor(plain);
    case mjOBJ_NUMERIC: return mjs_addNumeric(plain);
    case mjOBJ_TEXT: return mjs_addText(plain);
    case mjOBJ_TUPLE: return mjs_addTuple(plain);
    case mjOBJ_KEY: return mjs_addKey(plain);
    case mjOBJ_PLUGIN: return mjs_addPlugin(plain);
    default: return NULL;
  }
}

static const spec_default* class_of(const writer* w, const element* e) {
  return e->class ? e->class : w->from->main;
}

const void* write_base(writer* w, const element* e) {
  const void* in_class = of_class(class_of(w, e), e->base.elemtype);
  const void* base = in_class ? in_class : of_type(w->plain, e->base.elemtype);
  if (!base) w->problem = "out of memory";
  return base;
}

static const element* element_at(const void* target) {
  return element_of(*(mjsElement* const*)target);
}

// Whether the struct belongs to an element, rather than to the template of a class.
static bool is_listed(const element* e) { return e->owner != NULL && e->index >= 0; }

// ------------------------------------------------------------------------------------- numbers

static void write_class(writer* w, const element* e) {
  const spec_default* in_force = w->def ? w->def : w->from->main;
  if (class_of(w, e) != in_force) write_text(w, "class", element_name(&class_of(w, e)->e));
}

// Whether the numbers are those of the default, which is NaN somewhere: "not given".
static bool is_not_given(const double* value, const double* base, int n) {
  bool same = true, given = true;
  for (int i = 0; i < n; i++) {
    bool neither = isnan(value[i]) && isnan(base[i]);
    same &= neither || value[i] == base[i];
    given &= !neither;
  }
  return same && !given;
}

// How many leading numbers must be written so that reading them into base gives value; 0: none.
#define DEFINE_COUNT(name, type)                                         \
  static int name(const type* value, const type* base, int n, int min) { \
    while (n > 0 && value[n - 1] == base[n - 1]) n--;                    \
    return n && n < min ? min : n;                                       \
  }
DEFINE_COUNT(count_doubles, double)
DEFINE_COUNT(count_floats, float)
DEFINE_COUNT(count_ints, int)

// A vector replaces that of the class; an empty one can only be written as zeros.
static void write_vector(writer* w, const attribute_row* row, const void* field, const void* base) {
  size_t width = row->store == STORE_DOUBLES ? sizeof(double) : sizeof(float);
  const vec *v = *(vec*const*)field, *other = *(vec*const*)base;
  if (v->size == other->size && (!v->size || !memcmp(v->data, other->data, v->size * width))) {
    return;
  }
  int n = v->size ? v->size : other->size;
  void* zeros = v->size ? NULL : calloc((size_t)n, width);
  const void* data = v->size ? v->data : zeros;
  if (data && row->store == STORE_DOUBLES) write_doubles(w, row->name, data, n);
  if (data && row->store == STORE_FLOATS) write_floats(w, row->name, data, n);
  if (data && row->store == STORE_INTS) write_ints(w, row->name, data, n);
  free(zeros);
}

// Names are separated by spaces, so none may contain a space.
static void write_names(writer* w, const attribute_row* row, const string_vec* names) {
  text all = {0};
  for (int i = 0; i < names->size; i++) {
    const char* name = string_text(names->data + i);
    if (strpbrk(name, " \t\r\n")) w->problem = "a name in a list of names has a space";
    text_print(&all, i ? " %s" : "%s", name);
  }
  if (names->size || (row->flags & REQUIRED)) {
    write_made(w, row->name, &all);
  } else {
    text_free(&all);
  }
}

static void write_numbers(writer* w, const attribute_row* row, const void* field,
                          const void* base) {
  int n = row->max, min = row->flags & REQUIRED ? n : row->min;
  bool required = row->flags & REQUIRED;
  if (row->store == STORE_DOUBLE) {
    int count = required ? n : count_doubles(field, base, n, min);
    if (is_not_given(field, base, count)) return;
    if (count) write_doubles(w, row->name, field, count);
  } else if (row->store == STORE_FLOAT) {
    int count = required ? n : count_floats(field, base, n, min);
    if (count) write_floats(w, row->name, field, count);
  } else if (row->store == STORE_INT) {
    int count = required ? n : count_ints(field, base, n, min);
    if (count) write_ints(w, row->name, field, count);
  } else {
    write_vector(w, row, field, base);
  }
}

// --------------------------------------------------------------------------------------- words

static int stored_int(const attribute_row* row, const void* field) {
  switch (row->store) {
    case STORE_BYTE: return *(const mjtByte*)field;
    case STORE_SIZE: return (int)*(const mjtSize*)field;
    case STORE_DOUBLE: return (int)*(const double*)field;
    default: return *(const int*)field;
  }
}

void write_word(writer* w, const attribute_row* row, int value) {
  for (int i = 0; i < row->words->n; i++) {
    if (row->words->row[i].value != value) continue;
    write_text(w, row->name, row->words->row[i].word);
    return;
  }
}

// --------------------------------------------------------------------------------------- files

// A path of a file as seen from the folder of a model; what is absolute stays so outside of it.
static char* seen_from(const char* folder, const char* path) {
  char *from = path_normalise(folder), *file = path_normalise(path), *way = NULL;
  if (from && file) way = path_from(from, file);
  bool leaves = !way || (resource_is_absolute(file) && !strncmp(way, "../", 3));
  char* result = leaves ? file : way;
  free(leaves ? way : file);
  free(from);
  return result;
}

// Files are relative to the folders of the specification that the element was made in.  For
// attached elements they are rewritten relative to the folders of the written specification.
static char* path_written(const spec* from, const spec* origin, const char* file, bool texture) {
  const char* folder = string_text(texture ? &origin->own.texturedir : &origin->own.meshdir);
  const char* target = string_text(texture ? &from->own.texturedir : &from->own.meshdir);
  char* below = resource_path(folder, file);
  char* full = below ? resource_path(string_text(&origin->own.modelfiledir), below) : NULL;
  char* seen = full ? seen_from(string_text(&from->own.modelfiledir), full) : NULL;
  free(below);
  free(full);
  if (!seen) return NULL;
  text path = {0};
  for (const char* c = target; *c && !resource_is_absolute(seen); c++) {
    if ((*c == '/' || !c[1]) && c != target) text_append(&path, "../", 3);
  }
  text_append(&path, seen, strlen(seen));
  char* result = path.failed ? NULL : path_normalise(text_string(&path));
  text_free(&path);
  free(seen);
  return result;
}

static void write_file(writer* w, const char* name, const element* e, const char* file,
                       bool texture) {
  if (!*file) return;
  if (e->origin == w->from) {
    write_text(w, name, file);
    return;
  }
  char* path = path_written(w->from, e->origin, file, texture);
  if (!path) w->problem = "out of memory";
  if (path) write_text(w, name, path);
  free(path);
}

void write_cube_face(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjsTexture* texture = target;
  const string_vec* faces = (const string_vec*)texture->cubefiles;
  if (row->code >= faces->size) return;
  write_file(w, row->name, element_at(target), string_text(faces->data + row->code), true);
}

// -------------------------------------------------------------------------------- orientations

void write_resolve(writer* w, double quat[4], const double given[4], const mjsOrientation* alt,
                   const element* e) {
  const spec* origin = e->origin ? e->origin : w->from;
  const mjsCompiler* c = &origin->pub.compiler;
  memcpy(quat, given, 4 * sizeof *quat);
  mjs_resolveOrientation(quat, c->degree, c->eulerseq, alt);
}

// The row of a quaternion is followed by those of the alternative formats (ORIENTATIONS).
static void write_quat(writer* w, const attribute_row* row, const void* target, const void* base) {
  size_t alt = row[1].offset - offsetof(mjsOrientation, axisangle);
  double quat[4], other[4];
  const char *t = target, *b = base;
  write_resolve(w, quat, (const double*)(t + row->offset), (const mjsOrientation*)(t + alt),
                element_at(target));
  write_resolve(w, other, (const double*)(b + row->offset), (const mjsOrientation*)(b + alt),
                element_at(base));
  if (memcmp(quat, other, sizeof quat) != 0) write_doubles(w, row->name, quat, 4);
}

// ---------------------------------------------------------------------------------------- rows

static void write_string(writer* w, const attribute_row* row, const void* target, const void* field,
                         const void* base) {
  const char* value = string_text(*(void* const*)field);
  const char* other = string_text(*(void* const*)base);
  if (strcmp(value, other) == 0 && !(row->flags & REQUIRED)) return;
  if (row->kind == KIND_FILE) {
    const element* e = element_at(target);
    write_file(w, row->name, e, value, e->base.elemtype == mjOBJ_TEXTURE);
  } else {
    write_text(w, row->name, value);
  }
}

static void write_attribute(writer* w, const attribute_row* row, const void* target,
                            const void* base) {
  if (row->write) {
    row->write(w, row, target, base);
    return;
  }
  if (row->kind == KIND_NAME) {
    const char* name = element_name(element_at(target));
    if (*name || (row->flags & REQUIRED)) write_text(w, row->name, name);
    return;
  }
  if (row->store == STORE_NONE) {
    if (row->kind == KIND_REF && strcmp(row->name, "class") == 0)
      write_class(w, element_at(target));
    return;
  }
  const char* field = (const char*)target + row->offset;
  const char* other = (const char*)base + row->offset;
  if (row->flags & ORIENTATION) {
    if (!row->code) write_quat(w, row, target, base);
  } else if (row->kind == KIND_WORD || row->store == STORE_SIZE) {
    int value = stored_int(row, field);
    if (value == stored_int(row, other) && !(row->flags & REQUIRED)) return;
    if (row->kind == KIND_WORD) write_word(w, row, value);
    if (row->kind == KIND_INT) write_int(w, row->name, value);
  } else if (row->store == STORE_STRING) {
    write_string(w, row, target, field, other);
  } else if (row->store == STORE_STRINGS) {
    write_names(w, row, *(const string_vec* const*)field);
  } else {
    write_numbers(w, row, field, other);
  }
}

static void write_rows(writer* w, const attribute_group* group, unsigned flags, const void* target,
                       const void* base) {
  for (int i = 0; i < group->n && base; i++) {
    const attribute_row* row = group->row + i;
    if ((row->flags & flags) == flags) write_attribute(w, row, target, base);
  }
}

void write_group(writer* w, const attribute_group* group, const void* target, const void* base) {
  write_rows(w, group, 0, target, base);
}

void write_groups(writer* w, const element_row* row, const void* target, const void* base) {
  for (int g = 0; g < MAX_GROUPS && row->group[g]; g++) {
    if (!row->group[g]->in_draft) write_rows(w, row->group[g], 0, target, base);
  }
}

void write_class_groups(writer* w, const element_row* row, const void* target, const void* base) {
  for (int g = 0; g < MAX_GROUPS && row->group[g]; g++) {
    if (!row->group[g]->in_draft) write_rows(w, row->group[g], IN_DEFAULT, target, base);
  }
}

void write_element(writer* w, const element_row* row, const element* e) {
  write_open(w, row->name);
  write_groups(w, row, write_public(e), write_base(w, e));
  write_close(w, row->name);
}

void write_alias(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)w, (void)row, (void)target, (void)base;
}

// -------------------------------------------------------------------------------------- angles

void write_joint_range(const spec_joint* joint, double range[2]) {
  const mjsJoint* pub = &joint->pub;
  bool limited = pub->limited == mjLIMITED_TRUE ||
                 (pub->limited == mjLIMITED_AUTO && pub->range[0] < pub->range[1]);
  bool angle = pub->type == mjJNT_HINGE || pub->type == mjJNT_BALL;
  double unit = limited && angle && joint->e.origin->pub.compiler.degree ? mjPI / 180 : 1;
  range[0] = pub->range[0] * unit;
  range[1] = pub->range[1] * unit;
}

// A class may be used for several joint types, so its angles keep their unit, and joints that
// interpret them as angles write their own.
void write_angle(writer* w, const attribute_row* row, const void* target, const void* base) {
  const mjsJoint* joint = target;
  const element* e = element_at(target);
  const double* other = (const double*)((const char*)base + row->offset);
  double value[2];
  memcpy(value, (const char*)target + row->offset, (size_t)row->max * sizeof *value);
  if (is_listed(e) && row->max == 2) write_joint_range((const spec_joint*)e, value);
  if (is_listed(e) && row->max == 1 && joint->type == mjJNT_HINGE &&
      e->origin->pub.compiler.degree) {
    value[0] *= mjPI / 180;
  }
  int n = count_doubles(value, other, row->max, row->max);
  if (n) write_doubles(w, row->name, value, n);
}
