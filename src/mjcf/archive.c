#include "mjcf/archive.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/mjcf.h>
#include <engine/spec.h>

#include "base/path.h"
#include "base/resource.h"
#include "base/vfs.h"
#include "base/text.h"
#include "base/zip.h"
#include "mjcf/write.h"
#include "spec/element.h"

// --- reading ------------------------------------------------------------------------------------

typedef struct {
  const char* prefix;  // file name of the archive
  mjVFS* vfs;
  const char* problem;
  char name[300];  // name of a file in vfs, with the prefix
} unpacking;

static bool unpack(void* to, const zip_entry* e) {
  unpacking* u = to;
  char* name = malloc(strlen(u->prefix) + (size_t)e->nname + 2);
  bool no_memory = !name;
  unsigned char* bytes = name && e->size < INT_MAX ? zip_unpack(e, &no_memory) : NULL;
  snprintf(u->name, sizeof u->name, "%.*s", e->nname, e->name);
  if (!bytes) {
    u->problem = no_memory ? "there is no memory" : "it is damaged";
  } else {
    sprintf(name, "%s/%.*s", u->prefix, e->nname, e->name);
    if (vfs_replace(u->vfs, name, bytes, (int)e->size)) u->problem = "there is no memory";
  }
  free(bytes);
  free(name);
  return !u->problem;
}

// The model file: named like the archive, or model.xml, in the first folder or in one named like
// it.  NULL when there is none; *problem then says why.
static char* find_model(const mjVFS* vfs, const char* prefix, const char** problem) {
  const char* base = path_base(prefix);
  const char* dot = strrchr(base, '.');
  int n = (int)(dot ? dot - base : (ptrdiff_t)strlen(base));
  size_t room = strlen(prefix) + 2 * strlen(base) + 20;
  char* name = malloc(room);
  int there = name ? 0 : -1;
  for (int i = 0; i < 4 && there == 0; i++) {
    const char *folder = i % 2 ? "/" : "", *model = i < 2 ? NULL : "model";
    snprintf(name, room, "%s/%.*s%s%.*s.xml", prefix, i % 2 ? n : 0, base, folder, model ? 5 : n,
             model ? model : base);
    there = vfs_contains(vfs, name);
  }
  if (there > 0) return name;
  free(name);
  *problem = there < 0 ? "there is no memory"
                       : "it has no model: neither a file of its name and .xml nor model.xml";
  return NULL;
}

mjSpec* archive_read(mjResource* resource, const mjVFS* vfs, char* error, int nerror) {
  const void* bytes;
  int n = resource_read(resource, &bytes);
  unpacking u = {.prefix = resource->name, .vfs = (mjVFS*)vfs};
  if (!vfs || !vfs->impl_) {
    snprintf(error, (size_t)nerror,
             "%s: an archive needs a file system for its files; pass one to mj_parse and to "
             "mj_compile",
             resource->name);
    return NULL;
  }
  const char* problem = n > 0 ? zip_walk(bytes, (size_t)n, unpack, &u) : "it cannot be read";
  if (problem || u.problem) {
    snprintf(error, (size_t)nerror, "archive '%s': %s%s%s", resource->name,
             problem ? problem : u.name, problem ? "" : ": ", problem ? "" : u.problem);
    return NULL;
  }
  char* name = find_model(vfs, resource->name, &problem);
  if (!name) {
    snprintf(error, (size_t)nerror, "archive '%s': %s", resource->name, problem);
    return NULL;
  }
  mjSpec* s = mj_parseXML(name, vfs, error, nerror);
  free(name);
  return s;
}

// --- writing ------------------------------------------------------------------------------------

typedef struct packed {
  char *path, *source;  // path in the archive, and the original file
  struct packed* next;
} packed;

typedef struct {
  spec* s;
  const mjVFS* vfs;
  zip_archive zip;
  char* folder[2];  // folders of meshes and of textures in the archive
  packed* files;
  bool failed;  // no memory
} packing;

// A portable relative path: unusual characters become '_', and ".." is removed.
static char* portable_path(const char* name) {
  char* path = path_normalise(name);
  if (!path) return NULL;
  const char* from = path;
  for (;; from++) {
    while (*from == '/') from++;
    if (strncmp(from, "../", 3) != 0) break;
    from += 2;
  }
  memmove(path, from, strlen(from) + 1);
  for (char* c = path; *c; c++) {
    if (!isalnum((unsigned char)*c) && !strchr("/._-", *c)) *c = '_';
  }
  return path;
}

static char* join(const char* folder, const char* name) { return resource_path(folder, name); }

// Adds _0, _1, ... before the extension of a name that is already used.
static char* free_name(const packing* p, const char* folder, const char* name) {
  const char* dot = strrchr(path_base(name), '.');
  size_t stem = dot ? (size_t)(dot - name) : strlen(name), room = strlen(name) + 20;
  char* tried = malloc(room);
  for (int i = -1; tried; i++) {
    if (i < 0) {
      snprintf(tried, room, "%s", name);
    } else {
      snprintf(tried, room, "%.*s_%d%s", (int)stem, name, i, dot ? dot : "");
    }
    char* path = join(folder, tried);
    bool taken = false;
    for (const packed* f = p->files; f && path; f = f->next) taken |= !strcmp(f->path, path);
    free(path);
    if (!taken) return tried;
  }
  return NULL;
}

// A file that is already in the archive is not added again.
static const packed* find_source(const packing* p, const char* source, const char* root) {
  const packed* f = p->files;
  while (f && (strcmp(f->source, source) || strncmp(f->path, root, strlen(root)))) f = f->next;
  return f;
}

static void add_packed_file(packing* p, const char* path, const char* source) {
  packed* f = calloc(1, sizeof *f);
  if (f) *f = (packed){strdup(path), strdup(source), p->files};
  if (!f || !f->path || !f->source) {
    p->failed = true;
    if (f) {
      free(f->path);
      free(f->source);
    }
    free(f);
    return;
  }
  p->files = f;
}

// Add the file of an element to the archive and set the element's file to its new name.
static void pack_file(packing* p, const spec* origin, string* file, bool texture) {
  const char* given = string_text(file);
  if (!*given) return;
  if (p->s->pub.strippath) given = path_base(given);
  const char* folder = string_text(texture ? &origin->own.texturedir : &origin->own.meshdir);
  const char* root = p->folder[texture];
  size_t skip = strlen(root) + (*root && root[strlen(root) - 1] != '/');
  char error[400] = "there is no memory", *below = join(folder, given),
       *clean = portable_path(given);
  mjResource* r = below ? resource_open(string_text(&origin->own.modelfiledir), below, p->vfs,
                                        error, sizeof error)
                        : NULL;
  const void* bytes;
  int n = r ? resource_read(r, &bytes) : 0;
  if (!r || n <= 0) {
    mju_warning("mj_encode: '%s' is left out of the archive: %s", given,
                r ? resource_problem(r, n) : error);
  } else {
    const packed* known = find_source(p, r->name, root);
    char* name = known || !clean ? NULL : free_name(p, root, clean);
    char* path = name ? join(root, name) : NULL;
    if (path) {
      zip_add(&p->zip, path, bytes, (size_t)n);
      add_packed_file(p, path, r->name);
      if (!string_set(file, name)) p->failed = true;
    } else if (known) {
      if (!string_set(file, known->path + skip)) p->failed = true;
    } else {
      p->failed = true;
    }
    free(path);
    free(name);
  }
  resource_close(r);
  free(below);
  free(clean);
}

static void pack_element(packing* p, element* e) {
  const spec* origin = e->origin;
  switch ((int)e->base.elemtype) {
    case mjOBJ_MESH: pack_file(p, origin, &((spec_mesh*)e)->own.file, false); break;
    case mjOBJ_HFIELD: pack_file(p, origin, &((spec_hfield*)e)->own.file, false); break;
    case mjOBJ_SKIN: pack_file(p, origin, &((spec_skin*)e)->own.file, false); break;
    case mjOBJ_TEXTURE: {
      spec_texture* t = (spec_texture*)e;
      pack_file(p, origin, &t->own.file, true);
      for (int k = 0; k < t->own.cubefiles.size; k++) {
        pack_file(p, origin, t->own.cubefiles.data + k, true);
      }
      break;
    }
    default: return;
  }
  e->origin = p->s;  // the file is now relative to this specification's folders
}

static void pack_all(packing* p) {
  static const mjtObj kinds[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_SKIN, mjOBJ_TEXTURE};
  for (int i = 0; i < 4; i++) {
    for (mjsElement* e = mjs_firstElement(&p->s->pub, kinds[i]); e;
         e = mjs_nextElement(&p->s->pub, e)) {
      pack_element(p, element_of(e));
    }
  }
}

// Asset folders are set after all files have been found relative to the old ones.
static void pack_model(packing* p, const char* stem, char* error, int nerror) {
  string* folders[2] = {&p->s->own.meshdir, &p->s->own.texturedir};
  for (int k = 0; k < 2; k++) {
    p->folder[k] = portable_path(string_text(folders[k]));
    p->failed |= !p->folder[k];
  }
  if (!p->failed) pack_all(p);
  for (int k = 0; k < 2; k++) {
    if (p->folder[k] && !string_set(folders[k], p->folder[k])) p->failed = true;
  }
  string_set(&p->s->own.modelfiledir, "");
  text xml = {0};
  if (!p->failed) xml = write_whole(p->s, error, nerror);
  char* name = malloc(strlen(stem) + 5);
  if (xml.data && name) {
    sprintf(name, "%s.xml", stem);
    zip_add(&p->zip, name, xml.data, xml.size);
  } else {
    p->failed = true;
  }
  text_free(&xml);
  free(name);
}

unsigned char* archive_write(const mjSpec* s, const char* stem, const mjVFS* vfs, size_t* size,
                             char* error, int nerror) {
  if (error && nerror > 0) *error = 0;
  mjSpec* copy = mj_copySpec(s);
  packing p = {.s = copy ? spec_of(copy) : NULL, .vfs = vfs};
  if (copy) p.s->compiled = spec_of(s)->compiled;  // as the writer requires
  if (copy) pack_model(&p, stem, error, nerror);
  bool failed = !copy || p.failed;
  unsigned char* whole = zip_finish(&p.zip, size);
  if (failed || !whole) {
    free(whole);
    whole = NULL;
    if (error && nerror > 0 && !*error) {
      snprintf(error, (size_t)nerror, "there is no memory for the archive, or it is too large");
    }
  }
  for (int k = 0; k < 2; k++) free(p.folder[k]);
  while (p.files) {
    packed* next = p.files->next;
    free(p.files->path);
    free(p.files->source);
    free(p.files);
    p.files = next;
  }
  mj_deleteSpec(copy);
  return whole;
}
