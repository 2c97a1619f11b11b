#include "mjcf/read_body.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "mjcf/attributes.h"
#include "mjcf/load.h"

// ------------------------------------------------------------------------- elements of bodies

static bool refuse_in_world(reader* r, const xml_node* node, const scope* s, const char* what) {
  if (s->body != r->world) return false;
  report_error(r->report, node, NULL, "World body cannot have %s; put it into a body", what);
  return true;
}

static void put_in_frame(mjsElement* element, const scope* s) {
  if (s->frame) mjs_setFrame(element, s->frame);
}

void* make_inertial(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def) {
  (void)row, (void)def;
  return refuse_in_world(r, node, s, "inertia") ? NULL : s->body;
}

void finish_inertial(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  mjsBody* body = target;
  body->explicitinertial = 1;
  static const char* const orientation[] = {"quat", "axisangle", "xyaxes", "zaxis", "euler", NULL};
  if (xml_find(node, "fullinertia") && count_given(node, orientation)) {
    report_error(r->report, node, xml_find(node, "fullinertia"),
                 "fullinertia and an orientation cannot both be specified; the full inertia has "
                 "its own axes");
  }
}

void* make_joint(reader* r, const xml_node* node, const element_row* row, const scope* s,
                 const mjsDefault* def) {
  (void)row;
  if (refuse_in_world(r, node, s, "joints")) return NULL;
  mjsJoint* joint = mjs_addJoint(s->body, def);
  if (joint) put_in_frame(joint->element, s);
  return joint;
}

void* make_freejoint(reader* r, const xml_node* node, const element_row* row, const scope* s,
                     const mjsDefault* def) {
  (void)row;
  if (refuse_in_world(r, node, s, "joints")) return NULL;
  mjsJoint* joint = mjs_addFreeJoint(s->body);
  if (!joint) return NULL;
  put_in_frame(joint->element, s);
  if (def) mjs_setDefault(joint->element, def);
  return joint;
}

#define MAKE_IN_BODY(name, Struct, add)                                                      \
  void* make_##name(reader* r, const xml_node* node, const element_row* row, const scope* s, \
                    const mjsDefault* def) {                                                 \
    (void)r, (void)node, (void)row;                                                          \
    Struct* made = add(s->body, def);                                                        \
    if (made) put_in_frame(made->element, s);                                                \
    return made;                                                                             \
  }

MAKE_IN_BODY(geom, mjsGeom, mjs_addGeom)
MAKE_IN_BODY(site, mjsSite, mjs_addSite)
MAKE_IN_BODY(camera, mjsCamera, mjs_addCamera)
MAKE_IN_BODY(light, mjsLight, mjs_addLight)

void read_length(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target) {
  char pixels[40];
  snprintf(pixels, sizeof pixels, "%.30spixel", row->name);
  if (numbers_given(node, pixels)) return;
  int n;
  const float* length = attribute_numbers(r, node, a, row, NUMBER_FLOAT, &n);
  if (length) memcpy((char*)target + row->offset, length, (size_t)n * sizeof(float));
}

void finish_camera(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const mjsCamera* camera = target;
  bool focal = numbers_given(node, "focal") || numbers_given(node, "focalpixel");
  bool principal = numbers_given(node, "principal") || numbers_given(node, "principalpixel");
  bool sensor = numbers_given(node, "sensorsize");
  if ((focal || principal) && !sensor) {
    report_error(r->report, node, NULL,
                 "required attribute missing: 'sensorsize'; focal and principal values need the "
                 "size of the sensor on the same element");
  }
  if ((focal || sensor) && !numbers_given(node, "resolution")) {
    report_error(r->report, node, NULL,
                 "required attribute missing: 'resolution'; focal values and sensorsize need the "
                 "resolution on the same element");
  }
  if (camera->resolution[0] < 0 || camera->resolution[1] < 0) {
    report_error(
        r->report, node, xml_find(node, "resolution"),
        "camera resolution cannot be negative: %g %g; expected a width and a height in pixels",
        camera->resolution[0], camera->resolution[1]);
  }
  if (numbers_given(node, "fovy") && sensor) {
    report_error(
        r->report, node, xml_find(node, "fovy"),
        "either 'fovy' or 'sensorsize' attribute can be specified, not both; keep 'fovy' for a "
        "camera without lens");
  }
}

void finish_light(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)target, (void)d;
  if (xml_find(node, "type") && xml_find(node, "directional")) {
    report_error(r->report, node, xml_find(node, "directional"),
                 "type and directional cannot both be defined; keep 'type'");
  }
}

// --------------------------------------------------------------------------- bodies and frames

static void set_childclass(mjString* childclass, const mjsDefault* def) {
  if (def) mjs_setString(childclass, mjs_getString(mjs_getName(def->element)));
}

void read_body(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  const mjsDefault* def = read_class(r, node, "childclass", s->def);
  mjsBody* body = mjs_addBody(s->body, def);
  if (!body) return;
  put_in_frame(body->element, s);
  set_childclass(body->childclass, def);
  attributes_read(r, node, row, body, NULL);
  read_info(r, node, body->info);
  scope inside = {.body = body, .def = def, .parent = body};
  read_children(r, node, row, &inside);
}

void read_frame(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  const mjsDefault* def = read_class(r, node, "childclass", s->def);
  mjsFrame* frame = mjs_addFrame(s->body, s->frame);
  if (!frame) return;
  set_childclass(frame->childclass, def);
  attributes_read(r, node, row, frame, NULL);
  read_info(r, node, frame->info);
  scope inside = {.body = s->body, .frame = frame, .def = def, .parent = s->body};
  read_children(r, node, row, &inside);
}

// The first integer of an attribute; 0 if there is none.
static int first_integer(const xml_node* node, const char* name) {
  const char *text = xml_value(node, name), *token;
  int value = 0, ntoken;
  bool given = text && number_next(&text, NUMBER_INT, &value, &token, &ntoken) == NUMBER_OK;
  return given && value > 0 ? value : 0;
}

// Upper limit for the estimated number of bodies of a flexcomp; more are rejected later.
#define MAX_BODIES 65534

static double flexcomp_size(const xml_node* node) {
  double n = 1;
  int count;
  const char *at = xml_value(node, "count"), *token;
  int ntoken;
  while (at && number_next(&at, NUMBER_INT, &count, &token, &ntoken) == NUMBER_OK) n *= count;
  return fmin(fmax(n, 1), MAX_BODIES);
}

// Number of elements the children of a node create after macro expansion.
static double expanded_size(const xml_node* node) {
  double n = 0;
  for (const xml_node* c = node->child; c; c = c->next) {
    double inside = expanded_size(c);
    if (strcmp(c->name, "replicate") == 0 && xml_find(c, "count")) {
      n += first_integer(c, "count") * inside;
    } else if (strcmp(c->name, "composite") == 0) {
      n += 4.0 * first_integer(c, "count") + inside;  // a body has a joint, a geom, an exclusion
    } else if (strcmp(c->name, "flexcomp") == 0) {
      n += flexcomp_size(c);
    } else {
      n += 1 + inside;
    }
  }
  return n;
}

// Before any of them is made.  A model that is read to be attached has no more than can be.
static bool may_expand(reader* r, const xml_node* node) {
  double n = fmax(expanded_size(node), 0), *left = &r->chain->left->expanded;
  double most = r->chain->outer ? fmin(*left, MAX_ATTACHED) : *left;
  if (n <= most) {
    *left -= n;
    return true;
  }
  report_error(r->report, node, NULL, "replicates make %g elements; expected at most %g%s", n, most,
               most == MAX_EXPANDED   ? ""
               : most == MAX_ATTACHED ? " in a model that is attached"
                                      : " beside those of the models before");
  return false;
}

void read_worldbody(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  (void)s;
  for (int i = 0; i < node->nattribute; i++) {
    report_error(r->report, node, node->attribute + i,
                 "World body cannot have attributes; remove '%s'", node->attribute[i].name);
  }
  if (!may_expand(r, node)) return;
  scope inside = {.body = r->world, .parent = r->world};
  mjs_setDeepCopy(r->spec, 1);
  read_children(r, node, row, &inside);
  mjs_setDeepCopy(r->spec, 0);
}
