#include "mjcf/robot_file.h"

#include <stdio.h>
#include <string.h>

#include "base/resource.h"
#include "mjcf/report.h"
#include "mjcf/suggest.h"
#include "mjcf/urdf_value.h"

static bool list_bodies(robot_file* x) {
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
const char* robot_file_link(robot_file* x, const xml_node* node, const char* attribute) {
  const char* name = urdf_text(&x->r, node, attribute);
  if (!name || mjs_findBody(x->s, name)) return name;
  report_unknown(&x->r, node, xml_find(node, attribute), "unknown link", name,
                 (word_list){x->body, x->nbody});
  return NULL;
}

static void read_text(robot_file* x, const robot_source* from, const char* text, size_t n) {
  xml_file file = {from->filename, "", NULL};
  xml_fault fault;
  xml_node* root = xml_parse(x->r.memory, &file, text, n, NULL, &fault);
  if (!root) {
    report_fault(x->r.report, &file, fault.place, "%s", fault.why);
    return;
  }
  if (strcmp(root->name, "robot") != 0) {
    report_error(x->r.report, root, NULL, "unrecognized element: '%s'; %s begins with 'robot'",
                 root->name, from->kind);
    return;
  }
  if (list_bodies(x)) from->read(x, root);
}

int robot_file_read(mjSpec* s, const robot_source* from, char* error, int error_sz) {
  if (error && error_sz > 0) error[0] = 0;
  arena* memory = arena_new_passing();
  report* problems = memory ? arena_alloc(memory, sizeof *problems) : NULL;
  robot_file x = {.s = s, .r = {.spec = s, .report = problems, .memory = memory, .vfs = from->vfs}};
  char why[500] = "out of memory";
  mjResource* resource =
      problems ? resource_open(NULL, from->filename, from->vfs, why, sizeof why) : NULL;
  const void* text;
  int n = resource ? resource_read(resource, &text) : 0;
  bool ok = n > 0;
  if (ok) {
    problems->memory = memory;
    read_text(&x, from, text, (size_t)n);
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
