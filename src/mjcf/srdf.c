// SRDF: what semantic descriptions of robots say of collisions.
#include <stdio.h>
#include <string.h>

#include <engine/mjcf.h>
#include <engine/spec.h>

#include "base/need.h"
#include "base/resource.h"
#include "mjcf/report.h"
#include "mjcf/suggest.h"
#include "mjcf/urdf_value.h"
#include "mjcf/xml.h"

// One reading.
typedef struct {
  mjSpec* s;
  reader r;           // for what looks at XML
  const char** body;  // names of all bodies, for suggestions
  int nbody;
  int added;
} srdf;

static bool list_bodies(srdf* x) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(x->s, mjOBJ_BODY); e; e = mjs_nextElement(x->s, e)) n++;
  x->body = arena_alloc(x->r.memory, ((size_t)n + 1) * sizeof *x->body);
  for (mjsElement* e = mjs_firstElement(x->s, mjOBJ_BODY); x->body && e;
       e = mjs_nextElement(x->s, e)) {
    x->body[x->nbody++] = mjs_getString(mjs_getName(e));
  }
  return x->body != NULL;
}

// The body of a link; NULL after an error.
static const char* find_link(srdf* x, const xml_node* node, const char* attribute) {
  const char* name = urdf_text(&x->r, node, attribute);
  if (!name || mjs_findBody(x->s, name)) return name;
  report_unknown(&x->r, node, xml_find(node, attribute), "unknown link", name,
                 (word_list){x->body, x->nbody});
  return NULL;
}

static bool is_excluded(mjSpec* s, const char* a, const char* b) {
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_EXCLUDE); e; e = mjs_nextElement(s, e)) {
    const mjsExclude* x = mjs_asExclude(e);
    const char *c = mjs_getString(x->bodyname1), *d = mjs_getString(x->bodyname2);
    if ((!strcmp(a, c) && !strcmp(b, d)) || (!strcmp(a, d) && !strcmp(b, c))) return true;
  }
  return false;
}

static void read_disabled(srdf* x, const xml_node* node) {
  const char* a = find_link(x, node, "link1");
  const char* b = find_link(x, node, "link2");
  if (!a || !b || x->r.report->n) return;
  if (!strcmp(a, b)) {
    report_warning(x->r.report, node, NULL, "link '%.100s' never collides with itself", a);
    return;
  }
  if (is_excluded(x->s, a, b)) return;
  mjsExclude* exclude = mjs_addExclude(x->s);
  if (!exclude) return;
  mjs_setString(exclude->bodyname1, a);
  mjs_setString(exclude->bodyname2, b);
  x->added++;
}

static void read_text(srdf* x, const char* name, const char* text, size_t n) {
  xml_file file = {name, "", NULL};
  xml_fault fault;
  xml_node* root = xml_parse(x->r.memory, &file, text, n, NULL, &fault);
  if (!root) {
    report_fault(x->r.report, &file, fault.place, "%s", fault.why);
    return;
  }
  if (strcmp(root->name, "robot") != 0) {
    report_error(x->r.report, root, NULL, "unrecognized element: '%s'; SRDF begins with 'robot'",
                 root->name);
    return;
  }
  if (!list_bodies(x)) return;
  // all is looked at before anything is added: a wrong file changes nothing
  for (int pass = 0; pass < 2 && !x->r.report->n; pass++) {
    for (const xml_node* c = root->child; c; c = c->next) {
      if (strcmp(c->name, "disable_collisions") != 0) continue;
      if (pass) {
        read_disabled(x, c);
      } else {
        find_link(x, c, "link1");
        find_link(x, c, "link2");
      }
    }
  }
}

int eng_readSRDF(mjSpec* s, const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  NEED_OR(-1, s, filename);
  if (error && error_sz > 0) error[0] = 0;
  arena* memory = arena_new_passing();
  report* problems = memory ? arena_alloc(memory, sizeof *problems) : NULL;
  srdf x = {.s = s, .r = {.spec = s, .report = problems, .memory = memory, .vfs = vfs}};
  char why[500] = "out of memory";
  mjResource* resource = problems ? resource_open(NULL, filename, vfs, why, sizeof why) : NULL;
  const void* text;
  int n = resource ? resource_read(resource, &text) : 0;
  bool ok = n > 0;
  if (ok) {
    problems->memory = memory;
    read_text(&x, filename, text, (size_t)n);
    ok = !problems->n && !arena_failed(memory);
    if (problems->n) report_write(problems, error, error_sz);
    load_warnings_tell(&problems->warnings);
  } else if (error && error_sz > 0) {
    snprintf(error, (size_t)error_sz, "%s", resource ? resource_problem(resource, n) : why);
  }
  resource_close(resource);
  arena_delete(memory);
  return ok ? x.added : -1;
}
