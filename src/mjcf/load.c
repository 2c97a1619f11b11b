#include "mjcf/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <engine/mjcf.h>
#include "base/capture.h"
#include "base/path.h"
#include "base/platform/compiler.h"
#include "base/platform/thread.h"
#include "base/resource.h"
#include "mjcf/asset_path.h"
#include "mjcf/include.h"
#include "mjcf/scene.h"
#include "mjcf/urdf.h"
#include "spec/element.h"

// ----------------------------------------------------------------------------------------- parsing

typedef struct {
  const char* name;  // name for messages
  const char* path;  // path that was opened; "" for a string
  const char* text;
  size_t n;
  mjResource* resource;  // resource that holds the text, closed after parsing; may be NULL
  const mjVFS* vfs;
  const reading* chain;
} text_source;

static void set_error(char* error, int nerror, const char* format, const char* name) {
  if (error && nerror > 0) snprintf(error, (size_t)nerror, format, name);
}

// The root element tells URDF from MJCF.
static bool is_urdf(const xml_node* root) { return strcasecmp(root->name, "robot") == 0; }

static bool check_root(report* r, const xml_node* root) {
  if (strcmp(root->name, "mujoco") == 0 || is_urdf(root)) return true;
  if (strcasecmp(root->name, "mujoco") == 0) {
    report_error(r, root, NULL, "unrecognized element: '%s'; expected 'mujoco'", root->name);
  } else {
    report_error(r, root, NULL,
                 "Unrecognized XML model type: '%s'; expected 'mujoco' or, of URDF, 'robot'",
                 root->name);
  }
  return false;
}

// The XML tree of the whole model, with includes expanded; NULL after an error.
static xml_node* parse_tree(const text_source* s, const char* dir, arena* a, report* r,
                            const char** comment) {
  xml_file* file = arena_alloc(a, sizeof *file);
  if (!file) return NULL;
  *file = (xml_file){s->name, "", NULL};
  xml_fault fault;
  xml_node* root = xml_parse(a, file, s->text, s->n, comment, &fault);
  if (!root) {
    report_fault(r, file, fault.place, "%s", fault.why);
    return NULL;
  }
  if (!check_root(r, root)) return NULL;
  if (!is_urdf(root)) include_expand(root, s->path, dir, s->vfs, a, r);
  return r->n ? NULL : root;
}

static mjSpec* parse_source(text_source* s, char* error, int nerror) {
  if (error && nerror > 0) error[0] = 0;
  arena* a = arena_new_passing();
  report* r = a ? arena_alloc(a, sizeof *r) : NULL;
  mjSpec* spec = r ? mj_makeSpec() : NULL;
  if (!spec) {
    arena_delete(a);
    set_error(error, nerror, "%s: out of memory", s->name);
    return NULL;
  }
  r->memory = a;
  const char* folder = "";
  int nfolder = 0;
  if (s->resource) resource_dir(s->resource, &folder, &nfolder);
  const char* dir = arena_strndup(a, folder, (size_t)nfolder);
  const char* comment = NULL;
  xml_node* root = dir ? parse_tree(s, dir, a, r, &comment) : NULL;
  resource_close(s->resource);
  s->resource = NULL;
  if (root) {
    allowance all = {MAX_MODELS, MAX_ATTACHED, MAX_EXPANDED};
    reading here = {path_below(a, "", s->path), s->chain, s->chain ? s->chain->left : &all};
    reader reading = {
        .spec = spec, .report = r, .memory = a, .vfs = s->vfs, .model_dir = dir, .chain = &here};
    mjs_setString(spec->modelfiledir, dir);
    if (comment) mjs_setString(spec->comment, comment);
    if (is_urdf(root)) {
      read_urdf(&reading, root);
    } else {
      read_model(&reading, root);
    }
  }
  bool no_memory = spec_of(spec)->store.failed || arena_failed(a);
  if (!root || r->n || no_memory) {
    report_write(r, error, nerror);
    if (no_memory) set_error(error, nerror, "%s: out of memory", s->name);
    mj_deleteSpec(spec);
    spec = NULL;
    load_warnings_forget(&r->warnings);
  } else {
    load_warnings_tell(&r->warnings);
  }
  arena_delete(a);
  return spec;
}

mjSpec* parse_file(const char* path, const mjVFS* vfs, const reading* chain, char* error,
                   int nerror) {
  if (scene_named(path)) return scene_parse(path, vfs, error, nerror);
  char why[500];
  mjResource* resource = resource_open(NULL, path, vfs, why, sizeof why);
  if (!resource) {
    set_error(error, nerror, "ParseXML: %s", why);
    return NULL;
  }
  const void* text;
  int n = resource_read(resource, &text);
  mjSpec* spec = NULL;
  if (n < 0) {
    snprintf(why, sizeof why, "error reading file '%.300s': %.100s; expected a file of XML", path,
             resource_problem(resource, n));
    set_error(error, nerror, "ParseXML: %s", why);
  }
  if (n == 0) set_error(error, nerror, "ParseXML: empty file '%s'", path);
  text_source s = {path, path, text, n > 0 ? (size_t)n : 0, resource, vfs, chain};
  if (n > 0) spec = parse_source(&s, error, nerror);
  resource_close(s.resource);
  return spec;
}

mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  if (!filename) {
    set_error(error, error_sz, "ParseXML: %s", "filename argument required");
    return NULL;
  }
  return parse_file(filename, vfs, NULL, error, error_sz);
}

mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  if (!xml) {
    set_error(error, error_sz, "ParseXML: %s", "xml argument required");
    return NULL;
  }
  text_source s = {"LoadModelFromString", "", xml, strlen(xml), NULL, vfs, NULL};
  return parse_source(&s, error, error_sz);
}

// ----------------------------------------------------------------------------------------- loading

static thread_lock last_lock = THREAD_LOCK_NEW;
static mjSpec* last_xml;

static void replace_last(mjSpec* spec) {
  thread_lock_take(&last_lock);
  mjSpec* before = last_xml;
  last_xml = spec;
  thread_lock_give(&last_lock);
  mj_deleteSpec(before);
}

void mj_freeLastXML(void) { replace_last(NULL); }

AT_UNLOAD static void forget_at_unload(void) { mj_freeLastXML(); }

static bool save_last(const char* filename, const mjModel* m, char* error, int error_sz) {
  if (!last_xml) {
    set_error(error, error_sz, "%s", "No XML model loaded");
    return false;
  }
  bool copied = !m || mj_copyBack(last_xml, m);
  bool saved = mj_saveXML(last_xml, filename, error, error_sz) == 0;
  if (saved && !copied) {
    set_error(error, error_sz, "written without the numbers of the model: %s",
              mjs_getError(last_xml));
  }
  return saved;
}

// User handlers may not return, so they are called after the lock is released.
int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz) {
  set_error(error, error_sz, "%s", "");
  error_capture capture;
  volatile bool saved = false, raised = true;
  thread_lock_take(&last_lock);
  if (!setjmp(capture.jump)) {
    capture_begin(&capture);
    saved = save_last(filename, m, error, error_sz);
    capture_end(&capture);
    raised = false;
  }
  thread_lock_give(&last_lock);
  if (raised) set_error(error, error_sz, "%s", capture.error);
  if (capture.warning[0]) mju_warning("%s", capture.warning);
  return saved;
}

// Whether a message begins with a place, "file:line": other messages contain no ':' followed by a
// digit.
static bool has_place(const char* said, int n) {
  for (int i = 0; i + 1 < n && said[i] != ' '; i++) {
    if (said[i] == ':' && said[i + 1] >= '0' && said[i + 1] <= '9') return true;
  }
  return false;
}

mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  mjSpec* spec = mj_parseXML(filename, vfs, error, error_sz);
  if (!spec) return NULL;
  mjModel* model = mj_compile(spec, vfs);
  if (model) {
    set_error(error, error_sz, "%s", mjs_isWarning(spec) ? mjs_getError(spec) : "");
    replace_last(spec);
  } else {
    // messages about elements begin with their place; for an error of the whole model the file is
    // its place
    int n;
    const char* said = spec_said(spec_of(spec), &n);
    bool placed = has_place(said, n);
    if (error && error_sz > 0) {
      snprintf(error, (size_t)error_sz, "%s%s%.*s", placed ? "" : filename, placed ? "" : ": ", n,
               said);
    }
    mj_deleteSpec(spec);
  }
  return model;
}
