#include "mjcf/read_sensor.h"

#include <stdio.h>
#include <string.h>
#include "mjcf/attributes.h"
#include "mjcf/keywords.h"
#include "mjcf/read_custom.h"

void* make_sensor(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def) {
  (void)node, (void)s, (void)def;
  mjsSensor* sensor = mjs_addSensor(r->spec);
  if (!sensor) return NULL;
  sensor->type = (mjtSensor)row->code;
  if (sensor->type == mjSENS_CONTACT) {
    sensor->intprm[CONTACT_DATA] = 1 << mjCONDATA_FOUND;
    sensor->intprm[CONTACT_NUM] = 1;
  }
  return sensor;
}

void read_object(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target) {
  (void)r, (void)node;
  mjsSensor* sensor = target;
  sensor->objtype = (mjtObj)row->code;
  mjs_setString(sensor->objname, a->value);
}

void read_reference(reader* r, const xml_node* node, const xml_attribute* a,
                    const attribute_row* row, void* target) {
  (void)r, (void)node;
  mjsSensor* sensor = target;
  sensor->reftype = (mjtObj)row->code;
  mjs_setString(sensor->refname, a->value);
}

// ------------------------------------------------------------------------------------- contact

void read_contact_num(reader* r, const xml_node* node, const xml_attribute* a,
                      const attribute_row* row, void* target) {
  (void)row;
  int num;
  if (!attribute_int(r, node, a, &num)) return;
  if (num <= 0)
    report_error(r->report, node, a, "'num' must be positive: %d; 1 is the default", num);
  ((mjsSensor*)target)->intprm[CONTACT_NUM] = num;
}

void read_contact_reduce(reader* r, const xml_node* node, const xml_attribute* a,
                         const attribute_row* row, void* target) {
  int reduce = attribute_word(r, node, a, row->words);
  if (reduce >= 0) ((mjsSensor*)target)->intprm[CONTACT_REDUCE] = reduce;
}

// Copy the next word of a list; false at its end.
static bool next_word(const char** at, char* word, size_t nword) {
  const char* s = *at + strspn(*at, " \t\r\n");
  size_t n = strcspn(s, " \t\r\n");
  *at = s + n;
  snprintf(word, nword, "%.*s", (int)n, s);
  return n > 0;
}

// The bit mask of a list of words, which must be in the order of their table; 0 after an error.
static int read_fields(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row) {
  const char* at = a->value;
  char text[40];
  int bits = 0;
  while (next_word(&at, text, sizeof text)) {
    xml_attribute word = {.name = a->name, .value = text, .place = a->place};
    int field = attribute_word(r, node, &word, row->words);
    if (field < 0) return 0;
    if (bits & 1 << field) {
      report_error(r->report, node, a, "duplicate keyword: '%s'; keep one", text);
      return 0;
    }
    if (bits >> field) {
      char order[100] = "";
      for (int i = 0; i < row->words->n; i++) {
        size_t n = strlen(order);
        snprintf(order + n, sizeof order - n, "%s%s", i ? ", " : "", row->words->row[i].word);
      }
      report_error(r->report, node, a, "data attributes must be in order: %s; '%s' comes too late",
                   order, text);
      return 0;
    }
    bits |= 1 << field;
  }
  return bits;
}

void read_contact_data(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target) {
  int bits = read_fields(r, node, a, row);
  if (bits) ((mjsSensor*)target)->intprm[CONTACT_DATA] = bits;
}

void read_ray_data(reader* r, const xml_node* node, const xml_attribute* a,
                   const attribute_row* row, void* target) {
  ((mjsSensor*)target)->intprm[0] = read_fields(r, node, a, row);
}

static void at_most_one(reader* r, const xml_node* node, const char* const* name,
                        const char* list) {
  if (count_given(node, name) > 1) {
    report_error(r->report, node, NULL, "at most one of (%s) can be specified; keep one", list);
  }
}

void finish_contact(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)target, (void)d;
  static const char* const object[] = {"geom1", "body1", "subtree1", "site", NULL};
  static const char* const reference[] = {"geom2", "body2", "subtree2", NULL};
  at_most_one(r, node, object, "geom1, body1, subtree1, site");
  at_most_one(r, node, reference, "geom2, body2, subtree2");
}

// -------------------------------------------------------------------------------------- others

void finish_rays(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)target, (void)d;
  static const char* const object[] = {"site", "camera", NULL};
  if (count_given(node, object) != 1) {
    report_error(r->report, node, NULL, "exactly one of (site, camera) must be specified; %d given",
                 count_given(node, object));
  }
}

void finish_distance(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)target, (void)d;
  static const char* const object[] = {"geom1", "body1", NULL};
  static const char* const reference[] = {"geom2", "body2", NULL};
  if (count_given(node, object) != 1) {
    report_error(r->report, node, NULL, "exactly one of (geom1, body1) must be specified; %d given",
                 count_given(node, object));
  }
  if (count_given(node, reference) != 1) {
    report_error(r->report, node, NULL, "exactly one of (geom2, body2) must be specified; %d given",
                 count_given(node, reference));
  }
}

// An object's type and name must be given together.
static void check_both(reader* r, const xml_node* node, const char* type, const char* name) {
  const xml_attribute *t = xml_find(node, type), *n = xml_find(node, name);
  if (n && !t) {
    report_error(r->report, node, n, "'%s' ('%s') given without '%s'; give both", name, n->value,
                 type);
  }
  if (t && !n)
    report_error(r->report, node, t, "required attribute missing: '%s'; it goes with '%s'", name,
                 type);
}

void finish_frame(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)target, (void)d;
  check_both(r, node, "reftype", "refname");
}

void finish_user(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)target, (void)d;
  check_both(r, node, "objtype", "objname");
}

void finish_plugin_sensor(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s;
  check_both(r, node, "objtype", "objname");
  check_both(r, node, "reftype", "refname");
  use_plugin(r, node, &((mjsSensor*)target)->plugin, d->plugin.plugin, d->plugin.instance);
}
