#include "mjcf/read_flex.h"

#include <stdio.h>
#include <string.h>
#include <engine/visual_types.h>
#include "base/path.h"
#include "base/resource.h"
#include "compile/flexcomp.h"
#include "mjcf/numbers.h"
#include "mjcf/asset_path.h"
#include "mjcf/attributes.h"

// ---------------------------------------------------------------------------------------- flex

void* make_flex(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def) {
  (void)node, (void)row, (void)s, (void)def;
  return mjs_addFlex(r->spec);
}

static void check_group(reader* r, const xml_node* node, int group) {
  if (group >= 0 && group < mjNGROUP) return;
  report_error(r->report, node, xml_find(node, "group"),
               "flex group must be between 0 and %d; %d is given", mjNGROUP - 1, group);
}

void finish_flex(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  check_group(r, node, ((mjsFlex*)target)->group);
}

// ------------------------------------------------------------------------------------ flexcomp

static const attribute_row some_integers = {.kind = KIND_INT, .max = UNLIMITED};

static void add_pins(reader* r, const xml_node* node, const char* name, pin_list* list) {
  const xml_attribute* a = xml_find(node, name);
  int n;
  const int* id = a ? attribute_numbers(r, node, a, &some_integers, NUMBER_INT, &n) : NULL;
  if (!id || n == 0) return;
  int* all = arena_alloc(r->memory, sizeof *all * ((size_t)list->size + (size_t)n));
  if (!all) return;
  if (list->size) memcpy(all, list->data, sizeof *all * (size_t)list->size);
  memcpy(all + list->size, id, sizeof *all * (size_t)n);
  *list = (pin_list){all, list->size + n};
}

// Several pin elements are concatenated.
void read_pin(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  flexcomp* c = s->parent;
  attributes_read(r, node, row, NULL, NULL);
  add_pins(r, node, "id", &c->pin_id);
  add_pins(r, node, "range", &c->pin_range);
  add_pins(r, node, "grid", &c->pin_grid);
  add_pins(r, node, "gridrange", &c->pin_gridrange);
}

// Convert the orientation using the compiler options of this model.
static bool resolve_pose(reader* r, const xml_node* node, flexcomp* c) {
  const mjsCompiler* compiler = &r->spec->compiler;
  const char sequence[4] = {compiler->eulerseq[0], compiler->eulerseq[1], compiler->eulerseq[2], 0};
  const char* fault = mjs_resolveOrientation(c->quat, compiler->degree, sequence, &c->alt);
  if (fault) report_error(r->report, node, NULL, "%s", fault);
  return !fault;
}

// The file is resolved like that of a mesh, relative to the main file.
static bool read_file(reader* r, const xml_node* node, flexcomp* c) {
  const xml_attribute* a = xml_find(node, "file");
  if (!c->file || !*c->file) {
    report_error(r->report, node, a, "required attribute missing: 'file'; type %s comes from one",
                 xml_value(node, "type"));
    return false;
  }
  const char* file = r->spec->strippath ? c->file + path_dir(c->file) : c->file;
  const char* path = path_below(r->memory, r->asset[ASSET_MESH], file);
  char error[300];
  mjResource* resource = resource_open(r->model_dir, path, r->vfs, error, sizeof error);
  if (!resource) {
    report_error(r->report, node, a, "%s", error);
    return false;
  }
  const void* data;
  int size = resource_read(resource, &data);
  bool ok = size > 0;
  if (!ok) {
    report_error(r->report, node, a, "file '%s' cannot be read: %s", path,
                 resource_problem(resource, size));
  } else {
    ok = c->type == FLEXCOMP_MESH ? flexcomp_read_mesh(c, data, size)
                                  : flexcomp_read_gmsh(c, data, size);
  }
  resource_close(resource);
  return ok;
}

static bool make_points(reader* r, const xml_node* node, flexcomp* c) {
  if (!flexcomp_check(c) || !flexcomp_take_given(c)) return false;
  bool ok = flexcomp_is_shape(c) ? flexcomp_shape(c)
                                 : c->type == FLEXCOMP_DIRECT || read_file(r, node, c);
  return ok && flexcomp_finish_points(c);
}

// Check the lengths of point and element lists, even those that are not used.
static void check_length(reader* r, const xml_node* node, const char* name, int width) {
  const xml_attribute* a = numbers_given(node, name);
  if (!a) return;
  int n = 0, ntoken;
  double x;
  const char *at = a->value, *token;
  while (number_next(&at, NUMBER_DOUBLE, &x, &token, &ntoken) != NUMBER_END) n++;
  if (n % width == 0) return;
  report_error(r->report, node, a, "attribute '%s' has %d numbers; expected a multiple of %d", name,
               n, width);
}

void read_flexcomp(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  int errors = r->report->n;
  mjsFlex* flex = mjs_addFlex(r->spec);
  if (!flex) return;
  flexcomp c;
  flexcomp_init(&c, r->spec, flex, r->memory);
  attributes_read(r, node, row, &c, NULL);
  read_info(r, node, flex->info);
  scope inside = *s;
  inside.parent = &c;
  read_children(r, node, row, &inside);
  check_group(r, node, c.flex.group);
  shared_plugin_name(&c.plugin, "flexcomp_", mjs_getString(mjs_getName(flex->element)));
  c.has_origin = xml_find(node, "origin") != NULL;
  if (!*mjs_getString(mjs_getName(s->body->element))) {
    report_error(r->report, node, NULL,
                 "the body around a flexcomp needs a name; its pinned points refer to it");
  }
  if (c.type != FLEXCOMP_DIRECT) {  // direct flexcomps are checked in detail elsewhere
    check_length(r, node, "point", 3);
    bool bad = c.flex.dim < 1 || c.flex.dim > 3;  // an error for dim follows below
    if (!bad) check_length(r, node, "element", c.flex.dim + 1);
  }
  if (r->report->n > errors || !resolve_pose(r, node, &c)) return;
  if (make_points(r, node, &c) && flexcomp_make(&c, r->spec, flex, s->body)) return;
  report_refusal(r->report, node, &c.refused);
}
