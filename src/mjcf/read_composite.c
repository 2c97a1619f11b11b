#include "mjcf/read_composite.h"

#include <stdio.h>
#include <string.h>
#include <engine/visual_types.h>
#include "compile/composite.h"
#include "mjcf/attributes.h"
#include "mjcf/keywords.h"
#include "mjcf/suggest.h"

static const char cable_plugin[] = "mujoco.elasticity.cable";

void* make_part_of_composite(reader* r, const xml_node* node, const element_row* row,
                             const scope* s, const mjsDefault* def) {
  (void)r, (void)node, (void)def;
  return *(void**)((char*)s->parent + row->code);
}

void finish_composite_skin(reader* r, const xml_node* node, const scope* s, void* target,
                           draft* d) {
  (void)s, (void)d;
  const composite* c = target;
  if (c->skin.group >= 0 && c->skin.group < mjNGROUP) return;
  report_error(r->report, node, xml_find(node, "group"),
               "skin group must be between 0 and %d; %d is given", mjNGROUP - 1, c->skin.group);
}

// The other composite types are obsolete: report what replaces them.
static bool is_cable(reader* r, const xml_node* node) {
  static const char* const instead[][2] = {{"particle", "replicate"},
                                           {"grid", "flexcomp"},
                                           {"rope", "a composite of type cable"},
                                           {"loop", "flexcomp"},
                                           {"cloth", "flexcomp"}};
  const xml_attribute* type = xml_find(node, "type");
  if (!type) return false;
  for (size_t i = 0; i < sizeof instead / sizeof *instead; i++) {
    if (strcmp(type->value, instead[i][0]) != 0) continue;
    report_error(r->report, node, type,
                 "the composite type '%s' is deprecated and not made any more; use %s", type->value,
                 instead[i][1]);
    return false;
  }
  return true;
}

// Up to three words, one per axis.
static void read_curve(reader* r, const xml_node* node, composite* c) {
  const xml_attribute* a = xml_find(node, "curve");
  if (!a) return;
  int n = 0;
  for (const char* at = a->value;;) {
    while (xml_is_space(*at)) at++;
    const char* word = at;
    while (*at && !xml_is_space(*at)) at++;
    if (at == word) return;
    char text[40];
    snprintf(text, sizeof text, "%.*s", (int)(at - word), word);
    int shape = keyword_value(&words_composite_curve, text, -1);
    if (n == 3 || shape < 0) {
      report_error(r->report, node, a,
                   n == 3 ? "the curve has more than three words: '%s'; expected one an axis"
                          : "invalid keyword: '%s'; expected s, cos(s), sin(s) or 0 for each axis",
                   n == 3 ? a->value : text);
      return;
    }
    c->shape[n++] = (curve_shape)shape;
  }
}

static void check_joints(reader* r, const xml_node* node) {
  int n = 0;
  for (const xml_node* child = node->child; child; child = child->next) {
    if (strcmp(child->name, "joint") != 0 || ++n < 2) continue;
    report_error(r->report, child, xml_find(child, "kind"),
                 "duplicate joint kind: 'main'; keep one joint");
  }
}

static void finish_plugin(reader* r, const xml_node* node, composite* c) {
  if (!c->body.plugin.active) return;
  const char* name = mjs_getString(c->body.plugin.plugin_name);
  if (*name && strcmp(name, cable_plugin) != 0) {
    report_error(r->report, node, NULL, "plugin '%s' does not bend cables; expected '%s'", name,
                 cable_plugin);
    return;
  }
  shared_plugin_name(&c->body.plugin, "composite", c->prefix);
}

static void make_cable(reader* r, const xml_node* node, const element_row* row, const scope* s,
                       composite* c) {
  int errors = r->report->n;
  attributes_read(r, node, row, c, NULL);
  read_info(r, node, c->body.info);
  scope inside = *s;
  inside.parent = c;
  read_children(r, node, row, &inside);
  bool cable = is_cable(r, node);
  if (!cable) return;
  read_curve(r, node, c);
  check_joints(r, node);
  finish_plugin(r, node, c);
  if (r->report->n > errors) return;
  if (composite_place(c) && composite_make(c, r->spec, s->body, s->frame)) return;
  report_refusal(r->report, node, &c->refused);
}

void read_composite(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  composite c;
  if (composite_init(&c, r->memory)) {
    make_cable(r, node, row, s, &c);
  } else {
    report_refusal(r->report, node, &c.refused);
  }
  composite_end(&c);
}
