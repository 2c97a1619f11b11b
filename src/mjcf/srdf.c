// SRDF: collision settings in semantic descriptions of robots.
#include <string.h>

#include <engine/mjcf.h>
#include <engine/spec.h>

#include "base/need.h"
#include "mjcf/report.h"
#include "mjcf/robot_file.h"

static bool is_excluded(mjSpec* s, const char* a, const char* b) {
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_EXCLUDE); e; e = mjs_nextElement(s, e)) {
    const mjsExclude* x = mjs_asExclude(e);
    const char *c = mjs_getString(x->bodyname1), *d = mjs_getString(x->bodyname2);
    if ((!strcmp(a, c) && !strcmp(b, d)) || (!strcmp(a, d) && !strcmp(b, c))) return true;
  }
  return false;
}

static void read_disabled(robot_file* x, const xml_node* node) {
  const char* a = robot_file_link(x, node, "link1");
  const char* b = robot_file_link(x, node, "link2");
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

static void read_collisions(robot_file* x, const xml_node* root) {
  // everything is checked before anything is added: a file with errors changes nothing
  for (int pass = 0; pass < 2 && !x->r.report->n; pass++) {
    for (const xml_node* c = root->child; c; c = c->next) {
      if (strcmp(c->name, "disable_collisions") != 0) continue;
      if (pass) {
        read_disabled(x, c);
      } else {
        robot_file_link(x, c, "link1");
        robot_file_link(x, c, "link2");
      }
    }
  }
}

int eng_readSRDF(mjSpec* s, const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  NEED_OR(-1, s, filename);
  const robot_source from = {filename, vfs, "SRDF", read_collisions};
  return robot_file_read(s, &from, error, error_sz);
}
