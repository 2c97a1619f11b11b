#include "mjcf/include.h"

#include <stdio.h>
#include <string.h>
#include "base/resource.h"
#include "mjcf/asset_path.h"

// A longer chain of includes is taken for a cycle.
#define MAX_CHAIN 100

// A file that has been included: each may be included only once.
typedef struct included_file {
  const char* path;
  const struct included_file* next;
} included_file;

typedef struct {
  const char* dir;  // of the main file
  const mjVFS* vfs;
  arena* memory;
  report* report;
  const included_file* files;
  int order;
} include_expansion;

static void remember(include_expansion* e, const char* path) {
  included_file* o = arena_alloc(e->memory, sizeof *o);
  if (!o) return;
  *o = (included_file){path, e->files};
  e->files = o;
}

static bool was_opened(const include_expansion* e, const char* path) {
  for (const included_file* o = e->files; o; o = o->next) {
    if (strcmp(o->path, path) == 0) return true;
  }
  return false;
}

// Open an included file relative to the main file or, failing that, to the file that includes it.
// *name becomes the one found.
static mjResource* open_include(include_expansion* e, const xml_node* node, const char** name) {
  char error[300];
  const char* file = *name;
  mjResource* r = resource_open(e->dir, file, e->vfs, error, sizeof error);
  if (!r && *node->file->dir) {
    *name = path_below(e->memory, node->file->dir, file);
    r = resource_open(e->dir, *name, e->vfs, NULL, 0);
  }
  if (!r) report_error(e->report, node, xml_find(node, "file"), "%s", error);
  return r;
}

static int chain_length(const xml_node* node) {
  int n = 0;
  for (; node; node = node->file->included_by) n++;
  return n;
}

static const char* dir_of(arena* a, const char* name) {
  size_t n = 0;
  for (size_t i = 0; name[i]; i++) {
    if (name[i] == '/' || name[i] == '\\') n = i + 1;
  }
  return arena_strndup(a, name, n);
}

// The root of the included file; NULL after an error.
static xml_node* parse_include(include_expansion* e, const xml_node* node, const char* name) {
  mjResource* resource = open_include(e, node, &name);
  if (!resource) return NULL;
  const char* path = path_below(e->memory, e->dir, name);
  const void* text;
  int size = 0;
  xml_node* root = NULL;
  if (chain_length(node) > MAX_CHAIN) {
    report_error(e->report, node, xml_find(node, "file"),
                 "includes are nested deeper than %d; does a file include itself?", MAX_CHAIN);
  } else if (was_opened(e, path)) {
    report_error(e->report, node, xml_find(node, "file"),
                 "File '%s' already included; each file can be included once", path);
  } else if ((size = resource_read(resource, &text)) <= 0) {
    const char* problem = resource_problem(resource, size);
    report_error(e->report, node, xml_find(node, "file"),
                 "Error reading file '%s': %s; expected a file of XML", path, problem);
  } else {
    remember(e, path);
    xml_file* file = arena_alloc(e->memory, sizeof *file);
    xml_fault fault;
    if (file) *file = (xml_file){path, dir_of(e->memory, name), node};
    root = file ? xml_parse(e->memory, file, text, (size_t)size, NULL, &fault) : NULL;
    if (file && !root) {
      report_fault(e->report, file, fault.place, "Include error: '%s'",
                   fault.id ? fault.why : "Root element missing in file");
    }
  }
  resource_close(resource);
  return root;
}

// Replace an include element by the children of the included root, which are not expanded yet.
static void replace(include_expansion* e, xml_node** link) {
  xml_node* node = *link;
  node->order = e->order++;
  *link = node->next;
  if (node->child) {
    report_error(e->report, node, NULL,
                 "Include element cannot have children; put them beside it or into the file");
    return;
  }
  const char* name = xml_value(node, "file");
  if (!name) {
    report_error(e->report, node, NULL,
                 "required attribute missing: 'file'; expected the name of a file");
    return;
  }
  for (int i = 0; i < node->nattribute; i++) {
    if (strcmp(node->attribute[i].name, "file") == 0) continue;
    report_error(e->report, node, node->attribute + i,
                 "unrecognized attribute: '%s'; expected only 'file'", node->attribute[i].name);
  }
  xml_node* root = parse_include(e, node, name);
  if (!root) return;
  if (!root->child) {
    report_error(e->report, node, xml_find(node, "file"),
                 "Empty include file '%s'; expected a root element with others in it", name);
    return;
  }
  for (xml_node* c = root->child; c; c = c->next) c->parent = node->parent;
  *link = root->child;
  while (*link) link = &(*link)->next;
  *link = node->next;
}

// Expand all includes below root, in document order.
static void expand(include_expansion* e, xml_node* root) {
  xml_node *parent = root, **link = &root->child;
  int depth = 1;  // nesting depth of parent
  for (;;) {
    while (!*link) {
      if (parent == root) return;
      link = &parent->next;
      parent = parent->parent;
      depth--;
    }
    xml_node* node = *link;
    if (strcmp(node->name, "include") == 0) {
      replace(e, link);
      continue;
    }
    node->order = e->order++;
    if (depth == XML_MAX_DEPTH) {
      report_error(e->report, node, NULL,
                   "elements are nested deeper than %d; put some of them side by side",
                   XML_MAX_DEPTH);
      node->child = NULL;
    }
    parent = node;
    link = &node->child;
    depth++;
  }
}

void include_expand(xml_node* root, const char* file, const char* dir, const mjVFS* vfs, arena* a,
                    report* r) {
  include_expansion e = {dir, vfs, a, r, NULL, 1};
  remember(&e, path_below(a, "", file));
  expand(&e, root);
}
